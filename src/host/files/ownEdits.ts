/** What is done to files for an agent, as all sessions of the window have to know it. */
import type * as vscode from 'vscode';
import { Emitter } from '../../core/base/emitter.ts';
import * as limits from '../../core/base/limits.ts';

interface OwnWrite {
	/** Absolute path, without links. */
	readonly file: string;
	readonly text: string;
	/** Whose agent it was. */
	readonly by: object;
}

/** Tells our own edits of documents from the user's: both arrive as the same event. */
export class OwnEdits {
	readonly #running = new Map<string, number>();
	readonly #written = new Emitter<OwnWrite>();
	/** When agents wrote files, of late; epoch milliseconds. */
	readonly #writtenAt = new Map<string, number>();
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

	/** A file was written by an agent, and is on the disk: other agents have not seen that. */
	noteWritten(write: OwnWrite): void {
		const now = Date.now();
		for (const [file, at] of this.#writtenAt) if (now - at > limits.quietFileMs) this.#writtenAt.delete(file);
		this.#writtenAt.set(write.file, now);
		this.#written.fire(write);
	}

	/** True when the file is unchanged since an agent wrote it a moment ago. */
	isLast(file: string, changedAt: number): boolean {
		return changedAt <= (this.#writtenAt.get(file) ?? 0);
	}

	/** True while a document is changed for an agent. */
	isEditing(uri: vscode.Uri): boolean {
		return this.#running.has(uri.toString());
	}
}
