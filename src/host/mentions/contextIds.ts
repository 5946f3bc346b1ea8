/**
 * Names of what can be attached. Each says all that is needed to find the thing again after a reload: the address of a
 * file or folder, the same with its lines (`file:///a.ts#L3-L9`), `problems:` and `changes:` with the address of a file,
 * or a repository; `session:` with the key of a session of the window. `terminal:` and the ids of `undone` chips only
 * tell texts apart: the text is stored in the chip. Pure.
 */

/** Lines of a file, counted from 1, both ends included. */
export interface LineRange {
	readonly startLine: number;
	readonly endLine: number;
}

interface FileRange extends LineRange {
	readonly uri: string;
}

/** The address of some lines, as links on the web write it. */
export function rangeId({ uri, startLine, endLine }: FileRange): string {
	return endLine > startLine ? `${uri}#L${startLine}-L${endLine}` : `${uri}#L${startLine}`;
}

/** The lines that an address names; undefined when it names none. */
export function parseRangeId(id: string): FileRange | undefined {
	const [, uri, start, end] = /^(.+)#L(\d{1,9})(?:-L?(\d{1,9}))?$/u.exec(id) ?? [];
	if (uri === undefined || start === undefined) return undefined;
	const startLine = Math.max(1, Number(start));
	return { uri, startLine, endLine: Math.max(startLine, Number(end ?? start)) };
}

/** `src/a.ts:3-9`. */
export function rangeName(path: string, { startLine, endLine }: LineRange): string {
	return endLine > startLine ? `${path}:${startLine}-${endLine}` : `${path}:${startLine}`;
}

const problemsPrefix = 'problems:';
const changesPrefix = 'changes:';

/** @param target a file, or some lines of one; all files without it */
export function problemsId(target = ''): string {
	return `${problemsPrefix}${target}`;
}

interface ProblemsTarget {
	/** Absent for all files. */
	readonly uri?: string;
	/** Absent for the whole file. */
	readonly lines?: LineRange;
}

export function parseProblemsId(id: string): ProblemsTarget {
	const target = id.slice(problemsPrefix.length);
	if (target === '') return {};
	const lines = parseRangeId(target);
	return lines === undefined ? { uri: target } : { uri: lines.uri, lines };
}

/** @param root address of the repository */
export function changesId(root: string): string {
	return `${changesPrefix}${root}`;
}

export function parseChangesId(id: string): string {
	return id.slice(changesPrefix.length);
}

const sessionPrefix = 'session:';

/** @param key of a session of the window; it is the same after a reload */
export function sessionId(key: string): string {
	return `${sessionPrefix}${key}`;
}

export function parseSessionId(id: string): string {
	return id.slice(sessionPrefix.length);
}

/** @param fingerprint of the text: the same text is the same thing, however often it is added */
export function terminalId(fingerprint: string): string {
	return `terminal:${fingerprint}`;
}
