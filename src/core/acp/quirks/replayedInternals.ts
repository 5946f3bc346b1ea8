/** Agents that say or replay as messages what is neither the user's prompt nor the agent's answer to it. */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import { replaysInterruptions, withoutInterruption } from './claudeReplayedInternals.ts';
import { isModeUpdate, replaysInternals, withoutCalls, withoutInternals } from './geminiReplayedInternals.ts';

/** What the user, or the agent, wrote of a text that may be history; empty where that is nothing. */
export type OwnWords = (text: string, role: 'user' | 'agent', isReplay: boolean) => string;

/** @returns undefined for an agent that sends words alone */
export function ownWordsOf(info: AgentPort['info']): OwnWords | undefined {
	if (replaysInternals(info)) {
		return (text, role, isReplay) => {
			if (role === 'user') return withoutInternals(text);
			if (isModeUpdate(text)) return '';
			return isReplay ? withoutCalls(text) : text;
		};
	}
	if (replaysInterruptions(info)) return (text, role) => (role === 'user' ? withoutInterruption(text) : text);
	return undefined;
}

/** What was written of a chunk. Without words it still ends what came before. */
export function readOwnWords(chunk: AgentEvent, ownWords: OwnWords, isReplay: boolean): AgentEvent {
	if (chunk.type !== 'message_chunk' || chunk.content.type !== 'text' || chunk.content.text === '')
		return chunk;
	const { role } = chunk;
	if (role === 'thought') return chunk;
	const text = ownWords(chunk.content.text, role, isReplay);
	if (text === '') return { type: 'message', role, content: [] };
	return { ...chunk, content: { ...chunk.content, text } };
}
