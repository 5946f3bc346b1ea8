/** Pioneer gateways, as their documents describe them: a golden run, and what is odd. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import { connectPioneer } from '../../../../src/core/turns/connectTurns.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { play } from '../session/driver/play.ts';
import { RecordingTarget, setup, noBytes } from './gatewayWire.ts';
import { commandItem } from '../../../agents/pioneerDemoTurn.ts';
import { begun, type Gateway, hello, open, pioneerWire, text, turnOf, words } from './pioneerRig.ts';

describe('A Pioneer gateway', () => {
	it('is asked with ids of 21 characters', async () => {
		assert.equal((await open()).wire.idLength, 21);
	});

	it('is asked in its own casing, with ids that we make', async () => {
		const { agent, wire, threadId } = await open();
		await agent.prompt(threadId, hello);
		assert.deepEqual(wire.last('thread/start'), {
			thread_id: 'thr_1',
			workspace_id: 'ws_1',
			sandbox: 'FullAccess',
			mode: 'Agent',
		});
		assert.deepEqual(wire.last('turn/start'), {
			thread_id: 'thr_1',
			turn_id: 'trn_3',
			input: [{ type: 'text', text: 'Run the tests', textElements: [] }],
			mode: 'Agent',
			sandbox_policy: { mode: 'FullAccess' },
			model: 'small',
			model_provider: 'scripted',
		});
		agent.cancel(threadId);
		assert.deepEqual(wire.last('turn/cancel'), { thread_id: 'thr_1', turn_id: 'trn_3' });
		await assert.rejects(agent.closeSession(threadId), /no thread\/unsubscribe here/u);
		assert.deepEqual(wire.last('thread/unsubscribe'), { threadId: 'thr_1' });
	});

	it('says of a new conversation that nothing confines its turns, and that no folder is told', async () => {
		const wire = pioneerWire();
		const agent = await connectPioneer(wire, {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version: '1.0.0' },
			log: () => undefined,
			wait: () => Promise.resolve(),
			tools: noBytes,
			isLocal: true,
			newId: () => '1',
			offer: { forms: true, urls: true },
		});
		const { sessionId } = await agent.newSession(setup);
		const target = new RecordingTarget();
		agent.attach(sessionId, target);
		assert.match(
			target
				.of('agent_notice')
				.map(({ notice }) => notice.title)
				.join('\n'),
			/which folder is open[^]*asks for nothing before it acts/u,
		);
	});

	it('of a later generation is told to ask; the first one has nothing to be told', async () => {
		assert.equal((await begun('first')).wire.last('turn/start')['permission_profile'], undefined);
		assert.deepEqual((await begun('later')).wire.last('turn/start')['permission_profile'], {
			mode: 'supervised',
		});
	});
});

const npmItem = (fields: object): object =>
	commandItem('c1', {
		arguments: { cmd: 'npm test' },
		command: ['npm', 'run', 'my test'],
		cwd: '/w',
		...fields,
	});
const ofCommand = { item_id: 'c1', item_type: 'command_execution' };
const ofJob = { ...ofCommand, recovery_job_id: 'j' };

/** The golden run, but for what the first line of a turn is. */
const golden: readonly (readonly [method: string, fields: object])[] = [
	['item/started', { item: { type: 'reasoning', id: 'r1', summary: [], content: [] } }],
	['item/agent_message/delta', { item_id: 'r1', delta: 'think', stream: 'generic' }],
	['item/completed', { item: { type: 'reasoning', id: 'r1', summary: ['think'], content: [] } }],
	['item/started', { item: npmItem({ status: 'in_progress' }) }],
	['item/command_execution/output_delta', { item_id: 'c1', delta: 'ok\n', stream: 'stdout' }],
	['item/timeout_detected', { ...ofCommand, attempt_number: 1, reason: 'idle_deadline_exceeded' }],
	['item/recovery_opened', { ...ofJob, trigger: 'timeout', action: 'retry_attempt', attempt_number: 2 }],
	['item/retry_scheduled', { ...ofJob, attempt_number: 2, next_run_at_unix: 1_700_000_000 }],
	['item/retry_attempt_started', { ...ofJob, attempt_number: 2 }],
	['item/recovery_succeeded', { ...ofJob, attempt_number: 2 }],
	[
		'item/completed',
		{
			item: npmItem({
				display: { kind: 'shell', aggregated_output: 'ok\n', exit_code: 0, truncated: false },
			}),
		},
	],
	['item/started', { item: { type: 'agentMessage', id: 'a1', text: '' } }],
	['item/agent_message/delta', { item_id: 'a1', delta: 'All ' }],
	['item/agent_message/delta', { item_id: 'a1', delta: 'gre', stream: 'agent_message' }],
	['item/completed', { item: { type: 'agentMessage', id: 'a1', text: 'All green.' } }],
];

