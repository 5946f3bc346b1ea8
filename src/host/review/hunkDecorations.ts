import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import type { FilePlaces } from '../common/filePlaces.ts';
import { linesOfHunk } from './hunkPlaces.ts';

const styles = ['added', 'withUserEdits', 'removedAbove', 'removedAtEnd'] as const;
type Style = (typeof styles)[number];

/** Tints the lines of changes that wait, in each editor on the screen and beside its scroll bar. */
export class HunkDecorations implements Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #store = new DisposableStore();
	readonly #types = new Map<Style, vscode.TextEditorDecorationType>(
		styles.map((style) => [
			style,
			this.#store.add(vscode.window.createTextEditorDecorationType(optionsOf(style))),
		]),
	);
	/** Editors that show something of ours: only these are told when there is nothing any more. */
	readonly #painted = new WeakSet<vscode.TextEditor>();

	constructor(review: ChangeReview, places: FilePlaces) {
		this.#review = review;
		this.#places = places;
		this.#store.add(
			vscode.window.onDidChangeVisibleTextEditors((editors) => {
				for (const editor of editors) this.#paint(editor);
			}),
		);
		for (const editor of vscode.window.visibleTextEditors) this.#paint(editor);
	}

	/** @param paths of the files whose changes are others now */
	repaint(paths: ReadonlySet<string>): void {
		for (const editor of vscode.window.visibleTextEditors) {
			const path = this.#places.pathOf(editor.document.uri);
			if (path !== undefined && paths.has(path)) this.#paint(editor);
		}
	}

	dispose(): void {
		this.#store.dispose();
	}

	#paint(editor: vscode.TextEditor): void {
		const path = this.#places.pathOf(editor.document.uri);
		const hunks = path === undefined ? [] : (this.#review.file(path)?.hunks ?? []);
		if (hunks.length === 0 && !this.#painted.has(editor)) return;
		if (hunks.length === 0) this.#painted.delete(editor);
		else this.#painted.add(editor);
		const ranges = rangesByStyle(hunks, editor.document.lineCount);
		for (const [style, type] of this.#types) editor.setDecorations(type, ranges[style]);
	}
}

function rangesByStyle(hunks: readonly Hunk[], lineCount: number): Record<Style, vscode.Range[]> {
	const ranges: Record<Style, vscode.Range[]> = {
		added: [],
		withUserEdits: [],
		removedAbove: [],
		removedAtEnd: [],
	};
	for (const hunk of hunks) {
		const { start, end } = linesOfHunk(hunk, lineCount);
		ranges[styleOf(hunk, lineCount)].push(new vscode.Range(start, 0, end, 0));
	}
	return ranges;
}

function styleOf({ added, liveStart, hasUserEdits }: Hunk, lineCount: number): Style {
	if (added.length > 0) return hasUserEdits ? 'withUserEdits' : 'added';
	return liveStart < lineCount ? 'removedAbove' : 'removedAtEnd';
}

/** Colours are declared in package.json, where themes and users can change them. */
function optionsOf(style: Style): vscode.DecorationRenderOptions {
	const common = {
		isWholeLine: true,
		borderStyle: 'solid',
		overviewRulerLane: vscode.OverviewRulerLane.Left,
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	};
	const color = (name: string): vscode.ThemeColor => new vscode.ThemeColor(`acpHost.${name}`);
	switch (style) {
		case 'added':
		case 'withUserEdits': {
			const name = style === 'added' ? 'changedLine' : 'changedLineWithYourEdits';
			return {
				...common,
				backgroundColor: color(`${name}Background`),
				borderWidth: '0 0 0 2px',
				borderColor: color(`${name}Border`),
				overviewRulerColor: color(`${name}Border`),
			};
		}
		case 'removedAbove':
		case 'removedAtEnd':
			return {
				...common,
				borderWidth: style === 'removedAbove' ? '2px 0 0 0' : '0 0 2px 0',
				borderColor: color('removedLinesBorder'),
				overviewRulerColor: color('removedLinesBorder'),
			};
	}
}
