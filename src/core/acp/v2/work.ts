/** What the agent says of its work (docs/protocol.md#turn-shapes). */
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentWork, BackgroundItem, TurnEnd } from '../../session/model/turnState.ts';
import { type JsonObject, objectAt, stringAt } from '../../base/json.ts';
import { agentErrorText } from '../shared/errors.ts';
import { toTurnEnd } from '../shared/sessionFacts.ts';

/** Undefined without a state. */
export function decodeWork(raw: JsonObject): AgentEvent | undefined {
	const state = stringAt(raw, 'state');
	if (state === undefined) return undefined;
	const background = decodeBackground(raw['background']);
	return {
		type: 'work',
		work: toWork(state),
		...(state === 'idle' ? { end: decodeEnd(raw) } : {}),
		...(background === undefined ? {} : { background }),
	};
}

/** A state that we do not know, and the one that is called unknown, are not idle (acp C233, C277). */
function toWork(state: string): AgentWork {
	switch (state) {
		case 'idle':
		case 'running':
		case 'requires_action':
			return { type: state };
		default:
			return { type: 'other', name: state };
	}
}

/** Omitted, null and malformed are the same: the agent does not say why (acp C235). */
function decodeEnd(raw: JsonObject): TurnEnd {
	const reason = stringAt(raw, 'stopReason');
	return reason === 'error' ? failureOf(objectAt(raw, 'error')) : toTurnEnd(reason);
}

function failureOf(error: JsonObject | undefined): TurnEnd {
	const message = stringAt(error, 'message');
	const text = agentErrorText(message ?? '', error?.['data']).trim();
	return { reason: 'error', ...(text === '' ? {} : { message: text }) };
}

/** A whole list, or undefined: not reported, which says nothing of what runs (acp C243, C244). */
function decodeBackground(raw: unknown): BackgroundItem[] | undefined {
	if (!Array.isArray(raw) || raw.length > limits.namedItems) return undefined;
	const items = raw.map(toItem).filter((item) => item !== undefined);
	return items.length === raw.length ? items : undefined;
}

/** Undefined when malformed, which makes the whole list so. */
function toItem(raw: unknown): BackgroundItem | undefined {
	const kind = stringAt(raw, 'type');
	if (kind === undefined) return undefined;
	switch (kind) {
		case 'terminal': {
			const terminalId = stringAt(raw, 'terminalId');
			return terminalId === undefined ? undefined : { type: 'terminal', terminalId };
		}
		case 'tool_call': {
			const toolCallId = stringAt(raw, 'toolCallId');
			return toolCallId === undefined ? undefined : { type: 'tool_call', toolCallId };
		}
		case 'subagent': {
			const sessionId = stringAt(raw, 'sessionId');
			return sessionId === undefined ? undefined : { type: 'subagent', sessionId };
		}
		default:
			return { type: 'other', kind };
	}
}
