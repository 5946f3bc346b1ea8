import assert from 'node:assert/strict';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { methods, type SessionUpdate } from '@agentclientprotocol/sdk';
import { choose, type DemoPeer } from './demoPeer.ts';
import { startDemo, stateFolder, together, workspace } from './fixture.ts';

async function load(peer: DemoPeer, sessionId: string, cwd: string): Promise<SessionUpdate[]> {
	await peer.initialized;
	await peer.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
	return peer.updates;
}

describe('demo session/load', together, () => {
	it('replays the conversation in another process, before the response', async (t) => {
		const cwd = await workspace(t);
		const env = { ACP_HOST_DEMO_STATE: await stateFolder(t) };
		const before = startDemo(t, { isProcess: true, env, onPermission: choose('allow_once') });
		const sessionId = await before.newSession(cwd);
		await before.prompt(sessionId, 'tour');
		await before.close();

		const after = startDemo(t, { isProcess: true, env });
		const updates = await load(after, sessionId, cwd);
		assert.deepEqual(updates[0], {
			sessionUpdate: 'user_message_chunk',
			messageId: updates[0]?.sessionUpdate === 'user_message_chunk' ? updates[0].messageId : '',
			content: { type: 'text', text: 'tour' },
		});
		assert.equal(after.said, before.said);
		assert.deepEqual(after.tools, before.tools);
		assert.equal(after.ofKind('session_info_update')[0]?.title, 'tour');
		const contents = after.ofKind('tool_call_update').flatMap(({ content }) => content ?? []);
		assert.ok(!contents.some(({ type }) => type === 'terminal'));
		assert.match(JSON.stringify(contents), /line 6 of 6/);
		assert.equal(await after.prompt(sessionId, '/think'), 'end_turn');
	});

	it('shows a tool call that a crash cut off as failed, and skips half a line', async (t) => {
		const cwd = await workspace(t);
		const state = await stateFolder(t);
		const env = { ACP_HOST_DEMO_STATE: state };
		const before = startDemo(t, { env, isProcess: true });
		const sessionId = await before.newSession(cwd);
		await before.prompt(sessionId, 'crash').catch(() => undefined);
		await before.exitCode;
		for (const name of await readdir(state)) await appendFile(join(state, name), '{"sessionUp');

		const after = startDemo(t, { env });
		await load(after, sessionId, cwd);
		assert.deepEqual(after.tools, { 'Divide by zero': 'failed' });
	});

	it('knows its own sessions without a folder, and no others', async (t) => {
		const cwd = await workspace(t);
		const peer = startDemo(t);
		const sessionId = await peer.newSession(cwd);
		await peer.prompt(sessionId, '/think');
		const { said } = peer;
		peer.updates.length = 0;
		await load(peer, sessionId, cwd);
		assert.equal(peer.said, said);
		await assert.rejects(load(peer, '00000000-0000-4000-8000-000000000000', cwd), { code: -32002 });
	});

	it('does not follow a session id out of its folder', async (t) => {
		const env = { ACP_HOST_DEMO_STATE: await stateFolder(t) };
		const peer = startDemo(t, { env });
		await assert.rejects(load(peer, '../../../../etc/passwd', await workspace(t)), { code: -32002 });
	});
});
