/**
 * The states of a turn, and what moves it from one to the next, as a table: the first row counts whose event, state and
 * guard fit. `turn.ts` carries it out, `docs/turn.md` is printed from it.
 */
import type { SessionState } from '../model/sessionState.ts';
import type { TurnState } from '../model/turnState.ts';
import { isAsking, isBusy, isForNothing } from './turnFacts.ts';

export type TurnName = TurnState['type'];

/** The states, and what each means. */
export const turnStates = {
	idle: 'No turn runs.',
	running: 'The agent works, or a prompt is on its way to it.',
	requires_action: 'A permission or a question waits for the user, or the agent says that it does.',
	stopping: 'Stop was asked for. Only the word of the agent ends the turn, or its end.',
} as const satisfies Record<TurnName, string>;

/** What moves a turn, and which events of the session it stands for. */
export const turnEvents = {
	prompt_submitted: 'A prompt of the user becomes a message of the transcript.',
	prompt_resent: 'The prompt that waited for a login goes out.',
	prompt_dequeued: 'A prompt of the queue becomes a message: it goes out, or the agent has taken it up.',
	prompt_injected: 'The agent has taken a prompt of the queue into its turn, as it says.',
	prompt_withdrawn:
		'A prompt did not reach the agent, or came back (`prompt_unsent`, `prompt_awaiting_login`).',
	request_opened: 'A permission or a question begins to wait for the user.',
	request_closed: 'A permission or a question is settled.',
	work_busy: 'The agent says that it works or waits, or names a state that is not known.',
	work_idle: 'The agent says that it is idle. Whether that ends the turn is a decision: see below.',
	cancel_requested: 'The turn is asked to stop.',
	turn_ended: 'The turn is over, as the agent says or as its silence means.',
	turn_failed: 'The turn is over without a word on how it ended.',
	turn_silent: 'Nothing has happened for long, or something does again.',
	replay_ended: 'The history of the agent has taken the place of the transcript.',
} as const;

export type TurnEvent = keyof typeof turnEvents;

/** What is known besides the state, from the event. */
export interface TurnFacts {
	/** The agent has prompts that it has not taken up yet: they begin the next turn. */
	readonly isFollowed?: boolean;
	/** The prompt was one of those that the turn is about. */
	readonly wasOfTurn?: boolean;
	readonly isSilent?: boolean;
}

type Guard = (state: SessionState, facts: TurnFacts) => boolean;

export const turnGuards = {
	replaying: ({ isReplaying }) => isReplaying,
	followed: (_state, { isFollowed }) => isFollowed === true,
	nothing_left: (state, { wasOfTurn }) => wasOfTurn === true && isForNothing(state),
	other_silence: ({ turn }, { isSilent }) => turn.type === 'running' && (turn.isSilent === true) !== isSilent,
	busy: ({ work }) => isBusy(work),
} as const satisfies Record<string, Guard>;

/** What each means, for the table that people read. */
export const turnGuardWords = {
	replaying: 'the agent replays its history',
	followed: 'the agent has prompts that it has not taken up',
	nothing_left: 'the turn was about that prompt, and the agent has nothing else to do',
	other_silence: 'it is not shown so yet',
	busy: 'the agent has said that it works',
} as const satisfies Record<keyof typeof turnGuards, string>;

/** What the reducer does, in that order, before the turn is in its next state. */
export const turnEffects = {
	count_turn: 'A new turn is counted, and its time begins.',
	close_requests:
		'The open message is complete, and what waits for the user is withdrawn, but for what runs on after the turn.',
	drop_prompts: 'The turn is about no prompt any more, and none of them is expected to be repeated.',
	drop_taken_prompts: 'The prompts that the agent has not taken up are those of the next turn.',
	bring_back: 'What only this side knows of the conversation comes back into the history.',
	cancel_calls: 'Tool calls without an end are cancelled, but for those that run on after the turn.',
	cancel_compactions: 'Compactions without an end are cancelled, but for those that run on after the turn.',
	end_attempts: 'What was tried again is no more: how that went is how the turn ended.',
	store_end: '`lastEnd` says how the turn ended.',
	mark_silence: 'The turn shows whether nothing happens.',
} as const;

export type TurnEffect = keyof typeof turnEffects;

/** `working`: `requires_action` while the user is asked or the agent says so, else `running`. `same`: as it is. */
type TurnTarget = TurnName | 'working' | 'same';

export interface Transition {
	readonly on: TurnEvent;
	readonly in: readonly TurnName[];
	readonly when?: keyof typeof turnGuards;
	readonly to: TurnTarget;
	readonly does: readonly TurnEffect[];
}

