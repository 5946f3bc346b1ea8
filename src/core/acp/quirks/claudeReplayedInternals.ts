import type { AgentPort } from '../../session/model/agentPort.ts';

const interruption = /^\s*\[Request interrupted by user( for tool use)?\]\s*$/u;

/**
 * claude-agent-acp replays the mark that it has put into its history when a turn was stopped as a message of the user
 * (docs/agents-in-the-wild.md#replays; seen with 0.101.0, test/traffic/v2/claude-agent-acp-v2replay).
 * @param text of a `user_message_chunk`, a whole message each
 * @returns what the user wrote of it; empty where that is nothing
 */
export function withoutInterruption(text: string): string {
	return interruption.test(text) ? '' : text;
}

/** Whether it has this quirk, by what it said of itself in its answer to `initialize`. */
export function replaysInterruptions(info: AgentPort['info']): boolean {
	return info.name === '@agentclientprotocol/claude-agent-acp';
}
