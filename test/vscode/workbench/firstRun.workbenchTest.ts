/** What a stranger gets: the VSIX, installed by VS Code's own installer, and the demo agent that comes with it. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import path from 'node:path';
import { packageExtension } from '../../tools/package.ts';
import { requestedVersion } from '../launcher/download.ts';
import { installVsix } from '../launcher/installVsix.ts';
import { makeTempFolder } from '../launcher/tempFolder.ts';
import { fakeAgents, processesOf } from './fakeAgents.ts';
import { canaryTrace, listTree, writeHostileFolder } from './hostileFiles.ts';
import { Workbench } from './workbench.ts';

describe('the packaged extension', () => {
	const folder = makeTempFolder('first-run');
	const extensionsFolder = path.join(folder.path, 'extensions');
	let workbench: Workbench | undefined;

	before(async () => {
		const vsix = await packageExtension();
		await installVsix(requestedVersion(), vsix, extensionsFolder, path.join(folder.path, 'data'));
	});
	after(async () => {
		await workbench?.close();
		folder.remove();
	});

	it('installs and runs: the first conversation is one choice away', async () => {
		workbench = await Workbench.open({ extensionsFolder });
		await workbench.runCommand('ACP: New Session');
		await workbench.quickInput.pick('Demo Agent');
		await workbench.chat.waitForStatus('Ready');
		await workbench.chat.send('run');
		const call = (await workbench.chat.articles(/^Tool call: Print/u)).first();
		await call.getByText('completed').waitFor({ timeout: 30_000 });
		// What colours code is in the package, too.
		await workbench.chat.send('markdown');
		const coloured = (await workbench.chat.frame()).locator('.code-block code span[class^=token-]');
		await coloured.first().waitFor({ timeout: 30_000 });
		await workbench.close();
		workbench = undefined;
	});

	// Installed as users have it: what is being developed is never switched off by VS Code.
	it('stays off in a hostile workspace that is not trusted: it starts nothing, has no command of ours, and all is as it was [hazard F1] [hazard F2]', async () => {
		let tree: readonly string[] = [];
		workbench = await Workbench.open({
			extensionsFolder,
			machineSettings: { 'acpHost.agents': fakeAgents({ Good: {} }) },
			files: { 'a.txt': 'text\n' },
			withTrust: true,
			expectsViewIcon: false,
			prepare: async (hostile) => {
				await writeHostileFolder(hostile);
				tree = await listTree(hostile);
			},
		});
		const { page, quickInput } = workbench;
		await page.getByText('Restricted Mode').first().waitFor();
		// Commands of extensions come late: it is looked twice.
		for (let looks = 0; looks < 2; looks++) {
			await quickInput.openPalette('ACP: ');
			await page.waitForTimeout(2_000);
			assert.equal(await quickInput.row('ACP: ').count(), 0);
			await page.keyboard.press('Escape');
		}
		assert.equal(await page.getByRole('tab', { name: /ACP Host/u }).count(), 0);
		await workbench.screenshot('hostile-restricted');
		assert.deepEqual(await listTree(workbench.folder), tree);
		assert.equal(existsSync(path.join(path.dirname(workbench.folder), canaryTrace)), false);
		assert.equal(await processesOf(workbench, 'Good'), 0);
	});
});
