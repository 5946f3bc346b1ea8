import type { StopReason } from '../../session/model.ts';
import { isJsonObject, stringAt } from '../json.ts';

const known: ReadonlySet<string> = new Set<StopReason>([
	'end_turn',
	'max_tokens',
	'max_turn_requests',
	'refusal',
	'cancelled',
]);

/** Why the turn ended. An answer we cannot read still ends it (acp C51, C54). */
export function toStopReason(answer: unknown): StopReason {
	const reason = isJsonObject(answer) ? stringAt(answer, 'stopReason') : undefined;
	return isKnown(reason) ? reason : 'other';
}

function isKnown(reason: string | undefined): reason is StopReason {
	return reason !== undefined && known.has(reason);
}
