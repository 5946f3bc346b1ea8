import type { Uri } from 'vscode';

/** Tells our own edits of documents from the user's: both arrive as the same event. */
export class OwnEdits {
	readonly #running = new Map<string, number>();

	/** Runs `work`; while it runs, changes of `uri` count as ours. */
	async run<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
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

	isOurs(uri: Uri): boolean {
		return this.#running.has(uri.toString());
	}
}
