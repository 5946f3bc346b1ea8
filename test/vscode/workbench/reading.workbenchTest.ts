/** Reading a conversation in the real workbench: as documents, in the clipboard, in a file, and with find. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const say = (kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string): Step => ({
	update: { sessionUpdate: kind, content: { type: 'text', text } },
});

const answer = 'The **year** is in `report.ts`:\n\n```ts\nconst year = 2026;\n```\n\nThe needle is found.';

const scripts: Record<string, FakeAgentScript> = {
	Reader: {
		on: {
			'session/prompt': [
				say('agent_thought_chunk', 'A needle in a thought.'),
				{
					update: {
						sessionUpdate: 'tool_call',
						toolCallId: 'c1',
						title: 'Read report.ts',
						kind: 'read',
						status: 'completed',
						content: [{ type: 'content', content: { type: 'text', text: 'const needle = 1;' } }],
					},
				},
				say('agent_message_chunk', answer),
			],
		},
	},
};

describe('reading a conversation', () => {
	const open = useWorkbench({ machineSettings: { 'acpHost.agents': fakeAgents(scripts) } });

	async function talk(): Promise<void> {
		await startSession(open(), 'Reader');
		await open().chat.send('Where is the year?');
		await (await open().chat.articles('Reader')).first().waitFor();
		await open().chat.waitForStatus('Ready');
	}

	it('says that there is no conversation yet', async () => {
		await open().runCommand('ACP: Open Conversation as Markdown');
		await open().page.getByText('There is no conversation on show.').first().waitFor();
		await open().page.keyboard.press('Escape');
	});

	it('opens it as Markdown, and as text with a line for each thing', async () => {
		await talk();
		const { editors: editor, page } = open();
		await open().runCommand('ACP: Open Conversation as Markdown');
		await editor.tab('Where is the year?.md').waitFor();
		const markdown = await eventually(
			() => editor.visibleText(),
			(text) => text.includes('The needle is found.'),
		);
		assert.match(markdown, /## You\n+> Where is the year\?/u);
		assert.match(markdown, /\*\*Read:\*\* Read report\.ts — \*completed\*/u);
		await page.locator('.statusbar-item').filter({ hasText: 'Markdown' }).first().waitFor();
		await open().screenshot('reading-markdown');

		await open().runCommand('ACP: Open Conversation as Accessible Text');
		await editor.tab('Where is the year?.txt').waitFor();
		const text = await eventually(
			() => editor.visibleText(),
			(shown) => shown.includes('Conversation with Reader: Where is the year?\n'),
		);
		assert.match(text, /^1\. You: Where is the year\?$/mu);
		assert.match(text, /^3\. Read: Read report\.ts: completed$/mu);
		assert.match(text, /^4\. Reader, 7 lines:$/mu);
		await open().screenshot('reading-text');
	});

	it('copies it, and a single message as it was written', async () => {
		const { page, chat } = open();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
		await open().runCommand('ACP: Copy Conversation as Markdown');
		const copied = await eventually(clipboard, (text) => text.includes('# Where is the year?'));
		assert.ok(copied.includes(answer));

		const article = (await chat.articles('Reader')).first();
		await article.hover();
		await article.getByRole('button', { name: 'Copy Message' }).click();
		await eventually(clipboard, (text) => text === answer);
	});

	it('exports it to a file', async () => {
		const { quickInput, page } = open();
		await open().runCommand('ACP: Export Conversation…');
		await quickInput.waitForTitle('Export Conversation');
		await page.keyboard.press('Enter');
		await page.getByText('Exported the conversation to Where is the year_.md').first().waitFor();
		const file = await open().readFile('Where is the year_.md');
		assert.ok(file.includes(answer));
	});

	it('finds a text with Ctrl+F, also what is folded, and moves between prompts with Alt+Up', async () => {
		const { chat, page } = open();
		const frame = await chat.frame();
		await (await chat.composer()).focus();
		await page.keyboard.press('Control+f');
		const field = frame.getByRole('textbox', { name: 'Find' });
		await field.fill('needle');
		const count = frame.locator('.find-count');
		await eventually(
			() => count.innerText(),
			(text) => text === '1 of 3',
		);
		await field.press('Enter');
		await frame.getByRole('article', { name: 'Thought' }).getByText('A needle in a thought.').waitFor();
		await field.press('Enter');
		await field.press('Enter');
		await eventually(
			() => count.innerText(),
			(text) => text === '3 of 3',
		);
		await open().screenshot('reading-find');
		await page.keyboard.press('Escape');
		await page.keyboard.press('Alt+ArrowUp');
		const focused = (): Promise<string | null> =>
			frame.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
		await eventually(focused, (name) => name === 'You');
		await open().screenshot('reading-prompt');
	});
});
