/** Tool servers (Model Context Protocol) of the settings, checked. Pure: no VS Code. */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../core/base/json.ts';
import { isSentence, type Sentence, sentence } from '../../core/base/sentence.ts';
import { list, matches, record, text } from '../../core/base/shape.ts';
import type { RemoteMcpServer, StdioMcpServer } from '../../core/session/model/mcp.ts';
import { commandText, quotedAddress } from './commandText.ts';
import { misplacedSecret, namesSecret } from './remoteEndpoint.ts';
import { type ResolveVariables, resolveValues } from './variables.ts';

/** What can be configured; servers of this window are not configured but offered. */
export type ConfiguredMcpServer = StdioMcpServer | RemoteMcpServer;

/** The tool servers that can be used, and what is wrong with the others. */
export interface McpServerList {
	/** No two have the same name. */
	readonly servers: readonly ConfiguredMcpServer[];
	/** One sentence for each wrong entry: which, and why. */
	readonly problems: readonly Sentence[];
}

/** The list without servers and without problems. */
export const noMcpServers: McpServerList = { servers: [], problems: [] };

const stdioFields = new Set(['type', 'command', 'args', 'env']);
const remoteFields = new Set(['type', 'url', 'headers']);

/**
 * Reads servers by their names. A wrong entry is left out and explained; the others still work.
 * @param where the setting or file they stand in, as people know it
 */
export function parseMcpServers(raw: unknown, where: string): McpServerList {
	if (raw === undefined || raw === null) return noMcpServers;
	if (!isJsonObject(raw)) {
		return {
			servers: [],
			problems: [sentence('{0} must be an object with one entry for each MCP server.', where)],
		};
	}
	const servers: ConfiguredMcpServer[] = [];
	const problems: Sentence[] = [];
	for (const [name, entry] of Object.entries(raw)) {
		const parsed = parseMcpServer(name, entry);
		if (isSentence(parsed)) problems.push(entryProblem(where, name, parsed));
		else servers.push(parsed);
	}
	return { servers, problems };
}

/** What is wrong with one entry, with where it stands. */
export function entryProblem(where: string, name: string, problem: Sentence): Sentence {
	return sentence('{0} → "{1}": {2}', where, name, problem);
}

/** One server, or what is wrong with its entry. */
function parseMcpServer(name: string, entry: unknown): ConfiguredMcpServer | Sentence {
	if (name.trim() === '') return sentence('needs a name that is not blank.');
	if (!isJsonObject(entry))
		return sentence('must be an object such as { "command": "my-server" } or { "url": "https://…" }.');
	const { type, command, url } = entry;
	if (command !== undefined && url !== undefined) {
		return sentence('has both "command" and "url"; keep the one that is meant.');
	}
	if (type !== undefined && type !== 'stdio' && type !== 'http' && type !== 'sse') {
		return sentence('"type" must be "stdio", "http" or "sse".');
	}
	if (command === undefined && url === undefined) {
		return sentence('needs a "command" that is started or a "url" that is called.');
	}
	return command === undefined ? parseRemote(name, entry) : parseStdio(name, entry);
}

function parseStdio(name: string, entry: JsonObject): StdioMcpServer | Sentence {
	const { type = 'stdio', command, args = [], env = {} } = entry;
	const unknown = Object.keys(entry).find((key) => !stdioFields.has(key));
	if (unknown !== undefined)
		return sentence('"{0}" is not a field that MCP servers with a "command" have.', unknown);
	if (type !== 'stdio') return sentence('"type": "{0}" needs a "url", not a "command".', String(type));
	if (typeof command !== 'string' || command.trim() === '') return sentence('"command" must name a program.');
	const shellPath = problemOfShellPath(command);
	if (shellPath !== undefined) return shellPath;
	if (isRelativePath(command)) {
		return sentence(
			'"command" is a relative path; write "{0}".',
			`\${workspaceFolder}/${command.replace(/^\.[/\\]/u, '')}`,
		);
	}
	if (!matches(list(text), args)) return sentence('"args" must be a list of strings.');
	if (!matches(record(text), env)) return sentence('"env" must be an object of strings.');
	if ([command, ...args, ...Object.values(env)].some(namesSecret)) return misplacedSecret();
	return { type: 'stdio', name, command, args: [...args], env: { ...env } };
}

