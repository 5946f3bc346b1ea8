/** What tool calls change, as native diff tabs: read-only, truthful, and labelled for what they are. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import type { Workbench } from './workbench.ts';

const poem = 'roses\nviolets\nsugar\nyou\n';
const twice = 'same\nother\nsame\nend\n';

function diff(name: string, oldText: string | null, newText: string): JsonObject {
	return { type: 'diff', path: `$params.prompt.0.text/${name}`, oldText, newText };
}

/** The prompt is the workspace folder: an agent in a JSON script does not know it otherwise. */
function at(item: JsonObject): JsonObject {
	return { ...item, path: String(item['path']).replace('$params.prompt.0.text', '${params.prompt.0.text}') };
}

function call(toolCallId: string, title: string, status: string, ...content: JsonObject[]): Step {
	return {
		update: {
			sessionUpdate: 'tool_call',
			toolCallId,
			title,
			kind: 'edit',
			status,
			content: content.map(at),
		},
	};
}

const finish = (toolCallId: string): Step => ({
	update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' },
});

/** Below the workspace, where version 2 tells what it changed. */
const changed = '${params.prompt.0.text}/changed';

const patch = [
	`diff --git ${changed}/poem.txt ${changed}/poem.txt`,
	`--- ${changed}/poem.txt`,
	`+++ ${changed}/poem.txt`,
	'@@ -1,3 +1,3 @@',
	' roses',
	'-violets',
	'+tulips',
	' sugar',
	`diff --git ${changed}/old.txt ${changed}/moved.txt`,
	'similarity index 50%',
	`rename from ${changed}/old.txt`,
	`rename to ${changed}/moved.txt`,
	`--- ${changed}/old.txt`,
	`+++ ${changed}/moved.txt`,
	'@@ -1,2 +1,2 @@',
	'-alpha',
	'+ALPHA',
	' beta',
	`diff --git ${changed}/new.txt ${changed}/new.txt`,
	'new file mode 100644',
	'--- /dev/null',
	`+++ ${changed}/new.txt`,
	'@@ -0,0 +1 @@',
	'+brand new',
	'',
].join('\n');

const changes: readonly JsonObject[] = [
	{ operation: 'modify', path: `${changed}/poem.txt`, fileType: 'text' },
	{ operation: 'move', oldPath: `${changed}/old.txt`, path: `${changed}/moved.txt` },
	{ operation: 'add', path: `${changed}/new.txt` },
];

const scripts: Record<string, FakeAgentScript> = {
	Changing: {
		shape: 'C',
		on: {
			'session/prompt': [
				{
					update: {
						sessionUpdate: 'tool_call_update',
						toolCallId: 'c1',
						title: 'Change three files',
						kind: 'edit',
						status: 'completed',
						content: [{ type: 'diff', changes, patch: { format: 'git_patch', text: patch } }],
					},
				},
			],
		},
	},
	Creating: {
		on: { 'session/prompt': [call('c1', 'Create', 'completed', diff('fresh.txt', null, 'brand\nnew\n'))] },
	},
	Several: {
		on: {
			'session/prompt': [
				call(
					'c1',
					'Change three files',
					'completed',
					diff('poem.txt', 'violets', 'tulips'),
					diff('other.txt', 'alpha\n', 'beta\n'),
					diff('third.txt', null, 'third\n'),
				),
			],
		},
	},
	Fragments: {
		on: {
			'session/prompt': [
				call('c1', 'Once', 'pending', diff('poem.txt', 'violets', 'tulips')),
				call('c2', 'Twice', 'pending', diff('twice.txt', 'same', 'different')),
				{ sleep: 200 },
			],
		},
	},
	Editor: {
		on: {
			'session/prompt': [
				call('c1', 'Plant tulips', 'in_progress', diff('poem.txt', poem, poem.replace('violets', 'tulips'))),
				{ sleep: 500 },
				{
					request: {
						method: 'fs/write_text_file',
						params: {
							sessionId: '$session',
							path: '${params.prompt.0.text}/poem.txt',
							content: poem.replace('violets', 'tulips'),
						},
					},
				},
				finish('c1'),
			],
		},
	},
	Asking: {
		on: {
			'session/prompt': [
				ask({
					title: 'Edit the poem',
					kind: 'edit',
					content: [at(diff('poem.txt', 'sugar', 'salt'))],
				}),
				{ text: 'You said ${result.answer.outcome.optionId}.' },
			],
		},
	},
};

