/** What agents changed, kept and undone in the chat view, and told to the agent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { accessiblePart, assertReadable, linesOf } from './accessibleTree.ts';
import { ChangesPage } from './changesPage.ts';
import { eventually, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const poem = 'roses\nviolets\nsugar\nyou\n';
const tulips = 'roses\ntulips\nsugar\nyou\n';

/** The prompt is the workspace folder: an agent in a JSON script does not know it otherwise. */
const at = (name: string): string => `\${params.prompt.0.text}/${name}`;

function edits(
	toolCallId: string,
	name: string,
	oldText: string,
	newText: string,
	title = `Edit ${name}`,
): readonly Step[] {
	const fields = { toolCallId, title, kind: 'edit' };
	const content = [{ type: 'diff', path: at(name), oldText, newText }];
	return [
		{ update: { sessionUpdate: 'tool_call', ...fields, status: 'in_progress' } },
		{
			request: {
				method: 'fs/write_text_file',
				params: { sessionId: '$session', path: at(name), content: newText },
			},
		},
		{ update: { sessionUpdate: 'tool_call_update', ...fields, status: 'completed', content } },
	];
}

const editing: FakeAgentScript = {
	on: {
		'session/prompt': [
			...edits('c1', 'verse.txt', poem, tulips),
			...edits('c2', 'other.txt', 'alpha\n', 'beta\ngamma\n'),
		],
	},
};

const list = 'milk\nbread\neggs\nsalt\n';
const [fresh, more] = [
	list.replace('bread', 'rye'),
	list.replace('bread', 'rye').replace('salt', 'salt\ntea'),
];

const editingTwice: FakeAgentScript = {
	on: {
		'session/prompt': [
			...edits('first', 'list.txt', list, fresh, 'Choose the bread'),
			...edits('second', 'list.txt', fresh, more, 'Add the tea'),
		],
	},
};

export const reviewInChatAgents = fakeAgents({ Editing: editing, Twice: editingTwice });
export const reviewInChatFiles = { 'verse.txt': poem, 'other.txt': 'alpha\n', 'list.txt': list };