/** Blocks the turn of a gateway that can let it go on. @returns its id */
function block(gateway: Gateway): string {
	gateway.wire.answers.set('turn/resume', resumed);
	gateway.tell('turn/blocked', {
		...turnOf(gateway, 'Blocked'),
		resume: {
			reason_class: 'auth',
			human_message: 'Log in',
			resume_requirements: ['a token'],
			resume_command: 'turn/resume',
			can_resume_same_turn: true,
		},
	});
	return String(gateway.wire.last('turn/start')['turn_id']);
}

function resumed({ thread_id, turn_id: id }: JsonObject): object {
	return { thread_id, workspace_id: 'ws_1', turn: { id, status: 'InProgress' }, recovery_job_id: 'job' };
}

describe('A turn of a Pioneer gateway', () => {
	it('is told as any other: thoughts, a command, attempts, the answer, the end', async () => {
		const gateway = await begun();
		const { target, tell } = gateway;
		const echo = { type: 'userMessage', id: 'u1', text: 'Run the tests' };
		tell('turn/started', turnOf(gateway, 'InProgress', { prompt_manifest: null }));
		tell('item/started', { item: echo });
		tell('item/completed', { item: echo });
		for (const [method, fields] of golden) tell(method, fields);
		tell('turn/completed', turnOf(gateway, 'Completed'));
		const attempt = (fields: object): object => ({
			type: 'attempt',
			toolCallId: 'c1',
			attemptId: 'j',
			attempt: fields,
		});
		const fields = {
			name: 'exec_command',
			rawInput: { cmd: 'npm test' },
			kind: 'execute',
			title: "npm run 'my test'",
			content: [{ type: 'terminal', terminalId: 'c1' }],
		};
		assert.deepEqual(target.events, [
			{ type: 'message_chunk', role: 'thought', messageId: 'r1', content: text('think') },
			{ type: 'tool_call', toolCallId: 'c1', fields: { ...fields, status: 'in_progress' } },
			{ type: 'terminal_started', terminalId: 'c1', fields: { label: "npm run 'my test'", cwd: '/w' } },
			{ type: 'terminal_output', terminalId: 'c1', data: 'ok\n' },
			attempt({ number: 2, cause: 'timeout', state: 'waiting' }),
			attempt({ number: 2, cause: 'other', state: 'waiting', nextAt: 1_700_000_000_000 }),
			attempt({ number: 2, cause: 'other', state: 'running' }),
			attempt({ number: 2, cause: 'other', state: 'recovered' }),
			{ type: 'tool_call_update', toolCallId: 'c1', fields: { ...fields, status: 'completed' } },
			{ type: 'terminal_exited', terminalId: 'c1', exitCode: 0, signal: null },
			{ type: 'message_chunk', role: 'agent', messageId: 'a1', content: text('All ') },
			{ type: 'message_chunk', role: 'agent', messageId: 'a1', content: text('gre') },
			{ type: 'message_chunk', role: 'agent', messageId: 'a1', content: text('en.') },
			{ type: 'work', work: { type: 'idle' }, end: { reason: 'end_turn' } },
		]);
	});

	it('that was stopped or failed ends so, by its status and not by its method', async () => {
		for (const [status, end] of [
			['Interrupted', { reason: 'cancelled' }],
			['Failed', { reason: 'error', message: 'no credits' }],
		] as const) {
			const gateway = await begun();
			gateway.tell('turn/failed', turnOf(gateway, status, { error: 'no credits' }));
			assert.deepEqual(gateway.target.of('work').at(-1)?.end, end);
		}
	});

	it('that ran out of its budget says so', async () => {
		const gateway = await begun();
		gateway.tell('turn/tool_loop/budget_exceeded', {
			limit_kind: 'tool_calls',
			limit: 128,
			observed: 129,
			action: 'fail_turn',
			reason: '128 calls',
		});
		gateway.tell('turn/failed', turnOf(gateway, 'Failed', { error: 'budget' }));
		assert.deepEqual(gateway.target.of('work').at(-1)?.end, { reason: 'max_turn_requests' });
		assert.deepEqual(gateway.target.of('agent_notice').at(-1)?.notice, {
			severity: 'warning',
			title: '128 calls',
		});
	});

	it('that is blocked says what it needs, and goes on when it is told to', async () => {
		const gateway = await begun('later');
		const { wire, agent, target, threadId } = gateway;
		const turnId = block(gateway);
		assert.deepEqual(target.of('work').at(-1)?.end, {
			reason: 'blocked',
			message: 'Log in',
			needs: ['a token'],
			resume: { type: 'request', resumeId: turnId },
		});
		await agent.resumeTurn(threadId, turnId);
		assert.deepEqual(wire.last('turn/resume'), { thread_id: threadId, turn_id: turnId });
		// The answer is all that says so.
		assert.deepEqual(target.of('work').at(-1), { type: 'work', work: { type: 'running' } });
		gateway.tell('turn/started', turnOf(gateway, 'InProgress'));
		gateway.tell('turn/completed', turnOf(gateway, 'Completed'));
		assert.deepEqual(target.of('work').slice(-2), [
			{ type: 'work', work: { type: 'running' } },
			{ type: 'work', work: { type: 'idle' }, end: { reason: 'end_turn' } },
		]);
	});

	it('that goes on says the rest of what it left open', async () => {
		const gateway = await begun('later');
		const { agent, target, tell, threadId } = gateway;
		tell('item/started', { item: { type: 'agentMessage', id: 'a1', text: '' } });
		tell('item/agent_message/delta', { item_id: 'a1', delta: 'All ' });
		await agent.resumeTurn(threadId, block(gateway));
		tell('item/agent_message/delta', { item_id: 'a1', delta: 'gre' });
		tell('item/completed', { item: { type: 'agentMessage', id: 'a1', text: 'All green.' } });
		assert.equal(words(target, 'agent'), 'All green.');
	});

	for (const [status, reason] of [
		['Blocked', 'blocked'],
		['Failed', 'error'],
	] as const)
		it(`that is ${status} before it is told that it goes on has ended once more`, async () => {
			const gateway = await begun('later');
			const { wire, agent, target, threadId } = gateway;
			const turnId = block(gateway);
			wire.answers.set('turn/resume', (params) => {
				if (status === 'Blocked') block(gateway);
				else gateway.tell('turn/failed', turnOf(gateway, status));
				return resumed(params);
			});
			await agent.resumeTurn(threadId, turnId);
			assert.deepEqual(
				target.of('work').map(({ work, end }) => end?.reason ?? work.type),
				['blocked', 'running', reason],
			);
		});

	it('that cannot go on stays as it has ended', async () => {
		const gateway = await begun('later');
		const { wire, agent, target, threadId } = gateway;
		const turnId = block(gateway);
		wire.answers.set('turn/resume', () => {
			throw new AgentError('answered', 'no blocked job');
		});
		await assert.rejects(agent.resumeTurn(threadId, turnId), /no blocked job/u);
		gateway.tell('turn/completed', turnOf(gateway, 'Completed'));
		assert.equal(target.of('work').length, 1);
	});

	it('that a Stop came too late for fails as any other when it goes on', async () => {
		const gateway = await begun('later');
		const { wire, agent, target, threadId } = gateway;
		agent.cancel(threadId);
		const turnId = block(gateway);
		assert.equal(wire.last('turn/cancel')['turn_id'], turnId);
		await agent.resumeTurn(threadId, turnId);
		gateway.tell('turn/failed', turnOf(gateway, 'Failed', { error: 'no credits' }));
		assert.deepEqual(target.of('work').at(-1)?.end, { reason: 'error', message: 'no credits' });
	});

	it('that begins to go on before that is refused ends as any other', async () => {
		const gateway = await begun('later');
		const { wire, agent, target, threadId } = gateway;
		const turnId = block(gateway);
		wire.answers.set('turn/resume', () => {
			gateway.tell('turn/started', turnOf(gateway, 'InProgress'));
			throw new AgentError('answered', 'not now');
		});
		await assert.rejects(agent.resumeTurn(threadId, turnId), /not now/u);
		gateway.tell('turn/completed', turnOf(gateway, 'Completed'));
		assert.deepEqual(target.of('work').at(-1), {
			type: 'work',
			work: { type: 'idle' },
			end: { reason: 'end_turn' },
		});
	});

	it('that fails once it is stopped was stopped', async () => {
		const gateway = await begun('later');
		const { agent, target, threadId } = gateway;
		agent.cancel(threadId);
		gateway.tell('turn/failed', turnOf(gateway, 'Failed', { error: 'no credits' }));
		assert.equal(target.of('work').at(-1)?.end?.reason, 'cancelled');
	});

	it('that is over in history comes to the transcript that was followed, also disturbed, in any of 50 ways', async () => {
		const wire = pioneerWire();
		const inHistory = { workspaceId: 'ws_1', threadId: 'thr_9', turnId: 'trn_9' };
		const toEvent = (sequence: number, [method, fields]: readonly [string, object]): JsonObject => ({
			turn_id: 'trn_9',
			sequence,
			created_at: sequence,
			payload: { type: camel(method), ...inHistory, ...camelKeys(fields) },
		});
		const events = golden.map((one, index) => toEvent(index, one));
		wire.answers.set('thread/history', () => ({
			workspace_id: 'ws_1',
			thread_id: 'thr_9',
			events: events.toReversed(),
		}));
		const { agent } = await open(wire);
		await agent.loadSession('thr_9', setup);
		const history = new RecordingTarget();
		agent.attach('thr_9', history);
		for (let seed = 0; seed < 50; seed++) {
			const gateway = await begun();
			const random = randomIntegers(seed);
			for (const [method, fields] of golden) {
				// Attempts count up; a piece of a text has no mark of its own.
				const mayRepeat = method === 'item/completed' || method === 'item/started';
				const mayMiss = method.endsWith('delta');
				if (mayMiss && random(3) === 0) continue;
				gateway.tell(method, fields);
				if (mayRepeat && random(3) === 0) gateway.tell(method, fields);
			}
			assert.deepEqual(transcript(gateway.target.events), transcript(history.events), `seed ${seed}`);
		}
	});
});

