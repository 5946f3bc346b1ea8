/** Whole sessions with an agent of version 2, as a real process. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it } from './eachCarrier.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';
import type { JsonObject, Step } from '../../agents/fakeAgentScript.ts';
import { allUnstable } from '../core/acp/support.ts';
import { until } from '../node/support.ts';
import { answersTo, methodsOf, paramsOf } from './peer.ts';
import { openSessionV2, state, text } from './peerV2.ts';
import { entriesOf, spokenText } from '../core/session/driver/transcript.ts';
import { noticeWords, said } from '../../../src/core/view/sayings.ts';

const taken: Step = { respond: { messageId: 'm1' } };
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const request = (method: string, params: object): Step => ({
	request: { method, params: { sessionId: '$session', ...params } },
	as: 'asked',
	isAsync: true,
});
const toolCall = (fields: JsonObject): Step => ({
	update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...fields },
});
const titles = (session: Session): string[] => entriesOf(session, 'notice').map(({ title }) => said(title));

describe('an agent of version 2 without conversations', () => {
	it('hears nothing of sessions, and the user hears why [acp C204]', async () => {
		const { session, peer, close } = await openSessionV2({}, { capabilities: {} });
		assert.equal(session.isOpen, false);
		assert.match(JSON.stringify(entriesOf(session, 'notice')), /conversations/u);
		await close();
		assert.deepEqual(methodsOf(peer.seen.out), ['initialize']);
	});
});

describe('opening a session of version 2', () => {
	it('does not end work that was reported before the answer [acp C220]', async () => {
		const { session, next, close } = await openSessionV2({
			'session/new': [state('running'), { respond: { sessionId: 'fake-1' } }],
			'session/list': [state('idle', { stopReason: 'end_turn' })],
		});
		assert.equal(session.state.work.type, 'running');
		assert.equal(session.state.turn.type, 'running');
		await next();
		assert.equal(session.state.turn.type, 'idle');
		await close();
	});

	it('asks for the history in the directory of the session, and once it is here no more [acp C216] [acp C218]', async () => {
		const { session, peer, say, close } = await openSessionV2(
			{
				'session/resume#1': [text('As I said.'), { respond: {} }],
				'session/prompt': [taken, state('running'), state('idle', { stopReason: 'end_turn' })],
			},
			{ sessionId: 'old' },
		);
		assert.equal(spokenText(session), 'As I said.');
		session.detach();
		assert.equal(await say('Go on'), 'done');
		assert.equal(spokenText(session), 'As I said.');
		await close();
		const params = { sessionId: 'old', cwd: '/work', mcpServers: [] };
		assert.deepEqual(paramsOf(peer.seen.out, 'session/resume'), [
			{ ...params, replayFrom: { type: 'start' } },
			params,
		]);
	});

	it('goes on without the history where the agent cannot replay, and says so [acp C219]', async () => {
		const { session, peer, close } = await openSessionV2(
			{ 'session/resume#1': [{ error: { code: -32602, message: 'Unknown cursor' } }] },
			{ sessionId: 'old' },
		);
		assert.equal(session.state.sessionId, 'old');
		assert.deepEqual(titles(session), ['The session is back, its history is not']);
		await close();
		assert.deepEqual(methodsOf(peer.seen.out), ['initialize', 'session/resume', 'session/resume']);
	});

	for (const [said, isBusy] of [
		[state('running'), true],
		[state('idle'), false],
		[undefined, false],
	] as const) {
		it(`takes what the agent does from ${JSON.stringify(said)} and not from the answer [acp C221]`, async () => {
			const { session, close } = await openSessionV2(
				{ 'session/resume': [text('Before.'), ...(said === undefined ? [] : [said]), { respond: {} }] },
				{ sessionId: 'old' },
			);
			assert.equal(session.state.turn.type === 'idle', !isBusy);
			const reported = said === undefined ? 'none' : isBusy ? 'running' : 'idle';
			assert.equal(session.state.work.type, reported);
			await close();
		});
	}

	it('leaves out what the agent does not take and the second of one name, and says so [acp C217] [acp C225]', async () => {
		const stdio = { type: 'stdio', name: 'a', command: '/bin/a', args: [], env: {} } as const;
		const remote = { type: 'http', name: 'r', url: 'https://r.test', headers: {} } as const;
		const { session, peer, close } = await openSessionV2(
			{},
			{
				capabilities: { session: { mcp: { stdio: {} } } },
				mcpServers: [stdio, remote, { ...stdio, command: '/bin/b' }],
			},
		);
		const [notice] = entriesOf(session, 'notice').map(noticeWords);
		assert.match(notice?.detail ?? '', /r \(http\)/u);
		assert.match(notice?.detail ?? '', /named a: only the first/u);
		await close();
		const [opened] = paramsOf(peer.seen.out, 'session/new');
		assert.deepEqual(opened?.['mcpServers'], [
			{ type: 'stdio', name: 'a', command: '/bin/a', args: [], env: [] },
		]);
	});
});

describe('closing a session of version 2', () => {
	it('drops what still comes for it, and counts one that is unknown as closed [acp C223] [acp C224]', async () => {
		const { session, peer, next, close } = await openSessionV2({
			'session/close': [
				{ error: { code: -32002, message: 'Unknown session', data: { sessionId: 'fake-1' } } },
				text('Late.'),
				state('running'),
				toolCall({ title: 'Late' }),
			],
		});
		await session.close();
		await next();
		assert.deepEqual([...session.state.entries.values()], []);
		assert.equal(session.state.work.type, 'none');
		assert.equal(session.state.turn.type, 'idle');
		await close();
		assert.deepEqual(paramsOf(peer.seen.out, 'session/close'), [{ sessionId: 'fake-1' }]);
	});
});

// Without what they are about they would wait for ever.
describe('a request of an agent of version 2', { timeout: 30_000 }, () => {
	it('for a permission closes when the agent withdraws it, answered as cancelled [acp C241]', async () => {
		const { session, peer, next, close } = await openSessionV2({
			'session/prompt': [
				taken,
				state('running'),
				request('session/request_permission', { title: 'May I?', options }),
			],
			'session/list': [{ withdraw: 'asked' }, { await: 'asked' }],
		});
		void session.prompt([{ type: 'text', text: 'hi' }]);
		await until(() => session.state.pendingPermissions.length === 1);
		await next();
		assert.deepEqual(session.state.pendingPermissions, []);
		assert.deepEqual(
			entriesOf(session, 'permission').map((entry) => entry.state),
			[{ type: 'cancelled', by: 'agent' }],
		);
		await close();
		assert.deepEqual(
			answersTo(peer.seen, 0).map(({ result }) => result),
			[{ outcome: { outcome: 'cancelled' } }],
		);
	});

	it('for an answer to a question closes when the agent withdraws it [acp C241]', async () => {
		const form = {
			message: 'Which?',
			mode: 'form',
			requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
		};
		const { session, peer, next, close } = await openSessionV2({
			'session/prompt': [taken, state('running'), request('elicitation/create', form)],
			'session/list': [{ withdraw: 'asked' }, { await: 'asked' }],
		});
		void session.prompt([{ type: 'text', text: 'hi' }]);
		await until(() => session.state.pendingElicitations.length === 1);
		await next();
		assert.deepEqual(session.state.pendingElicitations, []);
		await close();
		assert.deepEqual(
			answersTo(peer.seen, 0).map(({ result }) => result),
			[{ action: 'cancel' }],
		);
	});
});

describe('stopping an agent of version 2', () => {
	it('is possible while it works by itself; only its own word ends the work [acp C238]', async () => {
		const { session, peer, next, close } = await openSessionV2({
			'session/list#1': [state('running')],
			'session/list#2': [state('idle', { stopReason: 'cancelled' })],
		});
		await next();
		session.stop();
		assert.equal(session.state.turn.type, 'stopping');
		await next();
		assert.equal(session.state.turn.type, 'idle');
		await close();
		assert.deepEqual(paramsOf(peer.seen.out, 'session/cancel'), [{ sessionId: 'fake-1' }]);
	});

	it('asks for one call only while the call says that it can be, and its update tells the rest [acp C259] [acp C261]', async () => {
		const { session, peer, next, close } = await openSessionV2({
			'session/list#1': [state('running'), toolCall({ title: 'Run', status: 'in_progress' })],
			'session/list#2': [toolCall({ capabilities: { cancel: {} } })],
			'session/list#3': [toolCall({ capabilities: null })],
			'session/list#4': [toolCall({ capabilities: { cancel: {} } })],
			'tool_call/cancel': [{ respond: {} }],
			'session/list#5': [toolCall({ status: 'cancelled' })],
		});
		const call = () => entriesOf(session, 'tool_call')[0];
		const asked = (): number => paramsOf(peer.seen.out, 'tool_call/cancel').length;
		const cancelsAfter = async (): Promise<number> => {
			await next();
			session.cancelToolCall(call()?.id ?? '');
			return asked();
		};
		assert.equal(await cancelsAfter(), 0);
		await next();
		assert.equal(call()?.canCancel, true);
		assert.equal(await cancelsAfter(), 0);
		assert.equal(await cancelsAfter(), 1);
		await peer.agent.sessionStatus('fake-1').catch(() => undefined);
		assert.equal(call()?.status, 'in_progress');
		await next();
		assert.equal(call()?.status, 'cancelled');
		session.cancelToolCall(call()?.id ?? '');
		await close();
		assert.deepEqual(paramsOf(peer.seen.out, 'tool_call/cancel'), [
			{ sessionId: 'fake-1', toolCallId: 'c1' },
		]);
	});

	it('asks for one terminal only while the terminal says that it can be [acp C260] [acp C261]', async () => {
		const terminal = (fields: JsonObject): Step => ({
			update: { sessionUpdate: 'terminal_update', terminalId: 't1', ...fields },
		});
		const { session, peer, next, close } = await openSessionV2({
			'session/list#1': [terminal({ command: 'make' })],
			'session/list#2': [terminal({ capabilities: { cancel: {} } })],
			'session/list#3': [terminal({ capabilities: {} })],
			'session/list#4': [terminal({ capabilities: { cancel: {} } })],
			'terminal/cancel': [{ respond: {} }],
			'session/list#5': [terminal({ exitStatus: {} })],
		});
		const asked = (): number => paramsOf(peer.seen.out, 'terminal/cancel').length;
		const cancelsAfter = async (): Promise<number> => {
			await next();
			session.stopCommand('t1');
			return asked();
		};
		assert.equal(await cancelsAfter(), 0);
		await next();
		assert.equal(await cancelsAfter(), 0);
		assert.equal(await cancelsAfter(), 1);
		assert.equal(session.state.terminals.get('t1')?.exit, undefined);
		await next();
		assert.notEqual(session.state.terminals.get('t1')?.exit, undefined);
		session.stopCommand('t1');
		await close();
		assert.deepEqual(paramsOf(peer.seen.out, 'terminal/cancel'), [{ sessionId: 'fake-1', terminalId: 't1' }]);
	});
});

// Without what they are about they would wait for ever.
describe('a prompt that an agent of version 2 holds', { timeout: 30_000 }, () => {
	it('comes back to the user who takes it out of the line [acp C231]', async () => {
		const { session, peer, say, next, close } = await openSessionV2({
			'session/prompt#1': [taken, state('running')],
			'session/prompt#2': [
				{ expect: '$/cancel_request' },
				{ error: { code: -32800, message: 'Request cancelled' } },
			],
			'session/list': [state('idle', { stopReason: 'end_turn' })],
		});
		const first = say('one');
		await until(() => session.state.agentQueuesPrompts && session.state.work.type === 'running');
		const second = say('two');
		assert.equal(session.state.queue[0]?.place, 'agent');
		session.withdraw(session.state.queue[0]?.id ?? '');
		assert.equal(await second, 'withdrawn');
		assert.deepEqual(session.state.queue, []);
		assert.equal(session.state.turn.type, 'running');
		await next();
		assert.equal(await first, 'done');
		await close();
		const texts = entriesOf(session, 'message').filter(({ role }) => role === 'user');
		assert.equal(texts.length, 1);
		assert.equal(paramsOf(peer.seen.out, '$/cancel_request').length, 1);
		assert.deepEqual(titles(session), []);
	});
});

describe('a child session in version 2', () => {
	const announce = (fields: JsonObject): Step => ({
		update: { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Child', ...fields },
	});

	it('is stopped only while it says that it can be; it is asked for in its own name [acp C276]', async () => {
		const { session, peer, next, close } = await openSessionV2(
			{
				'session/list#1': [announce({})],
				'session/list#2': [announce({ capabilities: { cancel: {} } })],
				'session/list#3': [announce({ capabilities: null })],
			},
			{ unstable: allUnstable },
		);
		const cancelled = async (): Promise<readonly JsonObject[]> => {
			await next();
			session.cancelSubagent(entriesOf(session, 'subagent')[0]?.id ?? '');
			return paramsOf(peer.seen.out, 'session/cancel');
		};
		assert.deepEqual(await cancelled(), []);
		assert.deepEqual(await cancelled(), [{ sessionId: 'child' }]);
		assert.equal((await cancelled()).length, 1);
		await close();
	});

	it('speaks and asks in its parent, and nothing but that is sent for it [acp C276]', async () => {
		const inChild = (method: string, params: object): Step => ({
			request: { method, params: { sessionId: 'child', ...params } },
			as: 'asked',
			isAsync: true,
		});
		const said = {
			sessionUpdate: 'agent_message_chunk',
			messageId: 'x',
			content: { type: 'text', text: 'Hm.' },
		};
		const { session, peer, next, close } = await openSessionV2(
			{
				'session/list#1': [
					announce({}),
					{ send: { method: 'session/update', params: { sessionId: 'child', update: said } } },
					inChild('session/request_permission', { title: 'May I?', options }),
				],
				'session/list#2': [{ await: 'asked' }],
			},
			{ unstable: allUnstable },
		);
		await next();
		await until(() => session.state.pendingPermissions.length === 1);
		const [child] = entriesOf(session, 'subagent');
		const [permission] = entriesOf(session, 'permission');
		assert.equal(permission?.parentId, child?.id);
		assert.equal(spokenText(session), 'Hm.');
		session.permissions.answer(permission?.id ?? '', 'yes');
		await next();
		await session.close();
		await close();
		assert.deepEqual(
			answersTo(peer.seen, 0).map(({ result }) => result),
			[{ outcome: { outcome: 'selected', optionId: 'yes' } }],
		);
		const own = peer.seen.out.filter((message) => JSON.stringify(message).includes('"child"'));
		assert.deepEqual(own, []);
	});
});
