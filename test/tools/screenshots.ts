/**
 * Takes the README's pictures in a real VS Code: the chat in three themes at two widths, and the whole window with a
 * permission and a diff. Writes `media/screenshots/`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { demoAgentSettings, newSession } from '../vscode/workbench/rig.ts';
import { Workbench } from '../vscode/workbench/workbench.ts';

const themes = {
	light: 'Light Modern',
	dark: 'Dark Modern',
	'high-contrast': 'Dark High Contrast',
} as const;
const widths = [300, 500] as const;
const folder = path.join(projectFolder, 'media', 'screenshots');

async function setTheme(workbench: Workbench, theme: string): Promise<void> {
	const kind = theme.includes('Light')
		? 'vscode-light'
		: theme.includes('High')
			? 'vscode-high-contrast'
			: 'vscode-dark';
	await workbench.runCommand('Preferences: Color Theme');
	await workbench.quickInput
		.row(/Browse Additional|theme/iu)
		.first()
		.waitFor();
	await workbench.quickInput.input.fill(theme);
	await workbench.quickInput.row(theme).first().click();
	await (await workbench.chat.frame()).locator(`body.${kind}`).waitFor();
	await workbench.page.waitForTimeout(500);
}

/** Drags the edge of the side bar until the view is `width` pixels wide. */
async function setWidth({ page }: Workbench, width: number): Promise<void> {
	const box = await page.locator('.part.sidebar').boundingBox();
	if (box === null) throw new Error('The side bar is closed.');
	const y = box.y + box.height / 2;
	await page.mouse.move(box.x + box.width, y);
	await page.mouse.down();
	await page.mouse.move(box.x + width, y, { steps: 8 });
	await page.mouse.up();
	await page.mouse.move(900, 400);
	await page.waitForTimeout(300);
}

async function pictureOfView({ page }: Workbench, name: string): Promise<void> {
	const clip = await page.locator('.part.sidebar').boundingBox();
	if (clip === null) throw new Error('The side bar is closed.');
	await page.screenshot({ path: path.join(folder, `${name}.png`), clip });
}

/** Draws three bars, and pastes the picture into the composer as a user would. */
async function pasteDrawing({ page, chat }: Workbench): Promise<void> {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await page.evaluate(async () => {
		const canvas = new OffscreenCanvas(640, 480);
		const context = canvas.getContext('2d');
		if (context === null) throw new Error('No canvas');
		context.fillStyle = '#0f172a';
		context.fillRect(0, 0, 640, 480);
		[140, 390, 220].forEach((height, index) => {
			context.fillStyle = index === 1 ? '#f59e0b' : '#38bdf8';
			context.fillRect(70 + index * 180, 440 - height, 140, height);
		});
		const blob = await canvas.convertToBlob({ type: 'image/png' });
		await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
	});
	await (await chat.composer()).click();
	await page.keyboard.press('Control+V');
	await (await chat.button('Remove image.png')).waitFor();
}

const workbench = await Workbench.open({
	machineSettings: demoAgentSettings,
	viewport: { width: 1280, height: 860 },
});
try {
	await mkdir(folder, { recursive: true });
	const { chat, editors, page, quickInput } = workbench;
	await newSession(workbench, 'Demo Agent');
	await chat.send('tour');
	await quickInput.waitForTitle(/README\.md/u);
	await setTheme(workbench, themes.dark);
	await page.keyboard.press('Escape');
	await setWidth(workbench, 400);
	const card = (await chat.articles(/^Tool call: Edit/u)).last();
	await card
		.getByRole('button', { name: /Open Diff/u })
		.first()
		.click();
	await editors.tab(/README\.md \(/u).waitFor();
	await workbench.runCommand('ACP: Answer Permission Request');
	await quickInput.waitForTitle(/README\.md/u);
	await page.waitForTimeout(800);
	await page.screenshot({ path: path.join(folder, 'overview.png') });
	await page.keyboard.press('Escape');
	for (const [name, theme] of Object.entries(themes)) {
		await setTheme(workbench, theme);
		for (const width of widths) {
			await setWidth(workbench, width);
			await pictureOfView(workbench, `${name}-${width}`);
		}
	}
	await (await chat.button('Allow once')).click();
	await chat.waitForStatus('Ready', 60_000);
	await setTheme(workbench, themes.dark);
	await setWidth(workbench, 500);
	await pictureOfView(workbench, 'answer-500');
	await chat.waitForStatus('Ready');
	await pasteDrawing(workbench);
	await (await chat.composer()).fill('Which of the three is the slow one?');
	await pictureOfView(workbench, 'image-prompt');
} catch (error) {
	await workbench.screenshot('screenshots-failed');
	throw error;
} finally {
	await workbench.close();
}
process.exit();