/** @param open the window, in which no change waits; its agents and files are those above */
export function describeReviewInChat(open: () => Workbench): void {
	describe('changes that wait, in the chat view', () => {
		const strip = async (): Promise<Locator> =>
			(await open().chat.frame()).getByRole('region', { name: 'Changes to review' });
		const stripText = async (): Promise<string> => {
			const region = await strip();
			return (await region.count()) === 0 ? '' : (await region.innerText()).replaceAll(/\s+/gu, ' ');
		};
		const card = async (name: string): Promise<Locator> =>
			(await open().chat.articles(`Tool call: Edit ${name}`)).first();
		const chips = async (): Promise<readonly string[]> =>
			(await open().chat.frame()).locator('.attachments .chip-label').allInnerTexts();
		/** Texts of the prompts that the agent got, by prompt. */
		const prompts = async (): Promise<readonly (readonly string[])[]> =>
			(await receivedBy(open(), 'Editing'))
				.filter(({ method }) => method === 'session/prompt')
				.map(({ params }) => {
					const blocks: unknown = isJsonObject(params) ? params['prompt'] : [];
					return Array.isArray(blocks) ? blocks.map((block: JsonObject) => String(block['text'])) : [];
				});

		it('stand above the composer', async () => {
			await startSession(open(), 'Editing');
			await open().chat.send(open().folder);
			await eventually(stripText, (text) => /^2 files .*\+3 −2 Review Keep All Undo All/u.test(text), 30_000);
			await open().screenshot('review-strip');
		});

		it('are told to screen readers in the chat with words that need nothing beside them', async () => {
			const { page, chat, folder } = open();
			await (await strip()).locator('.review-fold').click();
			const fold = (await card('verse.txt')).locator('.card-fold');
			await fold.click();
			const frame = await chat.frame();
			const shown = await accessiblePart(page, ({ name }) => name === 'Changes to review', frame);
			assert.deepEqual(linesOf(shown), [
				'region "Changes to review"',
				'  button "2 files to review, lines: 3 added, 2 removed" [expanded]',
				'  button "Review: 2 files"',
				'  button "Keep All: 2 files"',
				'  button "Undo All: 2 files"',
				'  list "Changed files"',
				...['other.txt', 'verse.txt'].flatMap((name) => [
					'    listitem ""',
					`      button "${name}" (${folder}/${name})`,
					`      button "Keep ${name}" (Keep)`,
					`      button "Undo ${name}" (Undo)`,
				]),
			]);
			assertReadable(shown);
			const onCard = await accessiblePart(page, ({ name }) => name === 'Tool call: Edit verse.txt', frame);
			assert.deepEqual(linesOf(onCard), [
				'article "Tool call: Edit verse.txt"',
				'  button "Edit verse.txt" [expanded]',
				'  button "Open Diff: verse.txt"',
				'  button "Keep verse.txt" (Keep)',
				'  button "Undo verse.txt" (Undo)',
				'  group "Changed lines"',
			]);
			assertReadable(onCard);
			await fold.click();
		});

		it('are told to screen readers in the tree and in the editor, too', async () => {
			const { page } = open();
			const changes = new ChangesPage(page);
			await changes.row(/^verse/u).click();
			await page.locator('.codelens-decoration').first().waitFor();
			await open().runCommand('ACP Host: Focus on Changes View');
			await page.keyboard.press('ArrowRight');
			await changes.row(/^Change 1 of 1/u).waitFor();
			const tree = await accessiblePart(page, ({ role, name }) => role === 'tree' && name === 'Changes');
			assert.deepEqual(
				linesOf(tree).filter((line) => line.includes('treeitem')),
				[
					'  treeitem "other.txt, lines: 2 added, 1 removed" [expanded: false]',
					'  treeitem "verse.txt, lines: 1 added, 1 removed" [expanded, selected]',
					'  treeitem "Change 1 of 1, line 2, lines: 1 added, 1 removed, tulips"',
				],
			);
			const title = linesOf(await accessiblePart(page, ({ name }) => name === 'Editor actions'));
			assert.deepEqual(title.slice(1, 5), [
				'  button "Go to Previous Change (Shift+Alt+F5)"',
				'  button "Go to Next Change (Alt+F5)"',
				'  button "Keep Changes of File"',
				'  button "Undo Changes of File"',
			]);
			const told = [
				'code ""',
				'  textbox "verse.txt, preview"',
				'  button "Keep" (Accept change 1 of 1)',
				'  button "Undo" (Undo change 1 of 1: bring back what was here before)',
				'  button "Before (-1)" (Compare the file with what you have accepted)',
				'  button "1/1" (This is change 1 of 1. Go to the next one)',
			];
			// VS Code draws lenses when the editor has come to rest.
			const editor = await eventually(
				() => accessiblePart(page, ({ role }) => role === 'code'),
				(part) => linesOf(part).length === told.length,
			);
			assert.deepEqual(linesOf(editor), told);
			assertReadable(editor);
		});

		it('are told to screen readers at the line: its hover and its light bulb', async () => {
			const { page } = open();
			await page.locator('.editor-instance .view-line').filter({ hasText: 'tulips' }).click();
			await page.keyboard.press('Control+k');
			await page.keyboard.press('Control+i');
			await page.getByRole('tooltip', { name: /^Before the change: violets/u }).waitFor();
			await page.keyboard.press('Escape');
			await page.getByRole('tooltip').waitFor({ state: 'hidden' });
			await page.keyboard.press('Control+.');
			for (const name of ['Keep this change', 'Undo this change']) {
				await page.getByRole('option', { name: `${name}, Quick Fix` }).waitFor();
			}
			await page.keyboard.press('Escape');
		});

		it('are told to screen readers in the review, and marked in the Explorer', async () => {
			const { page } = open();
			await open().runCommand('ACP: Review Changes');
			const tab = page
				.locator('.tabs-container .tab.active')
				.filter({ hasText: 'Changes of Agents (2 files)' });
			await tab.waitFor();
			const files = await eventually(
				async () =>
					linesOf(await accessiblePart(page, ({ role }) => role === 'main')).filter((line) =>
						// A file that is open beside it has a tab there as well.
						/^ *button ".*\.txt"/u.test(line),
					),
				(lines) => lines.length === 2,
			);
			assert.match(files[0] ?? '', /button ".*other\.txt" \[expanded\]/u);
			assert.match(files[1] ?? '', /button ".*verse\.txt" \[expanded\]/u);
			await page.keyboard.press('Control+w');
			await tab.waitFor({ state: 'hidden' });
			await open().runCommand('File: Focus on Files Explorer');
			const explorer = page.getByRole('tree', { name: 'Files Explorer' });
			for (const name of ['other.txt', 'verse.txt']) {
				// VS Code says no badge of any extension to screen readers: the Changes view does.
				const marks = explorer
					.getByRole('treeitem', { name })
					.evaluate((row) =>
						[row, ...row.querySelectorAll('*')]
							.map((part) => getComputedStyle(part, '::after').content)
							.join(''),
					);
				assert.match(await marks, /±/u);
			}
			await open().runCommand('ACP: Focus Chat');
			// A view that was hidden begins anew.
			const fold = (await strip()).locator('.review-fold');
			if ((await fold.getAttribute('aria-expanded')) !== 'true') await fold.click();
		});

		it('are kept there', async () => {
			await (await open().chat.button('Keep other.txt')).first().click();
			await eventually(stripText, (text) => text.startsWith('1 file'));
			await (await card('other.txt')).getByText('Kept').waitFor();
			assert.equal(await open().readFile('other.txt'), 'beta\ngamma\n');
		});

		it('are undone on the card of their call, and become a chip', async () => {
			const edit = await card('verse.txt');
			await edit.locator('.card-fold').click();
			await edit.getByRole('button', { name: 'Undo verse.txt' }).click();
			await eventually(
				() => open().readFile('verse.txt'),
				(text) => text === poem,
			);
			await edit.getByText('Undone').first().waitFor();
			await eventually(stripText, (text) => text === '');
			await eventually(chips, (names) => names.join() === 'Undone: 1 change in verse.txt');
			await open().screenshot('review-undone');
		});

		longTest('that were undone are told to the agent with the next prompt, also after a reload', async () => {
			await open().reload();
			await eventually(chips, (names) => names.join() === 'Undone: 1 change in verse.txt', 30_000);
			await open().chat.send('Go on');
			await eventually(prompts, (all) => all.length > 1, 30_000);
			const [, second = []] = await prompts();
			assert.equal(second[0], 'Go on');
			assert.match(
				second[1] ?? '',
				/The user has undone these changes of yours[^]*In verse\.txt, at line 2:[^]*-violets\n\+tulips/u,
			);
			assert.deepEqual(await chips(), []);
		});

		longTest(
			'of one call are undone on its card, and what another call did to the file stays and is kept on its own',
			async () => {
				await startSession(open(), 'Twice');
				await open().chat.send(open().folder);
				const [first, second] = await Promise.all(
					['Choose the bread', 'Add the tea'].map(async (title) =>
						(await open().chat.articles(`Tool call: ${title}`)).first(),
					),
				);
				assert.ok(first !== undefined && second !== undefined);
				for (const one of [first, second]) await one.locator('.card-fold').click();
				const head = async (one: Locator): Promise<string> =>
					(await one.locator('.card-head').innerText()).replaceAll(/\s+/gu, ' ');
				await eventually(
					() => Promise.all([head(first), head(second)]),
					([one, other]) => one.includes('+1 −1') && other.includes('+1 completed'),
					30_000,
				);
				await open().screenshot('review-two-calls');
				await first.getByRole('button', { name: 'Undo list.txt', exact: true }).click();
				await eventually(
					() => open().readFile('list.txt'),
					(text) => text === list.replace('salt', 'salt\ntea'),
				);
				await first.getByText('Undone').first().waitFor();
				await eventually(stripText, (text) => text.startsWith('1 file'));
				await second.getByRole('button', { name: 'Keep list.txt', exact: true }).click();
				await second.getByText('Kept').first().waitFor();
				await eventually(stripText, (text) => text === '');
				assert.match(await head(first), /Undone/u);
				await eventually(chips, (names) => names.join() === 'Undone: 1 change in list.txt');
				assert.equal(await open().readFile('list.txt'), list.replace('salt', 'salt\ntea'));
			},
		);
	});
}
