/** Sources as syntax trees, for tests that read them. The parser is the one that Prettier brings for TypeScript. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parsers } from 'prettier/plugins/babel';

const root = path.join(import.meta.dirname, '..', '..');

/** A node of the tree: ESTree with Babel's literals. Which fields it has depends on its type. */
export interface SyntaxNode {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [field: string]: unknown;
}

export interface SourceFile {
	/** Relative to the project, with slashes. */
	readonly name: string;
	readonly text: string;
	readonly tree: SyntaxNode;
}

/**
 * @param pattern relative to the project, such as `src/**\/*.ts`
 * @param isWanted looks at the text; a file that is not wanted is not parsed
 */
export async function readSources(
	pattern: string,
	isWanted: (text: string) => boolean = () => true,
): Promise<readonly SourceFile[]> {
	const names = globSync(pattern, { cwd: root }).map((name) => name.replaceAll('\\', '/'));
	const files = names
		.toSorted()
		.map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
		.filter(({ text }) => isWanted(text));
	return Promise.all(files.map(async (file) => ({ ...file, tree: await parseSource(file.text) })));
}

/** Several tests of a process read the same sources: kept as long as it lives. */
const known = new Map<string, SyntaxNode>();

/** The same tree for the same text: it must not be changed. */
export async function parseSource(text: string): Promise<SyntaxNode> {
	const before = known.get(text);
	if (before !== undefined) return before;
	// The parser of Babel needs nothing of Prettier's options.
	const tree = (await parsers['babel-ts'].parse(text, {} as never)) as SyntaxNode;
	known.set(text, tree);
	return tree;
}

export function isNode(value: unknown): value is SyntaxNode {
	return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** What is a child of something is a node, or a list with nodes in it. */
export function nodesIn(value: unknown): readonly SyntaxNode[] {
	if (Array.isArray(value)) return value.flatMap(nodesIn);
	return isNode(value) ? [value] : [];
}

const asides = new Set(['comments', 'tokens', 'loc', 'extra', 'range', 'errors']);

/** Visits a node and all below it, parents first. @param visit false: not what is below */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean | void): void {
	if (visit(node) === false) return;
	for (const field of Object.keys(node)) {
		const value = node[field];
		if (typeof value !== 'object' || asides.has(field)) continue;
		for (const child of nodesIn(value)) walk(child, visit);
	}
}

/** The text of a literal without expressions in it; undefined for anything else. */
export function literalText(node: SyntaxNode | undefined): string | undefined {
	return node?.type === 'StringLiteral' ? String(node['value']) : undefined;
}

/** The last part of what is called: `show` for `a.b.show(…)`; empty for what has no name. */
export function calledName(call: SyntaxNode): string {
	const [callee] = nodesIn(call['callee']);
	const [last] = callee?.type === 'MemberExpression' ? nodesIn(callee['property']) : [callee];
	return last?.type === 'Identifier' ? String(last['name']) : '';
}

export function lineOf({ text }: SourceFile, { start }: SyntaxNode): number {
	return text.slice(0, start).split('\n').length;
}
