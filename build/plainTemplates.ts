/**
 * Templates of the chat view without their indentation. A browser collapses it, and in the bundle it weighs kilobytes.
 * Only the text of html`…` and svg`…` is touched: a line break stays, the tabs after it go.
 */

const opening = /\b(?:html|svg)`/gu;

/** The source of a module with the indentation in its templates taken away. */
export function withoutIndentation(source: string): string {
	let result = '';
	let at = 0;
	for (const { index, 0: found } of source.matchAll(opening)) {
		// Inside of one that is done.
		if (index < at) continue;
		const start = index + found.length;
		const template = readTemplate(source, start, true);
		result += source.slice(at, start) + template.text;
		at = template.end;
	}
	return result + source.slice(at);
}

interface Read {
	readonly text: string;
	/** Where what follows begins. */
	readonly end: number;
}

/** Up to and with the backtick that ends it. */
function readTemplate(source: string, start: number, isHtml: boolean): Read {
	let text = '';
	let at = start;
	while (at < source.length) {
		const char = source.charAt(at);
		if (char === '`') return { text: `${text}\``, end: at + 1 };
		if (char === '$' && source.charAt(at + 1) === '{') {
			const inner = readExpression(source, at + 2);
			text += '${' + inner.text;
			at = inner.end;
		} else if (char === '\\') {
			text += source.slice(at, at + 2);
			at += 2;
		} else {
			text += char;
			at++;
			if (isHtml && char === '\n') at = afterTabs(source, at);
		}
	}
	return { text, end: at };
}

function afterTabs(source: string, start: number): number {
	let at = start;
	while (source.charAt(at) === '\t') at++;
	return at;
}

/** Up to and with the brace that ends it. What is in quotes and comments does not count. */
function readExpression(source: string, start: number): Read {
	let text = '';
	let depth = 1;
	let at = start;
	while (at < source.length) {
		const skipped = /^(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/)/u.exec(
			source.slice(at, at + 2000),
		);
		const char = source.charAt(at);
		if (skipped !== null) {
			text += skipped[0];
			at += skipped[0].length;
		} else if (char === '`') {
			const inner = readTemplate(source, at + 1, /\b(?:html|svg)$/u.test(text));
			text += `\`${inner.text}`;
			at = inner.end;
		} else {
			text += char;
			at++;
			if (char === '{') depth++;
			else if (char === '}') depth--;
			if (depth === 0) break;
		}
	}
	return { text, end: at };
}
