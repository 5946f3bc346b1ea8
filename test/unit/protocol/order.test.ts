/** What may be sent when. */
import assert from 'node:assert/strict';
import { it } from './eachCarrier.ts';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { setup } from '../core/acp/support.ts';
import { until } from '../node/support.ts';
import { refuses, version1, version2 } from './negotiationPeer.ts';
import { closePeer, connectPeer, methodsOf, openPeer, paramsOf } from './peer.ts';
import { type ScriptedAgent, startScripted } from './scriptedAgent.ts';

it('an agent is reached over the pipes of its process [acp C5]', async () => {
	const peer = await openPeer({ on: { 'session/prompt': [{ stderr: 'a log\n' }, { text: 'hello' }] } });
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

for (const { what, want, on, asked } of [
	{ what: 'an agent of version 1', want: 1, on: [version1], asked: 1 },
	{ what: 'an agent of version 2', want: 2, on: [version2], asked: 1 },
	{ what: 'one that has only the other version', want: 2, on: [refuses([1]), version1], asked: 2 },
] as const) {
	it(`initialize goes out alone and first to ${what}, nothing follows before its answer [acp C15] [acp C32]`, async () => {
		const { running, seen } = await startTapped(
			on.map((answer) => [{ sleep: 100 }, { send: { method: '_late', params: {} } }, ...answer]),
		);
		const negotiated = await negotiate(running.connection, negotiateOptions(), want);
		assert.ok(negotiated.type === 'connected');
		const { sessionId } = await negotiated.agent.newSession(setup('/work'));
		await negotiated.agent.prompt(sessionId, [{ type: 'text', text: 'hi' }]);
		const handshake = ['out initialize', 'in _late', 'in answer'];
		const session = ['out session/new', 'in answer', 'out session/prompt', 'in answer'];
		assert.deepEqual(seen, [...Array.from({ length: asked }, () => handshake).flat(), ...session]);
		await running.process.stop();
	});
}

for (const want of [1, 2] as const) {
	it(`an agent that refuses version ${want} and names none of ours is asked for nothing else [acp C15] [acp C18]`, async () => {
		const { running, seen } = await startTapped([refuses([7])]);
		await assert.rejects(negotiate(running.connection, negotiateOptions(), want), (error) =>
			AgentError.is(error),
		);
		assert.deepEqual(seen, ['out initialize', 'in answer']);
		await running.process.stop();
	});
}

/** An agent that answers its first, second … `initialize` so, and every message on the wire, by its method. */
async function startTapped(
	answers: readonly (readonly Step[])[],
): Promise<{ readonly running: ScriptedAgent; readonly seen: string[] }> {
	const seen: string[] = [];
	const on = Object.fromEntries(answers.map((steps, index) => [`initialize#${index + 1}`, steps]));
	const tap = (direction: 'in' | 'out', message: unknown): void => {
		const { method } = message as { method?: string };
		seen.push(`${direction} ${method ?? 'answer'}`);
	};
	return { running: await startScripted({ on }, { tap }), seen };
}

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
