/**
 * What one session's agent has seen of files through us, and whether a file holds something it has not seen (hazard D4).
 * An agent that never read a file through us may know what is on the disk, and nothing of what is unsaved. One that
 * reads nothing at all through us is told once of each text that was saved over its own: it reads the disk by itself.
 * A file is known by its path without links: the user may save it under another name than the one that the agent uses.
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
import { canonicalPath } from '../../node/pathGuard.ts';
import type { OwnEdits } from './ownEdits.ts';

interface Seen {
	/** Absent while the first read runs, and when it was forgotten for want of room. */
	text?: SeenText;
	/** A text was saved through VS Code by the user or for another agent, and this agent has not seen all of it. */
	isSavedOver: boolean;
	/** Counts such saves, to tell those that came while the agent read. */
	saves: number;
	/** Those of which an agent was told that reads by itself. */
	toldOf?: number;
}

export class SeenTexts implements Disposable {
	/** By file; the one that was seen last is the last. */
	readonly #seen = new Map<string, Seen>();
	/** Files that this session writes at the moment, and the addresses of their editors. */
	readonly #writing = new Set<string>();
	/** Saves of which it is not known yet which files they were of. */
	readonly #noting = new Set<Promise<void>>();
	/** The agent reads files through us. */
	#isReader = false;
	readonly #store = new DisposableStore();

	constructor(ownEdits: OwnEdits) {
		this.#store.add(
			vscode.workspace.onDidSaveTextDocument((document) => this.#onSaved(document.uri, document.getText())),
		);
		this.#store.add(vscode.workspace.onDidSaveNotebookDocument(({ uri }) => this.#onSaved(uri)));
		this.#store.add(
			ownEdits.onDidWrite(({ file, text, by }) => {
				if (by !== this && !this.#writing.has(file)) this.#noteSaved(file, text);
			}),
		);
	}

	/** Resolves once all that was saved so far counts. */
	async settled(): Promise<void> {
		while (this.#noting.size > 0) await Promise.all(this.#noting);
	}

	/** Reads a file for the agent, which is then given these lines of it. */
	async read(
		file: string,
		look: () => Promise<string>,
		lines: { readonly line?: number | undefined; readonly limit?: number | undefined },
	): Promise<string> {
		await this.settled();
		const before = this.#seen.get(file);
		const seen = before ?? { isSavedOver: false, saves: 0 };
		const { saves } = seen;
		// Known from the beginning, so that what is saved meanwhile counts.
		this.#seen.set(file, seen);
		try {
			const text = await look();
			seen.text = seeLines(seen.text, text, lines.line, lines.limit);
			if (isSeenWhole(seen.text)) seen.isSavedOver = seen.saves !== saves;
			this.#keep(file, seen);
			this.#isReader = true;
			return text;
		} catch (error) {
			if (before === undefined) this.#seen.delete(file);
			throw error;
		}
	}

	/** While the agent's text is written, what is saved is its own. */
	async writing<T>(file: string, uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
		const names = [file, uri.toString()];
		for (const name of names) this.#writing.add(name);
		try {
			return await work();
		} finally {
			for (const name of names) this.#writing.delete(name);
		}
	}

	/**
	 * The agent knows the text that it wrote.
	 * @param isMixed something else was saved with it
	 */
	noteWritten(file: string, text: string, isMixed: boolean): void {
		const saves = this.#seen.get(file)?.saves ?? 0;
		this.#keep(file, { text: seeAll(text), isSavedOver: isMixed, saves });
	}

	/** A write failed half-way: what the agent has seen is unknown from here on. */
	noteUnknown(file: string): void {
		this.#seen.set(file, { isSavedOver: true, saves: (this.#seen.get(file)?.saves ?? 0) + 1 });
	}

	/**
	 * True when a new text would take away what the agent has not seen, of what has settled.
	 * @param document of the file, absent where there is none
	 * @param saved what is on the disk
	 */
	hasUnseen(file: string, document: vscode.TextDocument | undefined, saved: string): boolean {
		const seen = this.#seen.get(file);
		if (seen?.isSavedOver === true && !this.#isTold(seen)) return true;
		return document?.isDirty === true && !hasSeenChange(seen?.text, saved, document.getText());
	}

	dispose(): void {
		this.#store.dispose();
	}

	/** The agent hears that a write is refused for what it has not seen. */
	noteTold(file: string): void {
		const seen = this.#seen.get(file);
		if (seen !== undefined) seen.toldOf = seen.saves;
	}

	/** One that does not read through us has been told to look at the disk. */
	#isTold({ toldOf, saves }: Seen): boolean {
		return !this.#isReader && toldOf === saves;
	}

	#onSaved(uri: vscode.Uri, text?: string): void {
		if (this.#seen.size === 0 || this.#writing.has(uri.toString())) return;
		const noting: Promise<void> = canonicalPath(uri.fsPath)
			.catch(() => undefined)
			.then((file) => this.#noteSaved(file ?? uri.fsPath, text))
			.finally(() => this.#noting.delete(noting));
		this.#noting.add(noting);
	}

	#noteSaved(file: string, text?: string): void {
		const seen = this.#seen.get(file);
		if (seen === undefined) return;
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
	#keep(file: string, seen: Seen): void {
		this.#seen.delete(file);
		this.#seen.set(file, seen);
		let chars = 0;
		for (const { text } of this.#seen.values()) chars += text?.text.length ?? 0;
		for (const old of this.#seen.values()) {
			if (chars <= limits.seenChars || old === seen) return;
			chars -= old.text?.text.length ?? 0;
			delete old.text;
		}
	}
}
