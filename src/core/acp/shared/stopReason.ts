import type { StopReason, TurnEnd } from '../../session/model/turnState.ts';

const known: ReadonlySet<string> = new Set<StopReason>([
	'end_turn',
	'max_tokens',
	'max_turn_requests',
	'refusal',
	'cancelled',
]);

/** Why the turn ended. A reason that we do not know is kept by its name (acp C54). */
export function toTurnEnd(reason: string | undefined): TurnEnd {
	if (reason === undefined) return { reason: 'not_reported' };
	return isKnown(reason) ? { reason } : { reason: 'other', name: reason };
}

function isKnown(reason: string): reason is StopReason {
	return known.has(reason);
}
