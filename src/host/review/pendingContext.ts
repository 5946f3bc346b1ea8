import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { BaseDocuments } from './baseDocuments.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { hunkAtLine } from './hunkPlaces.ts';
import type { ReviewEditors } from './reviewTab.ts';

/** Something waits: the tree is shown. */
const hasChangesKey = 'acpHost.hasChanges';
/** The documents of which something waits, for `resourcePath in`. */
const pendingKey = 'acpHost.pending';
/** The cursor stands in a change: the keys for Keep and Undo count. */
const isOnChangeKey = 'acpHost.isOnChange';

/** Tells menus and keys where something waits. */
export class PendingContext implements Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #bases: BaseDocuments;
	readonly #store = new DisposableStore();
	/** What VS Code was told last, as JSON. */
	readonly #told = new Map<string, string>();

	constructor({ review, places, bases }: ReviewEditors) {
		this.#review = review;
		this.#bases = bases;
		this.#places = places;
		this.#store.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tellCursor()));
		this.#store.add(vscode.window.onDidChangeTextEditorSelection(() => this.#tellCursor()));
		this.refresh();
	}

	refresh(): void {
		const { files } = this.#review;
		const paths = files.flatMap(({ path }) => spellingsOf(this.#places.uriOf(path)));
		this.#tell(hasChangesKey, files.length > 0);
		this.#tell(pendingKey, paths);
		this.#tellCursor();
	}

	dispose(): void {
		this.#store.dispose();
		this.#tell(hasChangesKey, false);
		this.#tell(pendingKey, []);
		this.#tell(isOnChangeKey, false);
	}

	#tellCursor(): void {
		const editor = vscode.window.activeTextEditor;
		const uri = editor?.document.uri;
		const path = uri === undefined ? undefined : this.#places.pathOf(uri);
		const live = path === undefined ? undefined : this.#review.file(path);
		const file = live ?? (uri === undefined ? undefined : this.#bases.wholeFileAt(uri));
		const isOnChange =
			editor !== undefined &&
			file !== undefined &&
			(file.hunks.length === 0 ||
				hunkAtLine(file, editor.selection.active.line, editor.document.lineCount) !== undefined);
		this.#tell(isOnChangeKey, isOnChange);
	}

	/** Selections change with each key: VS Code is told only what is another thing than before. */
	#tell(key: string, value: unknown): void {
		const text = JSON.stringify(value);
		if (this.#told.get(key) === text) return;
		this.#told.set(key, text);
		void vscode.commands.executeCommand('setContext', key, value);
	}
}

/** A window on Windows spells the paths of another machine with backslashes. */
function spellingsOf({ fsPath, path }: vscode.Uri): readonly string[] {
	return [...new Set([fsPath, path.replaceAll('/', '\\')])];
}
