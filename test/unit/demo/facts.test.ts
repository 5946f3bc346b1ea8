import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methods } from '@agentclientprotocol/sdk';
import { hostCapabilities } from './capabilities.ts';
import { startDemo, together, workspace } from './fixture.ts';

const capabilities = hostCapabilities;

describe('demo facts about a session', together, () => {
	it('says after each turn how full the context is and what it cost, a cancelled one included', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/think');
		await peer.prompt(session, '/markdown');
		const turn = peer.prompt(session, 'slow');
		const before = peer.ofKind('agent_message_chunk').length;
		await peer.until(() => peer.ofKind('agent_message_chunk').length > before + 3);
		await peer.cancel(session);
		assert.equal(await turn, 'cancelled');
		const usages = peer.ofKind('usage_update');
		assert.equal(usages.length, 3);
		assert.ok(usages.every(({ size, cost }) => size === 200_000 && cost?.currency === 'USD'));
		for (const read of [
			(index: number) => usages[index]?.used,
			(index: number) => usages[index]?.cost?.amount,
		]) {
			const [first = 0, second = 0, third = 0] = [0, 1, 2].map(read);
			assert.ok(0 < first && first < second && second < third, `${first} ${second} ${third}`);
		}
	});

	it('goes on counting where a loaded session ended', async (t) => {
		const cwd = await workspace(t);
		const peer = startDemo(t);
		const sessionId = await peer.newSession(cwd);
		await peer.prompt(sessionId, '/markdown');
		const before = peer.ofKind('usage_update').at(-1);
		await peer.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
		await peer.prompt(sessionId, '/think');
		const after = peer.ofKind('usage_update').at(-1);
		assert.ok(before && after && after.used > before.used);
		assert.ok((after.cost?.amount ?? 0) > (before.cost?.amount ?? 0));
	});

	it('sends a notice of each kind, or the one that is asked for; none is replayed [acp C69]', async (t) => {
		const cwd = await workspace(t);
		const peer = startDemo(t, { capabilities });
		const sessionId = await peer.newSession(cwd);
		await peer.prompt(sessionId, '/notice');
		await peer.prompt(sessionId, '/notice warning');
		const kinds = peer.ofKind('notice').map(({ severity }) => severity);
		assert.deepEqual(kinds, ['info', 'warning', 'error', 'warning']);
		peer.updates.length = 0;
		await peer.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
		assert.deepEqual(peer.ofKind('notice'), []);
	});

	it('compacts: a summary in pieces, and room in the context', async (t) => {
		const peer = startDemo(t, { capabilities });
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/markdown');
		const full = peer.ofKind('usage_update').at(-1)?.used ?? 0;
		await peer.prompt(session, '/compact');
		const updates = peer.ofKind('compaction_update');
		assert.deepEqual(
			updates.map(({ status }) => status),
			['in_progress', 'completed'],
		);
		const chunks = peer.ofKind('compaction_summary_chunk');
		assert.ok(chunks.length > 5);
		assert.equal(new Set([...updates, ...chunks].map(({ compactionId }) => compactionId)).size, 1);
		assert.ok((peer.ofKind('usage_update').at(-1)?.used ?? full) < full);
	});

	it('shows a compaction that fails, and one that is cancelled', async (t) => {
		const peer = startDemo(t, { capabilities, env: { ACP_HOST_DEMO_PACE: '5' } });
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/compact fail');
		assert.equal(peer.ofKind('compaction_update').at(-1)?.status, 'failed');
		const turn = peer.prompt(session, '/compact');
		await peer.until(() => peer.ofKind('compaction_summary_chunk').length > 0);
		await peer.cancel(session);
		assert.equal(await turn, 'cancelled');
		assert.equal(peer.ofKind('compaction_update').at(-1)?.status, 'cancelled');
	});

	it('sends neither to a client that did not ask for them [acp C20]', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/notice');
		await peer.prompt(session, '/compact');
		assert.deepEqual([...peer.ofKind('notice'), ...peer.ofKind('compaction_update')], []);
		assert.match(peer.said, /does not show notices.*does not show compactions/s);
	});

	it('sends requests again, as codex and claude tell it, and says what is left of its quota', async (t) => {
		const peer = startDemo(t, { capabilities });
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/retry');
		const retries = peer.ofKind('session_info_update').map(({ _meta: meta }) => JSON.stringify(meta));
		assert.equal(
			retries.filter((meta) => /Reconnecting\.\.\. [12]\/3.*"willRetry":true/u.test(meta)).length,
			2,
		);
		const ofCall = peer.ofKind('tool_call_update').map(({ _meta: meta }) => JSON.stringify(meta ?? {}));
		assert.ok(ofCall.some((meta) => /"subagentRetry":.*"attempt":2,"max_retries":3/u.test(meta)));
		const quota = peer.ofKind('usage_update').map(({ _meta: meta }) => JSON.stringify(meta ?? {}));
		assert.ok(quota.some((meta) => /"_claude\/rateLimit":.*"utilization":0.92/u.test(meta)));
		await peer.prompt(session, '/retry fail');
		const ends = peer.ofKind('session_info_update').map(({ _meta: meta }) => JSON.stringify(meta ?? {}));
		assert.equal(ends.filter((meta) => meta.includes('systemError')).length, 1);
	});
});
