/** Oddities of real agents that no recording shows (docs/agents-in-the-wild.md). */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { it } from './eachCarrier.ts';
import { tempDir, until } from '../node/support.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { FakeTarget, setup } from '../core/acp/support.ts';
import { answersTo, closePeer, errorCodeOf, openPeer, paramsOf } from './peer.ts';
import { openSession } from './sessionPeer.ts';
import { entriesOf, spokenText } from '../core/session/driver/transcript.ts';

const dir = tempDir();

it('requests and notifications of qwen without an underscore are refused or ignored, the turn goes on [acp C116] [acp C117]', async () => {
	const { session, peer, say, close } = await openSession({
		on: {
			'session/prompt': [
				{ send: { method: 'qwen/notify/session/prompt-suggestion', params: { sessionId: '$session' } } },
				{ send: { method: 'qwen/notify/session/mode-update', params: {} } },
				{ request: { method: 'craft/drainMidTurnQueue', params: { sessionId: '$session' } } },
				{ text: 'on' },
			],
		},
	});
	assert.equal(await say('go'), 'done');
	assert.equal(spokenText(session), 'on');
	assert.equal(errorCodeOf(answersTo(peer.seen, 0)[0]), -32_601);
	await close();
});

it('an answer with the id null is nobody’s, the connection goes on [hazard A6]', async () => {
	const { session, say, close } = await openSession({
		on: {
			'session/prompt': [
				{ raw: '{"error":{"message":"Parse error","code":-32700},"id":null,"jsonrpc":"2.0"}\n' },
				{ text: 'on' },
			],
		},
	});
	assert.equal(await say('go'), 'done');
	assert.equal(spokenText(session), 'on');
	await close();
});

it('a list of commands of 560 KB is taken, and is not in the log [acp C123]', async () => {
	const availableCommands = Array.from({ length: 700 }, (_item, n) => ({
		name: `command-${n}`,
		description: 'd'.repeat(750),
	}));
	const script = path.join(dir, 'commands.json');
	const update = { sessionUpdate: 'available_commands_update', availableCommands };
	writeFileSync(script, JSON.stringify({ on: { 'session/prompt': [{ update }, { text: 'on' }] } }));
	const { session, peer, say, close } = await openSession(script);
	assert.equal(await say('go'), 'done');
	assert.equal(session.state.commands.length, 700);
	assert.deepEqual(peer.logged, []);
	await close();
});

it('most of a replay after the answer to session/load is still shown [acp C45] [acp C46]', async () => {
	const chunk = (role: string, text: string): object => ({
		update: { sessionUpdate: `${role}_message_chunk`, content: { type: 'text', text } },
	});
	const { session, peer, close } = await openSession(
		{
			on: {
				'session/load': [
					chunk('user', 'first'),
					{ respond: {} },
					chunk('agent', 'late answer'),
					chunk('user', 'second'),
				] as never,
			},
		},
		{ sessionId: 'fake-9' },
	);
	await until(() => entriesOf(session, 'message').length === 3);
	assert.deepEqual(
		entriesOf(session, 'message').map(({ role }) => role),
		['user', 'agent', 'user'],
	);
	assert.equal(peer.connection.closeReason, undefined);
	await close();
});

it('ids that are addresses or full of signs go back as they came [acp C83] [acp C121]', async () => {
	const agentMode = 'https://agentclientprotocol.com/protocol/session-modes#agent';
	const model = '$runtime|openai|fake-model(openai)';
	const modes = {
		currentModeId: 'x',
		availableModes: [
			{ id: 'x', name: 'X' },
			{ id: agentMode, name: 'Agent' },
		],
	};
	const models = {
		currentModelId: 'a',
		availableModels: [
			{ modelId: 'a', name: 'A' },
			{ modelId: model, name: 'B' },
		],
	};
	const { session, peer, close } = await openSession({
		on: {
			'session/new': [{ respond: { sessionId: 's1', modes, models } }],
			'session/set_model': [{ respond: {} }],
		},
	});
	for (const [via, value] of [
		['mode', agentMode],
		['model', model],
	] as const) {
		const option = session.state.options.find((one) => one.via === via);
		await session.setOption(option?.id ?? '', value);
		assert.equal(session.state.options.find((one) => one.via === via)?.current, value);
		// Alike is not the same: only the very id is offered.
		for (const alike of [`${value}/`, value.toUpperCase(), via])
			assert.equal(await session.setOption(option?.id ?? '', alike), false);
	}
	assert.deepEqual(paramsOf(peer.seen.out, 'session/set_mode'), [{ sessionId: 's1', modeId: agentMode }]);
	assert.deepEqual(paramsOf(peer.seen.out, 'session/set_model'), [{ sessionId: 's1', modelId: model }]);
	await close();
});

