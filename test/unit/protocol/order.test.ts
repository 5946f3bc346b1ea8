/** What may be sent when, over real pipes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectV1 } from '../core/acp/connectV1.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import { clientInfo, decoder, fullOffer, setup } from '../core/acp/support.ts';
import { startFake, until } from '../node/support.ts';
import { closePeer, connectPeer, methodsOf, openPeer, paramsOf } from './peer.ts';

it('an agent is reached over the pipes of its process [acp C5]', async () => {
	const peer = await openPeer({ on: { 'session/prompt': [{ text: 'hello' }] } });
	const answer = await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'hi' }]);
	assert.deepEqual(answer, { type: 'ended', end: { reason: 'end_turn' } });
	assert.equal(peer.target.events.length, 1);
	await closePeer(peer);
});

it('a slash command goes out as the text it is, beside other content [acp C122]', async () => {
	const peer = await openPeer({
		on: {
			'session/prompt': [
				{
					update: {
						sessionUpdate: 'available_commands_update',
						availableCommands: [{ name: 'review', description: 'Reviews', input: { hint: 'what' } }],
					},
				},
			],
		},
	});
	const link = { type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts' } as const;
	await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'hi' }]);
	await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: '/review  a.ts --all\n"b c"' }, link]);
	assert.deepEqual(paramsOf(peer.seen.out, 'session/prompt').at(-1), {
		sessionId: peer.sessionId,
		prompt: [{ type: 'text', text: '/review  a.ts --all\n"b c"' }, link],
	});
	await closePeer(peer);
});

it('initialize goes out alone and first, nothing follows before its answer [acp C15] [acp C32]', async () => {
	const seen: string[] = [];
	const running = await startFake(
		{ on: { initialize: [{ sleep: 100 }, { send: { method: '_late', params: {} } }] } },
		undefined,
		{
			tap: (direction, message) => {
				const { method } = message as { method?: string };
				seen.push(`${direction} ${method ?? 'answer'}`);
			},
		},
	);
	const agent = await connectV1(running.connection, {
		clientInfo,
		decoder,
		offer: fullOffer,
		unstable: new Set(),
		log: () => undefined,
	});
	const { sessionId } = await agent.newSession(setup('/work'));
	await agent.prompt(sessionId, [{ type: 'text', text: 'hi' }]);
	assert.deepEqual(seen, [
		'out initialize',
		'in _late',
		'in answer',
		'out session/new',
		'in answer',
		'out session/prompt',
		'in answer',
	]);
	await running.process.stop();
});

it('an agent that answers initialize with an error is asked for nothing else [acp C15] [acp C18]', async () => {
	const sent: string[] = [];
	const running = await startFake(
		{ on: { initialize: [{ error: { code: -32022, message: 'no', data: { supported: [7] } } }] } },
		undefined,
		{
			tap: (direction, message) => {
				if (direction === 'out') sent.push(String((message as { method?: string }).method));
			},
		},
	);
	const connecting = connectV1(running.connection, {
		clientInfo,
		decoder,
		offer: fullOffer,
		unstable: new Set(),
		log: () => undefined,
	});
	await assert.rejects(connecting, (error) => AgentError.is(error));
	assert.deepEqual(sent, ['initialize']);
	await running.process.stop();
});

it('only methods of version 1 are sent, whatever version an agent hints at [acp C18]', async () => {
	const peer = await openPeer({
		on: {
			'session/prompt': [
				{ update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' } },
				{ update: { sessionUpdate: 'user_message', messageId: 'm', content: [] } },
				{ sleep: 50 },
			],
		},
	});
	const asked = performance.now();
	const answer = await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'hi' }]);
	assert.deepEqual(answer, { type: 'ended', end: { reason: 'end_turn' } });
	assert.ok(performance.now() - asked >= 45, 'the turn ended with its answer, not with a state of version 2');
	assert.equal(paramsOf(peer.seen.out, 'initialize')[0]?.['protocolVersion'], 1);
	assert.deepEqual(methodsOf(peer.seen.out), ['initialize', 'session/new', 'session/prompt']);
	await closePeer(peer);
});

it('a withdrawn request of ours takes its id along, a login and a list alike [acp C113]', async () => {
	const answerLate = (method: string): object[] => [
		{ expect: '$/cancel_request', as: method },
		{ error: { code: -32800, message: 'withdrawn' } },
	];
	const peer = await connectPeer({
		on: {
			initialize: [
				{
					respond: {
						protocolVersion: 1,
						agentCapabilities: { sessionCapabilities: { list: {} } },
						authMethods: [{ id: 'web', name: 'In the browser' }],
					},
				},
			],
			authenticate: answerLate('a') as never,
			'session/list': answerLate('b') as never,
		},
	});
	const calls = [
		['authenticate', (signal: AbortSignal): Promise<unknown> => peer.agent.authenticate('web', signal)],
		['session/list', (signal: AbortSignal): Promise<unknown> => peer.agent.listSessions({}, signal)],
	] as const;
	for (const [method, call] of calls) {
		const controller = new AbortController();
		const answer = call(controller.signal);
		await until(() => methodsOf(peer.seen.out).includes(method));
		const { id } = peer.seen.out.find((message) => message['method'] === method) ?? {};
		controller.abort();
		await assert.rejects(answer, (error) => AgentError.is(error, 'cancelled'));
		assert.deepEqual(paramsOf(peer.seen.out, '$/cancel_request').at(-1), { requestId: id });
	}
	assert.equal(methodsOf(peer.seen.out).filter((method) => method === '$/cancel_request').length, 2);
	await closePeer(peer);
});

it('what an agent still waits for when we let go of it is answered -32800 [acp C112]', async () => {
	const peer = await openPeer({
		on: {
			'session/prompt': [
				{
					request: { method: 'fs/read_text_file', params: { sessionId: '$session', path: '/work/a' } },
					as: 'file',
					isAsync: true,
				},
				{ request: { method: 'terminal/create', params: { sessionId: '$session', command: 'x' } } },
			],
		},
	});
	peer.target.run = () => new Promise(() => undefined);
	const turn = peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'read' }]);
	await until(() => peer.target.calls.length === 2);
	peer.connection.dispose();
	await assert.rejects(turn, (error) => AgentError.is(error, 'exited'));
	const answers = peer.seen.out.filter((message) => 'error' in message);
	assert.deepEqual(
		answers.map(({ id, error }) => [id, (error as { code: number }).code]),
		[
			[0, -32800],
			[1, -32800],
		],
	);
	await peer.process.stop();
});
