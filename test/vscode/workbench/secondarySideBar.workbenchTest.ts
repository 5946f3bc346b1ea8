/** The same chat on the other side of the editor; the extension host of its window is killed in the end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newSession, useWorkbench } from './rig.ts';
import { describeWatchdog, watchdogAgents } from './watchdogTests.ts';

const open = useWorkbench({
	machineSettings: { 'acpHost.agents': watchdogAgents },
	workspaceSettings: { 'acpHost.location': 'secondarySideBar' },
	files: { 'a.txt': 'a\n' },
	expectsViewIcon: false,
});

describe('acpHost.location', () => {
	it('moves the chat to the secondary side bar', async () => {
		const workbench = open();
		await newSession(workbench, 'Demo Agent');
		await workbench.page
			.locator('.part.auxiliarybar')
			.getByText(/ACP Host/iu)
			.first()
			.waitFor();
		await workbench.chat.send('think');
		await (await workbench.chat.articles('Thought')).first().waitFor();
		await workbench.screenshot('secondary-side-bar');
	});
});

describe('the only session', () => {
	it('is gone once it is closed, and the way to another one stays there', async () => {
		const workbench = open();
		await workbench.chat.waitForStatus('Ready');
		await workbench.runCommand('ACP: Close Session');
		const fresh = (await workbench.chat.frame()).getByRole('heading', { name: 'Work with an agent' });
		await fresh.waitFor();
		// What the end of a session changes comes to the page a frame later.
		await workbench.page.waitForTimeout(500);
		await workbench.screenshot('only-session-closed');
		assert.equal(await fresh.isVisible(), true);
		assert.equal(await (await workbench.chat.composer()).isVisible(), false);
	});
});

describeWatchdog(open);
