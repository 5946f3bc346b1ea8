/** What a permission is about, in words: the same in the card, the quick-pick and wherever else it is asked. */
import { t } from '../base/l10n.ts';
import type { PermissionEntry, ToolCallEntry } from '../session/entry.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { FileChange, ToolKind } from '../session/toolContent.ts';
import { commandInput } from './commandInput.ts';
import { visibleText } from './hostileText.ts';
import { operationWord } from './operationWord.ts';
import { commandOf, formatRaw, isOnlyCommand } from './rawText.ts';

type Asked = Pick<PermissionEntry, 'subject' | 'said'>;
type Label = (path: string) => string;

/** The tool call that a permission is about. */
export function toolCallOf(
	state: Pick<SessionState, 'entries'>,
	entry: PermissionEntry,
): ToolCallEntry | undefined {
	const call = state.entries.get(entry.parentId ?? '');
	return call?.type === 'tool_call' ? call : undefined;
}

/**
 * What the user has to read before answering: the command in full, with its directory, its environment and whatever
 * else it is given; else the paths, else the raw input.
 * An agent that says nothing is reported as saying nothing, and what we do not know as unknown (acp C253).
 * @param label how to show an absolute path
 */
export function permissionDetails(
	entry: Asked,
	call: ToolCallEntry | undefined,
	label: Label = (path) => path,
): string {
	return saidDetails(entry, call, label) ?? unsaid(entry);
}

/** As `permissionDetails`; undefined where that is a sentence of ours. */
export function saidDetails(
	{ subject, said }: Asked,
	call: ToolCallEntry | undefined,
	label: Label,
): string | undefined {
	if (subject.type === 'command') return isBlank(subject.command) ? undefined : subject.command;
	return call === undefined ? undefined : callDetails(call, said ?? textsOf(call), label);
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

function callDetails(call: ToolCallEntry, texts: readonly string[], label: Label): string | undefined {
	const command = commandOf(call.rawInput) ?? '';
	// A tool for files may call what it does to them a command, which says nothing without the files.
	if (!isBlank(command) && !fileKinds.has(call.kind))
		return [command, ...commandInput(call.rawInput, call, label)].join('\n');
	const files = fileLines(call, label);
	if (files.length > 0) return [...(isBlank(command) ? [] : [command]), ...files].join('\n');
	if (!isBlank(command) && isOnlyCommand(call.rawInput)) return command;
	if (call.rawInput !== undefined) return formatRaw(call.rawInput);
	// gemini names a command in the title alone, and says more about it in the content.
	const said = [call.kind === 'execute' ? call.title : '', ...texts].filter((text) => text !== '');
	return said.length > 0 ? said.join('\n') : undefined;
}

function textsOf({ content }: ToolCallEntry): readonly string[] {
	return content.flatMap((item) =>
		item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
	);
}

/** Each file once, with what happens to it where the agent says so. A name is one line, whatever it holds. */
function fileLines({ content, locations }: ToolCallEntry, labelOf: Label): readonly string[] {
	const label: Label = (path) => visibleText(labelOf(path));
	const lines = new Map<string, string>();
	for (const item of content) {
		if (item.type === 'diff') lines.set(item.path, label(item.path));
		else if (item.type === 'file_change') lines.set(item.path, changeLine(item, label));
	}
	for (const { path } of locations) if (!lines.has(path)) lines.set(path, label(path));
	return [...new Set(lines.values())];
}

function changeLine({ operation, operationName, path, oldPath }: FileChange, label: Label): string {
	const from = oldPath === undefined ? '' : `${label(oldPath)} → `;
	return `${operationName ?? operationWord(operation)} ${from}${label(path)}`;
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}
