/** What tells that a change is the user's: what editors save, create, rename and delete, terminals and tasks. */
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { type Evidence, goneHash } from '../../core/changes/attribution.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import { atMost } from '../../node/deadline.ts';

/** Watches what the user does to files in editors, until it is disposed of. */
export interface UserWatch extends Disposable {
	/** Resolves when all that editors have saved until now, or are about to save, was passed on. */
	settled(): Promise<unknown>;
}

/** @param note takes what speaks for the user, with the paths as editors have them */
export function watchUser(
	ownEdits: Pick<OwnEdits, 'isEditing'>,
	note: (evidence: readonly Evidence[]) => void,
): UserWatch {
	const noting = new Set<Promise<void>>();
	const store = new DisposableStore();
	const isOfUser = (uri: vscode.Uri): boolean => uri.scheme === 'file' && !ownEdits.isEditing(uri);
	const noteFiles = (uris: readonly vscode.Uri[], content: { readonly hash?: string } = {}): void => {
		const at = Date.now();
		note(uris.filter(isOfUser).map(({ fsPath: path }): Evidence => ({ type: 'save', path, at, ...content })));
	};
	const waitFor = (telling: Promise<void>): void => {
		const told = telling.finally(() => noting.delete(told));
		noting.add(told);
	};
	// The disk has it before VS Code says that it was saved: what looks in between would take it for an agent's.
	const saving = new WeakMap<vscode.TextDocument, () => void>();
	store.add(
		vscode.workspace.onWillSaveTextDocument(({ document }) => {
			if (!isOfUser(document.uri)) return;
			saving.get(document)?.();
			const { promise, resolve } = Promise.withResolvers<void>();
			saving.set(document, resolve);
			// One that fails is told of by nothing.
			waitFor(atMost(limits.changeSettleMs, promise));
		}),
	);
	store.add(
		vscode.workspace.onDidSaveTextDocument((document) => {
			const { uri, encoding } = document;
			if (!isOfUser(uri)) return;
			const at = Date.now();
			// The text may be another one before its bytes are known.
			const bytes = Promise.resolve(vscode.workspace.encode(document.getText(), { encoding }));
			const noted = bytes.then(
				(saved) => note([savedAs(uri.fsPath, at, saved)]),
				() => note([{ type: 'save', path: uri.fsPath, at }]),
			);
			waitFor(noted.finally(saving.get(document)));
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
