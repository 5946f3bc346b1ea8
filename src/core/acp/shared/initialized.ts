/** What is agreed at the start of a connection, whatever the version. */
import * as limits from '../../base/limits.ts';
import type { AuthMethod } from '../../session/model/auth.ts';
import type { AgentCapabilities, UnstableFeature } from '../../session/model/capabilities.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import { cutStrings, type JsonObject, objectAt } from '../../base/json.ts';

/** Who we say we are. */
export interface ClientInfo {
	readonly name: string;
	readonly title: string;
	readonly version: string;
}

/** What a connection is set up with. */
export interface InitializeOptions {
	readonly clientInfo: ClientInfo;
	readonly offer: Offer;
	readonly unstable: ReadonlySet<UnstableFeature>;
}

/** What the agent said of itself. */
export interface InitializeResult {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly authMethods: readonly AuthMethod[];
}

/** Only these fields go over the wire, whatever else the object has (acp C11). */
export function implementation({ name, title, version }: ClientInfo): ClientInfo {
	return { name, title, version };
}

/** Name and version under `key`, read field by field: one that is odd does not take the others with it. */
export function infoAt(answer: JsonObject, key: 'info' | 'agentInfo'): AgentPort['info'] {
	const info = objectAt(answer, key) ?? {};
	return cutStrings(info, limits.titleChars, 'name', 'version', 'title');
}

/**
 * What an agent may ask of us. A setting switches off `files`, `terminals`, and `forms` with `urls`; what is off is
 * neither claimed nor served (acp C23). `terminalLogin` depends on the agent alone.
 */
export interface Offer {
	readonly files: boolean;
	readonly terminals: boolean;
	/** The agent runs on this machine, so that its program can be run again in a terminal for a login (acp C29). */
	readonly terminalLogin: boolean;
	readonly forms: boolean;
	readonly urls: boolean;
}
