/** Agents that we know by the name they give of themselves, with the version they were tested with. */
import type { AgentPort } from '../session/ports.ts';

type AgentInfo = AgentPort['info'];

/** Each speaks version 2 well since that version of its own (agents-in-the-wild 1). */
const speaksV2Since: ReadonlyMap<string, string> = new Map([
	['@agentclientprotocol/claude-agent-acp', '0.100.0'],
	['@agentclientprotocol/codex-acp', '2.6.0'],
]);

/** Whether the agent is known to do version 2 well. */
export function speaksV2Well({ name, version }: AgentInfo): boolean {
	const since = name === undefined ? undefined : speaksV2Since.get(name);
	return since !== undefined && version !== undefined && isAtLeast(version, since);
}

/** Whether the agent takes a second `initialize` on its connection: those that stand on the SDK's router do. */
export function takesSecondInitialize(info: AgentInfo): boolean {
	return speaksV2Well(info);
}

/** A version that comes before the release of the same number, such as `2.6.0-beta.1`, is older than it. */
function isAtLeast(version: string, since: string): boolean {
	const [theirs, ours] = [numbersOf(version), numbersOf(since)];
	if (theirs === undefined || ours === undefined) return false;
	const index = theirs.findIndex((part, at) => part !== ours[at]);
	return index === -1 || (theirs[index] ?? 0) > (ours[index] ?? 0);
}

/** Major, minor, patch, and 0 for a release or -1 for one before it. */
function numbersOf(version: string): readonly number[] | undefined {
	const match = /^v?(\d+)\.(\d+)\.(\d+)(-.*)?(?:\+.*)?$/u.exec(version);
	if (match === null) return undefined;
	const [, major, minor, patch, before] = match;
	return [Number(major), Number(minor), Number(patch), before === undefined ? 0 : -1];
}
