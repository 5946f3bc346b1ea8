/**
 * What a permission is about, for the rules. It is read from what the picker shows and from all else the agent said
 * of the call: a rule that allows has to cover every command and every path in it.
 */
import { parseJson } from '../base/json.ts';
import * as limits from '../base/limits.ts';
import type { PermissionEntry, ToolCallEntry } from '../session/model/entry.ts';
import type { PermissionOption, PermissionSubject } from '../session/model/permission.ts';
import type { PermissionContext } from '../session/model/permissionPorts.ts';
import type { ToolKind } from '../base/toolCall.ts';
import { namesEnvironment, commandOf } from '../view/rawText.ts';
import { looksLikePath, pathWords, waysToRead } from './pathWords.ts';
import { isOneCommand, shellName, givenScript } from './shellCommand.ts';
import { isPlaceName, understand } from './understanding.ts';

/** All that rules look at in one permission request. Paths are as written; the host resolves them. */
export interface RequestFacts {
	readonly agentName: string;
	readonly sessionKey: string;
	/** Directory of the session. Absolute path. */
	readonly cwd: string;
	readonly kind: ToolKind;
	/**
	 * Kinds that the content of the call shows evidence of. Its `kind` is only the agent's word: a call that says
	 * `read` may bring a command.
	 */
	readonly evidentKinds: readonly ToolKind[];
	/** Every command line it names. */
	readonly commands: readonly string[];
	/** What each of them hands to a shell and nothing else, in the same order; undefined where it does more, or less. */
	readonly scripts: readonly (string | undefined)[];
	/** What may be a command, such as the title of a call that names none: enough to deny, not to allow. */
	readonly hints: readonly string[];
	/** Every path it names, as written. */
	readonly paths: readonly string[];
	/** What else may be a path, under whatever name: what allows has to cover it, too. */
	readonly mentions: readonly string[];
	/** What may be a path in those commands that first words can allow. */
	readonly words: readonly string[];
	/** Where its commands run, where it says so; as written. */
	readonly folders: readonly string[];
	/** It brings variables for its commands, which can make anything of them. */
	readonly hasEnv: boolean;
	/** Its input is nested deeper, or its commands are longer, than what is read here: it may name more. */
	readonly exceedsBounds: boolean;
	/** Each part of it is harmless, or one that rules look at. */
	readonly isUnderstood: boolean;
	/** Neither a command nor a path nor any input, or a run without a command: what it will do is unknown. */
	readonly isUnspecified: boolean;
	/** A tool for files that names none, or not where one is moved to: the place of its effect is unknown. */
	readonly lacksPath: boolean;
	readonly options: readonly PermissionOption[];
}

/** Kinds whose tools may call what they do to a file a command: one word, such as `view`. */
const fileKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move']);

const maxDepth = 16;

/**
 * Reads the facts from the permission, its tool call and the session. Never throws; bounded by
 * `limits.ruleCommandChars`.
 */
export function readRequestFacts({
	entry,
	call,
	agentName,
	sessionKey,
	cwd,
}: PermissionContext): RequestFacts {
	const { subject } = entry;
	const kind = kindOf(subject, call);
	const input = parsedInput(call?.rawInput);
	const named = readInput(input);
	const isRun = (command: string): boolean =>
		command.trim() !== '' && !(fileKinds.has(kind) && /^[\w-]*$/u.test(command.trim()));
	const raw = commandOf(input) ?? '';
	const own = subject.type === 'command' && subject.command.trim() !== '' ? [subject.command] : [];
	const commands = [...own, ...(isRun(raw) ? [raw] : [])];
	const title = call?.title ?? entry.title;
	const scripts = [
		...own.map((command) => givenScript({ command, rawInput: undefined, title, cwd })),
		...(isRun(raw) ? [givenScript({ command: raw, rawInput: input, title, cwd })] : []),
	];
	const maybe = [...hintsOf(entry, call, kind), ...named.commands.filter(isRun)];
	const hints = [...new Set(maybe)].filter((hint) => !commands.includes(hint));
	const said = [...commands, ...hints];
	const asFile = subject.type === 'file' ? [subject.path] : [];
	const paths = new Set([...callPaths(call), ...named.paths, ...asFile]);
	const place = subject.type === 'command' && subject.cwd !== undefined ? [subject.cwd] : [];
	const within = withinReach(said);
	const isNothing = commands.length === 0 && !hasInput(input);
	const understood = understand(input, {
		kind: commands.length > 0 ? 'execute' : kind,
		commands: withinReach(commands),
		scripts: scripts.filter((script) => script !== undefined),
	});
	const titled = titlePaths(call?.title ?? entry.title);
	const mentions = new Set([...understood.mentions, ...titled]);
	const places = new Set([...paths, ...titled, ...understood.places].map((path) => path.trim()));
	places.delete('');
	return {
		agentName,
		sessionKey,
		cwd,
		kind,
		evidentKinds: evidentKindsOf(call, kind, commands.length > 0 || named.commands.some(isRun)),
		commands,
		scripts,
		hints,
		paths: [...paths],
		mentions: [...mentions].filter((path) => !paths.has(path)),
		words: within.filter((command) => commands.includes(command) && isOneCommand(command)).flatMap(pathWords),
		folders: [...place, ...named.folders, ...understood.folders],
		hasEnv: named.hasEnv,
		exceedsBounds: named.isUnread || within.length < said.length,
		isUnderstood:
			understood.isWhole && isContentKnown(call) && (call === undefined || subject.type !== 'other'),
		isUnspecified: kind === 'execute' ? commands.length === 0 : paths.size === 0 && isNothing,
		lacksPath: fileKinds.has(kind) && places.size < (kind === 'move' ? 2 : 1),
		options: entry.options,
	};
}

