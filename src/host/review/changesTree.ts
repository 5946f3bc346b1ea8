/** The changes that wait beside the chat, with Keep and Undo on each row. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { TurnId } from '../../core/changes/record.ts';
import { RowsOfKeys } from '../common/rowsOfKeys.ts';
import type { ChangeReview, TurnNames } from '../changes/changeReview.ts';
import { changeItem } from './changesTreeItems.ts';
import { type ChangeNode, type Grouping, groupings, nodesIn, rootNodes } from './changesTreeNodes.ts';
import type { FilePlaces } from '../common/filePlaces.ts';

/** The ids of the tree: one for each container, of which `acpHost.location` shows one. */
const changesViewIds = ['acpHost.changes', 'acpHost.changesSecondary'] as const;

/** How the rows are grouped is kept with the workspace, and told to the menus under the same name. */
const groupingKey = 'acpHost.changesGrouping';

export class ChangesTree implements vscode.TreeDataProvider<ChangeNode>, Disposable {
	readonly #review: ChangeReview;
	readonly #places: FilePlaces;
	readonly #memory: vscode.Memento;
	readonly #store = new DisposableStore();
	readonly #changed = this.#store.add(new vscode.EventEmitter<undefined>());
	readonly #views: readonly vscode.TreeView<ChangeNode>[];
	readonly #ofKeys: RowsOfKeys;
	#grouping: Grouping;

	readonly onDidChangeTreeData = this.#changed.event;

	/** @param memory keeps how the rows are grouped */
	constructor(review: ChangeReview, places: FilePlaces, memory: vscode.Memento) {
		this.#review = review;
		this.#places = places;
		this.#memory = memory;
		this.#grouping = groupings.find((known) => known === memory.get(groupingKey)) ?? 'file';
		this.#views = changesViewIds.map((id) =>
			this.#store.add(
				vscode.window.createTreeView(id, {
					treeDataProvider: this,
					canSelectMany: true,
					showCollapseAll: true,
				}),
			),
		);
		this.#ofKeys = this.#store.add(new RowsOfKeys(changesViewIds, this.#views));
		this.#tellMenus();
		this.refresh();
	}

	/** The rows that a key is about. */
	rowsOfKey(argument: readonly unknown[]): Promise<readonly unknown[]> {
		return this.#ofKeys.rows(argument);
	}

	async group(grouping: Grouping): Promise<void> {
		this.#grouping = grouping;
		this.#tellMenus();
		this.#changed.fire(undefined);
		await this.#memory.update(groupingKey, grouping);
	}

	/** Draws the rows again, and the number of files on the icon of the container. */
	refresh(): void {
		this.#changed.fire(undefined);
		const { length } = this.#review.files;
		const tooltip =
			length === 1 ? t('1 file with changes to review') : t('{0} files with changes to review', length);
		const badge = length === 0 ? undefined : { value: length, tooltip };
		for (const view of this.#views) view.badge = badge;
	}

	getChildren(node?: ChangeNode): ChangeNode[] {
		if (node !== undefined) return nodesIn(node);
		const { files, gaps, restores } = this.#review;
		const namesOf = (turn: TurnId): TurnNames | undefined => this.#review.namesOf?.(turn);
		return rootNodes({ files, gaps, restores, namesOf }, this.#grouping);
	}

	getTreeItem(node: ChangeNode): vscode.TreeItem {
		const item = changeItem(node, this.#places);
		if (node.type === 'file' || node.type === 'hunk') {
			item.command = { command: 'acpHost.openChange', title: t('Open Change'), arguments: [node] };
		}
		return item;
	}

	dispose(): void {
		// A view keeps its number when what fills it goes, and the next one would not know of it.
		for (const view of this.#views) view.badge = undefined;
		this.#store.dispose();
	}

	#tellMenus(): void {
		void vscode.commands.executeCommand('setContext', groupingKey, this.#grouping);
	}
}
