/**
 * Commits keep by themselves: a file that was changed against the last commit, and is not any more once there is a new
 * one on the same branch, is in it as it is. A commit touches no file: one that was written with it got the content of
 * another commit, as by `git reset --hard`, and waits still. Only commits of the user count: what an agent commits was
 * not accepted by the user, so one that may have been made while an agent worked keeps nothing. Git is never run for that; VS
 * Code's own Git tells, where it is at work.
 */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { canonicalPath } from '../../node/pathGuard.ts';

/** What is used of the interface of VS Code's Git extension. */
interface Repository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined;
		readonly mergeChanges: readonly FileStatus[];
		readonly indexChanges: readonly FileStatus[];
		readonly workingTreeChanges: readonly FileStatus[];
		readonly untrackedChanges?: readonly FileStatus[];
		readonly onDidChange: vscode.Event<void>;
	};
}

interface FileStatus {
	readonly uri: vscode.Uri;
	/** Of Git's interface: one of `deletedStatuses`, or another. */
	readonly status?: number;
}

/** `INDEX_DELETED` and `DELETED`. */
const deletedStatuses: readonly (number | undefined)[] = [2, 6];

interface Git {
	readonly repositories: readonly Repository[];
	readonly onDidOpenRepository: vscode.Event<Repository>;
}

interface GitExports {
	readonly enabled: boolean;
	getAPI(version: 1): Git;
}

export class CommittedFiles implements Disposable {
	readonly #store = new DisposableStore();
	readonly #onCommitted: (paths: readonly string[]) => void;
	readonly #isAgentWorking: () => boolean;
	/** What was seen last of each repository. */
	readonly #seen = new Map<Repository, Seen>();
	#isFollowing = false;

	/**
	 * @param onCommitted takes the files that a commit has as they are; absolute, without links
	 * @param isAgentWorking true while any turn or command of an agent runs, and for a moment afterwards; `rest` follows
	 */
	constructor(onCommitted: (paths: readonly string[]) => void, isAgentWorking: () => boolean) {
		this.#onCommitted = onCommitted;
		this.#isAgentWorking = isAgentWorking;
	}

	/** VS Code's Git may have started meanwhile: nothing tells when it does. */
	followGit(): void {
		if (this.#isFollowing) return;
		const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
		if (extension?.isActive !== true || !extension.exports.enabled) return;
		this.#isFollowing = true;
		this.follow(extension.exports.getAPI(1));
	}

	follow(git: Git): void {
		for (const repository of git.repositories) this.#store.add(this.#watch(repository));
		this.#store.add(git.onDidOpenRepository((repository) => this.#store.add(this.#watch(repository))));
	}

	/** No agent works any more: commits from now on are those of the user, where none came meanwhile. */
	async rest(): Promise<void> {
		const at = Date.now();
		const worked = [...this.#seen].map(
			([repository, seen]) => [repository, { ...seen, mayBeAgents: true }] as const,
		);
		for (const [repository, seen] of worked) this.#seen.set(repository, seen);
		for (const [repository, seen] of worked) {
			const isSame = await isUnmoved(repository.rootUri.fsPath, seen);
			if (isSame && this.#seen.get(repository) === seen)
				this.#seen.set(repository, { ...seen, at, mayBeAgents: false });
		}
	}

	dispose(): void {
		this.#store.dispose();
	}

	#watch(repository: Repository): Disposable {
		const { state } = repository;
		this.#seen.set(repository, seenOf(state));
		return state.onDidChange(() => {
			const before = this.#seen.get(repository);
			const now = seenOf(state);
			this.#seen.set(repository, now);
			if (before === undefined || before.branch !== now.branch || before.commit === now.commit) return;
			const mayBeAgents = this.#isAgentWorking() || before.mayBeAgents;
			const clean = [...before.changed.values()].filter(({ uri }) => !now.changed.has(uri.fsPath));
			if (!mayBeAgents && clean.length > 0) void this.#tell(clean, before.at);
		});
	}

	/** @param since when the files were changed against the commit before, in milliseconds since 1970 */
	async #tell(files: readonly FileStatus[], since: number): Promise<void> {
		const places = await Promise.all(files.map((file) => committedAt(file, since)));
		const committed = places.filter((place) => place !== undefined);
		if (committed.length > 0) this.#onCommitted(committed);
	}
}

/** Its path without links; undefined for one that was written since. No program can set the time that tells it. */
async function committedAt({ uri, status }: FileStatus, since: number): Promise<string | undefined> {
	const path = await canonicalPath(uri.fsPath).catch(() => undefined);
	if (path === undefined) return undefined;
	try {
		return (await lstat(path)).ctimeMs <= since ? path : undefined;
	} catch {
		// Gone before, and gone still.
		return deletedStatuses.includes(status) ? path : undefined;
	}
}

/**
 * True where the branch has no other commit since. Git writes a file for that, whose time no program can set; where it
 * keeps branches otherwise, as in a worktree, nothing is known, and so nothing is kept.
 */
async function isUnmoved(root: string, { branch, at }: Seen): Promise<boolean> {
	if (branch === undefined) return false;
	const folder = path.join(root, '.git');
	const [head, ref, packed] = await Promise.all(
		['HEAD', path.join('refs', 'heads', branch), 'packed-refs'].map((name) =>
			lstat(path.join(folder, name)).then(
				({ ctimeMs }) => ctimeMs,
				() => undefined,
			),
		),
	);
	if (head === undefined || (ref === undefined && packed === undefined)) return false;
	return [head, ref, packed].every((time) => time === undefined || time <= at);
}

interface Seen {
	readonly branch: string | undefined;
	readonly commit: string | undefined;
	/** By path. */
	readonly changed: ReadonlyMap<string, FileStatus>;
	/** In milliseconds since 1970. */
	readonly at: number;
	/** An agent has worked since: the next commit may be its own. */
	readonly mayBeAgents: boolean;
}

function seenOf(state: Repository['state']): Seen {
	const { HEAD, mergeChanges, indexChanges, workingTreeChanges, untrackedChanges = [] } = state;
	const all = [...mergeChanges, ...indexChanges, ...workingTreeChanges, ...untrackedChanges];
	return {
		branch: HEAD?.name,
		commit: HEAD?.commit,
		changed: new Map(all.map((file) => [file.uri.fsPath, file])),
		at: Date.now(),
		mayBeAgents: false,
	};
}
