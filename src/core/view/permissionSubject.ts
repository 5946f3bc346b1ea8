/** What a permission is about, in words: the same in the card, the quick-pick and wherever else it is asked. */
import { t } from '../base/l10n.ts';
import type { AskedCall, PermissionEntry, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import type { FileChange, ToolKind } from '../session/model/toolContent.ts';
import * as limits from '../base/limits.ts';
import { clippedText } from './clippedText.ts';
import { visibleText } from './hostileText.ts';
import { operationWord } from './operationWord.ts';
import { commandOf, formatRaw, isOnlyCommand } from './rawText.ts';

type Asked = Pick<PermissionEntry, 'subject'>;
type Label = (path: string) => string;

/** The tool call that a permission is about, as it is now. */
export function toolCallOf(
	state: Pick<SessionState, 'entries'>,
	entry: PermissionEntry,
): ToolCallEntry | undefined {
	const call = state.entries.get(entry.parentId ?? '');
	return call?.type === 'tool_call' ? call : undefined;
}

/** The same as it was asked about: what the agent says of it after the answer is not what was answered. */
export function askedCallOf(
	state: Pick<SessionState, 'entries'>,
	entry: PermissionEntry,
): AskedCall | undefined {
	return entry.asked ?? toolCallOf(state, entry);
}

/** What a permission is about. */
export interface Details {
	/** The command, the files, or whatever else the agent says. */
	readonly what: string;
	/** What a command is given: directory, environment, and the rest of its input. */
	readonly given: readonly string[];
}

/**
 * What the user has to read before answering: the command in full, with its directory, its environment and whatever
 * else it is given; else the paths, else the raw input.
 * An agent that says nothing is reported as saying nothing, and what we do not know as unknown (acp C253).
 * @param label how to show an absolute path
 */
export function permissionDetails(
	entry: Asked,
	call: AskedCall | undefined,
	label: Label = (path) => path,
): string {
	return saidDetails(entry, call, label) ?? unsaid(entry);
}

/** As `permissionDetails`; undefined where that is a sentence of ours. */
export function saidDetails(entry: Asked, call: AskedCall | undefined, label: Label): string | undefined {
	const details = detailsOf(entry, call, label);
	return details === undefined ? undefined : [details.what, ...details.given].join('\n');
}

/** The same in its parts. What is longer than anybody reads says so before all else. */
export function detailsOf(entry: Asked, call: AskedCall | undefined, label: Label): Details | undefined {
	const details = wholeDetails(entry, call, label);
	return details === undefined ? undefined : { ...details, what: readable(details.what) };
}

function readable(text: string): string {
	const most = limits.toolOutputChars;
	if (text.length <= most) return text;
	return `${t('Too long to be shown whole: the first {0} of {1} characters.', most, text.length)}\n${text.slice(0, most)}`;
}

function wholeDetails({ subject }: Asked, call: AskedCall | undefined, label: Label): Details | undefined {
	if (subject.type === 'file') return all([visibleText(label(subject.path))]);
	if (subject.type !== 'command') return call === undefined ? undefined : callDetails(call, label);
	if (isBlank(subject.command)) return undefined;
	return {
		what: subject.command,
		given: call === undefined ? [] : commandInput(call.rawInput, call.kind, label),
	};
}

/** The sentence for a subject of which nothing can be shown. */
export function unsaid({ subject }: Asked): string {
	return subject.type === 'other' && subject.kind !== ''
		? t('The agent asks for permission for something this version does not know: {0}', subject.kind)
		: t('The agent did not say what it will do.');
}

/** The directory of the command it is about, where that is not the session's. Absolute path. */
export function permissionCwd({ subject }: Asked, { cwd }: Pick<SessionState, 'cwd'>): string | undefined {
	return subject.type === 'command' && subject.cwd !== cwd ? subject.cwd : undefined;
}

const fileKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move']);

function callDetails(call: AskedCall, label: Label): Details | undefined {
	const { kind, rawInput } = call;
	const command = commandOf(rawInput) ?? '';
	// A tool for files may call what it does to them a command, which says nothing without the files.
	if (!isBlank(command) && !fileKinds.has(kind))
		return { what: command, given: commandInput(rawInput, kind, label) };
	const files = fileLines(call, label);
	if (files.length > 0) return all([...(isBlank(command) ? [] : [command]), ...files]);
	if (!isBlank(command) && isOnlyCommand(rawInput)) return all([command]);
	if (rawInput !== undefined) return all([formatRaw(rawInput)]);
	// gemini names a command in the title alone, and says more about it in the content.
	const said = [kind === 'execute' ? call.title : '', ...textsOf(call)].filter((text) => text !== '');
	return said.length > 0 ? all(said) : undefined;
}

const all = (lines: readonly string[]): Details => ({ what: lines.join('\n'), given: [] });

function textsOf({ content }: AskedCall): readonly string[] {
	return content.flatMap((item) =>
		item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
	);
}

/** Each file once, with what happens to it where the agent says so. A name is one line, whatever it holds. */
function fileLines({ content, locations }: AskedCall, labelOf: Label): readonly string[] {
	const label: Label = (path) => visibleText(labelOf(path));
	const files = new Map<string, FileChange | undefined>();
	for (const item of content) {
		if (item.type === 'diff') files.set(item.path, undefined);
		else if (item.type === 'file_change') files.set(item.path, item);
	}
	for (const { path } of locations) if (!files.has(path)) files.set(path, undefined);
	const shown = [...files].slice(0, mostThings);
	const lines = shown.map(([path, change]) =>
		change === undefined ? label(path) : changeLine(change, label),
	);
	const more =
		files.size === shown.length
			? []
			: [t('{0} files, of which the first {1} follow:', files.size, shown.length)];
	return [...more, ...new Set(lines)];
}

function changeLine({ operation, operationName, path, oldPath }: FileChange, label: Label): string {
	const from = oldPath === undefined ? '' : `${label(oldPath)} → `;
	return `${operationName ?? operationWord(operation)} ${from}${label(path)}`;
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}

const isPlaceName = /^(?:cwd|dir(?:ectory)?|work(?:ing)?_?dir(?:ectory)?)$/iu;
const isEnvName = /^env(?:ironment)?(?:_?var(?:iable)?s)?$/iu;

/** Of more things than anybody reads it is shown as it came: one by one they would cost too much (hazard A11). */
const mostThings = 1_000;

/**
 * The rest of the input of a tool that runs a command: nothing that decides what runs may stay unsaid. One line for each
 * thing, so that no value can pass for another.
 * Left out is what says nothing, which a "false" does not.
 * @param label how to show an absolute path
 */
function commandInput(rawInput: unknown, kind: ToolKind, label: (path: string) => string): readonly string[] {
	if (typeof rawInput !== 'object' || rawInput === null) return [];
	if (isTooMuch(rawInput)) return [compact(rawInput)];
	let left: number = limits.toolOutputChars;
	return Object.entries(rawInput).flatMap(([name, value]: [string, unknown], at, all) => {
		// What comes behind more than anybody reads is counted.
		if (left === 0) return [];
		const lines = inputLines(name, value, kind, label);
		left -= lines.reduce((sum, line) => sum + line.length, 0);
		if (left > 0 || at === all.length - 1) return lines;
		left = 0;
		return [...lines, t('… {0} more fields', all.length - 1 - at)];
	});
}

function inputLines(name: string, value: unknown, kind: ToolKind, label: Label): readonly string[] {
	const isWords = name === 'command' || (name === 'args' && Array.isArray(value));
	// What the model says of its command decides nothing, and stands in the card of the call.
	const isRemark = kind === 'execute' && name === 'description' && typeof value === 'string';
	if (isWords || isRemark || isNothing(value)) return [];
	if (isPlaceName.test(name) && typeof value === 'string')
		return [t('Directory: {0}', compact(label(value)))];
	if (isEnvName.test(name)) return [t('Environment: {0}', environment(value))];
	return [`${compact(name)}: ${compact(value)}`];
}

function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}

function isTooMuch(value: object): boolean {
	return Object.keys(value).length > mostThings;
}

/** As people write it, `NAME=value`, whichever of the usual shapes the agent gives it. */
function environment(value: unknown): string {
	if (typeof value !== 'object' || value === null || isTooMuch(value)) return compact(value);
	if (formatRaw(value, 0).length > limits.toolOutputChars) return compact(value);
	return Object.entries(value)
		.map(([name, item]: [string, unknown]) => (Array.isArray(value) ? listed(item) : assigned(name, item)))
		.join(' ');
}

function listed(item: unknown): string {
	const isNamed = typeof item === 'object' && item !== null && 'name' in item && 'value' in item;
	return isNamed ? assigned(compact(item.name), item.value) : compact(item);
}

function assigned(name: string, value: unknown): string {
	const text = compact(value);
	return `${compact(name)}=${/^[^\s"']*$/u.test(text) ? text : JSON.stringify(text)}`;
}

function compact(value: unknown): string {
	return visibleText(clippedText(typeof value === 'string' ? value : formatRaw(value, 0)));
}
