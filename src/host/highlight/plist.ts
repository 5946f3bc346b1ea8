/**
 * Reads a property list in XML, as TextMate's themes are. A reader of its own, because the thread with that of
 * `vscode-textmate` starts only once the theme is known. Linear, and nothing outside of the text is looked at: entities
 * are the five of XML and numbers.
 */

type Value = string | boolean | Value[] | { [key: string]: Value };

/** Deeper ones are no themes. */
const maxDepth = 32;

/** Comments, declarations, CDATA and tags; what stands between them is text. */
const pieces =
	/<!--[^]*?(?:-->|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<[?!][^>]*(?:>|$)|<(\/?)([a-z]+)[^<>]*?(\/?)>/gu;

interface Open {
	readonly value: Value[] | { [key: string]: Value };
	/** In a dictionary, what the next value is of. */
	key: string;
}

/** @returns undefined if it is none; numbers and dates come as texts */
export function parsePlist(xml: string): Value | undefined {
	const stack: Open[] = [];
	let root: Value | undefined;
	let text = '';
	let end = 0;
	const add = (value: Value): void => {
		const open = stack.at(-1);
		if (open === undefined) root ??= value;
		else if (Array.isArray(open.value)) open.value.push(value);
		// Also under a name such as `__proto__` it is nothing but a field.
		else Object.defineProperty(open.value, open.key, { value, enumerable: true, configurable: true });
	};
	for (const { 0: piece, 1: data, 2: slash, 3: name, 4: empty, index } of xml.matchAll(pieces)) {
		text += unescaped(xml.slice(end, index)) + (data ?? '');
		end = index + piece.length;
		if (name === undefined) continue;
		const isOpening = slash === '';
		if (name === 'dict' || name === 'array') {
			if (isOpening) {
				const value = name === 'dict' ? {} : [];
				add(value);
				if (empty === '') stack.push({ value, key: '' });
				if (stack.length > maxDepth) return undefined;
			} else stack.pop();
		} else if (name === 'true' || name === 'false') {
			if (isOpening) add(name === 'true');
		} else if (name === 'key') {
			const open = stack.at(-1);
			if (!isOpening && open !== undefined) open.key = text;
		} else if (name !== 'plist' && (!isOpening || empty === '/')) add(isOpening ? '' : text);
		text = '';
	}
	return stack.length === 0 ? root : undefined;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
	return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/giu, (whole, decimal, hex, name) => {
		if (typeof name === 'string') return entities[name] ?? whole;
		const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
		return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
	});
}
