/** The ways to log in to an agent that wants it, with a prompt that waits. */
import type { Scene } from './scene.ts';

const authMethods = [
	{ id: 'browser', name: 'Log in with Example', description: 'Opens your browser' },
	{
		id: 'terminal',
		name: 'Log in in a terminal',
		description: 'For a device without a browser',
		type: 'terminal',
		args: ['--login'],
	},
	{
		id: 'keys',
		name: 'API key',
		description: 'From the console of Example',
		type: 'env_var',
		vars: [{ name: 'EXAMPLE_KEY', label: 'Key' }],
		link: 'https://example.com/keys',
	},
];

export const login: Scene = {
	name: 'login',
	agents: {
		Example: {
			on: {
				initialize: [{ respond: { protocolVersion: 1, agentCapabilities: {}, authMethods } }],
				'session/new': [{ error: { code: -32000, message: 'Please log in to Example first' } }],
			},
		},
	},
	async run(camera) {
		const { workbench } = camera;
		const { chat, quickInput, page } = workbench;
		await workbench.runCommand('ACP: New Session');
		await quickInput.pick('Example');
		await chat.waitForEmptyTranscript();
		const status = (await chat.frame()).getByRole('status').filter({ hasText: /Not approved|Login/u });
		await status.first().waitFor();
		if (/Not approved/u.test((await status.first().textContent()) ?? '')) {
			// The button is inert at first.
			await page.waitForTimeout(600);
			await (await chat.button('Approve')).click();
		}
		await chat.waitForStatus('Login required');
		await chat.send('What does src/main.ts do?');
		await (await chat.button('Put back into the message field')).waitFor();
		await camera.takeSideBar('login');
		await (await chat.button('Put back into the message field')).click();
		await (await chat.composer()).fill('');
	},
};
