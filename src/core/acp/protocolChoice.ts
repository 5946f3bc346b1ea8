/** Which version to ask an agent for, from the setting and from what its last start taught. */
import type { AgentPort } from '../session/model/agentPort.ts';
import { isJsonObject, stringAt } from './json.ts';
import { speaksV2Well } from './knownAgents.ts';

export type ProtocolVersion = 1 | 2;

/** The setting `protocol` of an agent. */
export type ProtocolSetting = 'auto' | ProtocolVersion;

/** How an agent was started. */
export interface NegotiatedProtocol {
	readonly asked: ProtocolVersion;
	readonly spoken: ProtocolVersion;
	readonly info: AgentPort['info'];
}

/** What is kept of an agent from one start to the next. JSON. */
export interface RememberedProtocol {
	/** Name and version that the agent gave of itself. */
	readonly agent: string;
	/** What to ask for next time. */
	readonly ask: ProtocolVersion;
	/** It was asked for 2 and ended up with 1: not again, until it is another version of the agent. */
	readonly isTried: boolean;
}

/**
 * `auto` asks for 1, unless the agent was found to do better (design 4.9): before an agent answers, all that we know
 * of it is a command line.
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

/** What was kept, if it still can be read. */
export function readRemembered(raw: unknown): RememberedProtocol | undefined {
	const agent = isJsonObject(raw) ? stringAt(raw, 'agent') : undefined;
	if (!isJsonObject(raw) || agent === undefined) return undefined;
	const ask = raw['ask'];
	return ask === 1 || ask === 2 ? { agent, ask, isTried: raw['isTried'] === true } : undefined;
}
