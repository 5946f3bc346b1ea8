/** The agent's commands while one is typed, and the hint of one that was chosen. */
import { newSession } from '../../vscode/workbench/rig.ts';
import type { Scene } from './scene.ts';

export const slashCommands: Scene = {
	name: 'slash',
	async run(camera) {
		const { workbench } = camera;
		const { chat, page } = workbench;
		await newSession(workbench, 'Demo Agent');
		const composer = await chat.composer();
		await composer.click();
		await page.keyboard.type('/');
		const choices = (await chat.frame()).getByRole('option');
		await choices.filter({ hasText: 'tour' }).first().waitFor();
		await camera.takeSideBar('slash');
		await composer.fill('');
		await composer.click();
		await page.keyboard.type('/run');
		await choices.filter({ hasText: '/run' }).first().waitFor();
		await page.keyboard.press('Tab');
		await (
			await chat.frame()
		)
			.locator('.composer-hint')
			.filter({ hasText: '/run number of lines' })
			.waitFor();
		await camera.takeSideBar('slash-hint');
		await composer.fill('');
	},
};
