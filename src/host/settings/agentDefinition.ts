/** An agent of the settings, checked. Pure: no VS Code, so that every wrong entry has its test. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ProtocolSetting } from '../../core/acp/protocolChoice.ts';
import { isTurnProtocol, needsAddress, type TurnProtocol } from '../../core/turns/turnProtocol.ts';
import { isJsonObject, type JsonObject } from '../../core/base/json.ts';
import { t } from '../../core/base/l10n.ts';
import { isSentence, type Sentence, sentence } from '../../core/base/sentence.ts';
import { list, matches, record, text } from '../../core/base/shape.ts';
import { type Launch, launchOf } from '../../node/launch.ts';
import { commandText } from './commandText.ts';
import { type ConfiguredMcpServer, entryProblem, parseMcpServers } from './mcpDefinition.ts';
import {
	endpointKey,
	endpointText,
	misplacedSecret,
	namesSecret,
	type RemoteEndpoint,
	resolveEndpoint,
} from './remoteEndpoint.ts';
import { type ResolveVariables, resolveValues, variableResolver } from './variables.ts';

/** What the settings say of every agent. */
interface AgentCommon {
	/** Key in `acpHost.agents`, or the name of the built-in demo agent. */
	readonly name: string;
	/** Which version of ACP to ask for, or what it speaks in place of ACP. */
	readonly protocol: ProtocolSetting | TurnProtocol;
	/** Tool servers for this agent's sessions only, with their variables not yet put in. */
	readonly mcpServers?: readonly ConfiguredMcpServer[];
	/** Part of this extension: needs no approval. */
	readonly isBuiltIn: boolean;
}

/** An agent that we start. */
export interface ProgramDefinition extends AgentCommon {
	readonly type: 'program';
	readonly command: string;
	readonly args: readonly string[];
	/** Added to the environment of the child. */
	readonly env: Readonly<Record<string, string>>;
	/** Those of them that come out of the secret storage. */
	readonly entered?: Readonly<Record<string, string>>;
	/** Absolute path; the workspace folder if absent. */
	readonly cwd?: string;
	/** Where its program is looked for; there once the variables are put in. */
	readonly launch?: Launch;
}

/** An agent that runs elsewhere, at an address. */
export interface RemoteDefinition extends AgentCommon, RemoteEndpoint {}

/** One entry of `acpHost.agents`, with variables not yet resolved. */
export type AgentDefinition = ProgramDefinition | RemoteDefinition;

/** Reads what an entry says of an address, or says what is wrong with it. Loaded once there is such an entry. */
export type ReadEndpoint = (entry: JsonObject) => RemoteEndpoint | Sentence;

/** All entries of `acpHost.agents` that can be used, and what is wrong with the others. */
export interface AgentSettings {
	readonly agents: readonly AgentDefinition[];
	/** One sentence for each wrong entry: which, and why. */
	readonly problems: readonly Sentence[];
}

const programFields = new Set(['command', 'args', 'env', 'cwd', 'protocol', 'mcpServers']);

/**
 * Reads the value of `acpHost.agents`. A wrong entry is left out and explained; the others still work.
 * @param readEndpoint reads `url` and `headers` of an agent at an address; without it there are none
 */
export function parseAgents(raw: unknown, readEndpoint: ReadEndpoint = refuseEndpoint): AgentSettings {
	if (raw === undefined || raw === null) return { agents: [], problems: [] };
	if (!isJsonObject(raw)) {
		return {
			agents: [],
			problems: [sentence('acpHost.agents must be an object with one entry for each agent.')],
		};
	}
	const agents: AgentDefinition[] = [];
	const problems: Sentence[] = [];
	for (const [name, entry] of Object.entries(raw)) {
		const parsed = parseAgent(name, entry, readEndpoint);
		if (isSentence(parsed)) {
			problems.push(entryProblem('acpHost.agents', name, parsed));
			continue;
		}
		agents.push(parsed.agent);
		problems.push(...parsed.problems);
	}
	return { agents, problems };
}

/** Where the servers of an agent stand, as its problems name it. */
export function mcpServersPath(agentName: string): string {
	return `acpHost.agents → "${agentName}" → mcpServers`;
}

interface ParsedAgent {
	readonly agent: AgentDefinition;
	/** A wrong server does not keep its agent from working. */
	readonly problems: readonly Sentence[];
}

function parseAgent(name: string, entry: unknown, readEndpoint: ReadEndpoint): ParsedAgent | Sentence {
	if (!isJsonObject(entry)) {
		return sentence('must be an object such as { "command": "my-agent" } or { "url": "wss://…" }.');
	}
	const { protocol = 'auto' } = entry;
	const own = Object.hasOwn(entry, 'url') ? readEndpoint(entry) : parseProgram(entry);
	if (isSentence(own)) return own;
	if (protocol !== 'auto' && protocol !== 1 && protocol !== 2 && !isTurnProtocol(protocol)) {
		return sentence('"protocol" must be "auto", 1 or 2 (a number), "codex" or "pioneer".');
	}
	if (needsAddress(protocol) && own.type !== 'remote')
		return sentence('"protocol" "{0}" is for an agent with a "url".', String(protocol));
	const mcp = parseMcpServers(entry['mcpServers'], mcpServersPath(name));
	const servers = mcp.servers.length === 0 ? {} : { mcpServers: mcp.servers };
	return { agent: { name, ...own, protocol, ...servers, isBuiltIn: false }, problems: mcp.problems };
}

