/** Whose change of a document it is: ours for an agent, or the user's, which the agent has not seen. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';

/** Tells our own edits of documents from the user's: both arrive as the same event. */
export class OwnEdits {
	readonly #running = new Map<string, number>();

	/** Runs `work`; while it runs, changes of `uri` count as ours. */
	async run<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
		const key = uri.toString();
		this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
		try {
			return await work();
		} finally {
			const left = (this.#running.get(key) ?? 1) - 1;
			if (left === 0) this.#running.delete(key);
			else this.#running.set(key, left);
		}
	}

	isOurs(uri: vscode.Uri): boolean {
		return this.#running.has(uri.toString());
	}
}

interface Seen {
	/** Changed since the agent saw it: by typing, or by a reload from the disk. */
	isChanged: boolean;
	/** Changed, and then saved by the user: a reload from the disk saves nothing. */
	isUserSaved: boolean;
}

/**
 * Knows for each file whether the user has typed something the agent has not seen (hazard D4).
 * A file the agent never read through us counts as unseen while its editor is dirty: what an agent reads from the
 * disk by itself does not hold unsaved text.
 */
export class UserEdits implements Disposable {
	readonly #seen = new Map<string, Seen>();
	readonly #store = new DisposableStore();

	constructor(ownEdits: OwnEdits) {
		this.#store.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				const seen = this.#seen.get(document.uri.toString());
				if (seen === undefined || contentChanges.length === 0 || ownEdits.isOurs(document.uri)) return;
				seen.isChanged = true;
			}),
		);
		this.#store.add(
			vscode.workspace.onDidSaveTextDocument((document) => {
				const seen = this.#seen.get(document.uri.toString());
				if (seen?.isChanged === true && !ownEdits.isOurs(document.uri)) seen.isUserSaved = true;
			}),
		);
	}

	/** The agent now knows the whole present text of the file. */
	noteSeen(uri: vscode.Uri): void {
		this.#seen.set(uri.toString(), { isChanged: false, isUserSaved: false });
	}

	/** While `look` reads or writes the whole text, what changes meanwhile counts as not seen. */
	async seeing<T>(uri: vscode.Uri, look: () => Promise<T>): Promise<T> {
		const key = uri.toString();
		const before = this.#seen.get(key);
		const now: Seen = { isChanged: false, isUserSaved: false };
		this.#seen.set(key, now);
		try {
			return await look();
		} catch (error) {
			if (before === undefined) this.#seen.delete(key);
			else {
				this.#seen.set(key, {
					isChanged: before.isChanged || now.isChanged,
					isUserSaved: before.isUserSaved || now.isUserSaved,
				});
			}
			throw error;
		}
	}

	/** The text is not what the agent wrote: it has to read again. */
	noteUnseen({ uri, isDirty }: vscode.TextDocument): void {
		this.#seen.set(uri.toString(), { isChanged: true, isUserSaved: !isDirty });
	}

	hasUnseen(uri: vscode.Uri): boolean {
		const seen = this.#seen.get(uri.toString());
		// The first keystroke's event still says "not dirty", so that is asked for here and not kept from the event.
		const isDirty = vscode.workspace.textDocuments.some(
			(document) => document.uri.toString() === uri.toString() && document.isDirty,
		);
		if (seen === undefined) return isDirty;
		return seen.isUserSaved || (seen.isChanged && isDirty);
	}

	dispose(): void {
		this.#store.dispose();
	}
}
