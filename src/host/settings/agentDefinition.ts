/** An agent of the settings, checked. Pure: no VS Code, so that every wrong entry has its test. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ProtocolSetting } from '../../core/acp/protocolChoice.ts';
import { isJsonObject } from '../../core/base/json.ts';
import { t } from '../../core/base/l10n.ts';
import { isSentence, type Sentence, sentence } from '../../core/base/sentence.ts';
import { list, matches, record, text } from '../../core/base/shape.ts';
import { type Launch, launchOf } from '../../node/launch.ts';
import { commandText } from './commandText.ts';
import { type ConfiguredMcpServer, entryProblem, parseMcpServers } from './mcpDefinition.ts';
import { resolveValues, variableResolver } from './variables.ts';

/** One entry of `acpHost.agents`, with variables not yet resolved. */
export interface AgentDefinition {
	/** Key in `acpHost.agents`, or the name of the built-in demo agent. */
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Added to the environment of the child. */
	readonly env: Readonly<Record<string, string>>;
	/** Those of them that come out of the secret storage. */
	readonly entered?: Readonly<Record<string, string>>;
	/** Absolute path; the workspace folder if absent. */
	readonly cwd?: string;
	/** Which version of the protocol to ask for. */
	readonly protocol: ProtocolSetting;
	/** Tool servers for this agent's sessions only, with their variables not yet put in. */
	readonly mcpServers?: readonly ConfiguredMcpServer[];
	/** Part of this extension: needs no approval. */
	readonly isBuiltIn: boolean;
	/** Where its program is looked for; there once the variables are put in. */
	readonly launch?: Launch;
}

/** All entries of `acpHost.agents` that can be used, and what is wrong with the others. */
export interface AgentSettings {
	readonly agents: readonly AgentDefinition[];
	/** One sentence for each wrong entry: which, and why. */
	readonly problems: readonly Sentence[];
}

const knownFields = new Set(['command', 'args', 'env', 'cwd', 'protocol', 'mcpServers']);

/** Reads the value of `acpHost.agents`. A wrong entry is left out and explained; the others still work. */
export function parseAgents(raw: unknown): AgentSettings {
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
		const parsed = parseAgent(name, entry);
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

function parseAgent(name: string, entry: unknown): ParsedAgent | Sentence {
	if (!isJsonObject(entry)) return sentence('must be an object such as { "command": "my-agent" }.');
	const unknown = Object.keys(entry).find((key) => !knownFields.has(key));
	if (unknown !== undefined) return sentence('"{0}" is not a field that agents have.', unknown);
	const { command, args = [], env = {}, cwd, protocol = 'auto' } = entry;
	if (typeof command !== 'string' || command.trim() === '') return sentence('"command" must name a program.');
	if (!matches(list(text), args)) return sentence('"args" must be a list of strings.');
	if (!matches(record(text), env)) return sentence('"env" must be an object of strings.');
	if (cwd !== undefined && typeof cwd !== 'string') return sentence('"cwd" must be a path.');
	if (protocol !== 'auto' && protocol !== 1 && protocol !== 2) {
		return sentence('"protocol" must be "auto", 1 or 2 (a number).');
	}
	const mcp = parseMcpServers(entry['mcpServers'], mcpServersPath(name));
	const agent: AgentDefinition = {
		name,
		command,
		args,
		env,
		...(cwd === undefined ? {} : { cwd }),
		protocol,
		...(mcp.servers.length === 0 ? {} : { mcpServers: mcp.servers }),
		isBuiltIn: false,
	};
	return { agent, problems: mcp.problems };
}

/**
 * Puts in the variables `${workspaceFolder}`, `${env:NAME}` and `${userHome}`; in the tool servers not yet, which are
 * put together with those of other places first.
 * @param folder absolute path of the workspace folder the agent starts for
 */
export function resolveVariables(
	agent: AgentDefinition,
	folder: string,
	environment: Readonly<Record<string, string | undefined>>,
): AgentDefinition {
	const resolve = variableResolver(folder, environment);
	const line = {
		command: resolve(agent.command),
		args: agent.args.map(resolve),
		...(agent.cwd === undefined ? {} : { cwd: path.resolve(folder, resolve(agent.cwd)) }),
	};
	return { ...agent, ...line, env: resolveValues(agent.env, resolve), launch: launchOf(line, folder) };
}

/** Everything an approval is bound to, as people read it. Arguments that need quotes get them; nothing is cut. */
export function commandLineOf(agent: AgentDefinition): string {
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
	const { command, args, env, cwd, launch } = agent;
	const exposed = launch?.type === 'exposed' ? [launch] : [];
	const bound = JSON.stringify([command, args, Object.keys(env).toSorted(), cwd ?? null, ...exposed]);
	return createHash('sha256').update(bound).digest('hex');
}