function camel(method: string): string {
	const names: Readonly<Record<string, string>> = {
		'item/agent_message/delta': 'itemDelta',
		'item/command_execution/output_delta': 'itemDelta',
	};
	return names[method] ?? method.replaceAll(/[/_](\w)/gu, (_all, letter: string) => letter.toUpperCase());
}

function camelKeys(fields: object): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).map(([key, value]) => [
			key.replaceAll(/_(\w)/gu, (_all, letter: string) => letter.toUpperCase()),
			value as unknown,
		]),
	);
}

function transcript(events: readonly AgentEvent[]): readonly unknown[] {
	const { entries, state } = play(...events.filter(({ type }) => type !== 'work'));
	return entries.map((entry) => {
		if (entry.type === 'message') return [entry.role, entry.content];
		if (entry.type === 'tool_call')
			return [
				entry.title,
				entry.status,
				entry.attempts?.state,
				state.terminals.get(entry.toolCallId)?.output,
			];
		return entry.type;
	});
}

describe('A permission of a Pioneer gateway', () => {
	const request = (gateway: Gateway): object => ({
		request: {
			request_id: 'q1',
			workspace_id: 'ws_1',
			thread_id: gateway.threadId,
			turn_id: gateway.wire.last('turn/start')['turn_id'],
			tool_name: 'exec_command',
			action: 'shell_command',
			scope_hash: 'h',
			reason: 'policy_requires_approval',
			summary: 'Run npm test',
			details: [{ label: 'Command', value: 'npm test' }],
		},
	});

	it('is asked, and answered with the word that was chosen', async () => {
		const gateway = await begun('later');
		const { wire, target } = gateway;
		wire.answers.set('turn/permission/request/respond', (params) => params);
		target.answer = () => ({ type: 'selected', optionId: 'allow_for_turn' });
		wire.tell('turn/permission/request/opened', request(gateway));
		wire.tell('turn/permission/request/opened', request(gateway));
		await new Promise(setImmediate);
		assert.equal(target.asked.length, 1);
		assert.deepEqual(
			target.asked[0]?.options.map(({ optionId }) => optionId),
			['allow_once', 'allow_for_turn', 'deny'],
		);
		assert.deepEqual(wire.last('turn/permission/request/respond'), {
			request_id: 'q1',
			resolution: 'allow_for_turn',
		});
	});

	it('that somebody else has answered is withdrawn, and not answered', async () => {
		const gateway = await begun('later');
		const { wire, target } = gateway;
		let signal: { readonly aborted: boolean } | undefined;
		const answer = Promise.withResolvers<{ readonly type: 'cancelled' }>();
		target.permissions.ask = (_request, given?: { readonly aborted: boolean }) => {
			signal = given;
			return answer.promise;
		};
		wire.tell('turn/permission/request/opened', request(gateway));
		await new Promise(setImmediate);
		gateway.tell('turn/permission/request/resolved', { request_id: 'q1', resolution: 'deny' });
		assert.equal(signal?.aborted, true);
		answer.resolve({ type: 'cancelled' });
		await new Promise(setImmediate);
		assert.equal(wire.sent.filter(({ method }) => method.endsWith('/respond')).length, 0);
	});
});
