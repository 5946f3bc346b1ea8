import { calledName, lineOf, literalText, nodesIn, type SourceFile, walk } from './sourceTree.ts';

/** One call of `t` (src/core/base/l10n.ts) or `sentence` (src/core/base/sentence.ts). */
export interface MessageCall {
	/** File and line. */
	readonly at: string;
	/** Undefined when it is no literal. */
	readonly key: string | undefined;
	readonly argumentCount: number;
	/** The sentence goes to `formatNodes`, which fills its places. */
	readonly isPlaced: boolean;
}

/** What takes a sentence, and how a file imports it. */
const sayers: readonly (readonly [name: string, isImported: RegExp])[] = [
	['t', /import \{[^}]*\bt\b[^}]*\} from '[^']*\/l10n\.ts'/u],
	['sentence', /import \{[^}]*\bsentence\b[^}]*\} from '[^']*\/sentence\.ts'/u],
];

/** All calls of `t` and `sentence` in a file that imports them. */
export function messageCalls(file: SourceFile): readonly MessageCall[] {
	const says = new Set(sayers.filter(([, isImported]) => isImported.test(file.text)).map(([sayer]) => sayer));
	if (says.size === 0) return [];
	const calls: (Omit<MessageCall, 'isPlaced'> & { readonly start: number })[] = [];
	const placed = new Set<number>();
	const placedNames = new Set<unknown>();
	walk(file.tree, (node) => {
		if (node.type !== 'CallExpression') return;
		const [key, ...others] = nodesIn(node['arguments']);
		if (calledName(node) === 'formatNodes' && key !== undefined) {
			if (key.type === 'Identifier') placedNames.add(key['name']);
			placed.add(key.start);
		}
		const [callee] = nodesIn(node['callee']);
		if (callee?.type !== 'Identifier' || !says.has(String(callee['name']))) return;
		calls.push({
			at: `${file.name}:${lineOf(file, node)}`,
			key: literalText(key),
			argumentCount: others.length,
			start: node.start,
		});
	});
	// The sentence may have got a name first.
	walk(file.tree, (node) => {
		const [name, value] = [...nodesIn(node['id']), ...nodesIn(node['init'])];
		if (node.type !== 'VariableDeclarator' || value === undefined || !placedNames.has(name?.['name'])) return;
		walk(value, ({ start }) => void placed.add(start));
	});
	return calls.map(({ start, ...call }) => ({ ...call, isPlaced: placed.has(start) }));
}

/** The places of a sentence, each once, in order: `{0}`, `{1}`. */
export function placesIn(sentence: string): readonly string[] {
	return [...new Set(sentence.match(/\{\d+\}/gu))].toSorted();
}
