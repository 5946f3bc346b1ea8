/** The same chat on the other side of the editor; the extension host of its window is killed in the end. */
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

describeWatchdog(open);
