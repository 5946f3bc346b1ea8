/** The same chat on the other side of the editor. */
import { describe, it } from 'node:test';
import { newSession, useWorkbench } from './rig.ts';

describe('acpHost.location', () => {
	const open = useWorkbench({
		workspaceSettings: { 'acpHost.location': 'secondarySideBar' },
		files: { 'a.txt': 'a\n' },
		expectsViewIcon: false,
	});

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
