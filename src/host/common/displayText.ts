/**
 * Untrusted text in VS Code's own controls. Without VS Code's API: `sayWithButton` is given what says it.
 * Icons are rendered in the labels, descriptions and details of quick-pick items, in the status bar, in the names of
 * terminals and in the titles of a CodeLens. Everything else of VS Code that takes text shows it as it is: titles,
 * placeholders and separators of quick-picks, tree items with their tooltips, notifications, buttons, and what a screen
 * reader is told of a tree item.
 */
import { visibleText } from '../../core/view/visibleText.ts';

/**
 * What VS Code takes for an icon (`labelWithIconsRegex` in its base/browser/ui/iconLabel/iconLabels.ts). Only before
 * one of these it takes a backslash away; anywhere else a backslash is text.
 */
const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/gu;

/** Text for a label that renders icons: escaped, so that it shows as it was written, to the character. */
export function escapeIcons(text: string): string {
	return text.replaceAll(icon, String.raw`\$&`);
}

/**
 * True when VS Code leaves out something of a label where a screen reader is told of it: of each `$(…)`, icon or not,
 * only what is inside is said (`getCodiconAriaLabel`), and no extension can say it otherwise.
 */
export function isSaidInPart(label: string): boolean {
	return /\$\(.*?\)/u.test(label);
}

/**
 * One line for a label that renders icons: line breaks, long runs of blanks and whatever hides become marks; nothing is
 * cut. `visibleText` is the same where text is shown as it is.
 */
export function oneLine(text: string): string {
	return escapeIcons(visibleText(text));
}

/**
 * Text for a notification: VS Code would make links of some, also ones that run commands. A blank keeps it text, and
 * line breaks and whatever hides become marks.
 */
export function messageText(text: string): string {
	return visibleText(text).replaceAll('](', '] (');
}

/** Says something beside a button for what to do about it. @param say such as `vscode.window.showWarningMessage` */
export function sayWithButton(
	say: (text: string, button: string) => Thenable<string | undefined>,
	text: string,
	button: string,
	run: () => unknown,
): void {
	void say(messageText(text), button).then((choice) => (choice === button ? run() : undefined));
}

/** Longest name of a document of ours, without its extension. */
const documentChars = 80;

/** Untrusted text as the name of a document in its tab: no part of it is a folder, and nothing hides. */
export function documentName(text: string, extension: string): string {
	const characters = Array.from(visibleText(text).replaceAll(/[\\/]/gu, '_'));
	const name = characters.slice(0, documentChars).join('');
	return `${name}${characters.length > documentChars ? '…' : ''}.${extension}`;
}

/** What surely fits into one row of a quick-pick, whose width follows that of the window. */
export const rowChars = 60;

/** True when a row of a quick-pick shows all of a label. Characters of other scripts may be twice as wide. */
export function fitsIntoRow(label: string): boolean {
	return label.length <= rowChars && /^[ -~]*$/u.test(label);
}

/** Cuts a long text into rows of at most `width` characters for a list that does not wrap. */
export function rowsOf(text: string, width: number): string[] {
	return visibleText(text.replaceAll(/\r\n?/gu, '\n'), { isMultiline: true })
		.split('\n')
		.flatMap((line) => (line === '' ? [''] : chunk(line, width)));
}

function chunk(line: string, width: number): string[] {
	const characters = Array.from(line);
	const rows: string[] = [];
	for (let at = 0; at < characters.length;) {
		const end = rowEnd(characters, at, width);
		rows.push(characters.slice(at, end).join(''));
		at = end;
	}
	return rows;
}

/** Behind the last blank of the row, where that is not far from its end: a word is read better in one piece. */
function rowEnd(characters: readonly string[], start: number, width: number): number {
	let end = start;
	for (let used = 0; end < characters.length; end++) {
		// Those of other scripts may be twice as wide.
		used += (characters[end] ?? '') < '\u2E80' ? 1 : 2;
		if (used > width) break;
	}
	if (end === characters.length) return end;
	const least = start + ((end - start) * 2) / 3;
	for (let at = end - 1; at > least; at--) if (characters[at] === ' ') return at + 1;
	return end;
}