function parseRemote(name: string, entry: JsonObject): RemoteMcpServer | Sentence {
	const { type = 'http', url, headers = {} } = entry;
	const unknown = Object.keys(entry).find((key) => !remoteFields.has(key));
	if (unknown !== undefined)
		return sentence('"{0}" is not a field that MCP servers with a "url" have.', unknown);
	if (type !== 'http' && type !== 'sse') return sentence('"type": "stdio" needs a "command", not a "url".');
	if (typeof url !== 'string' || !isWebAddress(url))
		return sentence('"url" must be an address such as "https://…".');
	if (!matches(record(text), headers)) return sentence('"headers" must be an object of strings.');
	if ([url, ...Object.values(headers)].some(namesSecret)) return misplacedSecret();
	return { type, name, url, headers: { ...headers } };
}

/** What starts with a variable can be judged by the agent only. */
function isWebAddress(url: string): boolean {
	return url.startsWith('${') || (/^https?:\/\//iu.test(url) && (url.includes('${') || URL.canParse(url)));
}

/** Puts variables into everything but names. */
export function resolveMcpServer(
	server: ConfiguredMcpServer,
	resolve: ResolveVariables,
): ConfiguredMcpServer {
	if (server.type !== 'stdio') {
		return { ...server, url: resolve(server.url), headers: resolveValues(server.headers, resolve) };
	}
	return {
		...server,
		// Agents start it without a shell, which would know the short name of the home directory.
		command: resolve(server.command.replace(/^~(?=[/\\])/u, '${userHome}')),
		args: server.args.map(resolve),
		env: resolveValues(server.env, resolve),
	};
}

/** Servers with their variables put in. One whose program is then a relative path, or none, is left out. */
export function resolveMcpServers(
	servers: readonly ConfiguredMcpServer[],
	resolve: ResolveVariables,
): McpServerList {
	const resolved: ConfiguredMcpServer[] = [];
	const problems: Sentence[] = [];
	for (const server of servers) {
		const ready = resolveMcpServer(server, resolve);
		const isProgram = ready.type !== 'stdio' || startsSomething(ready.command);
		if (isProgram) resolved.push(ready);
		else problems.push(unresolvedText(server));
	}
	return { servers: resolved, problems };
}

/** An unknown variable stays as it is written, and is no path. */
function startsSomething(command: string): boolean {
	return command.trim() !== '' && !isRelativePath(command) && !/^(\$\{|~)/u.test(command);
}

/** Without the value: what the environment holds is not for showing. */
function unresolvedText(server: ConfiguredMcpServer): Sentence {
	const command = server.type === 'stdio' ? server.command : '';
	return sentence(
		'The MCP server {0} is not used, because its "command", {1}, names no absolute path once its variables are put in.',
		JSON.stringify(server.name),
		command,
	);
}

/** What an approval is bound to: everything that decides what runs or is called, values included. */
export function mcpEntryHash(server: ConfiguredMcpServer): string {
	const bound =
		server.type === 'stdio'
			? [server.type, server.command, server.args, sorted(server.env)]
			: [server.type, server.url, sorted(server.headers)];
	return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

function sorted(values: Readonly<Record<string, string>>): [name: string, value: string][] {
	return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The agent would look for it in a directory of its own. A bare name is looked up in the `PATH`. */
function isRelativePath(command: string): boolean {
	const isAbsolute = /^([/\\]|\$\{|~[/\\]|[a-z]:[/\\])/iu.test(command);
	return /[/\\]/u.test(command) && !isAbsolute;
}

/** What only a shell puts in would reach the agent as it is written. */
function problemOfShellPath(command: string): Sentence | undefined {
	const match = /^(?:\$\{?(?<variable>\w+)\}?|(?<home>~\w[^/\\]*))(?<rest>[/\\].*)$/u.exec(command);
	const { variable, home, rest = '' } = match?.groups ?? {};
	if (home !== undefined)
		return sentence('"command" begins with {0}, which only a shell knows; write the whole path.', home);
	if (variable === undefined || variable === 'workspaceFolder' || variable === 'userHome') return undefined;
	const ours = variable === 'HOME' ? '${userHome}' : `\${env:${variable}}`;
	return sentence('"command" begins with a variable of the shell; write "{0}".', `${ours}${rest}`);
}

/** The command line or address as people read it: nothing is cut; values of `env` and `headers` are not shown. */
export function mcpCommandLine(server: ConfiguredMcpServer): string {
	if (server.type === 'stdio') return commandText(Object.keys(server.env), server.command, server.args);
	const kind = server.type === 'sse' ? ['(sse)'] : [];
	const headers = Object.keys(server.headers).map((name) => `${name}: …`);
	return [quotedAddress(server.url), ...kind, ...headers].join(' ');
}

/** The whole entry, values included: what there is to approve. */
export function mcpEntryText({ name, ...entry }: ConfiguredMcpServer): string {
	return `${JSON.stringify(name)}: ${JSON.stringify(entry, undefined, 2)}`;
}