function refuseEndpoint(): Sentence {
	return sentence('"{0}" is not a field that agents with a "command" have.', 'url');
}

type ProgramLine = Omit<ProgramDefinition, keyof AgentCommon>;

function parseProgram(entry: JsonObject): ProgramLine | Sentence {
	const { command, args = [], env = {}, cwd } = entry;
	if (command === undefined) return sentence('needs a "command" that is started or a "url" that is called.');
	const unknown = Object.keys(entry).find((field) => !programFields.has(field));
	if (unknown !== undefined) {
		return sentence('"{0}" is not a field that agents with a "command" have.', unknown);
	}
	if (typeof command !== 'string' || command.trim() === '') return sentence('"command" must name a program.');
	if (!matches(list(text), args)) return sentence('"args" must be a list of strings.');
	if (!matches(record(text), env)) return sentence('"env" must be an object of strings.');
	if (cwd !== undefined && typeof cwd !== 'string') return sentence('"cwd" must be a path.');
	if ([command, ...args, ...Object.values(env), cwd ?? ''].some(namesSecret)) return misplacedSecret();
	return { type: 'program', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
}

/** An agent as it starts in a folder: its variables are put in, and it is known what can run in its place there. */
export function resolveVariables<D extends AgentDefinition>(
	...about: Parameters<typeof putInVariables<D>>
): D {
	const [, folder] = about;
	const resolved = putInVariables(...about);
	if (resolved.type === 'remote') return resolved;
	return { ...resolved, launch: launchOf(resolved, folder) };
}

/**
 * Puts in the variables `${workspaceFolder}`, `${env:NAME}` and `${userHome}`; in the tool servers not yet, which are
 * put together with those of other places first.
 * @param folder absolute path of the workspace folder the agent starts for
 * @param secrets values of `${secret:NAME}` by their names, as far as they are known
 */
export function putInVariables<D extends AgentDefinition>(
	agent: D,
	folder: string,
	environment: Readonly<Record<string, string | undefined>>,
	secrets: ReadonlyMap<string, string> = new Map(),
): D {
	const resolve = variableResolver(folder, environment, secrets);
	const resolved: AgentDefinition =
		agent.type === 'remote'
			? resolveEndpoint<RemoteDefinition>(agent, resolve, secrets)
			: resolveProgram(agent, folder, resolve);
	// Each kind stays what it is.
	return resolved as D;
}

function resolveProgram(
	agent: ProgramDefinition,
	folder: string,
	resolve: ResolveVariables,
): ProgramDefinition {
	return {
		...agent,
		command: resolve(agent.command),
		args: agent.args.map(resolve),
		...(agent.cwd === undefined ? {} : { cwd: path.resolve(folder, resolve(agent.cwd)) }),
		env: resolveValues(agent.env, resolve),
	};
}

/**
 * Everything an approval is bound to, as people read it: the command line, or the address with its headers. Arguments
 * that need quotes get them; nothing is cut.
 */
export function commandLineOf(agent: AgentDefinition): string {
	if (agent.type === 'remote') return endpointText(agent);
	const line = commandText(Object.keys(agent.env), agent.command, agent.args);
	if (agent.launch?.type === 'exposed') return `${line} (${exposureText(agent.launch)})`;
	return agent.cwd === undefined ? line : t('{0} (in {1})', line, agent.cwd);
}

/** Why a line that was approved elsewhere is asked about again in this folder. */
export function exposureText({ launcher, folder }: Launch & { readonly type: 'exposed' }): string {
	return t(
		'in {0}, where {1} looks first: files of this folder can run in its place. Approve it only if you trust them all',
		folder,
		launcher,
	);
}

/**
 * What an approval is bound to: any change of it asks again (hazard F3). Values of `env` are not part of it. Where files
 * of a folder can run in place of the program, the approval is one for that folder (hazard F10).
 */
export function approvalHash(agent: AgentDefinition): string {
	const bound = agent.type === 'remote' ? endpointKey(agent) : programKey(agent);
	return createHash('sha256').update(bound).digest('hex');
}

/** A list, where that of an address is an object: no two texts are equal. */
function programKey({ command, args, env, cwd, launch }: ProgramDefinition): string {
	const exposed = launch?.type === 'exposed' ? [launch] : [];
	return JSON.stringify([command, args, Object.keys(env).toSorted(), cwd ?? null, ...exposed]);
}
