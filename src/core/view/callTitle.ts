/** How tool calls and permissions are called: by their agent, else by what they are about. Untrusted text, as it is. */
import { t } from '../base/l10n.ts';
import type { AskedCall, PermissionEntry, ToolCallEntry } from '../session/model/entry.ts';
import type { SessionState } from '../session/model/sessionState.ts';
import { kindName } from './entryWords.ts';
import { askedCallOf } from './permissionSubject.ts';
import { commandOf } from './rawText.ts';

type Label = (path: string) => string;

/**
 * The title of a call; of one without a title its kind and what it does that to: its command, its address, what it
 * looks for, or its first file.
 * @param label how to show an absolute path
 */
export function callTitle(
	call: AskedCall & Pick<Partial<ToolCallEntry>, 'name'>,
	label: Label = lastName,
): string {
	if (call.title.trim() !== '') return call.title;
	const { kind, name = '' } = call;
	const operation = kind !== 'other' ? kindName(kind) : name === '' ? t('Tool call') : name;
	const about = aboutOf(call, label);
	return about === undefined ? operation : `${operation} ${about}`;
}

/** The title of a permission; of one without a title that of what it is about. @param label as `callTitle` */
export function permissionTitle(
	state: Pick<SessionState, 'entries'>,
	entry: PermissionEntry,
	label: Label = lastName,
): string {
	if (entry.title.trim() !== '') return entry.title;
	const call = askedCallOf(state, entry);
	return call === undefined ? t('Permission needed') : callTitle(call, label);
}

function aboutOf({ rawInput, content, locations }: AskedCall, label: Label): string | undefined {
	const said =
		commandOf(rawInput) ??
		textAt(rawInput, 'url') ??
		textAt(rawInput, 'query') ??
		textAt(rawInput, 'pattern');
	if (said !== undefined && said.trim() !== '') return said;
	const changed = content.find((item) => item.type === 'diff' || item.type === 'file_change');
	const path = locations[0]?.path ?? (changed === undefined ? undefined : changed.path);
	return path === undefined ? undefined : label(path);
}

function textAt(input: unknown, name: string): string | undefined {
	if (typeof input !== 'object' || input === null) return undefined;
	const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
	return typeof value === 'string' ? value : undefined;
}

function lastName(path: string): string {
	return path.split(/[\\/]/u).findLast((name) => name !== '') ?? path;
}
