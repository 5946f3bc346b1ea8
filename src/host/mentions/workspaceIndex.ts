/** The files and folders of the workspace, by their paths. */
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { type Candidate, fileCandidate } from './candidates.ts';
import { type GitRepository, repositories } from './git.ts';

/** Time that an answer waits for a new search of the disk while an older one is at hand. */
const patienceMs = 300;

interface FileTree {
	readonly files: readonly Candidate[];
	readonly folders: readonly Candidate[];
}

const emptyTree: FileTree = { files: [], folders: [] };

/**
 * Lists the files when a mention asks for them, and watches nothing: without mentions it costs nothing, and a build
 * that makes files without end costs no more than one listing in a while.
 */
export class WorkspaceIndex {
	#last: FileTree | undefined;
	#searching: Promise<FileTree> | undefined;
	#searchedAt = Number.NEGATIVE_INFINITY;

	/** What is there. While a search takes long, what was there at the one before. Never rejects. */
	async tree(): Promise<FileTree> {
		const searching = this.#search();
		const before = this.#last;
		if (before === undefined || searching === undefined) return (await searching) ?? before ?? emptyTree;
		return Promise.race([searching, delay(patienceMs, before, { ref: false })]);
	}

	/** The search that is going on; a new one when the last was some time ago. */
	#search(): Promise<FileTree> | undefined {
		const isDue = performance.now() - this.#searchedAt >= limits.mentionRefreshMs;
		if (this.#searching !== undefined || !isDue) return this.#searching;
		this.#searching = findAll()
			.catch(() => this.#last ?? emptyTree)
			.then((tree) => {
				this.#last = tree;
				this.#searching = undefined;
				this.#searchedAt = performance.now();
				return tree;
			});
		return this.#searching;
	}
}

async function findAll(): Promise<FileTree> {
	const found = await vscode.workspace.findFiles('**/*', searchExcludes(), limits.mentionFiles);
	const uris = await withoutIgnored(found);
	const files = uris.map((uri) =>
		fileCandidate('file', uri.toString(), vscode.workspace.asRelativePath(uri)),
	);
	const byPath = (a: Candidate, b: Candidate): number =>
		a.mention.label < b.mention.label ? -1 : Number(a.mention.label > b.mention.label);
	return { files: files.toSorted(byPath), folders: foldersOf(uris).toSorted(byPath) };
}

/** `findFiles` heeds `files.exclude` by itself, `search.exclude` only when it is told. */
function searchExcludes(): string | undefined {
	const excludes = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude', {});
	const globs = Object.keys(excludes).filter((glob) => excludes[glob] === true);
	return globs.length < 2 ? globs[0] : `{${globs.join(',')}}`;
}

/** Without what `.gitignore` leaves out, where the git extension can tell. */
async function withoutIgnored(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
	if (!vscode.workspace.getConfiguration('search').get('useIgnoreFiles', true)) return uris;
	const ignored = await Promise.all(repositories().map((repository) => ignoredBy(repository, uris)));
	const paths = new Set(ignored.flatMap((some) => [...some]));
	return uris.filter(({ fsPath }) => !paths.has(fsPath));
}

async function ignoredBy(repository: GitRepository, uris: readonly vscode.Uri[]): Promise<Set<string>> {
	const root = `${repository.rootUri.path}/`;
	const inside = uris.filter(({ scheme, path }) => scheme === 'file' && path.startsWith(root));
	try {
		return (await repository.checkIgnore?.(inside.map(({ fsPath }) => fsPath))) ?? new Set();
	} catch {
		// Git is not there or does not want to: a list with too much in it still is of use.
		return new Set();
	}
}

/** The folders that the files are in, up to those of the workspace. */
function foldersOf(uris: readonly vscode.Uri[]): readonly Candidate[] {
	const roots = new Set((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()));
	const known = new Map<string, Candidate>();
	for (const uri of uris) {
		for (let folder = vscode.Uri.joinPath(uri, '..'); ; folder = vscode.Uri.joinPath(folder, '..')) {
			const id = folder.toString();
			if (known.has(id) || roots.has(id) || folder.path === '/') break;
			known.set(id, fileCandidate('folder', id, vscode.workspace.asRelativePath(folder)));
		}
	}
	return [...known.values()];
}
