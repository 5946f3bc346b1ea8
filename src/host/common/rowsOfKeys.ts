import type * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';

/**
 * The rows of a tree that a key is about: the one with the focus, or all that are selected where it is among them. VS
 * Code tells no extension which row has the focus. So the keys in package.json take that row into the selection and out
 * of it again, or the other way round, before their command: it is the one that moved last.
 */
export class RowsOfKeys<Row> implements Disposable {
	readonly #view: vscode.TreeView<Row>;
	readonly #idOf: (row: Row) => string;
	readonly #subscription: vscode.Disposable;
	#before: readonly Row[] = [];
	#moved: readonly Row[] = [];
	#movedBefore: readonly Row[] = [];

	constructor(view: vscode.TreeView<Row>, idOf: (row: Row) => string) {
		this.#view = view;
		this.#idOf = idOf;
		this.#subscription = view.onDidChangeSelection(({ selection }) => {
			this.#movedBefore = this.#moved;
			this.#moved = [...this.#without(selection, this.#before), ...this.#without(this.#before, selection)];
			this.#before = selection;
		});
	}

	get rows(): readonly Row[] {
		const { selection } = this.#view;
		const isOne = this.#moved.length === 1;
		return isOne && this.#without(this.#moved, selection).length === 1 ? this.#moved : selection;
	}

	/** The row with the focus, selected or not; undefined where no key has told it. */
	get focused(): Row | undefined {
		const [row] = this.#moved;
		const isSame = this.#without(this.#moved, this.#movedBefore).length === 0;
		return isSame && this.#moved.length === 1 && this.#movedBefore.length === 1 ? row : undefined;
	}

	dispose(): void {
		this.#subscription.dispose();
	}

	#without(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
		const ids = new Set(others.map(this.#idOf));
		return rows.filter((row) => !ids.has(this.#idOf(row)));
	}
}
