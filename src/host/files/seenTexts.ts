/**
 * What one session's agent has seen of files through us, and whether a file holds something it has not seen (hazard D4).
 * An agent that never read a file through us may know what is on the disk, and nothing of what is unsaved.
 */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import {
	hasSeenChange,
	isSeenWhole,
	plainText,
	seeAll,
	seeLines,
	type SeenText,
} from '../../core/diff/seenText.ts';
import type { OwnEdits } from './ownEdits.ts';

interface Seen {
	/** Absent while the first read runs, and when it was forgotten for want of room. */
	text?: SeenText;
	/** Somebody else saved a text through VS Code, or for another agent, that this one has not seen whole. */
	isSavedOver: boolean;
	/** Counts such saves, to tell those that came while the agent read. */
	saves: number;
}

export class SeenTexts implements Disposable {
	/** By file; the one that was seen last is the last. */
	readonly #seen = new Map<string, Seen>();
	/** Files that this session writes at the moment. */
	readonly #writing = new Set<string>();
	readonly #store = new DisposableStore();

	constructor(ownEdits: OwnEdits) {
		this.#store.add(
			vscode.workspace.onDidSaveTextDocument((document) => this.#noteSaved(document.uri, document.getText())),
		);
		this.#store.add(vscode.workspace.onDidSaveNotebookDocument(({ uri }) => this.#noteSaved(uri)));
		this.#store.add(
			ownEdits.onDidWrite(({ uri, text, by }) => {
				if (by !== this) this.#noteSaved(uri, text);
			}),
		);
	}

	/** Reads a file for the agent, which is then given these lines of it. */
	async read(
		uri: vscode.Uri,
		look: () => Promise<string>,
		lines: { readonly line?: number | undefined; readonly limit?: number | undefined },
	): Promise<string> {
		const key = uri.toString();
		const before = this.#seen.get(key);
		const seen = before ?? { isSavedOver: false, saves: 0 };
		const { saves } = seen;
		// Known from the beginning, so that what is saved meanwhile counts.
		this.#seen.set(key, seen);
		try {
			const text = await look();
			seen.text = seeLines(seen.text, text, lines.line, lines.limit);
			if (isSeenWhole(seen.text)) seen.isSavedOver = seen.saves !== saves;
			this.#keep(key, seen);
			return text;
		} catch (error) {
			if (before === undefined) this.#seen.delete(key);
			throw error;
		}
	}

	/** While the agent's text is written, what is saved is its own. */
	async writing<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
		const key = uri.toString();
		this.#writing.add(key);
		try {
			return await work();
		} finally {
			this.#writing.delete(key);
		}
	}

	/**
	 * The agent knows the text that it wrote.
	 * @param isMixed something else was saved with it
	 */
	noteWritten(uri: vscode.Uri, text: string, isMixed: boolean): void {
		const key = uri.toString();
		const saves = this.#seen.get(key)?.saves ?? 0;
		this.#keep(key, { text: seeAll(text), isSavedOver: isMixed, saves });
	}

	/** A write failed half-way: nobody knows what the agent has seen. */
	noteUnknown(uri: vscode.Uri): void {
		const key = uri.toString();
		this.#seen.set(key, { isSavedOver: true, saves: (this.#seen.get(key)?.saves ?? 0) + 1 });
	}

	/**
	 * True when a new text would take away what the agent has not seen.
	 * @param document of the file, absent where there is none
	 * @param saved what is on the disk
	 */
	hasUnseen(uri: vscode.Uri, document: vscode.TextDocument | undefined, saved: string): boolean {
		const seen = this.#seen.get(uri.toString());
		if (seen?.isSavedOver === true) return true;
		return document?.isDirty === true && !hasSeenChange(seen?.text, saved, document.getText());
	}

	dispose(): void {
		this.#store.dispose();
	}

	#noteSaved(uri: vscode.Uri, text?: string): void {
		const key = uri.toString();
		const seen = this.#seen.get(key);
		if (seen === undefined || this.#writing.has(key)) return;
		const isKnown =
			text !== undefined &&
			seen.text !== undefined &&
			isSeenWhole(seen.text) &&
			seen.text.text === plainText(text);
		if (isKnown) return;
		seen.saves++;
		seen.isSavedOver = true;
	}

	/** The oldest texts go first; that there was one is kept. */
	#keep(key: string, seen: Seen): void {
		this.#seen.delete(key);
		this.#seen.set(key, seen);
		let chars = 0;
		for (const { text } of this.#seen.values()) chars += text?.text.length ?? 0;
		for (const old of this.#seen.values()) {
			if (chars <= limits.seenChars || old === seen) return;
			chars -= old.text?.text.length ?? 0;
			delete old.text;
		}
	}
}
