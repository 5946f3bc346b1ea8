import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { countsText } from '../changes/reviewWords.ts';

/** Marks files in the Explorer and in tabs of which something waits. It leaves their colour to Git. */
export class ChangeBadges implements vscode.FileDecorationProvider, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #store = new DisposableStore();
	readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.Uri[]>());

	readonly onDidChangeFileDecorations = this.#changed.event;

	constructor(review: ChangeReview, places: FilePlaces) {
		this.#review = review;
		this.#places = places;
		this.#store.add(vscode.window.registerFileDecorationProvider(this));
	}

	refresh(paths: ReadonlySet<string>): void {
		this.#changed.fire([...paths].map((path) => this.#places.uriOf(path)));
	}

	provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
		const path = this.#places.pathOf(uri);
		const file = path === undefined ? undefined : this.#review.file(path);
		if (file === undefined) return undefined;
		const counts = countsText(file);
		const tooltip =
			counts === ''
				? t('Changed by an agent, waits for your review')
				: t('Changed by an agent ({0}), waits for your review', counts);
		return { badge: '±', tooltip, propagate: true };
	}

	dispose(): void {
		this.#store.dispose();
	}
}
