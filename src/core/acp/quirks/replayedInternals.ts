/** Agents that say or replay as messages what is neither the user's prompt nor the agent's answer to it. */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import { isModeUpdate, replaysInternals, withoutCalls, withoutInternals } from './gemini.ts';

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

const interruption = /^\s*\[Request interrupted by user( for tool use)?\]\s*$/u;

/**
 * claude-agent-acp replays the mark that it has put into its history when a turn was stopped as a message of the user
 * (docs/agents-in-the-wild.md#replays; seen with 0.101.0, test/traffic/v2/claude-agent-acp-v2replay).
 * @param text of a `user_message_chunk`, a whole message each
 * @returns what the user wrote of it; empty where that is nothing
 */
function withoutInterruption(text: string): string {
	return interruption.test(text) ? '' : text;
}

/** Whether it has this quirk, by what it said of itself in its answer to `initialize`. */
function replaysInterruptions(info: AgentPort['info']): boolean {
	return info.name === '@agentclientprotocol/claude-agent-acp';
}
