/**
 * What the host says in a transcript, as a code with its parameters: `core/view/sayings.ts` has the words, which are
 * chosen when they are shown, in the language of the window.
 */
import type { Sentence, Spoken } from '../../base/sentence.ts';

/** Each with what is in its words, in order. */
const parameters = {
	cannot_do: ['agent'],
	request_not_accepted: ['agent'],
	session_unknown: ['agent'],
	service_login_refused: ['agent'],
	service_busy: ['agent'],
	service_problem: ['agent'],
	choice_refused: ['agent', 'option'],
	choices_refused: ['agent'],
	spawn_failed: ['agent'],
	exited: ['agent'],
	unreachable: ['agent'],
	no_connection: ['agent'],
	disconnected: ['agent'],
	exited_often: ['agent', 'times', 'minutes'],
	exited_often_hint: [],
	unknown_protocol: ['agent'],
	no_answer: ['agent'],
	too_large: ['agent'],
	not_reading: ['agent'],
	not_allowed: ['agent'],
	secret_refused: ['agent'],
	not_offered: ['agent'],
	not_taken: ['agent'],
	not_steered: ['agent'],
	not_steered_hint: [],
	steering_unanswered: ['agent'],
	steering_unanswered_hint: [],
	cancelled: [],
	reported_error: ['agent'],
	unnamed_error: [],
	stopped: [],
	token_limit: [],
	request_limit: [],
	refused: ['agent'],
	refused_hint: [],
	blocked: ['agent'],
	blocked_hint: [],
	blocked_resume_hint: [],
	other_reason: ['agent'],
	other_reason_name: ['name'],
	not_stopped: ['agent'],
	not_stopped_hint: [],
	wordless: ['agent'],
	wordless_hint: [],
	history_missing: [],
	history_missing_hint: [],
	started_anew: ['agent'],
	started_anew_hint: [],
	not_brought_back: ['agent'],
	not_brought_back_hint: [],
	cannot_copy: ['agent'],
	cannot_copy_hint: [],
	slow_start: ['agent'],
	slow_start_hint: [],
	slow_start_noise: ['line'],
	servers_left_out: [],
	servers_not_taken: ['agent', 'names'],
	servers_same_name: ['name'],
	permission_refused: [],
	permission_same_ids: ['id'],
	entries_left_out: ['count'],
	turns_left_out: ['count'],
	turn_outside_history: [],
	rest_outside_history: [],
	restarted: [],
	ended: [],
	ended_hint: [],
	ended_elsewhere_hint: [],
	interrupted: [],
	conversation_lost: [],
	conversation_lost_hint: ['agent'],
	attachments_lost: ['more', 'names'],
	images_not_sent: ['agent'],
	audio_not_sent: ['agent'],
	not_sent_hint: [],
	went_back: ['prompt'],
	went_back_unnamed: [],
	went_back_files: ['count'],
	went_back_some: ['count', 'of'],
	redone: [],
} as const;

export type SayingCode = keyof typeof parameters;

export const sayingCodes = /* @__PURE__ */ Object.keys(parameters) as readonly SayingCode[];

export type SayingArgument = string | number | readonly string[] | Sentence;

type ArgumentsFor<Names extends readonly string[]> = { readonly [At in keyof Names]: SayingArgument };

/** One for each name; names of several things come as a list. */
type SayingArguments<Code extends SayingCode> = ArgumentsFor<(typeof parameters)[Code]>;

export interface Saying {
	readonly code: SayingCode;
	readonly args: readonly SayingArgument[];
}

/** Words of others as they are, of an agent or of what an older version has stored; or ours, in no language yet. */
export type Words = Spoken | Saying;

export function saying<const Code extends SayingCode>(code: Code, ...args: SayingArguments<Code>): Saying {
	return { code, args };
}

/** True for a code with its parameters. */
export function isSaying(words: Words): words is Saying {
	return typeof words !== 'string' && 'code' in words;
}

/** True for the same words of others, or the same code with the same parameters. */
export function isSameWords(
	one: Words | readonly Words[] = '',
	other: Words | readonly Words[] = '',
): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
