import type { AgentPort } from '../../session/model/agentPort.ts';

/**
 * gemini-cli sends most of a session's history after its answer to `session/load` (docs/agents-in-the-wild.md#replays):
 * what follows the answer is history, too, until it falls silent.
 */
export function replaysAfterAnswer(info: AgentPort['info']): boolean {
	return info.name === 'gemini-cli';
}
