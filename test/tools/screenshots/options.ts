/** What can be chosen below the message, and the list of one option in the middle of the window. */
import { newSession } from '../../vscode/workbench/rig.ts';
import type { Scene } from './scene.ts';

export const options: Scene = {
	name: 'options',
	async run(camera) {
		const { workbench } = camera;
		const { chat, page, quickInput } = workbench;
		await newSession(workbench, 'Demo Agent');
		await chat.send('think');
		await (await chat.articles('Demo Agent')).filter({ hasText: 'yes' }).waitFor();
		await chat.waitForStatus('Ready', 30_000);
		const frame = await chat.frame();
		await frame.getByRole('checkbox', { name: 'Verbose' }).or(frame.getByRole('switch')).first().click();
		await (await chat.composer()).focus();
		await camera.takeSideBar('options');
		await camera.openList('ACP: Select Model');
		await quickInput.waitForTitle(/Model/u);
		await camera.takeWindow('options-list');
		await page.keyboard.press('Escape');
	},
};
