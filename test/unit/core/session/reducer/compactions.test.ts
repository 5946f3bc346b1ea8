/** What becomes of a compaction that the agent never ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { play, prompt } from '../driver/play.ts';

const compaction = (status: 'in_progress' | 'completed'): AgentEvent => ({
	type: 'compaction',
	compactionId: 'c',
	status,
});
const ended: SessionEvent = { type: 'turn_ended', end: { reason: 'end_turn' }, at: 2 };
const statuses = (...events: SessionEvent[]): string[] =>
	play(prompt('go'), ...events).entries.flatMap((entry) =>
		entry.type === 'compaction' ? [entry.status] : [],
	);

describe('a compaction without an end', () => {
	it('is cancelled by the end of its turn', () => {
		assert.deepEqual(statuses(compaction('in_progress'), ended), ['cancelled']);
		assert.deepEqual(statuses(compaction('in_progress'), { type: 'turn_failed', at: 2 }), ['cancelled']);
	});

	it('is cancelled by the end of the agent', () => {
		const exited: SessionEvent = { type: 'agent_state', agent: { type: 'exited' } };
		assert.deepEqual(statuses(ended, compaction('in_progress'), exited), ['cancelled']);
	});

	it('is cancelled by the end of a history that leaves it open', () => {
		const replay: SessionEvent[] = [
			{ type: 'replay_started' },
			compaction('in_progress'),
			{ type: 'replay_ended' },
		];
		assert.deepEqual(statuses(ended, ...replay), ['cancelled']);
	});

	it('goes on after Stop, until the turn ends', () => {
		const stop: SessionEvent = { type: 'cancel_requested', at: 2 };
		assert.deepEqual(statuses(compaction('in_progress'), stop), ['in_progress']);
		assert.deepEqual(statuses(compaction('in_progress'), stop, ended), ['cancelled']);
	});

	it('goes on in a child session that runs on after the turn', () => {
		const inChild: AgentEvent = {
			type: 'in_subagent',
			sessionId: 'child',
			event: compaction('in_progress'),
		};
		const work: AgentEvent = {
			type: 'work',
			work: { type: 'idle' },
			background: [{ type: 'subagent', sessionId: 'child' }],
		};
		assert.deepEqual(statuses(inChild, work, ended), ['in_progress']);
	});

	it('is what the agent says of it later', () => {
		assert.deepEqual(statuses(compaction('in_progress'), ended, compaction('completed')), ['completed']);
	});

	it('stays as it ended', () => {
		assert.deepEqual(statuses(compaction('completed'), ended), ['completed']);
	});
});
