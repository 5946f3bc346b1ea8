/** Which version to ask an agent for, from the setting and from what its last start taught. */
import type { AgentPort } from '../session/model/agentPort.ts';
import { boolean, object, oneOf, text, type TypeOf, withDefault } from '../base/shape.ts';
import { compare, validate } from 'compare-versions';

/** Versions of ACP that we speak. */
export type ProtocolVersion = 1 | 2;

/** The setting `protocol` of an agent. */
export type ProtocolSetting = 'auto' | ProtocolVersion;

/** How an agent was started. */
export interface NegotiatedProtocol {
	readonly asked: ProtocolVersion;
	readonly spoken: ProtocolVersion;
	readonly info: AgentPort['info'];
}

/** What is kept of an agent from one start to the next. */
export const rememberedProtocol = object({
	/** Name and version that the agent gave of itself. */
	agent: text,
	/** What to ask for next time. */
	ask: oneOf<ProtocolVersion>(1, 2),
	/** It was asked for 2 and ended up with 1: not again, until it is another version of the agent. */
	isTried: withDefault(boolean, false),
});
/** What is stored of the last start of an agent, to choose the version of the next one. */
export type RememberedProtocol = TypeOf<typeof rememberedProtocol>;

/**
 * `auto` asks for 1, unless the agent was found to do better (docs/decisions/protocol-versions.md): before an agent
 * answers, all that we know of it is a command line.
 */
export function versionToAsk(
	setting: ProtocolSetting,
	remembered: RememberedProtocol | undefined,
): ProtocolVersion {
	return setting === 'auto' ? (remembered?.ask ?? 1) : setting;
}

/** What to keep after a start; undefined to forget, for an agent that does not say who it is. */
export function afterStart(
	{ asked, spoken, info }: NegotiatedProtocol,
	before: RememberedProtocol | undefined,
): RememberedProtocol | undefined {
	if (info.name === undefined) return undefined;
	const agent = `${info.name}@${info.version ?? ''}`;
	const same = before?.agent === agent ? before : undefined;
	if (asked === 2 && spoken === 1) return { agent, ask: 1, isTried: true };
	// One that was asked for 1 and speaks 2 has no other.
	const isOnlyV2 = spoken === 2 && (asked === 1 || same?.ask === 2);
	const isTried = spoken === 1 && same?.isTried === true;
	return { agent, ask: isOnlyV2 || (speaksV2Well(info) && !isTried) ? 2 : 1, isTried };
}

type AgentInfo = AgentPort['info'];

/** Each speaks version 2 well since that version of its own (docs/agents-in-the-wild.md#the-agents). */
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
