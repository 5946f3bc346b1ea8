/** What a failed agent or request means for the user: the sentence for each reason, and what to do next. */
import { AgentError, wordsOf } from '../../base/errors.ts';
import { type Saying, saying } from '../model/saying.ts';
import type { AuthMethod } from '../model/auth.ts';
import type { NoticeAction, NoticeEntry } from '../model/entry.ts';
import type { TurnEnd } from '../model/turnState.ts';
import type { Spoken } from '../../base/sentence.ts';
import type { Clock } from '../../base/clock.ts';
import * as limits from '../../base/limits.ts';

export type Notice = Pick<NoticeEntry, 'severity' | 'title' | 'detail' | 'actions' | 'marks'>;

/** The code of "authentication required" (docs/protocol.md#error-codes). */
const authRequired = -32000;

/** True when the agent wants the user to log in before it does what it was asked (acp C30). */
export function isLoginRequired(error: unknown): error is AgentError {
	return isAgentAnswer(error) && error.code === authRequired;
}

/** True for an error that came as the agent's answer, also one that refuses a prompt (`refused`). */
export function isAgentAnswer(error: unknown): error is AgentError {
	return AgentError.is(error, 'answered') || AgentError.is(error, 'refused');
}

/** The code of a request that was withdrawn (docs/protocol.md#error-codes). */
const requestCancelled = -32800;

/** True for the answer to a request that was withdrawn. */
export function isWithdrawn(error: unknown): boolean {
	return isAgentAnswer(error) && error.code === requestCancelled;
}

/** Codes that speak of the request, and not of what came of it (docs/protocol.md#error-codes). */
const requestCodes: ReadonlySet<number | undefined> = new Set([-32601, -32602]);

/** The error as one of the work that the agent began on: without the codes that would call the request itself wrong. */
export function asFailureOfWork(error: AgentError): AgentError {
	const { words, code, data } = error;
	const known = code === undefined || requestCodes.has(code) ? {} : { code };
	return new AgentError('answered', words, { cause: error, data, ...known });
}

/** The agent wants a login, and these are its ways. */
export class LoginRequired extends AgentError {
	readonly methods: readonly AuthMethod[];

	constructor(error: AgentError, methods: readonly AuthMethod[]) {
		super('answered', error.words, { cause: error, code: authRequired, data: error.data });
		this.name = 'LoginRequired';
		this.methods = methods;
	}
}

/** A notice for an error of the agent named `agentTitle`. */
export function failureNotice(agentTitle: string, thrown: unknown): Notice {
	const reason = AgentError.is(thrown) ? thrown.reason : undefined;
	const answer = isAgentAnswer(thrown) ? answeredWith(agentTitle, thrown.code) : undefined;
	return {
		severity: 'error',
		title: answer?.title ?? titleOf(agentTitle, reason),
		detail: reasonOf(thrown),
		actions: answer?.actions ?? actionsFor(reason),
	};
}

/** What the error says, a line each where it has several. */
function reasonOf(thrown: unknown): NonNullable<Notice['detail']> {
	const words = wordsOf(thrown);
	return words.length === 1 && words[0] !== undefined ? words[0] : words;
}

/**
 * What a code of the agent means for the user; undefined for one that says nothing more (docs/protocol.md#error-codes).
 */
function answeredWith(
	agentTitle: string,
	code: number | undefined,
): Pick<Notice, 'title' | 'actions'> | undefined {
	switch (code) {
		case -32601:
			return { title: saying('cannot_do', agentTitle), actions: ['show_log'] };
		case -32602:
			return { title: saying('request_not_accepted', agentTitle), actions: ['show_log'] };
		case -32002:
			return {
				title: saying('session_unknown', agentTitle),
				actions: ['restart', 'new_session', 'show_log'],
			};
		// Some agents pass on the status of the service behind them (docs/agents-in-the-wild.md#errors-of-the-model).
		case 401:
		case 403:
			return {
				title: saying('service_login_refused', agentTitle),
				actions: ['login', 'show_log'],
			};
		case 429:
			return {
				title: saying('service_busy', agentTitle),
				actions: ['show_log'],
			};
		case 500:
		case 502:
		case 503:
		case 529:
			return { title: saying('service_problem', agentTitle), actions: ['show_log'] };
		default:
			return undefined;
	}
}

/** The agent did not take a choice of the user's. What was there before counts (acp C84). */
export function choiceRefusedNotice(agentTitle: string, optionName: Spoken, thrown: unknown): Notice {
	return {
		severity: 'warning',
		title: saying('choice_refused', agentTitle, optionName),
		detail: reasonOf(thrown),
		actions: ['show_log'],
	};
}

