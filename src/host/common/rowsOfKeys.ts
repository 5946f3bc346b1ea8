/**
 * The rows of a tree that a key is about: the one with the focus, or all that are selected where it is among them.
 *
 * VS Code tells no extension which row has the focus, but it puts that row in the place of an argument that names the
 * view and asks for it, as it does for the buttons in the title of a view. The keys in package.json pass a list of such
 * arguments, one for each container that the tree may be in. Always:
 * - Before its command a key takes the row into the selection and out of it again, or the other way round. VS Code does
 *   not tell each change of the focus, but tells with the selection which row has it. Where none has it nothing is
 *   selected, and what was told is a row of before: without these two changes there is no row.
 * - VS Code knows rows by handles that mean nothing while the tree is read anew, and then there is no row in that place. A
 *   row that is there is the right one, whatever else happens to the tree.
 * - So it is asked again until the row is there, for a while. That is about the handle that was told last: the row that
 *   takes the place of one that is gone is never meant, only one to which the user moves on meanwhile. Otherwise none is.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { registerInner } from './guardedCommand.ts';
import { systemClock } from './systemClock.ts';

/** What a key changes comes right before its command, which then may have to wait for the rest of the code that serves it. */
const recentMs = 2000;
/** Longer than a tree is read on a busy machine, and not longer than a user waits for a key. */
const longestMs = 2000;
const pauseMs = 25;

type ViewOfKeys = Pick<vscode.TreeView<unknown>, 'visible' | 'selection' | 'onDidChangeSelection'>;

export class RowsOfKeys implements Disposable {
	readonly #views: readonly ViewOfKeys[];
	readonly #clock: Clock;
	readonly #arguments: readonly object[];
	readonly #store = new DisposableStore();
	/** When the selection of each view changed lately, since the last key. */
	readonly #changedAt = new Map<ViewOfKeys, readonly number[]>();

	/**
	 * @param ids of the views, one for each container
	 * @param views in the same order
	 */
	constructor(ids: readonly string[], views: readonly ViewOfKeys[], clock: Clock = systemClock) {
		this.#views = views;
		this.#clock = clock;
		this.#arguments = ids.map((id) => ({ $treeViewId: id, $focusedTreeItem: true }));
		for (const view of views) {
			const changed = (): unknown => this.#changedAt.set(view, [...this.#recent(view), clock.now()]);
			this.#store.add(view.onDidChangeSelection(changed));
		}
	}

	/**
	 * The row with the focus, selected or not. Undefined where there is none, or VS Code does not come to know it.
	 * @param rows what the key passed: the row of each view, where it is known
	 */
	async focused(rows: readonly unknown[]): Promise<unknown> {
		return (await this.#find(rows))?.row;
	}

	/** The row with the focus, or all that are selected where it is among them. Empty where it is not known. */
	async rows(rows: readonly unknown[]): Promise<readonly unknown[]> {
		const found = await this.#find(rows);
		if (found === undefined) return [];
		const { selection }: { readonly selection: readonly unknown[] } = found.view;
		return selection.includes(found.row) ? selection : [found.row];
	}

	dispose(): void {
		this.#store.dispose();
	}

	async #find(
		rows: readonly unknown[],
	): Promise<{ readonly view: ViewOfKeys; readonly row: unknown } | undefined> {
		const at = this.#views.findIndex(({ visible }) => visible);
		const view = this.#views[at];
		if (view === undefined || !this.#takeChanges(view)) return undefined;
		const until = this.#clock.now() + longestMs;
		let row = rows[at];
		while (!isThere(row)) {
			if (this.#clock.now() >= until) return undefined;
			await new Promise<void>((resolve) => this.#clock.setTimer(pauseMs, resolve));
			// A tree out of sight is not read.
			if (this.#store.isDisposed || !view.visible) return undefined;
			row = (await this.#ask())[at];
		}
		return { view, row };
	}

	/** False unless the key has changed the selection of the view twice. */
	#takeChanges(view: ViewOfKeys): boolean {
		const { length } = this.#recent(view);
		this.#changedAt.delete(view);
		return length >= 2;
	}

	#recent(view: ViewOfKeys): readonly number[] {
		const now = this.#clock.now();
		return (this.#changedAt.get(view) ?? []).filter((at) => now - at < recentMs);
	}

	/** Only an argument that comes from the window is replaced by a row: that is what the detour is for. */
	async #ask(): Promise<readonly unknown[]> {
		let answer: readonly unknown[] = [];
		// A command of this question alone, and as long as it: the trees of a window ask without knowing of each other.
		const command = `_acpHost.focusedRow.${randomUUID()}`;
		const asking = registerInner(command, (rows) => {
			answer = Array.isArray(rows) ? rows : [];
		});
		try {
			// A list of arguments, of which there is one.
			const commands = [{ command, args: [this.#arguments] }];
			await vscode.commands.executeCommand('runCommands', { commands });
		} finally {
			asking.dispose();
		}
		return answer;
	}
}

function isThere(row: unknown): boolean {
	return row !== undefined && row !== null;
}
