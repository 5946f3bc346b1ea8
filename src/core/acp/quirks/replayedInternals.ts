/** Agents that replay as the user's words what the user has never said. */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import { replaysInterruptions, withoutInterruption } from './claudeReplayedInternals.ts';
import { replaysInternals, withoutInternals } from './geminiReplayedInternals.ts';

/** What the user wrote of a text; empty where that is nothing. */
export type OwnWords = (text: string) => string;

/** @returns undefined for an agent that replays the user's words alone */
export function ownWordsOf(info: AgentPort['info']): OwnWords | undefined {
	if (replaysInternals(info)) return withoutInternals;
	return replaysInterruptions(info) ? withoutInterruption : undefined;
}

/** What the user wrote of a chunk. Without words it still ends what came before. */
export function readOwnWords(chunk: AgentEvent, ownWords: OwnWords): AgentEvent {
	if (chunk.type !== 'message_chunk' || chunk.role !== 'user' || chunk.content.type !== 'text') return chunk;
	const text = ownWords(chunk.content.text);
	if (text === '') return { type: 'message', role: 'user', content: [] };
	return { ...chunk, content: { ...chunk.content, text } };
}
