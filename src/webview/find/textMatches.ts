/** Where a text occurs in what an element shows. Case and kinds of blanks do not count. */

/** Text goes on in these; anything else begins and ends a block, over whose edge nothing is found. */
const inline = new Set(['A', 'B', 'BDI', 'CODE', 'DEL', 'EM', 'I', 'S', 'SPAN', 'STRONG', 'SUB', 'SUP', 'U']);
const edge = '\u0000';

/** The same text, of the same length, for comparison. */
export function comparable(text: string): string {
	const lower = text.toLowerCase();
	const same = lower.length === text.length ? lower : Array.from(text, lowered).join('');
	return same.replaceAll(/\s/gu, ' ');
}

/** A few letters become two when lowered: those stay as they are. */
function lowered(letter: string): string {
	const lower = letter.toLowerCase();
	return lower.length === letter.length ? lower : letter;
}

/** @param query from `comparable` */
export function countIn(text: string, query: string, most: number): number {
	let count = 0;
	for (let at = text.indexOf(query); at >= 0 && count < most; at = text.indexOf(query, at + query.length))
		count += 1;
	return count;
}

/**
 * Where a text stands below `root`, in order: not in entries inside of it, nor in what is hidden.
 * @param query from `comparable`
 * @param most places that are returned; others are not looked for
 */
export function textMatches(root: HTMLElement, query: string, most: number): StaticRange[] {
	const nodes: { readonly node: Text; readonly start: number }[] = [];
	const parts: string[] = [];
	let length = 0;
	const add = (part: string): void => {
		parts.push(part);
		length += part.length;
	};
	const visit = (parent: Node): void => {
		for (const node of parent.childNodes) {
			if (node instanceof Text) {
				nodes.push({ node, start: length });
				add(node.data);
			} else if (node instanceof HTMLElement && isRead(node)) {
				const border = inline.has(node.tagName) ? '' : edge;
				add(border);
				visit(node);
				add(border);
			}
		}
	};
	visit(root);
	const text = comparable(parts.join(''));
	const found: StaticRange[] = [];
	let index = 0;
	/** The node that holds a character; asked for in ascending order. */
	const seek = (at: number): { readonly node: Text; readonly offset: number } | undefined => {
		while ((nodes[index + 1]?.start ?? Infinity) <= at) index += 1;
		const held = nodes[index];
		return held === undefined ? undefined : { node: held.node, offset: at - held.start };
	};
	for (
		let at = text.indexOf(query);
		at >= 0 && found.length < most;
		at = text.indexOf(query, at + query.length)
	) {
		const start = seek(at);
		const last = seek(at + query.length - 1);
		if (start === undefined || last === undefined) break;
		found.push(
			new StaticRange({
				startContainer: start.node,
				startOffset: start.offset,
				endContainer: last.node,
				endOffset: last.offset + 1,
			}),
		);
	}
	return found;
}

function isRead(element: HTMLElement): boolean {
	return !element.hidden && element.ariaHidden !== 'true' && !element.matches('.entry, .visually-hidden');
}
