/** What agents changed, kept and undone in the chat view, and told to the agent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { eventually, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const poem = 'roses\nviolets\nsugar\nyou\n';
const tulips = 'roses\ntulips\nsugar\nyou\n';

/** The prompt is the workspace folder: an agent in a JSON script does not know it otherwise. */
const at = (name: string): string => `\${params.prompt.0.text}/${name}`;

function edits(toolCallId: string, name: string, oldText: string, newText: string): readonly Step[] {
	const fields = { toolCallId, title: `Edit ${name}`, kind: 'edit' };
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

export const reviewInChatAgents = fakeAgents({ Editing: editing });
export const reviewInChatFiles = { 'verse.txt': poem, 'other.txt': 'alpha\n' };

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

		it('stand above the composer, and are kept there', async () => {
			await startSession(open(), 'Editing');
			await open().chat.send(open().folder);
			await eventually(stripText, (text) => /^2 files .*\+3 −2 Review Keep All Undo All/u.test(text), 30_000);
			await open().screenshot('review-strip');
			await (await strip()).locator('.review-fold').click();
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

		it('that were undone are told to the agent with the next prompt, also after a reload', async () => {
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
	});
}
