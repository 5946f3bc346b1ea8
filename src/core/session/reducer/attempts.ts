/**
 * What is known of attempts at one thing, after one more word about it. Words come late, twice and out of order, so they
 * are not counted: the highest number counts, and of the words about one number the one that comes last in its life.
 */
import * as limits from '../../base/limits.ts';
import type { ToolStatus } from '../../base/toolCall.ts';
import {
	type AttemptFailure,
	type AttemptPatch,
	type Attempts,
	type AttemptState,
	isBeingTried,
} from '../model/attempts.ts';

/** Which word about an attempt comes last. */
const ranks: Readonly<Record<AttemptState, number>> = {
	waiting: 0,
	running: 1,
	stopped: 3,
	recovered: 4,
	gave_up: 5,
};
/** What was only inferred yields to each word on how it went. */
const inferredRank = 2;

/**
 * @param known undefined before the first word
 * @returns the same object where nothing is new; undefined where there is nothing to tell, such as the end of nothing
 */
export function withAttempt(
	known: Attempts | undefined,
	patch: AttemptPatch,
	now: number,
): Attempts | undefined {
	const number = numberOf(known, patch);
	if (number === undefined) return known;
	const said = { state: patch.state, number };
	const isNews = known === undefined || isLater(said, known);
	const of = countOf(isNews ? (patch.of ?? known?.of) : (known.of ?? patch.of));
	const failure = latestFailure(known?.failure, failureIn(patch, number));
	const current: Attempts = isNews ? said : known;
	const nextAt = isNews || isSame(said, known) ? timeAfter(current.nextAt, patch, now) : current.nextAt;
	const joined: Attempts = {
		number: current.number,
		...(of === undefined ? {} : { of }),
		state: current.state,
		...(nextAt === undefined || current.state !== 'waiting' ? {} : { nextAt }),
		...(failure === undefined ? {} : { failure }),
		...(current.isInferred === undefined ? {} : { isInferred: true }),
	};
	return known !== undefined && isEqual(joined, known) ? known : joined;
}

/** The end of what was tried, as what happened next tells. The same object where nothing is being tried. */
export function endedAs(known: Attempts, state: 'recovered' | 'gave_up' | 'stopped'): Attempts {
	if (!isBeingTried(known)) return known;
	const { nextAt: _nextAt, ...rest } = known;
	return { ...rest, state, isInferred: true };
}

/** What the end of a call tells of the attempts at it. */
export function endOfCall(status: ToolStatus): 'recovered' | 'gave_up' | 'stopped' {
	if (status === 'completed') return 'recovered';
	return status === 'failed' ? 'gave_up' : 'stopped';
}

/** Undefined for what is about no attempt. An agent that does not count means the next, or the one there is. */
function numberOf(known: Attempts | undefined, { number, state }: AttemptPatch): number | undefined {
	if (number !== undefined) return countOf(number);
	if (state !== 'waiting') return known?.number;
	return Math.min((known?.number ?? 1) + 1, limits.attemptNumber);
}

function countOf(count: number | undefined): number | undefined {
	return count !== undefined && Number.isInteger(count) && count > 0 && count <= limits.attemptNumber
		? count
		: undefined;
}

type Stage = Pick<Attempts, 'number' | 'state' | 'isInferred'>;

function isLater(one: Stage, other: Stage): boolean {
	return one.number > other.number || (one.number === other.number && rankOf(one) > rankOf(other));
}

function isSame(one: Stage, other: Stage): boolean {
	return one.number === other.number && rankOf(one) === rankOf(other);
}

function rankOf({ state, isInferred }: Stage): number {
	return isInferred === true ? inferredRank : ranks[state];
}

/** What the last attempt failed with comes after it. */
function failureIn({ cause, message, state }: AttemptPatch, number: number): AttemptFailure | undefined {
	if (cause === undefined && message === undefined) return undefined;
	const words = message === undefined ? {} : { message: message.slice(0, limits.titleChars) };
	return { before: state === 'gave_up' ? number + 1 : number, cause: cause ?? 'other', ...words };
}

function latestFailure(
	known: AttemptFailure | undefined,
	said: AttemptFailure | undefined,
): AttemptFailure | undefined {
	return said === undefined || (known !== undefined && known.before >= said.before) ? known : said;
}

/** The later of both; said from now on, only the first word counts. A time too far ahead is none. */
function timeAfter(
	known: number | undefined,
	{ nextAt, nextInMs }: AttemptPatch,
	now: number,
): number | undefined {
	const said = nextAt ?? (known === undefined && nextInMs !== undefined ? now + nextInMs : undefined);
	if (said === undefined || !(said > 0 && said <= now + limits.attemptAheadMs)) return known;
	return Math.max(known ?? said, said);
}

function isEqual(one: Attempts, other: Attempts): boolean {
	return (
		isSame(one, other) &&
		one.state === other.state &&
		one.of === other.of &&
		one.nextAt === other.nextAt &&
		one.failure === other.failure
	);
}
