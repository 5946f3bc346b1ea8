/** What an agent sends on its own: to whom it goes, and what is kept of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WireError } from '../../../../src/core/acp/wire.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { allUnstable, attached, connected, FakeTarget, setup } from './support.ts';

const say = (value: string): object => ({
	sessionUpdate: 'agent_message_chunk',
	content: { type: 'text', text: value },
});

describe('a child session that the user opens by itself', () => {
	it('hears its own updates instead of its parent [acp C45]', async () => {
		const { wire, agent, target } = await attached(
			{ agentCapabilities: { loadSession: true } },
			{ unstable: allUnstable },
		);
		wire.update('s1', { sessionUpdate: 'subagent_update', sessionId: 'child' });
		const before = target.events.length;
		wire.answers.set('session/load', () => {
			wire.update('child', say('replayed'));
			return null;
		});
		const own = new FakeTarget();
		const opening = agent.loadSession('child', setup('/work'));
		agent.attach('child', own);
		await opening;
		wire.update('child', say('live'));
		assert.equal(own.events.length, 2);
		assert.equal(target.events.length, before);
	});
});

describe('tool servers of this window', () => {
	it('are served only when they are switched on [acp C87] [acp C128]', async () => {
		const mcp = () => Promise.resolve({ tools: [] });
		const message = { serverId: 'x', requestId: 1, method: 'tools/list' };
		const off = await connected({}, { mcp });
		await assert.rejects(
			off.wire.ask('mcp/message', message),
			(error: unknown) => error instanceof WireError && error.code === -32601,
		);
	});
});

describe('updates for sessions that nobody has opened', () => {
	it('are kept within a bound, however large they are [hazard A7] [acp C45]', async () => {
		const { wire, agent } = await connected();
		const large = 'x'.repeat(1024 * 1024);
		const fitting = limits.earlyBytes / large.length;
		for (let sent = 0; sent < fitting + 8; sent++) wire.update('a', say(large));
		const target = new FakeTarget();
		agent.attach('a', target);
		assert.equal(target.events.length > 0 && target.events.length <= fitting, true);
	});
});

describe('a question for a request of ours, such as a login', () => {
	it('hears that what it was for is done, though no session is attached [acp C105] [acp C107]', async () => {
		const completed: string[] = [];
		const { wire } = await connected(
			{},
			{
				elicit: async () => ({ type: 'accept' }),
				completeElicitation: (elicitationId) => completed.push(elicitationId),
			},
		);
		const url = { mode: 'url', message: 'Log in', elicitationId: 'e1', url: 'https://example.com' };
		assert.deepEqual(await wire.ask('elicitation/create', { ...url, requestId: 3 }), { action: 'accept' });
		wire.tell('elicitation/complete', { elicitationId: 'e1' });
		assert.deepEqual(completed, ['e1']);
	});
});
