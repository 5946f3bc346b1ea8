/** What version 2 says of files, and prompts that wait, in the window as the user has it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const folder = '${params.prompt.0.text}';

const patch = [
	`diff --git ${folder}/poem.txt ${folder}/poem.txt`,
	`--- ${folder}/poem.txt`,
	`+++ ${folder}/poem.txt`,
	'@@ -1,3 +1,3 @@',
	' roses',
	'-violets',
	'+tulips',
	' sugar',
	`diff --git ${folder}/old.txt ${folder}/moved.txt`,
	'similarity index 50%',
	`rename from ${folder}/old.txt`,
	`rename to ${folder}/moved.txt`,
	`--- ${folder}/old.txt`,
	`+++ ${folder}/moved.txt`,
	'@@ -1,2 +1,2 @@',
	'-alpha',
	'+ALPHA',
	' beta',
	`diff --git ${folder}/new.txt ${folder}/new.txt`,
	'new file mode 100644',
	'--- /dev/null',
	`+++ ${folder}/new.txt`,
	'@@ -0,0 +1 @@',
	'+brand new',
	'',
].join('\n');

const changes: readonly JsonObject[] = [
	{ operation: 'modify', path: `${folder}/poem.txt`, fileType: 'text' },
	{ operation: 'move', oldPath: `${folder}/old.txt`, path: `${folder}/moved.txt` },
	{ operation: 'add', path: `${folder}/new.txt` },
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
	Waiting: { on: { 'session/prompt': [{ expect: 'never' }] } },
};

describe('file changes and prompts that wait', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': Object.fromEntries(
				Object.entries(fakeAgents(scripts)).map(([name, agent]) => [
					name,
					{ ...(agent as JsonObject), protocol: name === 'Changing' ? 2 : 1 },
				]),
			),
		},
		files: {
			'poem.txt': 'roses\r\ntulips\r\nsugar\r\nyou\r\n',
			'moved.txt': 'ALPHA\nbeta\n',
			'new.txt': 'brand new\n',
		},
	});

	it('three changes with a patch open as one multi-diff with whole files [acp C255]', async () => {
		const { chat, page } = open();
		await startSession(open(), 'Changing');
		await chat.send(open().folder);
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

	it('prompts that wait survive a reload, in order, and stand in the composer once [hazard G2]', async () => {
		const { chat } = open();
		await startSession(open(), 'Waiting');
		await chat.send('the first');
		await (await chat.articles('You')).first().waitFor();
		for (const text of ['the second', 'the third']) {
			await chat.send(text);
			const queue = (await chat.frame()).getByRole('region', { name: 'Queued messages' });
			await queue.getByText(text).first().waitFor();
		}
		await open().screenshot('queue');
		await open().reload();
		const composer = await chat.composer();
		assert.equal(
			await eventually(
				() => composer.inputValue(),
				(value) => value !== '',
			),
			'the second\n\nthe third',
		);
		await open().screenshot('queue-after-reload');
	});
});
