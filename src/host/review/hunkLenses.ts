import * as vscode from 'vscode';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { type BaseDocuments, baseScheme } from './baseDocuments.ts';
import type { ChangedFile, ChangeReview } from '../changes/changeReview.ts';
import type { ChangeTarget } from './changeTarget.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { linesOfHunk } from './hunkPlaces.ts';
import { fileLensTitles, hunkLensTitles, type LensTitle } from './lensTitles.ts';
import type { ReviewEditors } from './reviewTab.ts';

/** Many times as long as VS Code waits for a frame. */
const againMs = 2_000;

/** Keep and Undo above each change, in the editor of its file; of a file that is gone, in the one with its base. */
export class HunkLenses implements vscode.CodeLensProvider, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #bases: BaseDocuments;
	readonly #store = new DisposableStore();
	readonly #changed = this.#store.add(new vscode.EventEmitter<void>());

	/** Documents by their address, with what was drawn of them twice. */
	readonly #again = new BoundedMap<string, string>({ maxCount: 100 });
	readonly #timers = new Set<NodeJS.Timeout>();

	readonly onDidChangeCodeLenses = this.#changed.event;

	constructor({ review, places, bases }: ReviewEditors) {
		this.#review = review;
		this.#places = places;
		this.#bases = bases;
		const documents = [{ scheme: 'file' }, { scheme: baseScheme }];
		this.#store.add(vscode.languages.registerCodeLensProvider(documents, this));
	}

	refresh(): void {
		this.#changed.fire();
	}

	provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		const path = this.#places.pathOf(document.uri);
		const file = path === undefined ? this.#bases.wholeFileAt(document.uri) : this.#review.file(path);
		if (file === undefined) return [];
		this.#drawAgain(document, file);
		if (file.hunks.length === 0) return this.#fileLenses(file);
		return file.hunks.flatMap((hunk, index) => {
			const { start } = linesOfHunk(hunk, document.lineCount);
			const target: ChangeTarget = { type: 'hunk', path: file.path, hunk };
			return hunkLensTitles(file, hunk, index).map((title) => lensOf(title, start, target));
		});
	}

	dispose(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#store.dispose();
	}

	/**
	 * VS Code fills the room that it makes for buttons only where it has drawn that room a quarter of a second later. On a
	 * loaded machine it has not, and leaves it empty until something is scrolled or the buttons are asked for anew.
	 */
	#drawAgain({ uri, version }: vscode.TextDocument, { hunks }: ChangedFile): void {
		const [key, drawn] = [uri.toString(), JSON.stringify([version, hunks.map(({ liveStart }) => liveStart)])];
		if (this.#again.get(key) === drawn) return;
		this.#again.set(key, drawn);
		const timer = setTimeout(() => {
			this.#timers.delete(timer);
			this.refresh();
		}, againMs);
		this.#timers.add(timer);
	}

	#fileLenses(file: ChangedFile): vscode.CodeLens[] {
		const nameOf = (path: string): string => visibleText(pathLabel(this.#places.uriOf(path).fsPath));
		const target: ChangeTarget = { type: 'files', paths: [file.path] };
		return fileLensTitles(file, nameOf).map((title) => lensOf(title, 0, target));
	}
}

function lensOf({ title, tooltip, command }: LensTitle, line: number, target: ChangeTarget): vscode.CodeLens {
	return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
		title,
		...(tooltip === undefined ? {} : { tooltip }),
		// Without a command VS Code shows a text.
		command: command ?? '',
		arguments: [target],
	});
}
