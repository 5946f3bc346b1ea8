/** What is tried again: one entry, whatever is said of it, in any order and any number of times. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { AttemptPatch, Attempts } from '../../../../../src/core/session/model/attempts.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { TurnEnd } from '../../../../../src/core/session/model/turnState.ts';
import { checkModel, pick, type Random } from '../../../../tools/seeded.ts';
import { chunk, play, type Played, prompt } from '../driver/play.ts';

const ofCall = (attempt: AttemptPatch, toolCallId = 't1'): AgentEvent => ({
	type: 'attempt',
	toolCallId,
	attempt,
});
const ofTurn = (attempt: AttemptPatch, attemptId?: string): AgentEvent => ({
	type: 'attempt',
	...(attemptId === undefined ? {} : { attemptId }),
	attempt,
});
const call = (status: 'in_progress' | 'completed' | 'failed', toolCallId = 't1'): AgentEvent => ({
	type: 'tool_call_update',
	toolCallId,
	fields: { status },
});
const waiting = (number: number): AttemptPatch => ({
	state: 'waiting',
	number,
	of: 3,
	nextAt: 5000 + number,
	cause: 'network',
	message: `Failed before ${number}`,
});
const end = (reason: TurnEnd['reason']): SessionEvent => ({ type: 'turn_ended', end: { reason }, at: 2000 });

/** All attempts that stand in the transcript, in order. */
function attemptsIn({ entries }: Played): Attempts[] {
	return entries.flatMap((entry) => {
		if (entry.type === 'attempt') return [entry.attempts];
		return entry.type === 'tool_call' && entry.attempts !== undefined ? [entry.attempts] : [];
	});
}

const statusOf = ({ entries }: Played): string =>
	entries.flatMap((entry) => (entry.type === 'tool_call' ? [entry.status] : [])).join(' ');
const kindsOf = ({ entries }: Played): string => entries.map(({ type }) => type).join(' ');
const stateOf = (played: Played): string =>
	attemptsIn(played)
		.map(({ number, state }) => `${state} ${number}`)
		.join(', ');

describe('a call that is tried again', () => {
	it('is one card with its number, its cause and its time, which recovers', () => {
		const failed = [prompt('go'), call('failed'), ofCall(waiting(2))];
		const waits = play(...failed);
		assert.equal(kindsOf(waits), 'message tool_call');
		assert.equal(statusOf(waits), 'in_progress', 'it is not failed while it is tried again');
		assert.deepEqual(attemptsIn(waits), [
			{
				number: 2,
				of: 3,
				state: 'waiting',
				nextAt: 5002,
				failure: { before: 2, cause: 'network', message: 'Failed before 2' },
			},
		]);
		const done = play(
			...failed,
			ofCall({ state: 'running', number: 2 }),
			ofCall({ state: 'recovered', number: 2 }),
			call('completed'),
		);
		assert.equal(stateOf(done), 'recovered 2');
		assert.equal(attemptsIn(done)[0]?.nextAt, undefined, 'nothing is waited for any more');
		assert.equal(statusOf(done), 'completed');
	});

	it('goes on when it has recovered: how it ends is for the agent to say', () => {
		const recovered = ofCall({ state: 'recovered', number: 2 });
		const played = play(prompt('go'), call('in_progress'), ofCall(waiting(2)), recovered);
		assert.equal(stateOf(played), 'recovered 2');
		assert.equal(statusOf(played), 'in_progress');
	});

	it('is failed when the agent gives up, and says what it failed with last', () => {
		const done = play(
			...[prompt('go'), call('in_progress'), ofCall(waiting(2)), ofCall(waiting(3))],
			ofCall({ state: 'gave_up', number: 3, cause: 'timeout', message: 'Too late' }),
		);
		assert.equal(statusOf(done), 'failed');
		assert.equal(stateOf(done), 'gave_up 3');
		assert.deepEqual(attemptsIn(done)[0]?.failure, { before: 4, cause: 'timeout', message: 'Too late' });
	});

	it('has recovered, given up or stopped as the call ends, where the agent does not say', () => {
		const begun = [prompt('go'), call('in_progress'), ofCall(waiting(2))];
		assert.equal(stateOf(play(...begun, call('completed'))), 'recovered 2');
		assert.equal(stateOf(play(...begun, call('failed'))), 'gave_up 2');
		assert.equal(stateOf(play(...begun, { type: 'cancel_requested', at: 1 })), 'stopped 2');
		assert.equal(stateOf(play(...begun, end('end_turn'))), 'stopped 2');
	});

	it('goes on with the next attempt after each failure', () => {
		const played = play(
			...[prompt('go'), call('failed'), ofCall(waiting(2)), call('failed'), ofCall(waiting(3))],
			...[call('completed')],
		);
		assert.equal(stateOf(played), 'recovered 3');
		assert.equal(statusOf(played), 'completed');
	});

	it('is not begun again by a late word, when it has ended or its turn is over', () => {
		assert.equal(statusOf(play(prompt('go'), call('completed'), ofCall(waiting(2)))), 'completed');
		const after = play(prompt('go'), call('failed'), end('end_turn'), ofCall(waiting(2)));
		assert.equal(statusOf(after), 'failed');
		assert.deepEqual(attemptsIn(after), [], 'nobody would end it');
		const next = play(
			...[prompt('go'), call('in_progress'), ofCall(waiting(2)), end('end_turn'), prompt('more')],
			...[ofCall(waiting(3))],
		);
		assert.equal(stateOf(next), 'stopped 2');
	});

	it('is none that the agent has not named, and changes nothing', () => {
		const { changes, entries } = play(ofCall(waiting(2), 'unknown'));
		assert.deepEqual([changes, entries], [[], []]);
	});
});