export const diffsAgents = Object.fromEntries(
	Object.entries(fakeAgents(scripts)).map(([name, agent]) => [
		name,
		{ ...Object(agent), protocol: name === 'Changing' ? 2 : 1 },
	]),
);

export const diffsFiles = {
	'poem.txt': poem,
	'twice.txt': twice,
	'other.txt': 'alpha\n',
	'changed/poem.txt': 'roses\r\ntulips\r\nsugar\r\nyou\r\n',
	'changed/moved.txt': 'ALPHA\nbeta\n',
	'changed/new.txt': 'brand new\n',
};

/** @param open the window; its agents and files are those above */
export function describeDiffs(open: () => Workbench): void {
	describe('diffs', () => {
		/** A fresh session with that agent, one prompt, its end. */
		async function run(agent: string): Promise<void> {
			const { chat, folder } = open();
			await open().runCommand('View: Close All Editors');
			await startSession(open(), agent);
			await chat.send(folder);
		}

		async function openDiff(title: string, nth = 0): Promise<void> {
			const card = (await open().chat.articles(`Tool call: ${title}`)).first();
			await card.waitFor();
			const fold = card.getByRole('button', { expanded: false });
			if ((await fold.count()) > 0) await fold.first().click();
			await card
				.getByRole('button', { name: /Open Diff/u })
				.nth(nth)
				.click();
		}

		it('shows a new file beside nothing', async () => {
			const { editors } = open();
			await run('Creating');
			await openDiff('Create');
			await editors.tab(/fresh\.txt \(new file\)/u).waitFor();
			await eventually(
				() => editors.diffSides(),
				({ before, after }) => before.join('') === '' && after.join('\n') === 'brand\nnew\n',
			);
			await open().screenshot('diff-new-file');
		});

		it('both sides are read-only [hazard D9]', async () => {
			const { editors, page } = open();
			await page.locator('.monaco-diff-editor .modified .view-lines').first().click();
			await page.keyboard.type('scribble');
			await page.waitForTimeout(200);
			assert.deepEqual((await editors.diffSides()).after, ['brand', 'new', '']);
			assert.equal(await editors.isDirty('fresh.txt'), false);
			await page.keyboard.press('Escape');
		});

		longTest('opens several files as one multi-diff', async () => {
			const { chat, editors, page } = open();
			await run('Several');
			const card = (await chat.articles('Tool call: Change three files')).first();
			await card.waitFor();
			const fold = card.getByRole('button', { expanded: false });
			if ((await fold.count()) > 0) await fold.first().click();
			await open().screenshot('diff-several-card');
			await card.getByRole('button', { name: /Open (All|3)/u }).click();
			await editors.tab(/Change three files/u).waitFor();
			await eventually(
				() => page.locator('.multiDiffEntry').allInnerTexts(),
				(texts) =>
					['poem.txt', 'other.txt', 'third.txt'].every((name) => texts.some((text) => text.includes(name))),
			);
			await open().screenshot('diff-multi');
			await eventually(
				() => editors.tabs(),
				(tabs) => tabs.length === 1,
			);
			// Each file under its own name and path, none as renamed.
			const heads = await page.locator('.multiDiffEntry .header').allInnerTexts();
			assert.ok(!heads.some((head) => /before|after|\bR\b/u.test(head)), heads.join('\n'));
		});

		longTest(
			'shows a fragment that stands once in the file in its file, one that stands twice alone and labelled',
			async () => {
				const { editors } = open();
				await run('Fragments');
				await openDiff('Once');
				await editors.tab(/poem\.txt \(before ↔ after\)/u).waitFor();
				await editors.waitForDiff({
					before: poem.split('\n'),
					after: poem.replace('violets', 'tulips').split('\n'),
				});
				await open().runCommand('View: Close All Editors');
				await openDiff('Twice');
				await editors.tab(/twice\.txt \(fragment/u).waitFor();
				await editors.waitForDiff({ before: ['same'], after: ['different'] });
				await open().screenshot('diff-fragment');
			},
		);

		it('keeps the text before the edit on the left, also when the file has moved on [hazard D10]', async () => {
			const workbench = open();
			const { editors, chat, folder } = workbench;
			await run('Editor');
			await chat.waitForStatus('Ready');
			const planted = poem.replace('violets', 'tulips');
			await eventually(
				() => workbench.readFile('poem.txt'),
				(text) => text === planted,
			);
			await writeFile(path.join(folder, 'poem.txt'), 'somebody else was here\n');
			await openDiff('Plant tulips');
			await editors.tab(/poem\.txt \(before ↔ after\)/u).waitFor();
			await editors.waitForDiff({ before: poem.split('\n'), after: planted.split('\n') });
			await writeFile(path.join(folder, 'poem.txt'), poem);
		});

		longTest('opens from the permission picker, which stays open and unanswered', async () => {
			const { editors, quickInput, chat } = open();
			await run('Asking');
			await quickInput.waitForTitle(/Asking: Edit the poem/u);
			await guardOver();
			await quickInput.pick('Open the diff…');
			await editors.tab(/poem\.txt \(before ↔ after\)/u).waitFor();
			await editors.waitForDiff({
				before: poem.split('\n'),
				after: poem.replace('sugar', 'salt').split('\n'),
			});
			await quickInput.waitForTitle(/Asking: Edit the poem/u);
			await open().screenshot('diff-permission');
			await chat.waitForStatus('Waiting for permission');
			await guardOver();
			await quickInput.pick('Allow');
			await chat.waitForStatus('Ready');
			await eventually(
				() => chat.transcriptText(),
				(text) => text.includes('You said yes.'),
			);
		});

		longTest('never shows a diff tab that lies after a reload [hazard D10]', async () => {
			const workbench = open();
			const { editors, page } = workbench;
			assert.ok((await editors.tabs()).some((tab) => tab.includes('poem.txt')));
			await workbench.reload();
			await workbench.chat.frame(60_000);
			await workbench.chat.composer();
			await page.waitForTimeout(1_500);
			await workbench.screenshot('diff-after-reload');
			const tabs = await editors.tabs();
			if (tabs.some((tab) => tab.includes('poem.txt'))) {
				await editors.waitForDiff({
					before: poem.split('\n'),
					after: poem.replace('sugar', 'salt').split('\n'),
				});
			}
		});

		longTest('three changes with a patch open as one multi-diff with whole files [acp C255]', async () => {
			const { chat, page } = open();
			await run('Changing');
			const card = (await chat.articles('Tool call: Change three files')).first();
			await card.waitFor();
			const fold = card.getByRole('button', { expanded: false });
			if ((await fold.count()) > 0) await fold.first().click();
			await open().screenshot('changes-card');
			await card.getByRole('button', { name: /Open All|All Diffs/u }).click();
			const diffs = page.locator('.multiDiffEntry');
			await eventually(
				() => diffs.count(),
				(count) => count === 3,
			);
			const texts = (await diffs.allInnerTexts()).join('\n').replaceAll('\u00A0', ' ');
			for (const word of ['violets', 'tulips', 'you', 'alpha', 'ALPHA', 'beta', 'brand new']) {
				assert.ok(texts.includes(word), `${word} in ${texts}`);
			}
			await open().screenshot('changes-multi');
		});
	});
}
