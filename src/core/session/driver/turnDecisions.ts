/**
 * What is done about a turn when the user or the agent does something, as a table: of the rows of an occasion the first
 * counts whose state and guard fit. The parts of the driver carry the rows out, `docs/turn.md` is printed from them.
 * How each step changes the state of the turn is `reducer/turnTransitions.ts`.
 */
import type { TurnName } from '../reducer/turnTransitions.ts';
import { type DecisionFacts, type GuardName, guards } from './turnGuards.ts';

export interface Decision {
	readonly in: readonly TurnName[];
	readonly when?: GuardName;
	/** In that order; none: nothing is done. */
	readonly does: readonly string[];
}

const every = ['idle', 'running', 'requires_action', 'stopping'] as const;
const active = ['running', 'requires_action', 'stopping'] as const;
const working = ['running', 'requires_action'] as const;
const unstopped = ['idle', 'running', 'requires_action'] as const;

/** The occasions, and what each is. */
export const occasions = {
	prompt_given: 'The user sends a prompt.',
	prompt_ready: 'The session is open for the prompt of the turn, or cannot be opened.',
	prompt_answered: 'The agent answers the prompt.',
	prompt_failed: 'The agent, or what is between, fails the prompt.',
	queued_answered: 'The agent answers a prompt that it had in its queue.',
	queued_failed: 'The agent fails a prompt that it had in its queue.',
	work_reported: 'The agent says whether it works.',
	turn_ending: 'A turn is to end: by the answer, the report or the silence of the agent.',
	silence_elapsed: 'A prompt is answered, its turn goes on, and the agent has said nothing for long.',
	stop_pressed: 'The user stops the turn.',
	stop_unanswered: 'The agent has not stopped for some time.',
	hurry_pressed: 'The user wants a prompt of the queue to go out now.',
	resume_pressed: 'The user wants a turn to go on that was blocked.',
	steering_answered: 'The agent answers a prompt that was sent into its turn.',
	steering_failed: 'The agent, or what is between, fails a prompt that was sent into its turn.',
	steering_unanswered: 'The agent has not said for some time what becomes of such a prompt.',
	steered_turn_over: 'A turn is over with a prompt that the agent has taken into it, and not named.',
	turn_over: 'A turn has ended, or did not come about.',
	queue_resumed: 'The user wants what waits here to go out again.',
	login_done: 'The user has logged in.',
	agent_left: 'The agent is gone, or is let go of; prompts that it has not taken up have come back.',
} as const;

