/**
 * The turn in every state, and everything that can happen to it there. What is expected is written out here, apart from
 * the table that the reducer goes by: a wrong row fails under the name of its event and state.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostEvent, SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import {
	impossible,
	transitions,
	transitionFor,
	type TurnEvent,
	type TurnFacts,
	turnEvents,
	type TurnName,
	turnStates,
} from '../../../../../src/core/session/reducer/turnTransitions.ts';
import { permission, prompt, seed, text } from '../driver/play.ts';
import { idle, working } from '../driver/shapes.ts';

const stateNames = Object.keys(turnStates) as TurnName[];
const eventNames = Object.keys(turnEvents) as TurnEvent[];

const elicitation = (entryId: string): SessionEvent => ({
	type: 'elicitation_requested',
	entryId,
	message: 'Which?',
	mode: { type: 'form', fields: [] },
});
const declined = (entryId: string): SessionEvent => ({
	type: 'elicitation_settled',
	entryId,
	state: { type: 'declined' },
});
const queued: SessionEvent = { type: 'prompt_queued', id: 'q1', content: [text('next')], place: 'here' };
const call: SessionEvent = { type: 'tool_call', toolCallId: 'open', fields: { status: 'in_progress' } };
const asked: SessionEvent = {
	...(permission('p1', 'asked') as HostEvent & { type: 'permission_requested' }),
};
const stopped: SessionEvent = { type: 'cancel_requested', at: 600 };

/** How a session gets into each state: with an open call, and, unless it is idle, one prompt that it answers. */
const ways: Readonly<Record<TurnName, readonly SessionEvent[]>> = {
	idle: [call],
	running: [prompt('go'), call],
	requires_action: [prompt('go'), call, asked],
	stopping: [prompt('go'), call, stopped],
};

function sessionIn(name: TurnName, setup: readonly SessionEvent[] = []): SessionState {
	const state = createSessionState(seed);
	for (const event of [...setup, ...ways[name]]) reduce(state, event, 1000);
	// Stop has cancelled the call of its turn: this is one that came after it.
	if (name === 'stopping') reduce(state, { ...call, toolCallId: 'late' } as SessionEvent, 1000);
	assert.equal(state.turn.type, name, 'the way leads there');
	return state;
}

/** What is to be seen of a step: the next state, and what else of the turn is different. */
function step(state: SessionState, event: SessionEvent): string {
	const { turnCount, lastEnd, turnPrompts } = state;
	const open = openCalls(state);
	reduce(state, event, 2000);
	const { type } = state.turn;
	return [
		type,
		...(state.turnCount > turnCount ? ['new turn'] : []),
		...(state.lastEnd === lastEnd ? [] : [`end ${state.lastEnd?.reason}`]),
		...(openCalls(state) < open ? ['calls cancelled'] : []),
		...(state.turnPrompts.length < turnPrompts.length ? ['prompts dropped'] : []),
	].join(', ');
}

const openCalls = ({ entries }: SessionState): number =>
	[...entries.values()].filter((entry) => entry.type === 'tool_call' && entry.status !== 'cancelled').length;

interface Row {
	readonly on: TurnEvent;
	/** Which of its guards. */
	readonly when: string;
	/** Before the session is brought into the state. */
	readonly before?: readonly SessionEvent[];
	/** In that state already. */
	readonly setup?: readonly SessionEvent[];
	readonly event: SessionEvent;
	/** After `idle`, `running`, `requires_action` and `stopping`; undefined where another row shows it. */
	readonly leads: readonly (string | undefined)[];
}

const ended: SessionEvent = { type: 'turn_ended', end: { reason: 'max_tokens' }, at: 2000 };
const followed: SessionEvent = {
	type: 'turn_ended',
	end: { reason: 'end_turn' },
	isFollowed: true,
	at: 2000,
};
const over = 'idle, end max_tokens, calls cancelled, prompts dropped';
const failed = 'idle, end error, calls cancelled, prompts dropped';
const failedStopped = 'idle, end cancelled, calls cancelled, prompts dropped';

