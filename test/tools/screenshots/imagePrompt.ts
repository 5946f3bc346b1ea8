/** A picture in the composer, pasted as a user would. */
import { newSession } from '../../vscode/workbench/rig.ts';
import type { Workbench } from '../../vscode/workbench/workbench.ts';
import type { Scene } from './scene.ts';

export const imagePrompt: Scene = {
	name: 'image-prompt',
	async run(camera) {
		const { workbench } = camera;
		const { chat } = workbench;
		await newSession(workbench, 'Demo Agent');
		await chat.send('image');
		await (await chat.frame()).getByRole('log').getByRole('img').first().waitFor();
		await chat.waitForStatus('Ready', 30_000);
		await pasteDrawing(workbench);
		await (await chat.composer()).fill('Which of the three is the slow one?');
		await camera.takeSideBar('image-prompt');
		await (await chat.button('Remove image.png')).click();
		await (await chat.composer()).fill('');
	},
};

/** Draws three bars. */
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
