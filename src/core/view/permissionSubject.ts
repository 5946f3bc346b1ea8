/** What a permission is about, in words: the same in the card, the quick-pick and wherever else it is asked. */
import type { ToolKind } from '../base/toolCall.ts';
import { t } from '../base/l10n.ts';
import type { AskedCall, PermissionEntry, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import type { FileChange } from '../session/model/toolContent.ts';
import * as limits from '../base/limits.ts';
import { visibleText } from './visibleText.ts';
import { changeLine } from './fileChange.ts';
import { commandInput, namedInput, planIn } from './permissionInput.ts';
import { isNothing, commandOf, formatRaw, isOnlyCommand } from './rawText.ts';
import { isQuotedWord } from './shellWord.ts';

type WithSubject = Pick<PermissionEntry, 'subject' | 'description'>;
type Label = (path: string) => string;

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
	/** The command, the files, the plan, or whatever else the agent says. */
	readonly what: string;
	/** What it is given besides: directory, environment, and the rest of its input. One line each. */
	readonly given: readonly string[];
	/** It is a document to be read, in Markdown, and nothing that will be run. */
	readonly isMarkdown?: true;
	/** It names files, one a line, and nothing else. */
	readonly namesFiles?: true;
	/** What it is given are words about it, such as where it runs, and none of them is run. */
	readonly isGivenInWords?: true;
}

/**
 * What the user has to read before answering: the command in full, with its directory, its environment and whatever
 * else it is given; else the paths; else what the call shows, with what it is given; else the raw input.
 * An agent that says nothing is reported as saying nothing, and what we do not know as unknown (acp C253).
 * @param label how to show an absolute path
 */
export function permissionDetails(
	entry: WithSubject,
	call: AskedCall | undefined,
	label: Label = (path) => path,
): string {
	return agentDetails(entry, call, label) ?? missingDetailsText(entry) ?? entry.description ?? '';
}

/** As `permissionDetails`, but undefined where the agent gave no details. */
export function agentDetails(
	entry: WithSubject,
	call: AskedCall | undefined,
	label: Label,
): string | undefined {
	const details = detailsOf(entry, call, label);
	return details === undefined ? undefined : [details.what, ...details.given].join('\n');
}

/**
 * As `agentDetails`, with what is asked for and what it is given apart. A text that is too long to be read begins with
 * a line that says so.
 */
export function detailsOf(
	entry: WithSubject,
	call: AskedCall | undefined,
	label: Label,
): Details | undefined {
	const details = wholeDetails(entry, call, label);
	return details === undefined
		? undefined
		: { ...details, what: readable(details.what), given: details.given.map(readable) };
}

function readable(text: string): string {
	const most = limits.toolOutputChars;
	if (text.length <= most) return text;
	return `${t('Too long to be shown whole: the first {0} of {1} characters.', most, text.length)}\n${text.slice(0, most)}`;
}

function wholeDetails(
	{ subject }: WithSubject,
	call: AskedCall | undefined,
	label: Label,
): Details | undefined {
	if (subject.type === 'file') {
		const { path, text = '' } = subject;
		const file = all([visibleText(label(path))]);
		return text === '' ? { ...file, namesFiles: true } : { ...file, given: [text] };
	}
	if (subject.type !== 'command') return call === undefined ? undefined : callDetails(call, label);
	if (isBlank(subject.command)) return undefined;
	return {
		what: subject.command,
		given: call === undefined ? [] : commandInput(call.rawInput, call.kind, subject.command, label),
	};
}

/** The sentence for a subject of which nothing can be shown; undefined where its description says it. */
export function missingDetailsText({ subject, description = '' }: WithSubject): string | undefined {
	if (subject.type === 'other' && subject.isDescribed === true && description.trim() !== '') return undefined;
	return subject.type === 'other' && subject.kind !== ''
		? t('The agent asks for permission for something this version does not know: {0}', subject.kind)
		: t('The agent did not say what it will do.');
}

/** The directory of the command it is about, where that is not the session's. Absolute path. */
export function permissionCwd(
	{ subject }: WithSubject,
	{ cwd }: Pick<SessionState, 'cwd'>,
): string | undefined {
	return subject.type === 'command' && subject.cwd !== cwd ? subject.cwd : undefined;
}

const fileKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move']);
/** What runs or fetches does more than what it does to the files that it names. */
export const reachingKinds: ReadonlySet<ToolKind> = new Set<ToolKind>(['execute', 'fetch']);

/**
 * What gemini says of a command (docs/agents-in-the-wild.md#commands-are-full-of-signs). Anything else may be a script that
 * the title only names.
 */
const placeInWords = /^\[current working directory [^\]\n\r]+\](?: \([^\n\r]*\))?$/u;

function callDetails(call: AskedCall, label: Label): Details | undefined {
	const { kind, rawInput } = call;
	const command = commandOf(rawInput) ?? '';
	// A tool for files may call what it does to them a command, which says nothing without the files.
	if (!isBlank(command) && !fileKinds.has(kind)) {
		// The title says it as it is run, and the input with the quotes of a shell around it.
		const what = isQuotedWord(command, call.title) ? call.title : command;
		return { what, given: commandInput(rawInput, kind, command, label) };
	}
	const files = fileLines(call, label);
	// The input of what runs or fetches says more than the files that go with it, under whatever name.
	const input = reachingKinds.has(kind) && !isNothing(rawInput) ? [formatRaw(rawInput)] : [];
	const isAlone = isBlank(command) && input.length === 0;
	if (files.length > 0 && isAlone) return { ...all(files), namesFiles: true };
	if (files.length > 0) return all([...(isBlank(command) ? [] : [command]), ...files, ...input]);
	if (!isBlank(command) && isOnlyCommand(rawInput)) return all([command]);
	const shown = textsOf(call);
	if (kind === 'switch_mode') return planDetails(shown, rawInput, label);
	if (isNothing(rawInput)) {
		// gemini names a command in the title alone.
		if (kind === 'execute' && !isBlank(call.title)) {
			const isWords = shown.length === 1 && placeInWords.test(shown[0]?.trim() ?? '');
			return { what: call.title, given: shown, ...(isWords ? { isGivenInWords: true } : {}) };
		}
		return shown.length > 0 ? all(shown) : undefined;
	}
	const named = namedInput(rawInput, shown, label);
	if (shown.length > 0) return { what: shown.join('\n'), given: named ?? [formatRaw(rawInput)] };
	return all(named ?? [formatRaw(rawInput)]);
}

/** A plan to approve stands in what the call shows, in its input, or in both. */
function planDetails(shown: readonly string[], rawInput: unknown, label: Label): Details | undefined {
	const plan = (shown.length > 0 ? shown.join('\n\n') : (planIn(rawInput) ?? '')).trim();
	const given = isNothing(rawInput)
		? []
		: (namedInput(rawInput, [plan], label, true) ?? [formatRaw(rawInput)]);
	if (isBlank(plan)) return given.length > 0 ? all(given) : undefined;
	return { what: plan, given, isMarkdown: true };
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
	const shown = [...files].slice(0, limits.shownItems);
	const lines = shown.map(([path, change]) =>
		change === undefined ? label(path) : changeLine(change, label),
	);
	const more =
		files.size === shown.length
			? []
			: [t('{0} files, of which the first {1} follow:', files.size, shown.length)];
	return [...more, ...new Set(lines)];
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}
