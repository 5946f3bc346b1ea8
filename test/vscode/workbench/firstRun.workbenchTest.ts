/** What a stranger gets: the VSIX, installed by VS Code's own installer, and the demo agent that comes with it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import path from 'node:path';
import { packageExtension } from '../../tools/package.ts';
import { requestedVersion } from '../launcher/download.ts';
import { installVsix } from '../launcher/installVsix.ts';
import { makeTempFolder } from '../launcher/tempFolder.ts';
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

	it('stays off in a workspace that is not trusted [hazard F2]', async () => {
		workbench = await Workbench.open({ extensionsFolder, withTrust: true, expectsViewIcon: false });
		await workbench.page.getByText('Restricted Mode').first().waitFor();
		await workbench.quickInput.openPalette('ACP: New Session');
		await workbench.page.waitForTimeout(3_000);
		assert.equal(await workbench.quickInput.row('ACP: New Session').count(), 0);
		assert.equal(await workbench.page.getByRole('tab', { name: /ACP Host/u }).count(), 0);
	});
});
