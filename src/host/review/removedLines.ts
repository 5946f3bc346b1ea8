/** The lines that a change took away, as Markdown of which nothing but a block of code can be made. Pure. */
import { visibleText } from '../../core/view/visibleText.ts';

/** More is in the difference of the file. */
const mostLines = 40;
const mostChars = 8_000;

/** Removed lines as Markdown, to be shown in a hover. */
export interface RemovedLines {
	/** A fenced block of code. */
	readonly markdown: string;
	readonly linesLeftOut: number;
}

/**
 * What hides in the lines is made visible. The fence is longer than any that the lines have.
 * @param language as VS Code names it, to colour the block by
 */
export function removedLines(lines: readonly string[], language: string): RemovedLines {
	const shown: string[] = [];
	let chars = 0;
	for (const line of lines.slice(0, mostLines)) {
		chars += line.length;
		if (chars > mostChars) break;
		shown.push(line.replace(/\r?\n$/u, ''));
	}
	const text = visibleText(shown.join('\n').replaceAll('\r', ''), { isMultiline: true });
	const runs = text.match(/`+/gu) ?? [];
	const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
	const info = /^[\w+#.-]+$/u.test(language) ? language : '';
	return { markdown: `${fence}${info}\n${text}\n${fence}`, linesLeftOut: lines.length - shown.length };
}
