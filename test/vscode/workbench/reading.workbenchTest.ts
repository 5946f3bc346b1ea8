/**
 * Reading a conversation in the real workbench: as documents, in the clipboard, in a file, with find, and its code in the
 * colours of the editor.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { isLongRun, sized } from '../../tools/sized.ts';
import { Camera } from '../../tools/screenshots/camera.ts';
import { describeElicitation, elicitationAgents } from './elicitationTests.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const say = (kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string): Step => ({
	update: { sessionUpdate: kind, content: { type: 'text', text } },
});

const answer = 'The **year** is in `report.ts`:\n\n```ts\nconst year = 2026;\n```\n\nThe needle is found.';

const sample = `Like this:

\`\`\`ts
// Says hello.
export async function greet(name: string): Promise<number> {
	if (name === '') return 1;
	console.log(\`Hello, \${name}!\`, /a+/g);
	return 42;
}
\`\`\`

- In a list:

  \`\`\`py
  def hello(who="you"):  # a comment
      return f"Hello {who}"
  \`\`\`

\`\`\`diff
- was
+ is
\`\`\`

\`\`\`sh
npm run build && echo "done"
\`\`\`

\`\`\`nonsense
let it be plain
\`\`\`
`;

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
	Lister: {
		on: {
			'session/prompt': Array.from({ length: 150 }, (_, at): Step => {
				const title = `Step ${at} of many`;
				const call = {
					sessionUpdate: 'tool_call',
					toolCallId: `s${at}`,
					title,
					kind: 'execute',
					status: 'completed',
				};
				return { update: call };
			}),
		},
	},
	Coder: { on: { 'session/prompt': [{ text: sample }] } },
};

const open = useWorkbench({
	machineSettings: { 'acpHost.agents': { ...fakeAgents(scripts), ...elicitationAgents } },
	files: { 'target.txt': 'before\n' },
	viewport: { width: 1280, height: 1000 },
});

describe('reading a conversation', () => {
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

	it('goes on where it was, however far from the end, when the view is hidden and shown [hazard E9]', async () => {
		const { chat } = open();
		await startSession(open(), 'Lister');
		await chat.send('List them');
		const row = async (title: string) => (await chat.frame()).locator('.card-title', { hasText: title });
		await (await row('Step 149 of many')).waitFor();
		await chat.waitForStatus('Ready');
		const seen = async (): Promise<string | undefined> =>
			(await chat.frame()).evaluate(() => {
				const edge = document.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
				const all = [...document.querySelectorAll<HTMLElement>('.entries > .entry')];
				return all.find((entry) => entry.getBoundingClientRect().bottom > edge + 1)?.innerText;
			});
		// Older ones come as their place comes into sight.
		await (await chat.frame()).evaluate(() => document.querySelector('.scroller')?.scrollTo(0, 0));
		await (await row('Step 20 of many')).waitFor();
		await (
			await row('Step 20 of many')
		).evaluate((title) => {
			// The reader's own scrolling ends what held the place while older ones came.
			title.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
			title.scrollIntoView({ block: 'start' });
		});
		const place = await eventually(seen, (text) => /Step (19|20) of many/u.test(text ?? ''));
		// What was read is remembered once the scrolling has come to rest.
		await (await chat.frame()).evaluate(() => new Promise(requestAnimationFrame));
		await chat.hide();
		await chat.show();
		await (await row('Step 149 of many')).waitFor({ state: 'attached' });
		assert.equal(await eventually(seen, (text) => text === place), place);
	});

	describe('with code', () => {
		/** The colour of the piece of code that holds this text. */
		async function colourOf(text: string): Promise<string> {
			const piece = (await open().chat.frame()).locator('.code-block code span[class^=token-]', {
				hasText: text,
			});
			return piece.first().evaluate((element) => getComputedStyle(element).color);
		}

		async function hasColours(colours: Readonly<Record<string, string>>): Promise<void> {
			const wanted = JSON.stringify(colours);
			const read = async (): Promise<string> => {
				const found = Object.keys(colours).map(async (text) => [text, await colourOf(text)]);
				return JSON.stringify(Object.fromEntries(await Promise.all(found)));
			};
			await eventually(read, (found) => found === wanted);
		}

		it(`has the colours of the theme${sized(', and takes those of another one', '')}`, async () => {
			const { chat } = open();
			const camera = new Camera(open(), false);
			await startSession(open(), 'Coder');
			await camera.setTheme('dark');
			await chat.send('Show me');
			await hasColours({
				'// Says hello.': 'rgb(106, 153, 85)',
				if: 'rgb(197, 134, 192)',
				greet: 'rgb(220, 220, 170)',
				'# a comment': 'rgb(106, 153, 85)',
				npm: 'rgb(220, 220, 170)',
			});
			const plain = (await chat.frame()).locator('.code-block', { hasText: 'let it be plain' });
			assert.equal(await plain.locator('[class^=token-]').count(), 0);
			await open().screenshot('highlight-dark');
			if (!isLongRun) return;
			await camera.setTheme('light');
			await hasColours({ '// Says hello.': 'rgb(0, 128, 0)', if: 'rgb(175, 0, 219)' });
			await open().screenshot('highlight-light');
			await camera.setTheme('high-contrast');
			await hasColours({ '// Says hello.': 'rgb(124, 166, 104)' });
			await open().screenshot('highlight-high-contrast');
			await camera.setTheme('dark');
			await hasColours({ '// Says hello.': 'rgb(106, 153, 85)' });
		});

		it('opens as a new file of its language, and is inserted at the cursor', async () => {
			const { chat, editors, page } = open();
			const block = (await chat.frame()).locator('.code-block', { hasText: '# a comment' });
			await block.getByRole('button', { name: 'Open as New File' }).click();
			await page.locator('.statusbar-item', { hasText: 'Python' }).waitFor();
			await editors.openFile('target.txt');
			await editors.editor.locator('.view-line', { hasText: 'before' }).click();
			await page.keyboard.press('Control+Home');
			const shell = (await chat.frame()).locator('.code-block', { hasText: 'npm run build' });
			await shell.getByRole('button', { name: 'Insert at Cursor' }).click();
			await editors.editor.locator('.view-line', { hasText: 'npm run build && echo "done"before' }).waitFor();
			// The editor takes the focus.
			await page.locator('.editor-instance .monaco-editor.focused').waitFor();
			await page.keyboard.press('Control+z');
			await editors.editor.locator('.view-line', { hasText: /^before$/u }).waitFor();
		});
	});
});

describeElicitation(open);
