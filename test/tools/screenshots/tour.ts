/** The demo agent's tour: the whole window, the chat in three themes at two widths, and an answer. */
import { newSession } from '../../vscode/workbench/rig.ts';
import { type Camera, type Theme, themes } from './camera.ts';
import type { Scene } from './scene.ts';

const widths = [300, 500] as const;

export const tour: Scene = {
	name: 'tour',
	async run(camera) {
		const { workbench } = camera;
		const { chat, page, quickInput } = workbench;
		await newSession(workbench, 'Demo Agent');
		await chat.send('tour');
		await quickInput.waitForTitle(/README\.md/u);
		await page.keyboard.press('Escape');
		await takeOverview(camera);
		await page.keyboard.press('Escape');
		for (const theme of Object.keys(themes) as Theme[]) {
			await camera.setTheme(theme);
			for (const width of widths) {
				await camera.setWidth(width);
				await camera.takeSideBarAsItIs(`${theme}-${width}`);
			}
		}
		await (await chat.button('Allow once')).click();
		await chat.waitForStatus('Ready', 60_000);
		await camera.setTheme('dark');
		await camera.setWidth(500);
		await camera.takeSideBarAsItIs('answer-500');
		await workbench.runCommand('View: Close All Editors');
	},
};

async function takeOverview(camera: Camera): Promise<void> {
	const { chat, editors, page, quickInput } = camera.workbench;
	const card = (await chat.articles(/^Tool call: Edit/u)).last();
	await card
		.getByRole('button', { name: /Open Diff/u })
		.first()
		.click();
	await editors.tab(/README\.md \(/u).waitFor();
	await camera.openList('ACP: Answer Permission Request');
	await quickInput.waitForTitle(/README\.md/u);
	// The diff is coloured in its own time.
	await page.waitForTimeout(800);
	await camera.takeWindow('overview');
}
