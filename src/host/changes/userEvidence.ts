/** What tells that a change is the user's: what editors save, create, rename and delete, terminals and tasks. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { type Evidence, goneHash } from '../../core/changes/attribution.ts';
import type { OwnEdits } from '../files/ownEdits.ts';

export interface UserWatch extends Disposable {
	/** Resolves when all that editors have saved until now was passed on. */
	settled(): Promise<unknown>;
}

/** @param note takes what speaks for the user, with the paths as editors have them */
export function watchUser(
	ownEdits: Pick<OwnEdits, 'isEditing'>,
	note: (evidence: readonly Evidence[]) => void,
): UserWatch {
	const noting = new Set<Promise<void>>();
	const store = new DisposableStore();
	const noteFiles = (uris: readonly vscode.Uri[], content: { readonly hash?: string } = {}): void => {
		const files = uris.filter((uri) => uri.scheme === 'file' && !ownEdits.isEditing(uri));
		const at = Date.now();
		note(files.map(({ fsPath: path }): Evidence => ({ type: 'save', path, at, ...content })));
	};
	store.add(
		vscode.workspace.onDidSaveTextDocument((document) => {
			if (document.uri.scheme !== 'file' || ownEdits.isEditing(document.uri)) return;
			const at = Date.now();
			// The text may be another one before its bytes are known.
			const bytes = vscode.workspace.encode(document.getText(), { encoding: document.encoding });
			const noted: Promise<void> = Promise.resolve(bytes)
				.then(
					(saved) => note([savedAs(document.uri.fsPath, at, saved)]),
					() => note([{ type: 'save', path: document.uri.fsPath, at }]),
				)
				.finally(() => noting.delete(noted));
			noting.add(noted);
		}),
	);
	store.add(vscode.workspace.onDidSaveNotebookDocument(({ uri }) => noteFiles([uri])));
	store.add(vscode.workspace.onDidCreateFiles(({ files }) => noteFiles(files)));
	// Of a folder this is all that is told.
	store.add(vscode.workspace.onDidDeleteFiles(({ files }) => noteFiles(files, { hash: goneHash })));
	store.add(
		vscode.workspace.onDidRenameFiles(({ files }) =>
			noteFiles(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
		),
	);
	watchCommands(store, note);
	return { settled: () => Promise.all(noting), dispose: () => store.dispose() };
}

/** The file has these bytes because the user wants it to. */
export function savedAs(path: string, at: number, bytes: Uint8Array): Evidence {
	return { type: 'save', path, at, hash: createHash('sha256').update(bytes).digest('hex') };
}

function watchCommands(store: DisposableStore, note: (evidence: readonly Evidence[]) => void): void {
	const running = new Map<object, { readonly end: () => void; readonly timer: NodeJS.Timeout }>();
	let count = 0;
	const begin = (command: object): void => {
		const span = { type: 'user_command', id: `user ${++count}`, from: Date.now() } as const;
		const end = (): void => note([{ ...span, to: Date.now() }]);
		running.set(command, { end, timer: setTimeout(() => endOf(command), limits.userCommandMs) });
		note([span]);
	};
	const endOf = (command: object): void => {
		const known = running.get(command);
		running.delete(command);
		clearTimeout(known?.timer);
		known?.end();
	};
	store.add({ dispose: () => running.forEach(({ timer }) => clearTimeout(timer)) });
	store.add(vscode.window.onDidStartTerminalShellExecution(({ execution }) => begin(execution)));
	store.add(vscode.window.onDidEndTerminalShellExecution(({ execution }) => endOf(execution)));
	store.add(vscode.tasks.onDidStartTaskProcess(({ execution }) => begin(execution)));
	store.add(vscode.tasks.onDidEndTaskProcess(({ execution }) => endOf(execution)));
}
