/** Agents that we know by the name they give of themselves, with the version they were tested with. */
import { compare, validate } from 'compare-versions';
import type { AgentPort } from '../session/model/agentPort.ts';

type AgentInfo = AgentPort['info'];

/** Each speaks version 2 well since that version of its own (agents-in-the-wild 1). */
const speaksV2Since: ReadonlyMap<string, string> = new Map([
	['@agentclientprotocol/claude-agent-acp', '0.100.0'],
	['@agentclientprotocol/codex-acp', '2.6.0'],
]);

/** Whether the agent is known to do version 2 well. */
export function speaksV2Well({ name, version }: AgentInfo): boolean {
	const since = name === undefined ? undefined : speaksV2Since.get(name);
	if (since === undefined || version === undefined || !validate(version)) return false;
	// What comes before a release, such as `2.6.0-beta.1`, is older than it.
	return compare(version, since, '>=');
}

/** Whether the agent takes a second `initialize` on its connection: those that stand on the SDK's router do. */
export function takesSecondInitialize(info: AgentInfo): boolean {
	return speaksV2Well(info);
}