describe('the work of a turn that is tried again', () => {
	it('is one line, which has recovered once the agent goes on', () => {
		const played = play(
			...[prompt('go'), ofTurn(waiting(1)), ofTurn(waiting(2)), chunk('It works'), ofTurn(waiting(1))],
			...[chunk(' again')],
		);
		assert.equal(kindsOf(played), 'message attempt message attempt message');
		assert.equal(stateOf(played), 'recovered 2, recovered 1', 'what comes later is another one');
	});

	it('is not ended by the reports of calls that run beside it', () => {
		const played = play(prompt('go'), call('in_progress'), ofTurn(waiting(2)), call('completed'));
		assert.equal(stateOf(played), 'waiting 2');
	});

	it('is counted where the agent does not count', () => {
		const retry = ofTurn({ state: 'waiting', cause: 'overloaded' });
		assert.equal(stateOf(play(prompt('go'), retry, retry, ofTurn({ state: 'gave_up' }))), 'gave_up 3');
		assert.equal(
			stateOf(play(prompt('go'), ofTurn({ state: 'gave_up' }))),
			'',
			'the end of nothing is nothing',
		);
	});

	it('ends with the turn, as the turn ends', () => {
		const begun = [prompt('go'), ofTurn(waiting(2), 'a')];
		assert.equal(stateOf(play(...begun, end('error'))), 'gave_up 2');
		assert.equal(stateOf(play(...begun, end('end_turn'))), 'recovered 2');
		assert.equal(stateOf(play(...begun, { type: 'cancel_requested', at: 1 })), 'stopped 2');
		assert.equal(stateOf(play(...begun, end('blocked'))), 'stopped 2');
		const told = play(...begun, end('end_turn'), ofTurn({ state: 'gave_up', number: 2 }, 'a'));
		assert.equal(stateOf(told), 'gave_up 2', "the agent's own word counts more, also when it comes late");
		assert.equal(stateOf(play(...begun, end('end_turn'), ofTurn(waiting(3), 'a'))), 'recovered 2');
	});

	it('is nothing outside of a turn', () => {
		assert.deepEqual(play(ofTurn(waiting(2))).entries, []);
	});

	it('of a child that runs on after the turn stops with the agent', () => {
		const inside = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'c1', event });
		const work = { type: 'idle' } as const;
		const background = [{ type: 'subagent', sessionId: 'c1' }] as const;
		const begun = [prompt('go'), inside(ofTurn(waiting(2))), { type: 'work', work, background } as const];
		assert.equal(stateOf(play(...begun, end('end_turn'))), 'waiting 2');
		const gone = { type: 'agent_state', agent: { type: 'exited' } } as const;
		assert.equal(stateOf(play(...begun, end('end_turn'), gone)), 'stopped 2');
	});

	it('stands in the child that it is of, and goes on without what the parent says', () => {
		const inside = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'c1', event });
		const played = play(prompt('go'), inside(ofTurn(waiting(2))), chunk('Meanwhile'));
		const attempt = played.entries.find(({ type }) => type === 'attempt');
		assert.equal(attempt?.parentId, played.state.subagents.get('c1'));
		assert.equal(stateOf(played), 'waiting 2');
		assert.equal(
			stateOf(play(prompt('go'), inside(ofTurn(waiting(2))), inside(chunk('On') as AgentEvent))),
			'recovered 2',
		);
	});
});

