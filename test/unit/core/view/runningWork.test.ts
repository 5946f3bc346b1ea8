/** What runs beside the turn, as the view is told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { BackgroundItem } from '../../../../src/core/session/model/turnState.ts';
import { projectSession } from '../../../../src/core/view/projectSession.ts';
import { runningWork } from '../../../../src/core/view/runningWork.ts';
import type { ViewRunning } from '../../../../src/core/view/viewSession.ts';
import { play } from '../session/driver/play.ts';

type Call = Extract<AgentEvent, { type: 'tool_call' }>['fields'];

const idle = (...background: BackgroundItem[]): SessionEvent => ({
	type: 'work',
	work: { type: 'idle' },
	background,
});
const call = (toolCallId: string, fields: Call): SessionEvent => ({ type: 'tool_call', toolCallId, fields });
const agentTerminal = (terminalId: string, canCancel = false): SessionEvent => ({
	type: 'terminal_started',
	terminalId,
	fields: { label: `run ${terminalId}`, canCancel, endsItself: true },
});
const callItem = (toolCallId: string): BackgroundItem => ({ type: 'tool_call', toolCallId });

/** The rows without what differs from run to run. */
function rows(...events: SessionEvent[]): readonly Partial<ViewRunning>[] {
	return runningWork(play(...events).state).map((row) => {
		const { type, label, canStop, terminalId, isStopping } = row;
		return {
			type,
			label,
			canStop,
			...(terminalId === undefined ? {} : { terminalId }),
			...(isStopping === undefined ? {} : { isStopping }),
		};
	});
}

describe('what runs beside the turn', () => {
	it('is no command whose permission waits: some agents announce its terminal before (codex-acp)', () => {
		const announced = [
			call('t1', { title: 'npm test', kind: 'execute', status: 'pending' }),
			agentTerminal('t1'),
		] as const;
		const asking: SessionEvent = {
			type: 'permission_requested',
			permissionId: 'p1',
			subject: { type: 'tool_call', toolCallId: 't1' },
			fields: {},
			options: [],
			at: 900,
		};
		const option = { optionId: 'yes', name: 'Allow', kind: 'allow_once' } as const;
		const allowed: SessionEvent = {
			type: 'permission_settled',
			permissionId: 'p1',
			state: { type: 'answered', option },
		};
		const output: SessionEvent = { type: 'terminal_output', terminalId: 't1', data: 'x' };
		assert.equal(rows(...announced).length, 1);
		assert.deepEqual(rows(...announced, asking), []);
		assert.equal(rows(...announced, asking, allowed).length, 1);
		assert.equal(rows(...announced, asking, output).length, 1, 'what prints runs');
	});

	it('is every listed call, subagent and thing of an unknown kind, by the names people know [acp C243]', () => {
		const listed = rows(
			call('t1', { title: 'Index the code', status: 'in_progress', canCancel: true }),
			{ type: 'subagent', sessionId: 'c1', fields: { title: 'Reviewer', canCancel: true } },
			idle(
				callItem('t1'),
				{ type: 'subagent', sessionId: 'c1' },
				{ type: 'other', kind: 'zzz' },
				callItem('nobody'),
				{ type: 'terminal', terminalId: 'ghost' },
			),
		);
		assert.deepEqual(listed, [
			{ type: 'tool_call', label: 'Index the code', canStop: true },
			{ type: 'subagent', label: 'Reviewer', canStop: true },
			{ type: 'other', label: 'Something of kind zzz', canStop: false },
			{ type: 'other', label: 'Tool call', canStop: false },
			{ type: 'other', label: 'Command', canStop: false },
		]);
	});

	it('has an id for each, so that two unknown things are two rows [acp C243]', () => {
		const { state } = play(idle({ type: 'other', kind: 'a' }, { type: 'other', kind: 'a' }));
		assert.equal(new Set(runningWork(state).map(({ id }) => id)).size, 2);
	});

	it('names a thing once, however often the agent lists it', () => {
		const started = call('t1', { title: 'Index', status: 'in_progress' });
		assert.equal(rows(started, idle(callItem('t1'), callItem('t1'))).length, 1);
		assert.equal(rows(idle(callItem('nobody'), callItem('nobody'))).length, 1);
	});

	it('holds nothing that has ended, whatever the list still says [acp C243]', () => {
		assert.deepEqual(
			rows(
				call('t1', { title: 'Done', status: 'completed' }),
				{ type: 'subagent', sessionId: 'c1', fields: { title: 'Reviewer', state: 'idle' } },
				idle(callItem('t1'), { type: 'subagent', sessionId: 'c1' }),
			),
			[],
		);
	});

	it('goes with an empty list, and stays while the agent does not say [acp C244]', () => {
		const begun = [call('t1', { title: 'Watch', status: 'in_progress' }), idle(callItem('t1'))];
		assert.equal(rows(...begun, { type: 'work', work: { type: 'idle' } }).length, 1);
		assert.equal(rows(...begun, idle()).length, 0);
	});

	it('names a command once: with its call where that can be stopped, else by itself [acp C259] [acp C260]', () => {
		const content = [{ type: 'terminal', terminalId: 'x' }] as const;
		const item: BackgroundItem[] = [callItem('t1'), { type: 'terminal', terminalId: 'x' }];
		const watch = { title: 'Watch', status: 'in_progress', content } as const;
		assert.deepEqual(rows(agentTerminal('x'), call('t1', { ...watch, canCancel: true }), idle(...item)), [
			{ type: 'tool_call', label: 'Watch', canStop: true, terminalId: 'x' },
		]);
		assert.deepEqual(rows(agentTerminal('x', true), call('t1', watch), idle(...item)), [
			{ type: 'terminal', label: 'run x', canStop: true, terminalId: 'x' },
		]);
		assert.deepEqual(rows(agentTerminal('x'), call('t1', watch), idle(...item)), [
			{ type: 'tool_call', label: 'Watch', canStop: false, terminalId: 'x' },
		]);
	});

	it('says what is being stopped until the agent says that it has ended [acp C261]', () => {
		const events = [
			call('t1', { title: 'Watch', status: 'in_progress', canCancel: true }),
			idle(callItem('t1')),
		];
		const entryId = play(...events).entries[0]?.id ?? '';
		const asked: SessionEvent = { type: 'call_cancelling', entryId, isCancelling: true };
		assert.equal(rows(...events, asked)[0]?.isStopping, true);
		const ended: SessionEvent = {
			type: 'tool_call_update',
			toolCallId: 't1',
			fields: { status: 'cancelled' },
		};
		assert.deepEqual(rows(...events, asked, ended), []);
	});

	it('costs no more for many commands without a name in a long conversation [hazard A7]', () => {
		const events: SessionEvent[] = [];
		for (let n = 0; n < 10_000; n++) events.push(call(`t${n}`, { title: 'Read' }));
		for (let n = 0; n < 2_000; n++)
			events.push({ type: 'terminal_started', terminalId: `x${n}`, fields: {} });
		const content = [{ type: 'terminal', terminalId: 'x7' }] as const;
		const { state } = play(...events, call('t1', { content }), call('t2', { title: 'Build', content }));
		const begin = performance.now();
		const running = runningWork(state);
		assert.ok(performance.now() - begin < 500, `${performance.now() - begin} ms`);
		assert.deepEqual([running.length, running[7]?.label, running[8]?.label], [2_000, 'Build', 'Command']);
	});

	it('does not make the session busy', () => {
		const session = projectSession(play(idle({ type: 'other', kind: 'zzz' })).state);
		assert.equal(session.turn.type, 'idle');
		assert.equal(session.running.length, 1);
	});
});