const rows: readonly Row[] = [
	{
		on: 'prompt_submitted',
		when: 'at any time',
		event: prompt('more'),
		leads: ['running, new turn', 'running, new turn', 'requires_action, new turn', 'stopping'],
	},
	{
		on: 'prompt_submitted',
		when: 'a question waits that no turn has asked',
		before: [elicitation('q')],
		event: prompt('more'),
		leads: ['requires_action, new turn', undefined, undefined, undefined],
	},
	{
		on: 'prompt_resent',
		when: 'at any time',
		event: { type: 'prompt_resent', at: 2000 },
		leads: ['running', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'prompt_dequeued',
		when: 'at any time',
		setup: [queued],
		event: { type: 'prompt_dequeued', id: 'q1', at: 2000 },
		leads: ['running, new turn', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'prompt_injected',
		when: 'at any time',
		setup: [queued],
		event: { type: 'prompt_injected', id: 'q1', at: 2000 },
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'prompt_withdrawn',
		when: 'the turn was about it alone',
		event: { type: 'prompt_unsent' },
		leads: ['idle', failed, failed, failedStopped],
	},
	{
		on: 'prompt_withdrawn',
		when: 'the driver knows how the turn ended',
		event: { type: 'prompt_unsent', end: { reason: 'refusal' } },
		leads: ['idle', ...Array<string>(3).fill('idle, end refusal, calls cancelled, prompts dropped')],
	},
	{
		on: 'prompt_withdrawn',
		when: 'the agent works',
		setup: [working()],
		event: { type: 'prompt_unsent' },
		leads: [
			undefined,
			'running, prompts dropped',
			'requires_action, prompts dropped',
			'stopping, prompts dropped',
		],
	},
	{
		on: 'prompt_withdrawn',
		when: 'it waits for a login',
		event: { type: 'prompt_awaiting_login', content: [text('go')] },
		leads: ['idle', failed, failed, failedStopped],
	},
	{
		on: 'request_opened',
		when: 'it is a question',
		event: elicitation('q'),
		leads: ['idle', 'requires_action', 'requires_action', 'stopping'],
	},
	{
		on: 'request_opened',
		when: 'it is a permission',
		event: permission('p2', 'open'),
		leads: ['idle', 'requires_action', 'requires_action', 'stopping'],
	},
	{
		on: 'request_closed',
		when: 'another one waits',
		setup: [elicitation('q')],
		event: declined('q'),
		leads: ['idle', undefined, 'requires_action', 'stopping'],
	},
	{
		on: 'request_closed',
		when: 'it was the last',
		event: { type: 'permission_settled', permissionId: 'p1', state: { type: 'cancelled', by: 'user' } },
		leads: ['idle', 'running', 'running', 'stopping'],
	},
	{
		on: 'work_busy',
		when: 'it runs',
		event: working(),
		leads: ['running, new turn', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'work_busy',
		when: 'it waits for the user',
		event: working('requires_action'),
		leads: ['requires_action, new turn', 'requires_action', 'requires_action', 'stopping'],
	},
	{
		on: 'work_busy',
		when: 'it is in a state of its own',
		event: { type: 'work', work: { type: 'other', name: 'dreaming' } },
		leads: ['running, new turn', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'work_busy',
		when: 'history is replayed',
		setup: [{ type: 'replay_started' }],
		event: working('requires_action'),
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'work_idle',
		when: 'nothing else is said',
		event: idle(),
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'work_idle',
		when: 'it had waited for the user',
		setup: [working('requires_action')],
		event: idle(),
		leads: [undefined, undefined, 'requires_action', 'stopping'],
	},
	{
		on: 'work_idle',
		when: 'history is replayed',
		setup: [{ type: 'replay_started' }],
		event: idle(),
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'cancel_requested',
		when: 'at any time',
		event: { type: 'cancel_requested', at: 2000 },
		leads: ['idle', 'stopping, calls cancelled', 'stopping, calls cancelled', 'stopping'],
	},
	{ on: 'turn_ended', when: 'nothing follows', event: ended, leads: ['idle', over, over, over] },
	{
		on: 'turn_ended',
		when: 'a prompt follows that the agent has not taken up',
		event: followed,
		leads: [
			'idle',
			...Array<string>(3).fill('running, new turn, end end_turn, calls cancelled, prompts dropped'),
		],
	},
	{
		on: 'turn_failed',
		when: 'nothing follows',
		event: { type: 'turn_failed', at: 2000 },
		leads: ['idle', failed, failed, failedStopped],
	},
	{
		on: 'turn_failed',
		when: 'a prompt follows that the agent has not taken up',
		event: { type: 'turn_failed', isFollowed: true, end: { reason: 'refusal' }, at: 2000 },
		leads: [
			'idle',
			...Array<string>(3).fill('running, new turn, end refusal, calls cancelled, prompts dropped'),
		],
	},
	{
		on: 'turn_silent',
		when: 'for long',
		event: { type: 'turn_silent', isSilent: true },
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'turn_silent',
		when: 'no more',
		event: { type: 'turn_silent', isSilent: false },
		leads: ['idle', 'running', 'requires_action', 'stopping'],
	},
	{
		on: 'replay_ended',
		when: 'the agent is at rest',
		setup: [{ type: 'replay_started' }, { ...call, toolCallId: 'replayed' }],
		event: { type: 'replay_ended' },
		leads: Array<string>(4).fill('idle, calls cancelled'),
	},
	{
		on: 'replay_ended',
		when: 'the agent works',
		setup: [{ type: 'replay_started' }, { ...call, toolCallId: 'replayed' }, working()],
		event: { type: 'replay_ended' },
		// The history counts the turns anew.
		leads: ['running, new turn', 'running', 'running', 'running'],
	},
];

describe('the turn', () => {
	for (const { on, when, before = [], setup = [], event, leads } of rows)
		for (const [at, name] of stateNames.entries()) {
			const expected = leads[at];
			if (expected === undefined) continue;
			it(`that is ${name}, on ${on} when ${when}: ${expected}`, () => {
				const state = sessionIn(name, before);
				for (const one of setup) reduce(state, one, 1500);
				assert.equal(state.turn.type, name, 'it is still there');
				assert.equal(step(state, event), expected);
			});
		}

	it('keeps the prompts that are not taken up for the next turn, and no others', () => {
		const state = sessionIn('running', []);
		const [first = ''] = state.turnPrompts.map(({ entryId }) => entryId);
		reduce(state, { type: 'prompt_taken', entryId: first }, 1500);
		reduce(state, queued, 1500);
		reduce(state, { type: 'prompt_dequeued', id: 'q1', at: 1500 }, 1500);
		const [, second = ''] = state.turnPrompts.map(({ entryId }) => entryId);
		reduce(state, followed, 2000);
		assert.deepEqual(
			state.turnPrompts.map(({ entryId }) => entryId),
			[second],
		);
		assert.deepEqual([...state.expectedEchoes.keys()], [second]);
	});

	it('shows that nothing happens only while it runs, and until something does', () => {
		const state = sessionIn('running');
		reduce(state, { type: 'turn_silent', isSilent: true }, 2000);
		assert.deepEqual(state.turn, { type: 'running', startedAt: 500, isSilent: true });
		reduce(state, { type: 'turn_silent', isSilent: false }, 2000);
		assert.deepEqual(state.turn, { type: 'running', startedAt: 500, isSilent: false });
	});

	it('keeps the time at which it began until the next one begins', () => {
		const state = sessionIn('requires_action');
		assert.deepEqual(state.turn, { type: 'requires_action', startedAt: 500 });
		reduce(state, { type: 'cancel_requested', at: 2000 }, 2000);
		assert.deepEqual(state.turn, { type: 'stopping', startedAt: 500, stopAt: 2000 });
		reduce(state, { ...followed, at: 3000 }, 3000);
		assert.deepEqual(state.turn, { type: 'running', startedAt: 3000 });
	});
});

describe('the table of the turn', () => {
	for (const on of eventNames)
		for (const name of stateNames)
			it(`says what follows for ${on} in ${name}, whatever the guards say`, () => {
				const fitting = transitions.filter((row) => row.on === on && row.in.includes(name));
				const isImpossible = impossible.some((pair) => pair.on === on && pair.in.includes(name));
				if (isImpossible) return assert.deepEqual(fitting, [], 'impossible, and yet a row');
				assert.equal(fitting.filter(({ when }) => when === undefined).length, 1, 'one row has no guard');
				assert.equal(fitting.at(-1)?.when, undefined, 'it comes last');
			});

	it('has each pair of event and state in the rows above', () => {
		const shown = new Set(
			rows.flatMap(({ on, leads }) =>
				stateNames.flatMap((name, at) => (leads[at] === undefined ? [] : [`${on} ${name}`])),
			),
		);
		const missing = eventNames
			.flatMap((on) => stateNames.map((name) => `${on} ${name}`))
			.filter((pair) => !shown.has(pair));
		assert.deepEqual(missing, []);
	});

	it('has no row that never counts', () => {
		const facts: readonly TurnFacts[] = [{}, { isFollowed: true }, { wasOfTurn: true }, { isSilent: true }];
		const works = [[], [working()], [{ type: 'replay_started' }]] as const;
		const counted = new Set(
			stateNames.flatMap((name) =>
				works.flatMap((setup) => {
					const state = sessionIn(name);
					// A state as only the reducer makes them, in which the turn is the one that is looked at.
					const { turn } = state;
					for (const event of setup) reduce(state, event, 1500);
					const looked = { ...state, turn, turnPrompts: [], queue: [] };
					return eventNames.flatMap((on) => facts.map((one) => transitionFor(looked, on, one)));
				}),
			),
		);
		assert.deepEqual(
			transitions.filter((row) => !counted.has(row)),
			[],
		);
	});
});