describe('a history that the agent tells anew', () => {
	it('takes nothing away of what was tried, and nothing of it waits', () => {
		const user: SessionEvent = {
			type: 'message_chunk',
			role: 'user',
			content: { type: 'text', text: 'go' },
		};
		const told = [user, call('completed'), chunk('Done')];
		const begun = [prompt('go'), { type: 'prompt_sent', entryId: 'e1' } as const, call('in_progress')];
		const tried = [ofCall(waiting(2)), ofTurn(waiting(3))];
		const replay = [{ type: 'replay_started' } as const, ...told, { type: 'replay_ended' } as const];
		const ended = play(...begun, ...tried, chunk('Done'), call('completed'), end('end_turn'), ...replay);
		assert.equal(kindsOf(ended), 'message tool_call attempt message');
		assert.equal(stateOf(ended), 'recovered 2, recovered 3');
		const open = play(...begun, ...tried, ...replay);
		assert.equal(attemptsIn(open).length, 2);
		for (const { state } of attemptsIn(open)) assert.match(state, /recovered|stopped/u);
	});
});

describe('words of a hostile agent about attempts', () => {
	const numbers = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, limits.attemptNumber + 1];
	for (const number of numbers)
		it(`of number ${number} say nothing`, () => {
			assert.equal(stateOf(play(prompt('go'), ofTurn({ state: 'waiting', number }))), '');
		});

	for (const nextAt of [-1, Number.NaN, Number.POSITIVE_INFINITY, limits.attemptAheadMs * 2])
		it(`of the time ${nextAt} name no time`, () => {
			const [attempts] = attemptsIn(play(prompt('go'), ofTurn({ state: 'waiting', number: 2, nextAt })));
			assert.equal(attempts?.nextAt, undefined);
		});

	it('are kept as far as they are shown', () => {
		const message = 'x'.repeat(limits.titleChars + 1);
		const [attempts] = attemptsIn(play(prompt('go'), ofTurn({ ...waiting(2), message })));
		assert.equal(attempts?.failure?.message?.length, limits.titleChars);
	});

	it('that repeat what is known change nothing', () => {
		const { changes } = play(prompt('go'), ofTurn(waiting(2)));
		assert.equal(play(prompt('go'), ofTurn(waiting(2)), ofTurn(waiting(2))).changes.length, changes.length);
	});
});

/** Every word about three attempts, the last of which ends it. */
const words = (last: 'recovered' | 'gave_up'): readonly AttemptPatch[] => [
	...[2, 3].flatMap((number) => [waiting(number), { state: 'running', number } as const]),
	{ state: last, number: 3, ...(last === 'gave_up' ? { cause: 'timeout' as const } : {}) },
];

function shuffledWords(random: Random): readonly AttemptPatch[] {
	const all = words(pick(random, ['recovered', 'gave_up'] as const));
	const repeated = [...all, ...all.filter(() => random(3) === 0)];
	return repeated
		.map((word) => ({ word, at: random(1000) }))
		.toSorted((a, b) => a.at - b.at)
		.map(({ word }) => word);
}

describe('words about attempts in any order, some of them twice', () => {
	for (const [name, say] of [
		['a call', (attempt: AttemptPatch) => ofCall(attempt)],
		['a turn', (attempt: AttemptPatch) => ofTurn(attempt, 'job')],
	] as const)
		it(`come to the same for ${name}, in one entry`, () =>
			checkModel<AttemptPatch>({
				runs: 300,
				steps: shuffledWords,
				check: (steps) => {
					const before = [prompt('go'), call('failed')];
					const inAnyOrder = play(...before, ...steps.map(say));
					const ranks = ['waiting', 'running', 'recovered', 'gave_up'];
					const inOrder = play(
						...before,
						...steps
							.toSorted((a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state))
							.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
							.map(say),
					);
					assert.deepEqual(attemptsIn(inAnyOrder), attemptsIn(inOrder));
					assert.equal(attemptsIn(inAnyOrder).length, steps.length === 0 ? 0 : 1);
					assert.equal(statusOf(inAnyOrder), statusOf(inOrder));
				},
			}));
});