export const decisions = {
	prompt_given: [
		{ in: every, when: 'awaits_login', does: ['refuse'] },
		{ in: active, when: 'urgent', does: ['queue_here', 'hurry'] },
		{ in: active, when: 'agent_queues', does: ['queue_at_agent'] },
		{ in: active, does: ['queue_here'] },
		{ in: ['idle'], when: 'steering', does: ['queue_here'] },
		{ in: ['idle'], when: 'unapproved', does: ['ask_approval'] },
		{ in: ['idle'], does: ['submit', 'send'] },
	],
	prompt_ready: [
		{ in: every, when: 'closed_over', does: ['refuse'] },
		{ in: active, when: 'closed_login', does: ['keep_for_login'] },
		{ in: active, when: 'closed', does: ['give_back', 'refuse'] },
		{ in: ['stopping'], does: ['give_back', 'say_stopped', 'cancel_work'] },
		{ in: unstopped, does: ['send'] },
	],
	prompt_answered: [
		{ in: every, when: 'left_turn', does: ['take_prompt'] },
		{ in: active, when: 'answer_ends', does: ['take_prompt', 'end_as_told'] },
		{ in: active, when: 'says_no_more', does: ['take_prompt', 'end_unreported'] },
		{ in: active, does: ['take_prompt', 'await_word'] },
	],
	prompt_failed: [
		{ in: every, when: 'other_taken_back', does: ['return_text'] },
		{ in: every, when: 'other_failed', does: ['return_text', 'tell'] },
		{ in: every, when: 'begun', does: ['take_prompt', 'tell', 'await_end'] },
		{ in: unstopped, when: 'wants_login', does: ['keep_for_login', 'show_login'] },
		{ in: ['stopping'], when: 'wants_login_later', does: ['keep_for_login', 'show_login'] },
		{ in: every, when: 'taken_back', does: ['give_back'] },
		{ in: every, when: 'unsent', does: ['give_back', 'tell'] },
		{ in: active, when: 'of_turn', does: ['tell', 'fail_turn'] },
		{ in: every, does: ['tell'] },
	],
	queued_answered: [
		{ in: every, when: 'answer_ends', does: ['take_queued', 'end_as_told'] },
		{ in: every, does: ['take_queued', 'await_word'] },
	],
	queued_failed: [
		{ in: every, when: 'in_transcript', does: ['end_failed'] },
		{ in: every, when: 'wanted_back', does: ['return_quietly', 'end_if_done'] },
		{ in: every, when: 'wants_login', does: ['return_refused', 'end_if_done', 'show_login'] },
		{ in: every, does: ['return_refused', 'end_if_done', 'tell'] },
	],
	work_reported: [
		{ in: active, when: 'ends', does: ['report', 'end_as_told'] },
		{ in: every, does: ['report'] },
	],
	turn_ending: [
		{ in: ['idle'], does: [] },
		{ in: working, does: ['withdraw_requests', 'end_turn', 'say_why', 'go_on'] },
		{ in: ['stopping'], does: ['withdraw_requests', 'kill_commands', 'end_turn', 'say_why', 'go_on'] },
	],
	silence_elapsed: [
		{ in: ['idle'], does: [] },
		{ in: active, when: 'goes_on', does: ['await_word'] },
		{ in: working, does: ['end_unreported'] },
		{ in: ['stopping'], does: ['end_cancelled'] },
	],
	stop_pressed: [
		{ in: working, does: ['return_queue', 'recall_queue', 'stop_turn'] },
		{ in: ['idle', 'stopping'], does: ['return_queue', 'recall_queue'] },
	],
	stop_unanswered: [
		{ in: unstopped, does: [] },
		{ in: ['stopping'], when: 'other_stop', does: [] },
		{ in: ['stopping'], when: 'nothing_to_stop', does: ['end_cancelled'] },
		{ in: ['stopping'], does: ['offer_force'] },
	],
	hurry_pressed: [
		{ in: every, when: 'cannot_hurry', does: [] },
		{ in: ['idle'], does: ['move_first', 'send_next'] },
		{ in: working, when: 'can_steer', does: ['steer'] },
		{ in: working, does: ['move_first', 'stop_turn'] },
		{ in: ['stopping'], does: ['move_first'] },
	],
	resume_pressed: [
		{ in: ['idle'], when: 'resumable', does: ['go_on'] },
		{ in: every, does: [] },
	],
	steering_answered: [
		{ in: every, when: 'out_of_queue', does: [] },
		{ in: every, when: 'awaits_login', does: ['return_here', 'pause_for_login'] },
		{ in: active, when: 'names_later', does: ['await_name'] },
		{ in: ['idle'], when: 'began', does: ['take_queued', 'await_word'] },
		{ in: ['idle'], when: 'injected', does: ['inject', 'send_next'] },
		{ in: active, when: 'injected', does: ['inject'] },
		{ in: every, when: 'recalled', does: ['return_quietly'] },
		{ in: every, when: 'unclear', does: ['doubt', 'tell_doubt'] },
		{ in: ['idle'], does: ['return_next', 'send_next'] },
		{ in: active, does: ['return_next'] },
	],
	steering_failed: [
		{ in: every, when: 'out_of_queue', does: [] },
		{ in: every, when: 'recalled', does: ['return_quietly'] },
		{ in: every, when: 'awaits_login', does: ['return_here', 'pause_for_login'] },
		{ in: ['idle'], does: ['return_next', 'send_next'] },
		{ in: active, when: 'wants_login', does: ['return_here', 'show_login'] },
		{ in: active, when: 'missing', does: ['return_here', 'forget_steering', 'tell'] },
		{ in: active, does: ['return_here', 'tell'] },
	],
	steering_unanswered: [
		{ in: every, when: 'out_of_queue', does: [] },
		{ in: every, when: 'recalled', does: ['return_quietly'] },
		{ in: every, does: ['doubt', 'tell_doubt'] },
	],
	steered_turn_over: [
		{ in: every, when: 'recalled', does: ['return_quietly'] },
		{ in: every, when: 'badly', does: ['return_here'] },
		{ in: every, does: ['inject'] },
	],
	turn_over: [
		{ in: every, when: 'badly_login', does: ['pause_for_login'] },
		{ in: every, when: 'badly', does: ['pause'] },
		{ in: ['idle'], when: 'due', does: ['send_next'] },
		{ in: every, does: [] },
	],
	queue_resumed: [
		{ in: every, when: 'not_paused', does: [] },
		{ in: ['idle'], does: ['resume', 'send_next'] },
		{ in: active, does: ['resume'] },
	],
	login_done: [
		{ in: ['idle'], when: 'awaits_login', does: ['resend'] },
		{ in: every, does: ['reopen'] },
	],
	agent_left: [
		{ in: ['idle'], does: [] },
		{ in: active, does: ['fail_turn'] },
	],
} as const satisfies Record<keyof typeof occasions, readonly Decision[]>;

export type Occasion = keyof typeof occasions;

/** What may have to be done on an occasion. */
export type Effect<On extends Occasion> = (typeof decisions)[On][number]['does'][number];

/** What is done now. */
export function decide<On extends Occasion>(occasion: On, facts: DecisionFacts): readonly Effect<On>[] {
	const { type } = facts.state.turn;
	const rows: readonly Decision[] = decisions[occasion];
	const row = rows.find(
		({ in: states, when }) => states.includes(type) && (when === undefined || guards[when](facts)),
	);
	return (row?.does ?? []) as readonly Effect<On>[];
}

/**
 * Decides, and does it.
 * @param effects how each is carried out
 * @returns what the last of them gives back that gives anything back
 */
export function act<On extends Occasion, Result = never>(
	occasion: On,
	facts: DecisionFacts,
	effects: Readonly<Record<Effect<On>, () => Result | void>>,
): Result | undefined {
	let result: Result | undefined;
	for (const effect of decide(occasion, facts)) result = effects[effect]() ?? result;
	return result;
}
