/** Which test files name a row of a table in the title of a test, read from the sources: what only quotes a tag is none. */
import path from 'node:path';
import { inOrder, type TagKind, tagsOf } from './coverageRows.ts';
import { calledName, nodesIn, readSources, type SourceFile, walk } from './sourceTree.ts';

/** Calls that give a test, or a group of tests, its title: `it`, `describe`, `hostTest`, `fileTest` and the like. */
const isTest = /^(?:it|describe|test|suite|\w+Test)$/u;

/** How a test file names one that describes tests for it. */
const describedIn = /from '\.\/(\w+Tests\.ts)'/u;

/** The tags in the titles of a file. A title may be put together of texts and values. */
export function tagsInTitles({ text, tree }: SourceFile, kind: TagKind): readonly string[] {
	const found = new Set<string>();
	walk(tree, (node) => {
		const [title] = node.type === 'CallExpression' ? nodesIn(node['arguments']) : [];
		if (title === undefined || !isTest.test(calledName(node))) return;
		for (const tag of tagsOf(text.slice(title.start, title.end), kind)) found.add(tag);
	});
	return inOrder(found);
}

/**
 * What several subjects of one window describe counts for the test file that runs it, as it does among the results.
 * @returns by tag, the test files with a test of it, relative to the project and in alphabetical order
 */
export async function filesByTag(kind: TagKind): Promise<ReadonlyMap<string, readonly string[]>> {
	const files = new Map<string, Set<string>>();
	const sources = await readSources(
		'test/**/*{.test,Test,Tests}.ts',
		(text) => tagsOf(text, kind).length > 0 || describedIn.test(text),
	);
	const runners = new Map(
		sources.flatMap(({ name, text }) =>
			[...text.matchAll(new RegExp(describedIn, 'gu'))].map(([, subject = '']) => [
				path.join(path.dirname(name), subject),
				name,
			]),
		),
	);
	for (const file of sources) {
		const runner = runners.get(file.name) ?? file.name;
		for (const tag of tagsInTitles(file, kind)) files.set(tag, (files.get(tag) ?? new Set()).add(runner));
	}
	return new Map([...files].map(([tag, names]) => [tag, [...names].toSorted()]));
}
