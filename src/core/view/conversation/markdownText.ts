/** Untrusted text in a Markdown document of ours: it must not end, hide or forge what stands around it. */
import { visibleText } from '../visibleText.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

/** Text with plain line ends, and with controls as marks: an editor would ask about the one and hide the other. */
export function plainText(text: string): string {
	return text.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n').replaceAll(controls, (found) => visibleText(found));
}

/** A code block whose fence is longer than any inside of it. @param language only letters of it are kept */
export function fenced(text: string, language = ''): string {
	const plain = plainText(text);
	let longest = 2;
	for (const [run] of plain.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
	const fence = '`'.repeat(longest + 1);
	const end = plain.endsWith('\n') ? '' : '\n';
	return `${fence}${language.replaceAll(/[^\w+-]/gu, '')}\n${plain}${end}${fence}`;
}

/** One line of untrusted text that nothing in it can change: as code, with what hides made visible (hazard C7). */
export function codeSpan(text: string): string {
	const shown = visibleText(text);
	let longest = 0;
	for (const [run] of shown.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
	const ticks = '`'.repeat(longest + 1);
	const pad = shown === '' || /^[` ]|[` ]$/u.test(shown) ? ' ' : '';
	return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** One line of untrusted text as prose: nothing in it is Markdown, and what hides is made visible. */
export function prose(text: string): string {
	return visibleText(text).replaceAll(/[\\`*_[\]<>#|~&!]/gu, String.raw`\$&`);
}

/** Each line as part of a quote. */
export function quoted(markdown: string): string {
	return markdown.replaceAll(/^(.*)$/gmu, (line) => (line === '' ? '>' : `> ${line}`));
}
