import type { AgentPort } from '../../session/model/agentPort.ts';

/**
 * gemini-cli reads a file through the client before it creates it, and gives up on any error: it can create files
 * only when a missing one reads as empty (docs/agents-in-the-wild.md#a-file-that-is-not-there; seen with 0.61.0,
 * test/traffic/gemini-writeempty). Its own read tool does not go through the client, so nothing else sees the
 * difference.
 */
export function readsMissingFileAsEmpty(info: AgentPort['info']): boolean {
	return info.name === 'gemini-cli';
}
