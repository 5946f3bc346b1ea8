/** What is done to files for an agent, as all sessions of the window have to know it. */
import type * as vscode from 'vscode';
import { Emitter } from '../../core/base/emitter.ts';

interface OwnWrite {
	readonly uri: vscode.Uri;
	readonly text: string;
	/** Whose agent it was. */
	readonly by: object;
}

/** Tells our own edits of documents from the user's: both arrive as the same event. */
export class OwnEdits {
	readonly #running = new Map<string, number>();
	readonly #written = new Emitter<OwnWrite>();
	readonly onDidWrite = this.#written.event;

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

	/** A file was written by an agent: other agents have not seen that. */
	noteWritten(write: OwnWrite): void {
		this.#written.fire(write);
	}

	isOurs(uri: vscode.Uri): boolean {
		return this.#running.has(uri.toString());
	}
}
