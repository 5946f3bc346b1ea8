/** Changes of the demo agent that wait: in a file, in the list, above the composer; and how they would go back. */
import { guardOver } from '../../vscode/workbench/guardOver.ts';
import { newSession } from '../../vscode/workbench/rig.ts';
import type { Scene } from './scene.ts';

export const changes: Scene = {
	name: 'changes',
	async run(camera) {
		const { workbench } = camera;
		const { chat, editors, page, quickInput } = workbench;
		await newSession(workbench, 'Demo Agent');
		await chat.send('changes');
		for (const subject of [/README\.md/u, /Take notes/u]) {
			await quickInput.waitForTitle(subject);
			await guardOver();
			await quickInput.pick('Allow once');
		}
		await chat.waitForText('I changed:', 60_000);
		await chat.waitForStatus('Ready', 60_000);
		await editors.openFile('README.md');
		await page.locator('.codelens-decoration', { hasText: '1/' }).first().waitFor();
		await camera.moveMouseAway();
		await page.waitForTimeout(800);
		await camera.takeWindow('changes');
		// A line of the user in the same file, which is to stay.
		await page.keyboard.press('Control+Home');
		await page.keyboard.type('A line of mine.\n');
		await page.keyboard.press('Control+s');
		await editors.waitUntilSaved('README.md');
		await workbench.runCommand('ACP: Restore Checkpoint…');
		await quickInput.waitForTitle('ACP: Restore Checkpoint');
		await quickInput.pick(/^changes/u);
		await quickInput.waitForTitle(/^Back to: /u);
		await camera.moveMouseAway();
		await page.waitForTimeout(400);
		await camera.takeWindow('checkpoint');
		await page.keyboard.press('Enter');
		await chat.waitForText('Went back to before');
		await (await chat.articles('You')).last().getByText('changed since').waitFor();
		await camera.moveMouseAway();
		await page.waitForTimeout(800);
		await camera.takeWindow('went-back');
		await workbench.runCommand('ACP: Keep All Changes');
		await workbench.runCommand('View: Close All Editors');
	},
};