const every: readonly TurnName[] = ['idle', 'running', 'requires_action', 'stopping'];
const working: readonly TurnName[] = ['running', 'requires_action'];
const active: readonly TurnName[] = ['running', 'requires_action', 'stopping'];
const ended = [
	'close_requests',
	'drop_prompts',
	'cancel_calls',
	'cancel_compactions',
	'end_attempts',
	'store_end',
] as const;
const followed = [
	'close_requests',
	'drop_taken_prompts',
	'cancel_calls',
	'cancel_compactions',
	'end_attempts',
	'store_end',
	'count_turn',
] as const;

export const transitions: readonly Transition[] = [
	{ on: 'prompt_submitted', in: ['idle', ...working], to: 'working', does: ['count_turn'] },
	{ on: 'prompt_resent', in: ['idle'], to: 'working', does: [] },
	{ on: 'prompt_dequeued', in: ['idle'], to: 'working', does: ['count_turn'] },
	{ on: 'prompt_dequeued', in: active, to: 'same', does: [] },
	{ on: 'prompt_injected', in: every, to: 'same', does: [] },
	{ on: 'prompt_withdrawn', in: active, when: 'nothing_left', to: 'idle', does: ended },
	{ on: 'prompt_withdrawn', in: every, to: 'same', does: [] },
	{ on: 'request_opened', in: working, to: 'working', does: [] },
	{ on: 'request_opened', in: ['idle', 'stopping'], to: 'same', does: [] },
	{ on: 'request_closed', in: working, to: 'working', does: [] },
	{ on: 'request_closed', in: ['idle', 'stopping'], to: 'same', does: [] },
	{ on: 'work_busy', in: every, when: 'replaying', to: 'same', does: [] },
	{ on: 'work_busy', in: ['idle'], to: 'working', does: ['count_turn'] },
	{ on: 'work_busy', in: working, to: 'working', does: [] },
	{ on: 'work_busy', in: ['stopping'], to: 'same', does: [] },
	{ on: 'work_idle', in: every, when: 'replaying', to: 'same', does: [] },
	{ on: 'work_idle', in: working, to: 'working', does: [] },
	{ on: 'work_idle', in: ['idle', 'stopping'], to: 'same', does: [] },
	{ on: 'cancel_requested', in: working, to: 'stopping', does: ['cancel_calls', 'end_attempts'] },
	{ on: 'cancel_requested', in: ['idle', 'stopping'], to: 'same', does: [] },
	{ on: 'turn_ended', in: active, when: 'followed', to: 'working', does: followed },
	{ on: 'turn_ended', in: active, to: 'idle', does: ended },
	{ on: 'turn_failed', in: active, when: 'followed', to: 'working', does: followed },
	{ on: 'turn_failed', in: active, to: 'idle', does: ended },
	{ on: 'turn_silent', in: ['running'], when: 'other_silence', to: 'same', does: ['mark_silence'] },
	{ on: 'turn_silent', in: every, to: 'same', does: [] },
	{
		on: 'replay_ended',
		in: every,
		when: 'busy',
		to: 'working',
		does: ['close_requests', 'drop_prompts', 'end_attempts', 'bring_back', 'count_turn'],
	},
	{
		on: 'replay_ended',
		in: every,
		to: 'idle',
		does: [
			'close_requests',
			'drop_prompts',
			'end_attempts',
			'bring_back',
			'cancel_calls',
			'cancel_compactions',
		],
	},
];

/** Pairs that do not come about, and why: nothing follows from them. */
export const impossible: readonly {
	readonly on: TurnEvent;
	readonly in: readonly TurnName[];
	readonly why: string;
}[] = [
	{
		on: 'prompt_submitted',
		in: ['stopping'],
		why: 'in a turn the prompt is queued, and a replay, after which one is submitted again, has left `stopping`',
	},
	{ on: 'prompt_resent', in: active, why: 'after a login in a turn that runs the prompt goes on waiting' },
	{ on: 'turn_ended', in: ['idle'], why: 'only what runs is ended' },
	{ on: 'turn_failed', in: ['idle'], why: 'only what runs is ended' },
];

/** The row that counts. Undefined for a pair that is impossible. */
export function transitionFor(
	state: SessionState,
	event: TurnEvent,
	facts: TurnFacts,
): Transition | undefined {
	const { type } = state.turn;
	return transitions.find(
		({ on, in: states, when }) =>
			on === event && states.includes(type) && (when === undefined || turnGuards[when](state, facts)),
	);
}

/** A turn that runs, as the user should see it: it waits for them while anything is pending, or the agent says so. */
export function workingTurn(
	state: Pick<SessionState, 'work' | 'pendingPermissions' | 'pendingElicitations'>,
	startedAt: number,
): TurnState {
	const { work } = state;
	if (isAsking(state) || work.type === 'requires_action') return { type: 'requires_action', startedAt };
	return { type: 'running', startedAt, ...(work.type === 'other' ? { stateName: work.name } : {}) };
}