const options = [
	{ optionId: 'y', name: 'Yes', kind: 'allow_once' },
	{ optionId: 'cancel', name: 'No', kind: 'reject_once' },
	{ optionId: 'y2', name: 'Yes, for the project', kind: 'allow_always' },
	{ optionId: 'y3', name: 'Yes, for me', kind: 'allow_always' },
];

it('a permission that leaves out the diff keeps it on show [acp C63] [acp C75]', async () => {
	const content = [{ type: 'diff', path: '/work/a', oldText: 'a', newText: 'b' }];
	const { session, say, close } = await openSession({
		on: {
			'session/prompt': [
				{
					update: {
						sessionUpdate: 'tool_call',
						toolCallId: 'c1',
						title: 'Edit',
						status: 'in_progress',
						content,
					},
				},
				{
					request: {
						method: 'session/request_permission',
						params: { sessionId: '$session', toolCall: { toolCallId: 'c1', status: 'pending' }, options },
					},
				},
			],
		},
	});
	const turn = say('go');
	await until(() => session.state.pendingPermissions.length === 1);
	assert.deepEqual(entriesOf(session, 'tool_call')[0]?.content, content);
	session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'cancel');
	assert.equal(await turn, 'done');
	await close();
});

it('two permissions at once are answered in any order, options of the same kind told apart by their ids [acp C74] [acp C76]', async () => {
	const ask = (toolCallId: string): object => ({
		request: {
			method: 'session/request_permission',
			params: { sessionId: '$session', toolCall: { toolCallId, title: toolCallId }, options },
		},
		as: toolCallId,
		isAsync: true,
	});
	const { session, peer, say, close } = await openSession({
		on: { 'session/prompt': [ask('c1'), ask('c2'), { await: 'c1' }, { await: 'c2' }] as never },
	});
	const turn = say('go');
	await until(() => session.state.pendingPermissions.length === 2);
	const [first = '', second = ''] = session.state.pendingPermissions;
	session.permissions.answer(second, 'y3');
	session.permissions.answer(first, 'y2');
	assert.equal(await turn, 'done');
	const chosen = [0, 1].map((id) => JSON.stringify(answersTo(peer.seen, id)[0]?.['result']));
	assert.deepEqual(
		chosen.map((text) => /"optionId":"(\w+)"/u.exec(text)?.[1]),
		['y2', 'y3'],
	);
	await close();
});

it('the limits that claude tells of with the usage of a session are told to that session', async () => {
	const usage = (sessionId: string, utilization: number): Step => ({
		send: {
			method: 'session/update',
			params: {
				sessionId,
				update: {
					sessionUpdate: 'usage_update',
					used: 1,
					size: 2,
					_meta: { '_claude/rateLimit': { rateLimitType: 'five_hour', utilization } },
				},
			},
		},
	});
	const peer = await openPeer({
		on: {
			'session/new#1': [{ respond: { sessionId: 'one' } }],
			'session/new#2': [{ respond: { sessionId: 'two' } }],
			'session/prompt': [usage('two', 0.2), usage('one', 0.1)],
		},
	});
	const { sessionId } = await peer.agent.newSession(setup('/work'));
	const other = new FakeTarget();
	peer.agent.attach(sessionId, other);
	await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'go' }]);
	const usedIn = ({ events }: FakeTarget): unknown[] =>
		events.flatMap((event) => (event.type === 'quota' ? event.windows.map(({ used }) => used) : []));
	assert.deepEqual([usedIn(peer.target), usedIn(other)], [[0.1], [0.2]]);
	await closePeer(peer);
});