/** What a permission is for. Of a file that the agent wants through us we know it ourselves. */
function kindOf(subject: PermissionSubject, call: Pick<ToolCallEntry, 'kind'> | undefined): ToolKind {
	if (subject.type === 'file') return subject.purpose === 'read' ? 'read' : 'edit';
	return subject.type === 'command' ? 'execute' : (call?.kind ?? 'other');
}

/** As many of these texts as rules look at. */
export function withinReach(texts: readonly string[]): readonly string[] {
	let chars = 0;
	const end = texts.findIndex(({ length }) => (chars += length) > limits.ruleCommandChars);
	return end < 0 ? texts : texts.slice(0, end);
}

function hintsOf(entry: PermissionEntry, call: ToolCallEntry | undefined, kind: ToolKind): readonly string[] {
	if (kind !== 'execute') return [];
	const said = typeof call?.rawInput === 'string' ? [call.rawInput] : [];
	return [entry.title, ...(call === undefined ? [] : [call.title]), ...said];
}

function evidentKindsOf(
	call: ToolCallEntry | undefined,
	kind: ToolKind,
	isRun: boolean,
): readonly ToolKind[] {
	const changed = (call?.content ?? []).flatMap((item) => {
		if (item.type === 'diff') return [item.newText === null ? 'delete' : writing(kind)];
		if (item.type !== 'file_change') return [];
		const { operation } = item;
		return [operation === 'delete' || operation === 'move' ? operation : writing(kind)];
	});
	return [...new Set<ToolKind>([...(isRun ? ['execute' as const] : []), ...changed])];
}

/** An agent that deletes or moves a file may report it as a change of its text. */
function writing(kind: ToolKind): ToolKind {
	return kind === 'delete' || kind === 'move' ? kind : 'edit';
}

/** Some agents write the input of a tool as JSON in a text. */
function parsedInput(input: unknown): unknown {
	if (typeof input !== 'string' || !/^\s*[[{]/u.test(input)) return input;
	return parseJson(input) ?? input;
}

function callPaths(call: ToolCallEntry | undefined): readonly string[] {
	if (call === undefined) return [];
	const changed = call.content.flatMap((item) => {
		if (item.type === 'diff') return [item.path];
		if (item.type !== 'file_change') return [];
		return item.oldPath === undefined ? [item.path] : [item.path, item.oldPath];
	});
	return [...call.locations.map(({ path }) => path), ...changed];
}

/** A title that is a path and at most one word before it says what is touched. */
function titlePaths(title: string): readonly string[] {
	const [, path = ''] = /^(?:\w+ )?[`'"]?([^\s`'"]+)[`'"]?$/u.exec(title.trim()) ?? [];
	return looksLikePath(path) ? waysToRead(path) : [];
}

/** What it shows to change is all that it changes, as far as it says. */
function isContentKnown(call: ToolCallEntry | undefined): boolean {
	return (call?.content ?? []).every((item) => {
		if (item.type === 'content') return item.content.type !== 'unknown';
		if (item.type === 'diff') return item.path !== '';
		if (item.type !== 'file_change') return true;
		return item.operation !== 'other' && item.fileType !== 'symlink' && item.isPatchUnreadable !== true;
	});
}

function hasInput(input: unknown): boolean {
	if (typeof input === 'string') return input.trim() !== '';
	return typeof input === 'object' && input !== null && Object.keys(input).length > 0;
}

interface Named {
	readonly paths: string[];
	readonly folders: string[];
	/** What may be a command: enough to deny, not to allow. */
	readonly commands: string[];
	hasEnv: boolean;
	isUnread: boolean;
}

const isPathName = /path|file|folder|dir(?:ectory)?s?$|uri|^(?:from|to|source|destination|target)$/iu;
/** Texts of a file, not its name. What it ends in says what it is: `context_file` is a file, `file_text` is none. */
const isTextName = /(?:text|content|string|data|type|count|limit|mode|pattern)s?$/iu;
const isCommandName = /^(?:cmd|commands?|command_?line|shell_?command)$/iu;

/** Agents name files in the input of a tool, too, and what they say there has to be covered as well. */
function readInput(input: unknown): Named {
	const named: Named = { paths: [], folders: [], commands: [], hasEnv: false, isUnread: false };
	visit(input, '', named, 0);
	return named;
}

function visit(value: unknown, name: string, named: Named, depth: number): void {
	if (typeof value === 'string') return visitText(value, name, named);
	if (typeof value !== 'object' || value === null) return;
	if (namesEnvironment(name)) named.hasEnv ||= Object.keys(value).length > 0;
	if (depth >= maxDepth) {
		named.isUnread = true;
		return;
	}
	if (Array.isArray(value) && isCommandName.test(name)) return visitWords(value, name, named, depth);
	for (const [key, item] of Object.entries(value))
		visit(item, Array.isArray(value) ? name : key, named, depth + 1);
}

function visitText(value: string, name: string, named: Named): void {
	if (value === '') return;
	if (namesEnvironment(name)) named.hasEnv = true;
	else if (isPlaceName.test(name)) named.folders.push(value);
	else if (isCommandName.test(name)) named.commands.push(value);
	else if (isPathName.test(name) && !isTextName.test(name)) named.paths.push(value);
}

/** A command that comes word by word, or several; what a shell is given holds others. */
function visitWords(words: readonly unknown[], name: string, named: Named, depth: number): void {
	const texts = words.filter((word) => typeof word === 'string');
	const areCommands = /s$/iu.test(name) || texts.some((text) => shellName.test(text));
	named.commands.push(texts.join(' '));
	if (areCommands) for (const text of texts) named.commands.push(text);
	for (const word of words) if (typeof word !== 'string') visit(word, name, named, depth + 1);
}
