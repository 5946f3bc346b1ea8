/** Which file the demo works on, and what it does to it. It looks around itself, and reads and writes through the client. */
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';

/** Largest file the demo picks by itself. */
const smallFileBytes = 64 * 1024;
const pickable = new Set([
	'.md',
	'.txt',
	'.ts',
	'.js',
	'.mjs',
	'.py',
	'.rs',
	'.go',
	'.java',
	'.css',
	'.html',
]);
const hashComments = new Set(['.py', '.sh', '.yml', '.yaml', '.toml', '.rb']);
const markup = new Set(['.html', '.xml', '.vue', '.svelte']);
const mark = 'The ACP Host demo agent was here';

/** Files attached to the prompt, then README.md, then the small text files of the folder; best first. */
export async function findFiles(cwd: string, prompt: readonly ContentBlock[]): Promise<string[]> {
	const found = [...prompt.flatMap(attachedFile), ...(await smallFiles(cwd))];
	return [...new Set(found)];
}

function attachedFile(block: ContentBlock): string[] {
	const uri =
		block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : undefined;
	try {
		return uri?.startsWith('file:') ? [fileURLToPath(uri)] : [];
	} catch {
		return [];
	}
}

async function smallFiles(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch((): string[] => []);
	const candidates = names.filter((name) => pickable.has(extname(name).toLowerCase())).toSorted(readmeFirst);
	const paths: string[] = [];
	for (const name of candidates.slice(0, 20)) {
		const path = join(folder, name);
		const info = await stat(path).catch(() => undefined);
		if (info?.isFile() && info.size <= smallFileBytes) paths.push(path);
	}
	return paths;
}

function readmeFirst(a: string, b: string): number {
	const isReadme = (name: string): number => (/^readme\.md$/i.test(name) ? 0 : 1);
	return isReadme(a) - isReadme(b) || a.localeCompare(b);
}

/** `text` with a line that counts the demo's visits, written as a comment of the file's language. */
export function markVisit(path: string, text: string): string {
	const extension = extname(path).toLowerCase();
	if (extension === '.json') return markJson(text);
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const lines = text.split(eol);
	const index = lines.findIndex((line) => line.includes(mark));
	const line = comment(extension, `${mark} (visit ${visitsIn(lines[index]) + 1}).`);
	if (index >= 0) lines[index] = line;
	else if (extension === '.md') lines.splice(1, 0, '', line);
	else lines.splice(lines[0]?.startsWith('#!') ? 1 : 0, 0, line);
	return lines.join(eol);
}

/** `text` with a line at its beginning, in its middle and at its end: three changes, where lines lie between them. */
export function markPlaces(path: string, text: string): string {
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const line = comment(extname(path).toLowerCase(), `${mark}.`);
	const lines = text.split(eol);
	// What ends with a line end has an empty piece behind it.
	const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
	for (const at of new Set([end, Math.ceil(end / 2), Math.min(1, end)])) lines.splice(at, 0, line);
	return lines.join(eol);
}

/** 1-based number of the first line that differs. */
export function firstChangedLine(before: string, after: string): number {
	const old = before.split('\n');
	const index = after.split('\n').findIndex((line, at) => line !== old[at]);
	return Math.max(index, 0) + 1;
}

/** A file that does not exist yet, for the scripts that create one. */
export async function newFilePath(cwd: string): Promise<string> {
	for (let number = 1; ; number++) {
		const path = join(cwd, number === 1 ? 'demo-notes.md' : `demo-notes-${number}.md`);
		if (!(await stat(path).catch(() => undefined))) return path;
	}
}

export const nameOf = basename;

function visitsIn(line: string | undefined): number {
	return Number(/\(visit (\d+)\)/.exec(line ?? '')?.[1] ?? 0);
}

function comment(extension: string, text: string): string {
	if (extension === '.md') return `> ${text}`;
	if (extension === '.txt') return text;
	if (extension === '.css') return `/* ${text} */`;
	if (markup.has(extension)) return `<!-- ${text} -->`;
	return `${hashComments.has(extension) ? '#' : '//'} ${text}`;
}

/** JSON has no comments: the count becomes a property. What does not parse is left alone. */
function markJson(text: string): string {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
		const visits = Number('demoVisits' in value ? value.demoVisits : 0) + 1;
		return `${JSON.stringify({ ...value, demoVisits: visits }, undefined, /^\s+(?=")/m.exec(text)?.[0] ?? 2)}\n`;
	} catch {
		return text;
	}
}