function titleOf(agentTitle: string, reason: AgentError['reason'] | undefined): Saying {
	switch (reason) {
		case 'spawn':
			return saying('spawn_failed', agentTitle);
		case 'exited':
			return saying('exited', agentTitle);
		case 'unreachable':
			return saying('unreachable', agentTitle);
		case 'rejected':
			return saying('no_connection', agentTitle);
		case 'disconnected':
			return saying('disconnected', agentTitle);
		case 'protocol':
			return saying('unknown_protocol', agentTitle);
		case 'timeout':
			return saying('no_answer', agentTitle);
		case 'tooLarge':
			return saying('too_large', agentTitle);
		case 'notReading':
			return saying('not_reading', agentTitle);
		case 'denied':
			return saying('not_allowed', agentTitle);
		case 'secretRefused':
			return saying('secret_refused', agentTitle);
		case 'unsupported':
			return saying('not_offered', agentTitle);
		case 'cancelled':
			return saying('cancelled');
		case 'refused':
			return saying('not_taken', agentTitle);
		case 'answered':
		case undefined:
			return saying('reported_error', agentTitle);
	}
}

function actionsFor(reason: AgentError['reason'] | undefined): readonly NoticeAction[] {
	switch (reason) {
		case 'spawn':
		case 'denied':
		case 'rejected':
			return ['open_settings', 'retry', 'show_log'];
		case 'secretRefused':
			return ['enter_secret', 'open_settings', 'show_log'];
		case 'unreachable':
			return ['reconnect', 'open_settings', 'show_log'];
		case 'disconnected':
			return ['reconnect', 'show_log'];
		case 'protocol':
			return ['show_log', 'open_settings', 'restart'];
		case 'cancelled':
		case 'unsupported':
			return [];
		case 'answered':
		case 'refused':
		case undefined:
			return ['show_log'];
		case 'exited':
		case 'timeout':
		case 'tooLarge':
		case 'notReading':
			return ['restart', 'show_log'];
	}
}

/** Why a turn ended, where that is worth a line (acp C54, C55). */
export function stopNotice(agentTitle: string, end: TurnEnd): Notice | undefined {
	const { reason, name, message } = end;
	switch (reason) {
		case 'end_turn':
			return undefined;
		case 'cancelled':
			return { severity: 'info', title: saying('stopped'), actions: [] };
		case 'max_tokens':
			return { severity: 'warning', title: saying('token_limit'), actions: [] };
		case 'max_turn_requests':
			return { severity: 'warning', title: saying('request_limit'), actions: [] };
		case 'refusal':
			return {
				severity: 'warning',
				title: saying('refused', agentTitle),
				detail: saying('refused_hint'),
				actions: [],
			};
		case 'blocked':
			return blockedNotice(agentTitle, end);
		case 'error':
			return {
				severity: 'error',
				title: saying('reported_error', agentTitle),
				detail: message ?? saying('unnamed_error'),
				actions: ['show_log'],
			};
		case 'not_reported':
			return undefined;
		case 'other':
			return {
				severity: 'info',
				title: saying('other_reason', agentTitle),
				...(name === undefined ? {} : { detail: saying('other_reason_name', name) }),
				actions: [],
			};
	}
}

/** It says what it needs, and offers to go on where that can be asked for. */
function blockedNotice(agentTitle: string, { message, needs = [], resume }: TurnEnd): Notice {
	const said = [...(message === undefined ? [] : [message]), ...needs];
	const hint = saying(resume === undefined ? 'blocked_hint' : 'blocked_resume_hint');
	return {
		severity: 'warning',
		title: saying('blocked', agentTitle),
		detail: [...said, hint],
		actions: resume === undefined ? [] : ['resume_turn'],
	};
}

/** An agent that was asked to stop and goes on: the turn ends only with its word, or by force (acp C60, hazard B6). */
export function unstoppedNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: saying('not_stopped', agentTitle),
		detail: saying('not_stopped_hint'),
		actions: ['force_stop', 'show_log'],
	};
}

/** Tells a crash loop from a crash (hazard B4). An agent is never started again by itself: the user decides that. */
export class CrashLoopDetector {
	readonly #clock: Clock;
	#times: readonly number[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** What to say of a failure of the agent named `agentTitle`: of one that exits again and again, that it does. */
	noticeOf(agentTitle: string, error: unknown): Notice {
		const notice = failureNotice(agentTitle, error);
		if (!AgentError.is(error, 'exited')) return notice;
		const now = this.#clock.now();
		this.#times = [...this.#times.filter((at) => now - at < limits.crashWindowMs), now];
		if (this.#times.length < limits.crashCount) return notice;
		const minutes = limits.crashWindowMs / 60_000;
		return {
			...notice,
			title: saying('exited_often', agentTitle, this.#times.length, minutes),
			detail: [saying('exited_often_hint'), ...error.words],
			actions: ['show_log', 'restart'],
		};
	}
}
