/** Transcripts that are shown, and the history as the agent tells it after that. */
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { ToolStatus } from '../../../../../src/core/base/toolCall.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import { chunk, permission, prompt, seed, text } from '../driver/play.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';

export class HistoryRig {
	readonly state: SessionState = createSessionState(seed);
	#now = 1000;

	play(...events: readonly SessionEvent[]): this {
		for (const event of events) reduce(this.state, event, this.#now++);
		return this;
	}

	/** The agent is loaded, and tells this. */
	load(...history: readonly AgentEvent[]): this {
		return this.play({ type: 'replay_started' }, ...history, { type: 'replay_ended' });
	}

	get entries(): readonly Entry[] {
		return [...this.state.entries.values()];
	}

	lines(): string[] {
		return transcriptLines(this.state);
	}
}

/** A transcript in short, an entry a line; a permission with the call that it stands under. */
export function transcriptLines(state: SessionState): string[] {
	return [...state.entries.values()].map((entry) => lineOf(entry, state));
}

function lineOf(entry: Entry, { entries }: SessionState): string {
	switch (entry.type) {
		case 'message':
			return `${entry.role}: ${entry.content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('')}`;
		case 'tool_call':
			return `call ${entry.toolCallId} ${entry.status}`;
		case 'permission': {
			const parent = entries.get(entry.parentId ?? '');
			const about = parent?.type === 'tool_call' ? parent.toolCallId : 'nothing';
			return `permission ${entry.state.type} about ${about}`;
		}
		case 'notice':
			return `notice: ${noticeWords(entry).title}`;
		default:
			return entry.type;
	}
}

export const thisTurn = "notice: This turn is not in the agent's history";
export const restOfTurn = "notice: The rest of this turn is not in the agent's history";

export const user = (value: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'user',
	content: text(value),
});
export const agent = (value: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'agent',
	content: text(value),
});
export const call = (toolCallId: string, status: ToolStatus = 'completed'): AgentEvent => ({
	type: 'tool_call',
	toolCallId,
	fields: { title: `Call ${toolCallId}`, status },
});

/** A permission that the user answered. */
export const allowed = (permissionId: string, toolCallId: string): readonly SessionEvent[] => [
	permission(permissionId, toolCallId),
	{
		type: 'permission_settled',
		permissionId,
		state: { type: 'answered', option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' } },
	},
];

export const ended: SessionEvent = { type: 'turn_ended', end: { reason: 'end_turn' }, at: 1 };
export const crashed: readonly SessionEvent[] = [
	{ type: 'turn_failed', at: 1 },
	{ type: 'agent_state', agent: { type: 'exited' } },
	{ type: 'notice', notice: { severity: 'error', title: 'Fake Agent exited', actions: [] } },
];
export const asked = (value: string): SessionEvent => prompt(value);
export const said = (value: string): SessionEvent => chunk(value);
