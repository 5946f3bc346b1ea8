/** What is attached, in words: for what has no address of its own, and for agents that take no embedded texts. Pure. */
import { formatBytes } from '../../core/view/quantities.ts';

/** A problem of a file. Lines and columns count from 1. */
export interface Problem {
	readonly path: string;
	readonly line: number;
	readonly column: number;
	readonly severity: 'error' | 'warning' | 'info' | 'hint';
	readonly message: string;
	/** Source and code of the problem, such as `ts 2304`. */
	readonly source: string;
}

const severities = ['error', 'warning', 'info', 'hint'] as const;

/**
 * One line for each problem, the worst first.
 * @param about what was looked at, such as a path
 * @param maxBytes more is left out, and said to be
 */
export function problemsText(about: string, problems: readonly Problem[], maxBytes: number): string {
	if (problems.length === 0) return `Problems in ${about}: none at the moment.`;
	const rank = ({ severity }: Problem): number => severities.indexOf(severity);
	const lines = problems.toSorted((a, b) => rank(a) - rank(b)).map(problemLine);
	let bytes = 0;
	const fitting = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > maxBytes);
	const shown = fitting === -1 ? lines : lines.slice(0, fitting);
	const left = lines.length - shown.length;
	const more = left === 0 ? [] : [`(${left} more are left out: together they are too large.)`];
	return [`Problems in ${about} (${countText(problems)}):`, '', ...shown, ...more].join('\n');
}

/** `2 errors, 1 warning`. */
export function countText(problems: readonly Pick<Problem, 'severity'>[]): string {
	return severities
		.map((severity) => {
			const count = problems.filter((problem) => problem.severity === severity).length;
			return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
		})
		.filter((text) => text !== '')
		.join(', ');
}

/** `- src/a.ts:3:5 error: what (who)`. A message of several lines goes on indented. */
function problemLine({ path, line, column, severity, message, source }: Problem): string {
	const by = source === '' ? '' : ` (${source})`;
	return `- ${path}:${line}:${column} ${severity}: ${message.trim().replaceAll(/\r?\n/gu, '\n  ')}${by}`;
}

/** What is not committed: the diff, and the files that git does not know. */
export interface Changes {
	readonly diff: string;
	readonly untracked: readonly string[];
}

/** @param maxBytes more of the diff is cut off, and said to be */
export function changesText(root: string, { diff, untracked }: Changes, maxBytes: number): string {
	const size = Buffer.byteLength(diff);
	const kept = size <= maxBytes ? diff : wholeLines(diff, maxBytes);
	const parts = [
		diff.trim() === '' ? 'The files that git knows are unchanged.' : fenced(kept, 'diff'),
		...(kept === diff ? [] : [`(Cut: the whole diff has ${formatBytes(size)}.)`]),
		...(untracked.length === 0 ? [] : ['Files that git does not know yet:', listed(untracked)]),
	];
	return [`Changes in ${root} that are not committed:`, ...parts].join('\n\n');
}

const maxListed = 200;

function listed(paths: readonly string[]): string {
	const shown = paths.slice(0, maxListed).map((path) => `- ${path}`);
	const left = paths.length - shown.length;
	return (left === 0 ? shown : [...shown, `(${left} more)`]).join('\n');
}

function wholeLines(text: string, maxBytes: number): string {
	// Cuts a character in two at worst, and that in a line that goes away.
	const kept = Buffer.from(text).subarray(0, maxBytes).toString();
	return kept.slice(0, Math.max(0, kept.lastIndexOf('\n')));
}

const fromTerminal = 'Selected in a terminal:';

export function terminalText(text: string): string {
	return `${fromTerminal}\n\n${fenced(text, '')}`;
}

/** What was selected, out of `terminalText`; undefined for other words. */
export function parseTerminalText(words: string): string | undefined {
	const [, , text] = /^Selected in a terminal:\n\n(`{3,})\n([^]*)\n\1$/u.exec(words) ?? [];
	return text;
}

/** The end of a text, in whole lines if it has some. */
export function newestOf(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text);
	if (bytes.length <= maxBytes) return text;
	// One that is cut in two is at the beginning, and goes away.
	const kept = bytes
		.subarray(bytes.length - Math.max(0, maxBytes))
		.toString()
		.replace(/^\uFFFD+/u, '');
	return kept.slice(kept.indexOf('\n') + 1);
}

/** A quotation with its place above it. */
export function quotedText(name: string, text: string): string {
	const extension = /\.([A-Za-z0-9]+)(?::\d+(?:-\d+)?)?$/u.exec(name)?.[1] ?? '';
	return `${name}\n\n${fenced(text, extension)}`;
}

/** A code fence that nothing in the text can close. */
export function fenced(text: string, language: string): string {
	const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/gu), ([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text.replace(/\n$/u, '')}\n${fence}`;
}
