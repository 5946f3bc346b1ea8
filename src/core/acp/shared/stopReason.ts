import { knownWord } from '../../base/json.ts';
import type { TurnEnd } from '../../session/model/turnState.ts';

const reasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] as const;

/** Why the turn ended. A reason that we do not know is kept by its name (acp C54). */
export function toTurnEnd(reason: string | undefined): TurnEnd {
	if (reason === undefined) return { reason: 'not_reported' };
	const known = knownWord(reason, reasons);
	return known === undefined ? { reason: 'other', name: reason } : { reason: known };
}
