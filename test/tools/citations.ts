/**
 * What comments and documents refer to: headings of documents, rows of the tables of clauses and hazards, files. Here
 * is what is found broken, as sentences; which sources are looked at stands in `test/unit/sources/citations.test.ts`.
 */
import path from 'node:path';

/** What there is to refer to. */
export interface Known {
	/** All files of the project, relative to it, with slashes. */
	readonly files: ReadonlySet<string>;
	/** Anchors by document. */
	readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
	/** `acp C58`, `hazard B5`. */
	readonly rows: ReadonlySet<string>;
}

/** The names by which a link can go to a place of a document: its headings as GitHub names them, and its own. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
	const headings = [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(/\s/gu, '-'),
	);
	const own = [...markdown.matchAll(/<a id="([^"]+)">/gu)].map(([, id = '']) => id);
	return new Set([...headings, ...own]);
}

/** Rows and sections are looked for in all of a source, titles of tests included; documents and files in its comments. */
export function brokenInSource(source: string, known: Known): readonly string[] {
	const comments = commentsOf(source);
	return [
		...brokenRows(source, known),
		// Numbers of sections, which cannot be looked up.
		...(source.match(/(?:\b[\w-]+\.md|\b(?:agents-in-the-wild|design|protocol)) \(?\d[\d.-]*/gu) ?? []),
		...(comments.match(/\([A-G]\d{1,3}(?:, [A-G]\d{1,3})*\)/gu) ?? []),
		...[...comments.matchAll(/(?<![\w./-])((?:[\w-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/gu)].flatMap(
			([cited, file = '', anchor]) => (hasAnchor(known, file, anchor) ? [] : [cited]),
		),
		...[...comments.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:ts|mjs))`/gu)].flatMap(([, file = '']) =>
			isFile(known, file) ? [] : [file],
		),
	];
}

/** The rest of each line is left out. */
function commentsOf(source: string): string {
	return source
		.split('\n')
		.map((line) => /^\s*(?:\/\*\*?|\*|\/\/)(.*)$/u.exec(line)?.[1] ?? / \/\/ (.*)$/u.exec(line)?.[1] ?? '')
		.join('\n');
}

/** Rows are named with what they are rows of: `hazard B5`, `acp C58`, `hazards D1, D3`. */
function brokenRows(text: string, { rows }: Known): readonly string[] {
	const named = [...text.matchAll(/\b(acp|hazard)s? ([A-G]\d+(?:, (?:acp |hazard )?[A-G]\d+)*)/gu)];
	return named.flatMap(([, kind = '', list = '']) =>
		list
			.split(', ')
			.map((id) => (id.includes(' ') ? id : `${kind} ${id}`))
			.filter((row) => !rows.has(row)),
	);
}

/**
 * @param file the document, relative to the project
 * @returns links whose target or heading is not there, and paths of sources that are not
 */
export function brokenInDocument(file: string, markdown: string, known: Known): readonly string[] {
	const text = withoutFences(markdown);
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
		.map(([, target = '']) => target)
		.filter((target) => !/^[a-z]+:/u.test(target) && !isLink(file, target, known));
	const places = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.(?:ts|mjs))`/gu)]
		.map(([, place = '']) => place)
		.filter((place) =>
			/^(?:src|test|core|host|node|webview|demo|media|build|docs)\/|\.(?:ts|mjs)$/u.test(place),
		)
		.filter((place) => !isFile(known, place));
	return [...links, ...places, ...brokenRows(text, known)];
}

function isLink(file: string, link: string, known: Known): boolean {
	const [target = '', anchor] = link.split('#');
	const place = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
	return hasAnchor(known, place, anchor) || (anchor === undefined && isFile(known, place));
}

function hasAnchor({ files, anchors }: Known, file: string, anchor: string | undefined): boolean {
	return anchor === undefined ? files.has(file) : anchors.get(file)?.has(anchor) === true;
}

/** True for a file or folder, by its whole path, its path in `src`, or the end of its path. */
function isFile({ files }: Known, name: string): boolean {
	const place = name.replace(/\/$/u, '');
	for (const file of files) {
		if (file === place || file.endsWith(`/${place}`)) return true;
		if (file.startsWith(`${place}/`) || file.startsWith(`src/${place}/`)) return true;
	}
	return false;
}

/** Blocks of code show examples. */
function withoutFences(markdown: string): string {
	return markdown.replaceAll(/^```.*?^```$/gmsu, '');
}
