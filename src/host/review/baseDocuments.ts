import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { ChangedFile, ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from '../common/filePlaces.ts';

/** Scheme of the documents that show files as the user has accepted them. */
export const baseScheme = 'acp-host-base';

/** Files as the user has accepted them, read-only: the left side of the review. They follow each Keep. */
export class BaseDocuments implements vscode.TextDocumentContentProvider, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #store = new DisposableStore();
	readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri>());

	readonly onDidChange = this.#changed.event;

	constructor(review: ChangeReview, places: FilePlaces) {
		this.#review = review;
		this.#places = places;
		this.#store.add(vscode.workspace.registerTextDocumentContentProvider(baseScheme, this));
	}

	/** The document with the base of a file. Its path is that of the file, which picks the language. */
	uriOf(path: string): vscode.Uri {
		return this.#places.uriOf(path).with({ scheme: baseScheme });
	}

	/** A file that is answered as a whole, by the document with its base: one that is gone has no other. */
	wholeFileAt(uri: vscode.Uri): ChangedFile | undefined {
		const path = uri.scheme === baseScheme ? this.#places.pathOf(uri.with({ scheme: 'file' })) : undefined;
		const file = path === undefined ? undefined : this.#review.file(path);
		return file?.hunks.length === 0 ? file : undefined;
	}

	/** Nothing for what is no text, and for a file of which nothing waits any more: then both sides are the same. */
	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const path = this.#places.pathOf(uri.with({ scheme: 'file' }));
		const text = path === undefined ? undefined : await this.#review.baseText(path);
		return text ?? '';
	}

	/** Only documents that are open are read again. */
	refresh(paths: ReadonlySet<string>): void {
		const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === baseScheme);
		if (open.length === 0) return;
		const changed = new Set([...paths].map((path) => this.uriOf(path).toString()));
		for (const { uri } of open) if (changed.has(uri.toString())) this.#changed.fire(uri);
	}

	dispose(): void {
		this.#store.dispose();
	}
}
