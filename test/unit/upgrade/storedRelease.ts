/** What a release left behind: the files below `test/upgrade/<version>`, as they are. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';

const allReleases = fileURLToPath(new URL('../../upgrade', import.meta.url));

export interface StoredRelease {
	readonly version: string;
	/** Absolute path. */
	readonly folder: string;
	/** Epoch milliseconds: the end of the window that wrote it all. */
	readonly recordedAt: number;
	/** The two mementos of the extension, by storage key. */
	readonly globalState: JsonObject;
	readonly workspaceState: JsonObject;
	/** The user's settings of ACP Host. */
	readonly settings: JsonObject;
	/** Absolute paths of the folders that the window had open. */
	readonly workspaceFolders: readonly string[];
	/** Text of `.vscode/mcp.json` in the first of them. */
	readonly mcpFile: string;
}

/** Every release whose data is kept, by folder: a new one needs no word here. */
export function storedReleases(): readonly StoredRelease[] {
	const folders = readdirSync(allReleases, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	return folders.map(({ name }) => readRelease(name)).toSorted((a, b) => (a.version < b.version ? -1 : 1));
}

export function readRelease(version: string): StoredRelease {
	const folder = path.join(allReleases, version);
	const state = readFields(path.join(folder, 'state.json'));
	const { recordedAt, workspaceFolders } = state;
	if (typeof recordedAt !== 'number' || !Array.isArray(workspaceFolders)) {
		throw new TypeError(`${folder}/state.json does not say when and where it was recorded.`);
	}
	return {
		version,
		folder,
		recordedAt,
		workspaceFolders: workspaceFolders.map(String),
		globalState: fieldsIn(state, 'globalState'),
		workspaceState: fieldsIn(state, 'workspaceState'),
		settings: readFields(path.join(folder, 'settings.json')),
		mcpFile: readFileSync(path.join(folder, 'mcp.json'), 'utf8'),
	};
}

/** The files below a folder of a release: their paths in it, and their texts. */
export function textsIn({ folder }: StoredRelease, name: string): ReadonlyMap<string, string> {
	const below = path.join(folder, name);
	const found = readdirSync(below, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const files = found.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
	return new Map(files.map((file) => [pathBelow(below, file), readFileSync(file, 'utf8')]));
}

/** Of the session whose conversation is in the file of that name. */
export function keyOf(fileName: string): string {
	return fileName.split('.')[0] ?? '';
}

/** With slashes on each system. */
function pathBelow(folder: string, file: string): string {
	return path.relative(folder, file).replaceAll('\\', '/');
}

function readFields(file: string): JsonObject {
	const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
	if (!isJsonObject(value)) throw new TypeError(`${file} holds no object.`);
	return value;
}

function fieldsIn(fields: JsonObject, name: string): JsonObject {
	const value = fields[name];
	if (!isJsonObject(value)) throw new TypeError(`${name} is no object.`);
	return value;
}
