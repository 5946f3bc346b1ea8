/** What every turn of a gateway keeps to, whichever way its messages arrive (`turnAgent.ts`). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import {
	codexWire,
	ended,
	inThread,
	openCodex,
	RecordingTarget,
	setup,
	started,
	threadId,
} from './gatewayWire.ts';

const hello = [{ type: 'text', text: 'Hello' }] as const;

describe('A turn of a gateway', () => {
	it('begins when the gateway takes the message up, and ends with its last word', async () => {
		const { agent, target, wire } = await openCodex();
		assert.deepEqual(await agent.prompt(threadId, hello), { type: 'taken' });
		wire.tell('turn/started', started());
		wire.tell('turn/completed', ended('completed'));
		assert.deepEqual(target.of('work'), [
			{ type: 'work', work: { type: 'running' } },
			{ type: 'work', work: { type: 'idle' }, end: { reason: 'end_turn' } },
		]);
	});

	it('ends once, whatever comes after', async () => {
		const { agent, target, wire } = await openCodex();
		await agent.prompt(threadId, hello);
		wire.tell('turn/completed', ended('completed'));
		wire.tell('turn/completed', ended('failed'));
		wire.tell('turn/started', started());
		assert.equal(target.of('work').length, 2);
	});

	it('counts what comes before its request is answered', async () => {
		const wire = codexWire();
		const { agent, target } = await openCodex(wire);
		wire.answers.set('turn/start', () => {
			wire.tell('turn/started', started());
			wire.tell('item/agentMessage/delta', inThread({ itemId: 'm', delta: 'Early' }));
			wire.tell('turn/completed', ended('completed'));
			return { turn: { id: 'turn-1' } };
		});
		await agent.prompt(threadId, hello);
		assert.deepEqual(
			target.events.map(({ type }) => type),
			['work', 'message_chunk', 'work'],
		);
	});

	it('that was not taken up is refused, so that the message is not lost', async () => {
		const wire = codexWire();
		const { agent } = await openCodex(wire);
		wire.answers.set('turn/start', () => {
			throw new AgentError('answered', 'no model', { code: -32600 });
		});
		await assert.rejects(agent.prompt(threadId, hello), (error) => AgentError.is(error, 'refused'));
	});

	it('that failed says why in the words of the gateway', async () => {
		const { agent, target, wire } = await openCodex();
		await agent.prompt(threadId, hello);
		wire.tell('turn/completed', ended('failed', 'turn-1', { message: 'No credits' }));
		assert.deepEqual(target.of('work').at(-1)?.end, { reason: 'error', message: 'No credits' });
	});

	it('that the gateway begins by itself is one, too', async () => {
		const { target, wire } = await openCodex();
		wire.tell('turn/started', started('turn-9'));
		wire.tell('turn/completed', ended('completed', 'turn-9'));
		assert.equal(target.of('work').length, 2);
	});
});

describe('Stop', () => {
	it('interrupts the turn that goes on', async () => {
		const { agent, wire } = await openCodex();
		await agent.prompt(threadId, hello);
		agent.cancel(threadId);
		assert.deepEqual(wire.last('turn/interrupt'), { threadId, turnId: 'turn-1' });
	});

	it('before the turn has a name goes out when it gets one', async () => {
		const wire = codexWire();
		const { agent } = await openCodex(wire);
		const answer = Promise.withResolvers<unknown>();
		wire.answers.set('turn/start', () => answer.promise);
		const prompt = agent.prompt(threadId, hello);
		agent.cancel(threadId);
		assert.equal(wire.sent.filter(({ method }) => method === 'turn/interrupt').length, 0);
		answer.resolve({ turn: { id: 'turn-1' } });
		await prompt;
		assert.deepEqual(wire.last('turn/interrupt'), { threadId, turnId: 'turn-1' });
	});

	it('of a message that is refused stops no turn that comes after', async () => {
		const wire = codexWire();
		const { agent } = await openCodex(wire);
		const answer = Promise.withResolvers<unknown>();
		wire.answers.set('turn/start', () => answer.promise);
		const prompt = agent.prompt(threadId, hello);
		agent.cancel(threadId);
		answer.reject(new AgentError('answered', 'busy'));
		await assert.rejects(prompt);
		wire.tell('turn/started', started('turn-of-somebody'));
		assert.equal(wire.sent.filter(({ method }) => method === 'turn/interrupt').length, 0);
	});

	for (const order of ['answered before the end', 'answered after the end']) {
		it(`ends the turn once, ${order}`, async () => {
			const wire = codexWire();
			const { agent, target } = await openCodex(wire);
			await agent.prompt(threadId, hello);
			const answer = Promise.withResolvers<unknown>();
			wire.answers.set('turn/interrupt', () => answer.promise);
			agent.cancel(threadId);
			if (order === 'answered before the end') answer.resolve({});
			wire.tell('turn/completed', ended('interrupted'));
			answer.resolve({});
			await answer.promise;
			assert.deepEqual(target.of('work').slice(1), [
				{ type: 'work', work: { type: 'idle' }, end: { reason: 'cancelled' } },
			]);
		});
	}

	it('of a turn that is over already is no failure', async () => {
		const wire = codexWire();
		const { agent, log } = await openCodex(wire);
		wire.answers.set('turn/interrupt', () => {
			throw new AgentError('answered', 'no active turn to interrupt');
		});
		await agent.prompt(threadId, hello);
		agent.cancel(threadId);
		await new Promise(setImmediate);
		assert.match(log.join('\n'), /no active turn/u);
	});
});

describe('A message for the turn that runs', () => {
	it('goes into it, and is not shown twice when the gateway repeats it', async () => {
		const { agent, wire, target } = await openCodex();
		wire.answers.set('turn/steer', () => ({ turnId: 'turn-1' }));
		await agent.prompt(threadId, hello);
		assert.equal(await agent.steer(threadId, hello), 'injected');
		const { expectedTurnId, clientUserMessageId } = wire.last('turn/steer');
		assert.equal(expectedTurnId, 'turn-1');
		const item = { type: 'userMessage', id: 'u', clientId: clientUserMessageId, content: [] };
		wire.tell('item/completed', inThread({ item }));
		assert.equal(target.of('message').length, 0);
	});

	it('is to be sent as any other where no turn runs, or this one takes none', async () => {
		const { agent, wire } = await openCodex();
		assert.equal(await agent.steer(threadId, hello), 'required');
		wire.answers.set('turn/steer', () => {
			throw new AgentError('answered', 'no active turn', { code: -32600 });
		});
		await agent.prompt(threadId, hello);
		assert.equal(await agent.steer(threadId, hello), 'required');
	});
});

describe('A thread', () => {
	it('is opened with what came for it before it was attached', async () => {
		const wire = codexWire();
		wire.answers.set('thread/start', () => {
			wire.tell('thread/name/updated', { threadId, threadName: 'Early' });
			return { thread: { id: threadId, turns: [] }, model: 'small' };
		});
		const { target } = await openCodex(wire);
		assert.deepEqual(target.of('session_info'), [{ type: 'session_info', title: 'Early' }]);
	});

	it('that works when it is taken up goes on working', async () => {
		const wire = codexWire();
		const { agent, target } = await openCodex(wire);
		wire.answers.set('thread/resume', () => ({
			thread: {
				id: threadId,
				turns: [
					{ id: 't7', status: 'inProgress', items: [{ type: 'agentMessage', id: 'm', text: 'So far' }] },
				],
			},
		}));
		await agent.loadSession(threadId, setup);
		wire.tell('item/agentMessage/delta', inThread({ itemId: 'm', delta: ' and on' }));
		wire.tell('turn/completed', ended('completed', 't7'));
		const text = target
			.of('message_chunk')
			.map(({ content }) => (content.type === 'text' ? content.text : ''));
		assert.equal(text.join(''), 'So far and on');
		assert.deepEqual(target.of('work').at(-1)?.end, { reason: 'end_turn' });
	});

	it('that is copied is told once, when it is loaded', async () => {
		const wire = codexWire();
		const turns = [
			{ id: 't1', status: 'completed', items: [{ type: 'agentMessage', id: 'm', text: 'Once' }] },
		];
		wire.answers.set('thread/fork', () => ({ thread: { id: 'copy', turns } }));
		wire.answers.set('thread/resume', () => ({ thread: { id: 'copy', turns } }));
		const { agent } = await openCodex(wire);
		await agent.forkSession(threadId, setup);
		const target = new RecordingTarget();
		agent.attach('copy', target);
		assert.deepEqual(target.events, []);
		await agent.loadSession('copy', setup);
		assert.equal(target.of('message_chunk').length, 1);
	});

	it('is told in order where it goes on while its history is asked for', async () => {
		const wire = codexWire();
		const { agent, target } = await openCodex(wire);
		const item = { type: 'agentMessage', id: 'm', text: 'So far' };
		wire.answers.set('thread/resume', () => {
			// This piece is in the history that follows.
			wire.tell('item/agentMessage/delta', inThread({ itemId: 'm', delta: 'far' }));
			wire.tell('item/agentMessage/delta', inThread({ itemId: 'n', delta: 'Next' }));
			return { thread: { id: threadId, turns: [{ id: 't7', status: 'inProgress', items: [item] }] } };
		});
		await agent.loadSession(threadId, setup);
		wire.tell('item/completed', inThread({ item: { ...item, text: 'So far, so good' } }));
		const text = target
			.of('message_chunk')
			.map(({ content }) => (content.type === 'text' ? content.text : ''));
		assert.deepEqual(text, ['So far', 'Next', ', so good']);
	});

	it('without an id is an answer that cannot be read', async () => {
		const wire = codexWire();
		const { agent } = await openCodex(wire);
		wire.answers.set('thread/start', () => ({ thread: {} }));
		await assert.rejects(agent.newSession(setup), (error) => AgentError.is(error, 'protocol'));
	});
});

describe('Requests of a gateway', () => {
	it('that we do not know are refused and logged once', async () => {
		const { wire, log } = await openCodex();
		for (let times = 0; times < 3; times++)
			await assert.rejects(wire.ask('item/tool/call', { threadId }), /Method not found/u);
		assert.equal(log.filter((line) => line.includes('item/tool/call')).length, 1);
	});

	it('that it takes back are withdrawn by its own id', async () => {
		const { wire } = await openCodex();
		wire.tell('serverRequest/resolved', { threadId, requestId: 7 });
		assert.deepEqual(wire.withdrawn, [7]);
	});

	it('for a thread that nobody has opened are refused', async () => {
		const { wire } = await openCodex();
		await assert.rejects(
			wire.ask('item/fileChange/requestApproval', { threadId: 'other', itemId: 'x' }),
			/Unknown session/u,
		);
	});
});

describe('The limits of the account', () => {
	const limitsOf = (usedPercent: number, more: object = {}): object => ({
		rateLimits: { primary: { usedPercent, windowDurationMins: 300 }, ...more },
	});

	it('are told to every thread, also to one that is opened later', async () => {
		const { agent, target, wire } = await openCodex();
		wire.tell('account/rateLimits/updated', limitsOf(20));
		wire.tell('account/rateLimits/updated', limitsOf(40));
		wire.tell('account/rateLimits/updated', limitsOf(60, { limitId: 'spark', limitName: 'Spark' }));
		const codex = { id: 'primary', used: 0.4, hours: 5 };
		const spark = { id: 'spark primary', used: 0.6, hours: 5, label: 'Spark' };
		await agent.loadSession('thread-2', setup);
		const later = new RecordingTarget();
		agent.attach('thread-2', later);
		assert.deepEqual(
			later.of('quota').flatMap(({ windows }) => windows),
			[codex, spark],
		);
		assert.deepEqual(
			target.of('quota').flatMap(({ windows }) => windows),
			[{ ...codex, used: 0.2 }, codex, spark],
		);
	});

	it('are not those of the account that was there before', async () => {
		const { agent, wire } = await openCodex();
		wire.tell('account/rateLimits/updated', limitsOf(20));
		wire.tell('account/updated', { authMode: 'chatgpt' });
		await agent.loadSession('thread-2', setup);
		const later = new RecordingTarget();
		agent.attach('thread-2', later);
		assert.deepEqual(later.of('quota'), []);
	});
});
