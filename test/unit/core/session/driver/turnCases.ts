/**
 * What the driver does about a turn on every occasion in every state, written out apart from the table that it goes by.
 */
import type { Occasion } from '../../../../../src/core/session/driver/turnDecisions.ts';
import type { DecisionFacts } from '../../../../../src/core/session/driver/turnGuards.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { TurnState } from '../../../../../src/core/session/model/turnState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { type TurnName, turnStates } from '../../../../../src/core/session/reducer/turnTransitions.ts';
import { seed, text } from './play.ts';
import { idle } from './shapes.ts';
import { steeringCases } from './steeringCases.ts';

export const stateNames = Object.keys(turnStates) as TurnName[];

const turns: Readonly<Record<TurnName, TurnState>> = {
	idle: { type: 'idle' },
	running: { type: 'running', startedAt: 1 },
	requires_action: { type: 'requires_action', startedAt: 1 },
	stopping: { type: 'stopping', startedAt: 1, stopAt: 2 },
};

const sent = { entryId: 'e1', isSent: true, isTaken: false, isNamed: false } as const;
const here = { id: 'q1', content: [text('next')], place: 'here' } as const;
const there = { ...here, place: 'agent' } as const;

export interface Case {
	readonly on: Occasion;
	readonly when: string;
	readonly state?: Partial<SessionState>;
	readonly facts?: Omit<DecisionFacts, 'state'>;
	/** In `idle`, `running`, `requires_action` and `stopping`. */
	readonly leads: readonly [string, string, string, string];
}

const always = (effects: string): Case['leads'] => [effects, effects, effects, effects];
const inTurn = (idleEffects: string, effects: string): Case['leads'] => [
	idleEffects,
	effects,
	effects,
	effects,
];

const login = { promptAwaitingLogin: [text('awaiting_login')] };
const asks = { turnPrompts: [{ ...sent, isTaken: true, isAnswered: true }] } as const;
const work = idle() as NonNullable<DecisionFacts['work']>;
const busy = { work: { type: 'running' } } as const;
const approved = { isApproved: true, isOpen: true };
const about = { entryId: 'e1' };
const ofTurn = { turnPrompts: [sent] };

