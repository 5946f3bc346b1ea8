/** Reads `mcp.json` of VS Code and `.mcp.json` of other tools. Pure: it gets the text. */
import { getNodeValue, parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { firstOfEach } from '../../core/base/firstOfEach.ts';
import { isJsonObject, type JsonObject } from '../../core/base/json.ts';
import { isSentence, type Sentence, sentence } from '../../core/base/sentence.ts';
import {
	entryProblem,
	type McpServerList,
	noMcpServers,
	parseMcpServers,
} from '../settings/mcpDefinition.ts';

export { setTranslations } from '../../core/base/l10n.ts';

/** `servers` is VS Code's shape; `mcpServers` is the one that most other tools share. */
const shapes = ['servers', 'mcpServers'] as const;
type Shape = (typeof shapes)[number];

/** Fields that decide what runs and that the agent protocol has no place for. */
const notPassedOn: Readonly<Record<string, () => Sentence>> = {
	envFile: () => sentence('"envFile" cannot be passed on to agents; list its variables in "env".'),
	cwd: () => sentence('"cwd" cannot be passed on to agents; use absolute paths in "command" and "args".'),
	headersHelper: () =>
		sentence('"headersHelper" cannot be passed on to agents; put what it prints into "headers".'),
};

/** What agents get to know of an entry; the rest is about the tool the file was written for. */
const passedOn = ['type', 'command', 'args', 'env', 'url', 'headers'];

/**
 * Reads the servers of a file. A file with an error is not used at all; a wrong entry is left out and explained.
 * @param where the file, as people know it
 */
export function parseMcpFile(text: string, where: string): McpServerList {
	const content = parseJsonWithComments(text);
	if (isSentence(content)) {
		return {
			servers: [],
			problems: [sentence('{0} is not used, because it is not valid JSON: {1}.', where, content)],
		};
	}
	if (content.value === undefined) return noMcpServers;
	if (!isJsonObject(content.value)) {
		return { servers: [], problems: [sentence('{0} is not used, because it must be a JSON object.', where)] };
	}
	const file = content.value;
	const lists = shapes.map((shape) => parseServers(file[shape], shape, where));
	return {
		// A file of both shapes is odd, but names stay unique: the first list wins.
		servers: firstOfEach(
			lists.flatMap(({ servers }) => servers),
			({ name }) => name,
		),
		problems: lists.flatMap(({ problems }) => problems),
	};
}

function parseServers(raw: unknown, shape: Shape, where: string): McpServerList {
	if (!isJsonObject(raw)) return parseMcpServers(raw, where);
	const kept: [name: string, entry: unknown][] = [];
	const problems: Sentence[] = [];
	for (const [name, entry] of Object.entries(raw)) {
		if (isJsonObject(entry) && entry['disabled'] === true) continue;
		const adapted = isJsonObject(entry) ? adaptEntry(entry, shape) : entry;
		if (isSentence(adapted) && isJsonObject(entry)) problems.push(entryProblem(where, name, adapted));
		else kept.push([name, adapted]);
	}
	const parsed = parseMcpServers(Object.fromEntries(kept), where);
	return { servers: parsed.servers, problems: [...problems, ...parsed.problems] };
}

/** An entry of a file in the shape of our settings, or why that cannot be. */
function adaptEntry(entry: JsonObject, shape: Shape): JsonObject | Sentence {
	for (const [field, advice] of Object.entries(notPassedOn)) {
		if (entry[field] !== undefined) return advice();
	}
	const kept = Object.fromEntries(Object.entries(entry).filter(([field]) => passedOn.includes(field)));
	if (kept['type'] === 'streamable-http') kept['type'] = 'http';
	if (isJsonObject(kept['env'])) kept['env'] = withNumbersAsText(kept['env']);
	const adapted = shape === 'mcpServers' ? withOurVariables(kept) : kept;
	return problemOfVariables(adapted) ?? (adapted as JsonObject);
}

function withNumbersAsText(env: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(env).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
	);
}

/** Other tools write `${NAME}` for what is `${env:NAME}` here. */
function withOurVariables(value: unknown): unknown {
	if (typeof value === 'string') {
		return value.replaceAll(/\$\{(?!workspaceFolder\}|userHome\})([A-Za-z_]\w*)\}/gu, '${env:$1}');
	}
	if (Array.isArray(value)) return value.map(withOurVariables);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOurVariables(item)]));
}

/** What cannot be filled in would reach the server as it is written and fail there, far from its cause. */
function problemOfVariables(value: unknown): Sentence | undefined {
	if (typeof value !== 'string') {
		return typeof value === 'object' && value !== null
			? Object.values(value)
					.map(problemOfVariables)
					.find((problem) => problem !== undefined)
			: undefined;
	}
	const [variable] = /\$\{(?!workspaceFolder\}|userHome\}|env:[^}:]+\})[^}]*\}/u.exec(value) ?? [];
	if (variable === undefined) return undefined;
	return variable.startsWith('${input:')
		? sentence(
				'only VS Code can ask for {0}; set an environment variable and use ${env:NAME} instead.',
				variable,
			)
		: sentence(
				'{0} is not known here; use ${workspaceFolder}, ${userHome} or ${env:NAME} instead.',
				variable,
			);
}

/** The value, or what is wrong with the text. Keys such as `__proto__` are plain keys in it. */
function parseJsonWithComments(text: string): { readonly value: unknown } | Sentence {
	const errors: ParseError[] = [];
	try {
		const tree = parseTree(text.replace(/^\uFEFF/u, ''), errors, {
			allowTrailingComma: true,
			allowEmptyContent: true,
		});
		const [error] = errors;
		if (error === undefined) return { value: tree === undefined ? undefined : getNodeValue(tree) };
		const line = text.slice(0, error.offset).split('\n').length;
		return sentence('{0} in line {1}', readable(printParseErrorCode(error.error)), line);
	} catch {
		// The parser calls itself for each level of nesting, and the file is not ours.
		return sentence('it is nested too deeply');
	}
}

/** `CommaExpected` as people write it: `comma expected`. */
function readable(code: string): string {
	return code.replaceAll(/(?!^)([A-Z])/gu, ' $1').toLowerCase();
}
