/** Code in the conversation has the colours of the editor, and can be taken from there. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Camera } from '../../tools/screenshots/camera.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

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

describe('code in the conversation', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': fakeAgents({ Coder: { on: { 'session/prompt': [{ text: sample }] } } }),
		},
		files: { 'target.txt': 'before\n' },
		viewport: { width: 1280, height: 1000 },
	});

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

	it('has the colours of the theme, and takes those of another one', async () => {
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