export const cases: readonly Case[] = [
	{
		on: 'prompt_given',
		when: 'the agent runs',
		facts: approved,
		leads: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_given',
		when: 'a prompt waits for a login',
		facts: approved,
		state: login,
		leads: always('refuse'),
	},
	{ on: 'prompt_given', when: 'nothing is approved', leads: inTurn('ask_approval', 'queue_here') },
	{
		on: 'prompt_given',
		when: 'it is approved, and does not run',
		facts: { isApproved: true },
		leads: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts',
		facts: approved,
		state: { agentQueuesPrompts: true },
		leads: ['submit, send', 'queue_at_agent', 'queue_at_agent', 'queue_here'],
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts, and one has not gone out yet',
		facts: approved,
		state: { agentQueuesPrompts: true, turnPrompts: [{ ...sent, isSent: false }] },
		leads: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts, and one waits here',
		facts: approved,
		state: { agentQueuesPrompts: true, queue: [here] },
		leads: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_ready',
		when: 'the session is open',
		facts: { isOpen: true, isSame: true },
		leads: ['send', 'send', 'send', 'give_back, say_stopped, cancel_work'],
	},
	{
		on: 'prompt_ready',
		when: 'it did not open',
		facts: { isSame: true },
		leads: inTurn('refuse', 'give_back, refuse'),
	},
	{ on: 'prompt_ready', when: 'it did not open, and another turn runs', leads: always('refuse') },
	{
		on: 'prompt_ready',
		when: 'it wants a login',
		facts: { isSame: true },
		state: { agent: { type: 'login_required', reason: 'no', methods: [] } },
		leads: inTurn('refuse', 'keep_for_login'),
	},
	{
		on: 'prompt_answered',
		when: 'the turn is about something else',
		facts: { ...about, isEnd: true },
		leads: always('take_prompt'),
	},
	{
		on: 'prompt_answered',
		when: 'that is the end',
		facts: { ...about, isEnd: true },
		state: ofTurn,
		leads: inTurn('', 'take_prompt, end_as_told'),
	},
	{
		on: 'prompt_answered',
		when: 'the agent has spoken',
		facts: { ...about, hasSpoken: true },
		state: ofTurn,
		leads: inTurn('', 'take_prompt, end_unreported'),
	},
	{
		on: 'prompt_answered',
		when: 'the work on it is done',
		facts: about,
		state: { turnPrompts: [{ ...sent, work: 'done' }] },
		leads: inTurn('', 'take_prompt, end_unreported'),
	},
	{
		on: 'prompt_answered',
		when: 'work on it is done, and the agent works again',
		facts: about,
		state: { turnPrompts: [{ ...sent, work: 'done' }], ...busy },
		leads: inTurn('', 'take_prompt, await_word'),
	},
	{
		on: 'prompt_answered',
		when: 'nothing more is known',
		facts: about,
		state: ofTurn,
		leads: inTurn('', 'take_prompt, await_word'),
	},
	{
		on: 'prompt_failed',
		when: 'its message is that of another one, and it comes back',
		facts: { ...about, isWithdrawn: true, isUnsent: true },
		state: asks,
		leads: always('return_text'),
	},
	{
		on: 'prompt_failed',
		when: 'it is another’s',
		facts: about,
		state: asks,
		leads: always('return_text, tell'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent works on it',
		facts: { ...about, isBegun: true, isUnsent: true },
		leads: always('take_prompt, tell, await_end'),
	},
	{
		on: 'prompt_failed',
		when: 'a login is wanted for the prompt of the turn',
		facts: { ...about, wantsLogin: true },
		state: ofTurn,
		leads: [
			'keep_for_login, show_login',
			'keep_for_login, show_login',
			'keep_for_login, show_login',
			'tell, fail_turn',
		],
	},
	{
		on: 'prompt_failed',
		when: 'a login is wanted for another prompt',
		facts: { ...about, wantsLogin: true },
		leads: always('keep_for_login, show_login'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent gives it back',
		facts: { ...about, isUnsent: true, isWithdrawn: true },
		state: ofTurn,
		leads: always('give_back'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent refuses it',
		facts: { ...about, isUnsent: true },
		state: ofTurn,
		leads: always('give_back, tell'),
	},
	{
		on: 'prompt_failed',
		when: 'the turn is about it',
		facts: about,
		state: ofTurn,
		leads: inTurn('tell', 'tell, fail_turn'),
	},
	{ on: 'prompt_failed', when: 'the turn is about something else', facts: about, leads: always('tell') },
	{
		on: 'queued_answered',
		when: 'that is the end',
		facts: { isEnd: true },
		leads: always('take_queued, end_as_told'),
	},
	{ on: 'queued_answered', when: 'that is not the end', leads: always('take_queued, await_word') },
	{ on: 'queued_failed', when: 'it is a message already', leads: always('end_failed') },
	{
		on: 'queued_failed',
		when: 'it was taken back',
		facts: { queued: there, isWithdrawn: true, wantsLogin: true },
		leads: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'the user wants it back',
		facts: { queued: { ...there, place: 'withdrawing' } },
		leads: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'the user has stopped it',
		facts: { queued: { ...there, isRecalled: true } },
		leads: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'a login is wanted',
		facts: { queued: there, wantsLogin: true },
		leads: always('return_refused, end_if_done, show_login'),
	},
	{
		on: 'queued_failed',
		when: 'nobody has asked for that',
		facts: { queued: there },
		leads: always('return_refused, end_if_done, tell'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests after its work',
		facts: { work },
		state: busy,
		leads: inTurn('report', 'report, end_as_told'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests, and has taken up a prompt',
		facts: { work },
		state: asks,
		leads: inTurn('report', 'report, end_as_told'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests, and the prompt has not gone out',
		facts: { work },
		state: { ...busy, turnPrompts: [{ ...sent, isSent: false }] },
		leads: always('report'),
	},
	{ on: 'work_reported', when: 'the agent has rested before', facts: { work }, leads: always('report') },
	{
		on: 'work_reported',
		when: 'history is replayed',
		facts: { work },
		state: { ...busy, isReplaying: true },
		leads: always('report'),
	},
	{
		on: 'turn_ending',
		when: 'at any time',
		leads: [
			'',
			'withdraw_requests, end_turn, say_why, go_on',
			'withdraw_requests, end_turn, say_why, go_on',
			'withdraw_requests, kill_commands, end_turn, say_why, go_on',
		],
	},
	{
		on: 'silence_elapsed',
		when: 'the agent is at nothing',
		leads: ['', 'end_unreported', 'end_unreported', 'end_cancelled'],
	},
	{
		on: 'silence_elapsed',
		when: 'the agent has spoken',
		facts: { isHeard: true },
		leads: inTurn('', 'await_word'),
	},
	{ on: 'silence_elapsed', when: 'the agent works', state: busy, leads: inTurn('', 'await_word') },
	{
		on: 'silence_elapsed',
		when: 'the user is asked',
		state: { pendingElicitations: ['q'] },
		leads: inTurn('', 'await_word'),
	},
	{ on: 'silence_elapsed', when: 'a prompt is not taken up', state: ofTurn, leads: inTurn('', 'await_word') },
	{
		on: 'stop_pressed',
		when: 'at any time',
		leads: [
			'return_queue, recall_queue',
			'return_queue, recall_queue, stop_turn',
			'return_queue, recall_queue, stop_turn',
			'return_queue, recall_queue',
		],
	},
	{
		on: 'stop_unanswered',
		when: 'the agent works',
		facts: { isSame: true },
		state: busy,
		leads: ['', '', '', 'offer_force'],
	},
	{ on: 'stop_unanswered', when: 'another turn stops', state: busy, leads: always('') },
	{
		on: 'stop_unanswered',
		when: 'there is nothing to stop',
		facts: { isSame: true },
		state: asks,
		leads: ['', '', '', 'end_cancelled'],
	},
	{
		on: 'stop_unanswered',
		when: 'the prompt is not answered',
		facts: { isSame: true },
		state: { turnPrompts: [{ ...sent, isTaken: true }] },
		leads: ['', '', '', 'offer_force'],
	},
	{
		on: 'hurry_pressed',
		when: 'it waits here',
		facts: { queued: here },
		leads: ['move_first, send_next', 'move_first, stop_turn', 'move_first, stop_turn', 'move_first'],
	},
	{ on: 'hurry_pressed', when: 'the agent has it', facts: { queued: there }, leads: always('') },
	...steeringCases,
	{
		on: 'resume_pressed',
		when: 'the last turn is blocked, and says how it goes on',
		state: { lastEnd: { reason: 'blocked', resume: { type: 'prompt', text: 'Go on' } } },
		leads: inTurn('go_on', ''),
	},
	{ on: 'resume_pressed', when: 'the last turn came to its end', leads: always('') },
	{ on: 'turn_over', when: 'it ended well, and nothing waits', facts: { isWell: true }, leads: always('') },
	{
		on: 'turn_over',
		when: 'it ended well',
		facts: { isWell: true },
		state: { queue: [here] },
		leads: inTurn('send_next', ''),
	},
	{
		on: 'turn_over',
		when: 'the queue is paused',
		facts: { isWell: true },
		state: { queue: [here], queuePause: 'failure' },
		leads: always(''),
	},
	{
		on: 'turn_over',
		when: 'the queue is paused, and the user wants one now',
		facts: { isWell: true },
		state: { queue: [{ ...here, isNext: true }], queuePause: 'failure' },
		leads: inTurn('send_next', ''),
	},
	{ on: 'turn_over', when: 'it failed', state: { queue: [here] }, leads: always('pause') },
	{
		on: 'turn_over',
		when: 'it waits for a login',
		state: { queue: [here], ...login },
		leads: always('pause_for_login'),
	},
	{
		on: 'queue_resumed',
		when: 'it is paused',
		state: { queuePause: 'failure' },
		leads: inTurn('resume, send_next', 'resume'),
	},
	{ on: 'queue_resumed', when: 'it is not paused', leads: always('') },
	{
		on: 'queue_resumed',
		when: 'a prompt waits for a login',
		state: { queuePause: 'login', ...login },
		leads: always(''),
	},
	{ on: 'login_done', when: 'a prompt waits for it', state: login, leads: inTurn('resend', 'reopen') },
	{ on: 'login_done', when: 'nothing waits for it', leads: always('reopen') },
	{ on: 'agent_left', when: 'at any time', leads: inTurn('', 'fail_turn') },
];

/** The case in a state. */
export function factsOf(name: TurnName, { state = {}, facts: more = {} }: Case): DecisionFacts {
	return { state: { ...createSessionState(seed), ...state, turn: turns[name] }, ...more };
}
