/** A login that happened without us, and of which the agent tells (unstable). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginSession, eventually, fakeAgents, receivedBy } from './fakeAgents.ts';
import { browser, initialize, required, script, status } from './loginScripts.ts';
import { useWorkbench } from './rig.ts';

const agents = fakeAgents({
	Elsewhere: {
		...script([browser], {
			initialize: initialize([browser], { auth: { status: {} } }),
			'session/new#1': [
				required,
				{ sleep: 1_000 },
				{ send: { method: 'auth/status_update', params: status } },
				{ send: { method: 'auth/status_update', params: status } },
			],
		}),
	},
	Untrue: {
		...script([browser], {
			initialize: initialize([browser], { auth: { status: {} } }),
			'session/new': [
				required,
				{ sleep: 300 },
				{ send: { method: 'auth/status_update', params: { state: 'unauthenticated' } } },
				{ send: { method: 'auth/status_update', params: status } },
			],
		}),
	},
});

describe('a login that the agent tells of', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': agents, 'acpHost.unstable.authStatus': true },
	});

	const start = (agent: string): Promise<void> => beginSession(open(), agent);

	async function methodsSent(agent: string): Promise<string[]> {
		return (await receivedBy(open(), agent)).map(({ method }) => String(method));
	}

	it('done elsewhere: the session opens by itself as soon as the agent tells of it [acp C30]', async () => {
		const { chat } = open();
		await start('Elsewhere');
		await chat.waitForStatus('Login required');
		await chat.waitForStatus('Ready');
		await chat.send('nothing was clicked');
		await chat.waitForText(/Heard: .*nothing was clicked/u);
		const methods = await methodsSent('Elsewhere');
		assert.equal(methods.filter((method) => method === 'session/new').length, 2);
		assert.ok(!methods.includes('authenticate'));
	});

	it('is asked for by an agent that says it is done and refuses all the same: once more, not for ever [acp C30]', async () => {
		const { chat, page } = open();
		await start('Untrue');
		await chat.waitForStatus('Login required');
		const opened = async (): Promise<number> =>
			(await methodsSent('Untrue')).filter((method) => method === 'session/new').length;
		await eventually(opened, (count) => count === 2);
		// As long as several more attempts would take.
		await page.waitForTimeout(1_500);
		assert.equal(await opened(), 2);
		await chat.waitForStatus('Login required');
	});
});
