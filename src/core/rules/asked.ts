/**
 * What a permission is about, for the rules. It is read from what the picker shows and from all else the agent said
 * of the call: a rule that allows has to cover every command and every path in it.
 */
import type { PermissionEntry, PermissionOption, ToolCallEntry } from '../session/model.ts';
import type { AskedPermission } from '../session/ports.ts';
import type { ToolKind } from '../session/toolContent.ts';
import { commandOf } from '../view/rawText.ts';

export interface Asked {
	readonly agentName: string;
	readonly sessionKey: string;
	/** Directory of the session. Absolute path. */
	readonly cwd: string;
	readonly kind: ToolKind;
	/** Every command line it names. */
	readonly commands: readonly string[];
	/** What may be a command, such as the title of a call that names none: enough to deny, not to allow. */
	readonly hints: readonly string[];
	/** Every path it names, as written. */
	readonly paths: readonly string[];
	/** Where its commands run, where it says so; as written. */
	readonly folders: readonly string[];
	/** It brings variables for its commands, which can make anything of them. */
	readonly hasEnv: boolean;
	/** Neither a command nor a path nor any input: nobody can know what it will do. */
	readonly isSilent: boolean;
	readonly options: readonly PermissionOption[];
}

/** Kinds whose tools may call what they do to a file a command: one word, such as `view`. */
const fileKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move']);

const maxDepth = 4;

export function readAsked({ entry, call, agentName, sessionKey, cwd }: AskedPermission): Asked {
	const { subject } = entry;
	const kind = subject.type === 'command' ? 'execute' : (call?.kind ?? 'other');
	const named = readInput(call?.rawInput);
	const own = subject.type === 'command' ? [subject.command] : [];
	const raw = commandOf(call?.rawInput);
	const isWord = raw !== undefined && fileKinds.has(kind) && /^\s*[\w-]*\s*$/u.test(raw);
	const commands = [...own, ...(raw === undefined || isWord ? [] : [raw])].filter(
		(command) => command.trim() !== '',
	);
	const paths = [...new Set([...callPaths(call), ...named.paths])];
	const place = subject.type === 'command' && subject.cwd !== undefined ? [subject.cwd] : [];
	return {
		agentName,
		sessionKey,
		cwd,
		kind,
		commands,
		hints: hintsOf(entry, call, kind),
		paths,
		folders: [...place, ...named.folders],
		hasEnv: named.hasEnv,
		isSilent: commands.length + paths.length === 0 && !hasInput(call?.rawInput),
		options: entry.options,
	};
}

function hintsOf(entry: PermissionEntry, call: ToolCallEntry | undefined, kind: ToolKind): readonly string[] {
	return kind === 'execute' ? [entry.title, ...(call === undefined ? [] : [call.title])] : [];
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

function hasInput(input: unknown): boolean {
	if (typeof input === 'string') return input.trim() !== '';
	return typeof input === 'object' && input !== null && Object.keys(input).length > 0;
}

interface Named {
	readonly paths: string[];
	readonly folders: string[];
	hasEnv: boolean;
}

const isPlaceName = /^(?:cwd|work(?:ing)?_?dir(?:ectory)?)$/iu;
const isEnvName = /^env(?:ironment)?(?:_?var(?:iable)?s)?$/iu;
const isPathName = /path|file|folder|dir(?:ectory)?s?$|uri|^(?:from|to|source|destination|target)$/iu;
/** Texts of a file, not its name. */
const isTextName = /text|content|string|data|type|count|limit|mode|pattern/iu;

/** Agents name files in the input of a tool, too, and what they say there has to be covered as well. */
function readInput(input: unknown): Named {
	const named: Named = { paths: [], folders: [], hasEnv: false };
	visit(input, '', named, 0);
	return named;
}

function visit(value: unknown, name: string, named: Named, depth: number): void {
	if (typeof value === 'string') return visitText(value, name, named);
	if (typeof value !== 'object' || value === null) return;
	if (isEnvName.test(name)) named.hasEnv ||= Object.keys(value).length > 0;
	if (depth >= maxDepth) return;
	for (const [key, item] of Object.entries(value))
		visit(item, Array.isArray(value) ? name : key, named, depth + 1);
}

function visitText(value: string, name: string, named: Named): void {
	if (value === '') return;
	if (isPlaceName.test(name)) named.folders.push(value);
	else if (isPathName.test(name) && !isTextName.test(name) && !value.includes('\n')) named.paths.push(value);
}
