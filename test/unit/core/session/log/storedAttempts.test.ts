/** Attempts, tasks and other turns over a reload of the window. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { AttemptPatch } from '../../../../../src/core/session/model/attempts.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import { prompt } from '../driver/play.ts';
import { LogRig, restored } from './logRig.ts';

const waiting: AttemptPatch = {
	state: 'waiting',
	number: 2,
	of: 3,
	nextAt: 5_000,
	cause: 'timeout',
	message: 'Too late',
};
const call = (status: 'in_progress' | 'failed'): AgentEvent => ({
	type: 'tool_call',
	toolCallId: 't1',
	fields: { status },
});

function afterReload(...events: readonly SessionEvent[]): SessionState {
	const rig = new LogRig();
	rig.play(...events);
	rig.write();
	assert.equal(rig.read().brokenLines, 0);
	return restored(rig.read());
}

function told(state: SessionState): string[] {
	return [...state.entries.values()].flatMap((entry) => {
		const attempts = entry.type === 'attempt' || entry.type === 'tool_call' ? entry.attempts : undefined;
		return attempts === undefined ? [] : [`${entry.type} ${attempts.state} ${attempts.number}`];
	});
}

describe('what was tried again, in the next window', () => {
	it('stands there as it ended, with its cause', () => {
		const state = afterReload(
			...[prompt('go'), call('failed'), { type: 'attempt', attempt: waiting } as const],
			{ type: 'attempt', toolCallId: 't1', attempt: waiting },
			{ type: 'attempt', toolCallId: 't1', attempt: { state: 'gave_up', number: 3 } },
			{ type: 'attempt', attempt: { state: 'recovered', number: 2 } },
		);
		assert.deepEqual(told(state), ['tool_call gave_up 3', 'attempt recovered 2']);
		const [, tried] = state.entries.values();
		assert.ok(tried?.type === 'tool_call');
		assert.deepEqual(tried.attempts?.failure, { before: 2, cause: 'timeout', message: 'Too late' });
	});

	it('waits for nothing any more where it had not ended', () => {
		const state = afterReload(
			...[prompt('go'), call('in_progress'), { type: 'attempt', attempt: waiting } as const],
			{ type: 'attempt', toolCallId: 't1', attempt: waiting },
		);
		assert.deepEqual(told(state), ['tool_call stopped 2', 'attempt stopped 2']);
		for (const entry of state.entries.values())
			if (entry.type === 'attempt') assert.equal(entry.attempts.nextAt, undefined);
		reduce(state, { type: 'attempt', attempt: { ...waiting, number: 3 } }, 3_000);
		assert.deepEqual(told(state), ['tool_call stopped 2', 'attempt stopped 2'], 'a late word begins nothing');
	});
});

describe('tasks and other turns, in the next window', () => {
	it('are what they were, with what was done in them, and do nothing any more', () => {
		const group = (
			sessionId: string,
			fields: Extract<AgentEvent, { type: 'subagent' }>['fields'],
		): AgentEvent => ({
			type: 'subagent',
			sessionId,
			fields,
		});
		const state = afterReload(
			prompt('go'),
			group('k1', { kind: 'task', title: 'Nightly build', state: 'failed' }),
			{ type: 'in_subagent', sessionId: 'k1', event: group('n1', { kind: 'turn', title: 'Ask the other' }) },
			{ type: 'in_subagent', sessionId: 'n1', event: call('in_progress') },
		);
		const entries = [...state.entries.values()];
		const groups = entries.flatMap((entry) => (entry.type === 'subagent' ? [entry] : []));
		assert.deepEqual(
			groups.map(({ kind, title, state: own }) => [kind, title, own]),
			[
				['task', 'Nightly build', 'failed'],
				['turn', 'Ask the other', 'idle'],
			],
		);
		assert.equal(groups[1]?.parentId, groups[0]?.id);
		assert.equal(entries.find(({ type }) => type === 'tool_call')?.parentId, groups[1]?.id);
	});
});
