/** The little that we ask of VS Code's git extension. Without it there simply are no changes to attach. */
import * as vscode from 'vscode';
import type { Changes } from './contextText.ts';

/** The part of `Repository` of its API, version 1, that is used here. All of it only reads. */
export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly workingTreeChanges: readonly GitChange[];
		readonly indexChanges: readonly GitChange[];
		readonly mergeChanges: readonly GitChange[];
		readonly untrackedChanges?: readonly GitChange[];
	};
	diff(cached?: boolean): Promise<string>;
	checkIgnore?(paths: string[]): Promise<Set<string>>;
}

interface GitChange {
	readonly uri: vscode.Uri;
	readonly status: number;
}

interface GitApi {
	readonly repositories: readonly GitRepository[];
}

interface GitExports {
	readonly enabled: boolean;
	getAPI(version: 1): GitApi;
}

/** `Status.UNTRACKED` of that API. */
const untrackedStatus = 7;

/** The open repositories; none while the extension is off, absent or not started yet. */
export function repositories(): readonly GitRepository[] {
	const extension = vscode.extensions.getExtension<GitExports>('vscode.git');
	if (extension?.isActive !== true || !extension.exports.enabled) return [];
	return extension.exports.getAPI(1).repositories;
}

export function repositoryAt(root: string): GitRepository | undefined {
	return repositories().find(({ rootUri }) => rootUri.toString() === root);
}

/** Number of files that are not as they were committed. */
export function changeCount({ state }: GitRepository): number {
	const { workingTreeChanges, indexChanges, mergeChanges, untrackedChanges = [] } = state;
	const all = [...workingTreeChanges, ...indexChanges, ...mergeChanges, ...untrackedChanges];
	return new Set(all.map(({ uri }) => uri.toString())).size;
}

/** What is staged, then what is not. */
export async function changesOf(repository: GitRepository): Promise<Changes> {
	const { workingTreeChanges, untrackedChanges = [] } = repository.state;
	const untracked = [
		...workingTreeChanges.filter(({ status }) => status === untrackedStatus),
		...untrackedChanges,
	];
	const diffs = [await repository.diff(true), await repository.diff(false)];
	return {
		diff: diffs.filter((diff) => diff.trim() !== '').join('\n'),
		untracked: [...new Set(untracked.map(({ uri }) => vscode.workspace.asRelativePath(uri)))].toSorted(),
	};
}
