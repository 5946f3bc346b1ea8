import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { methods } from '@agentclientprotocol/sdk';
import { hostCapabilities } from './capabilities.ts';
import { mainPath } from './demoPeer.ts';
import { startDemo, stateFolder, together, workspace } from './fixture.ts';

const { authenticate, logout } = methods.agent;

/** Runs `--login` as a terminal would, with `input` typed into it. */
async function runLogin(state: string, input: string): Promise<{ code: number | null; output: string }> {
	const env = { ...process.env, NODE_NO_WARNINGS: '1', ACP_HOST_DEMO_STATE: state };
	const child = spawn(process.execPath, [mainPath, '--login'], { env, stdio: 'pipe' });
	let output = '';
	child.stdout.on('data', (data: Buffer) => (output += data.toString()));
	child.stdin.end(input);
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output };
}

describe('demo login', together, () => {
	it('wants a login before it answers, and an answer leaves no trace before', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		const session = await peer.newSession(await workspace(t));
		await assert.rejects(peer.prompt(session, '/login'), { code: -32000 });
		assert.equal(await peer.prompt(session, '/think'), 'end_turn');
		await peer.agent.request(authenticate, { methodId: 'demo-account' });
		assert.equal(await peer.prompt(session, '/login'), 'end_turn');
		assert.match(peer.said, /You are logged in/);
		assert.equal(peer.ofKind('session_info_update')[0]?.title, '/think');

		await peer.agent.request(logout, {});
		await assert.rejects(peer.prompt(session, '/login'), { code: -32000 });
	});

	it('offers a terminal only to a client that can run one [acp C29]', async (t) => {
		const withTerminal = await startDemo(t, { isProcess: true, capabilities: hostCapabilities }).initialized;
		assert.deepEqual(withTerminal.agentCapabilities?.auth, { logout: {} });
		assert.deepEqual(
			withTerminal.authMethods?.map(({ id }) => id),
			['demo-account', 'demo-terminal'],
		);
		const method = withTerminal.authMethods?.[1];
		assert.deepEqual(method && 'args' in method && method.args, ['--login']);
		const without = await startDemo(t, { isProcess: true }).initialized;
		assert.deepEqual(
			without.authMethods?.map(({ id }) => id),
			['demo-account'],
		);
	});

	it('does not authenticate with its terminal method, nor with one it does not have [acp C24]', async (t) => {
		const peer = startDemo(t, { capabilities: hostCapabilities });
		await peer.initialized;
		for (const methodId of ['demo-terminal', 'nonsense']) {
			await assert.rejects(peer.agent.request(authenticate, { methodId }), { code: -32602 });
		}
	});

	it('can be given up during the login', async (t) => {
		const peer = startDemo(t, { env: { ACP_HOST_DEMO_PACE: '10000' } });
		await peer.initialized;
		const controller = new AbortController();
		const params = { methodId: 'demo-account' };
		const login = peer.agent.request(authenticate, params, { cancellationSignal: controller.signal });
		controller.abort();
		await assert.rejects(login, { code: -32800 });
	});

	it('a login in a terminal waits for Enter and counts for the next process only', async (t) => {
		const state = await stateFolder(t);
		const cwd = await workspace(t);
		const env = { ACP_HOST_DEMO_STATE: state };
		const { code, output } = await runLogin(state, '\n');
		assert.equal(code, 0);
		assert.match(output, /Press Enter[^]*You are logged in/);
		const next = startDemo(t, { isProcess: true, env });
		assert.equal(await next.prompt(await next.newSession(cwd), '/login'), 'end_turn');
		const afterThat = startDemo(t, { isProcess: true, env });
		await assert.rejects(afterThat.prompt(await afterThat.newSession(cwd), '/login'), { code: -32000 });
	});

	it('a terminal that goes away without Enter is no login', async (t) => {
		const state = await stateFolder(t);
		assert.equal((await runLogin(state, '')).code, 1);
		const peer = startDemo(t, { isProcess: true, env: { ACP_HOST_DEMO_STATE: state } });
		await assert.rejects(peer.prompt(await peer.newSession(await workspace(t)), '/login'), { code: -32000 });
	});
});
