import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WireError } from '../../../../src/core/acp/wire.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { connected, FakeTarget, setup } from './support.ts';

const text = (value: string): object => ({
	sessionUpdate: 'agent_message_chunk',
	content: { type: 'text', text: value },
});
const textsOf = (target: FakeTarget): unknown[] =>
	target.events.map(
		(event) => event.type === 'message_chunk' && event.content.type === 'text' && event.content.text,
	);
const hasCode =
	(code: number) =>
	(error: unknown): boolean =>
		error instanceof WireError && error.code === code;
const read = { sessionId: 's1', path: '/work/a.ts' };

describe('updates and requests for sessions that are not there yet', () => {
	it('delivers updates that came before the answer to session/new, in order [acp C45]', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => {
			wire.update('s1', text('1'));
			return { sessionId: 's1' };
		});
		wire.update('s1', text('0'));
		await agent.newSession(setup('/work'));
		wire.update('s1', text('2'));
		const target = new FakeTarget();
		agent.attach('s1', target);
		assert.deepEqual(textsOf(target), ['0', '1', '2']);
		wire.update('s1', text('3'));
		assert.deepEqual(textsOf(target), ['0', '1', '2', '3']);
	});

	it('gives each session its own [acp C76]', async () => {
		const { wire, agent } = await connected();
		const [a, b] = [new FakeTarget(), new FakeTarget()];
		wire.update('b', text('b1'));
		agent.attach('a', a);
		agent.attach('b', b);
		wire.update('a', text('a1'));
		assert.deepEqual([textsOf(a), textsOf(b)], [['a1'], ['b1']]);
	});

	it('keeps only so much for sessions nobody opens', async () => {
		const { wire, agent, logged } = await connected();
		for (let count = 0; count < limits.earlyEvents + 5; count++) wire.update('s1', text(String(count)));
		const target = new FakeTarget();
		agent.attach('s1', target);
		assert.equal(target.events.length, limits.earlyEvents);
		assert.equal(textsOf(target)[0], '5');
		for (let session = 0; session <= limits.earlySessions; session++) wire.update(`x${session}`, text('x'));
		const [first, last] = [new FakeTarget(), new FakeTarget()];
		agent.attach('x0', first);
		agent.attach(`x${limits.earlySessions}`, last);
		assert.deepEqual([first.events.length, last.events.length], [0, 1]);
		assert.equal(logged.length, 1);
	});

	it('drops what comes for a session that was let go, until it is loaded again [acp C46]', async () => {
		const { wire, agent } = await connected({ agentCapabilities: { loadSession: true } });
		const target = new FakeTarget();
		agent.attach('s1', target).dispose();
		wire.update('s1', text('late'));
		await assert.rejects(wire.ask('fs/read_text_file', read), hasCode(-32602));
		wire.answers.set('session/load', () => {
			wire.update('s1', text('replayed'));
			return null;
		});
		await agent.loadSession('s1', setup('/work'));
		const next = new FakeTarget();
		agent.attach('s1', next);
		assert.deepEqual([textsOf(target), textsOf(next)], [[], ['replayed']]);
	});

	it('does not let an old session detach a newer one', async () => {
		const { wire, agent } = await connected();
		const old = agent.attach('s1', new FakeTarget());
		const target = new FakeTarget();
		agent.attach('s1', target);
		old.dispose();
		wire.update('s1', text('1'));
		assert.deepEqual(textsOf(target), ['1']);
	});

	it('refuses a request for a session that nobody opens', async () => {
		const { wire } = await connected();
		await assert.rejects(wire.ask('fs/read_text_file', read), hasCode(-32602));
	});

	it('lets a request wait while its session is being opened', async () => {
		const { wire, agent } = await connected();
		let asked: Promise<unknown> = Promise.resolve();
		wire.answers.set('session/new', () => {
			asked = wire.ask('fs/read_text_file', read);
			return { sessionId: 's1' };
		});
		await agent.newSession(setup('/work'));
		const late = wire.ask('fs/read_text_file', read);
		const target = new FakeTarget();
		target.run = () => 'text';
		agent.attach('s1', target);
		assert.deepEqual([await asked, await late], [{ content: 'text' }, { content: 'text' }]);
	});

	it('refuses a waiting request once no session can be meant any more', async () => {
		const { wire, agent } = await connected();
		let refused: Promise<void> = Promise.resolve();
		wire.answers.set('session/new', () => {
			refused = assert.rejects(
				wire.ask('fs/read_text_file', { ...read, sessionId: 'other' }),
				hasCode(-32602),
			);
			return { sessionId: 's1' };
		});
		await agent.newSession(setup('/work'));
		await refused;
		const waiting = assert.rejects(wire.ask('fs/read_text_file', read), hasCode(-32602));
		agent.dispose();
		await waiting;
	});

	it('answers a waiting request that the agent withdraws [acp C110]', async () => {
		const { wire, agent } = await connected();
		await agent.newSession(setup('/work'));
		const withdrawn = new AbortController();
		const waiting = assert.rejects(wire.ask('fs/read_text_file', read, withdrawn.signal), hasCode(-32800));
		withdrawn.abort();
		await waiting;
	});
});
