/** The rules of the user, grouped by where they count, each in one sentence with a button that revokes it. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { Rule } from '../../core/rules/rule.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { RowsOfKeys } from '../common/rowsOfKeys.ts';
import type { RuleStore } from './ruleStore.ts';
import { placeLabel, sentenceOf } from './ruleWords.ts';
import { isInSecondarySideBar } from '../settings/settings.ts';

/** The ids of the tree: one for each container, of which `acpHost.location` shows one. */
const rulesViewIds = ['acpHost.permissionRules', 'acpHost.permissionRulesSecondary'] as const;

/** A row of the tree: a heading or a rule. */
export type RuleNode =
	| { readonly type: 'group'; readonly id: string; readonly label: string }
	| { readonly type: 'rule'; readonly rule: Rule };

const icons = { allow: 'check', ask: 'question', deny: 'circle-slash' } as const;

/** The tree view of the rules. Redrawn when a rule is made, revoked or expires. */
export class RulesTree implements vscode.TreeDataProvider<RuleNode>, Disposable {
	readonly #store: RuleStore;
	readonly #sessionTitle: (key: string) => string;
	readonly #disposables = new DisposableStore();
	readonly #changed = this.#disposables.add(new vscode.EventEmitter<undefined>());
	readonly #views: readonly vscode.TreeView<RuleNode>[];
	readonly #ofKeys: RowsOfKeys;

	readonly onDidChangeTreeData = this.#changed.event;

	/** @param sessionTitle how a session is called, by our key of it */
	constructor(store: RuleStore, sessionTitle: (key: string) => string) {
		this.#store = store;
		this.#sessionTitle = sessionTitle;
		this.#views = rulesViewIds.map((id) =>
			this.#disposables.add(vscode.window.createTreeView(id, { treeDataProvider: this })),
		);
		this.#ofKeys = this.#disposables.add(new RowsOfKeys(rulesViewIds, this.#views));
		this.#disposables.add(store.onDidChange(() => this.#changed.fire(undefined)));
	}

	getChildren(node?: RuleNode): RuleNode[] {
		const { rules } = this.#store;
		if (node === undefined) {
			const groups = new Map(rules.map((rule) => [groupId(rule), this.#group(rule)]));
			return [...groups.values()];
		}
		if (node.type === 'rule') return [];
		return rules.filter((rule) => groupId(rule) === node.id).map((rule) => ({ type: 'rule', rule }));
	}

	getParent(node: RuleNode): RuleNode | undefined {
		return node.type === 'rule' ? this.#group(node.rule) : undefined;
	}

	getTreeItem(node: RuleNode): vscode.TreeItem {
		if (node.type === 'group') {
			const group = new vscode.TreeItem(visibleText(node.label), vscode.TreeItemCollapsibleState.Expanded);
			group.id = node.id;
			return group;
		}
		const sentence = visibleText(sentenceOf(node.rule));
		const item = new vscode.TreeItem(sentence);
		item.id = node.rule.id;
		item.iconPath = new vscode.ThemeIcon(icons[node.rule.effect]);
		item.tooltip = sentence;
		item.contextValue = 'rule';
		item.accessibilityInformation = { label: sentence };
		return item;
	}

	/** Brings the tree into sight, at that rule if it is there. */
	async show(ruleId?: string): Promise<void> {
		const rule = ruleId === undefined ? undefined : this.#store.byId(ruleId);
		const at = isInSecondarySideBar() ? 1 : 0;
		await vscode.commands.executeCommand(`${rulesViewIds[at]}.focus`);
		if (rule !== undefined) await this.#views[at]?.reveal({ type: 'rule', rule }, { focus: true });
	}

	/** The row that a key is about. */
	focused(argument: readonly unknown[]): Promise<unknown> {
		return this.#ofKeys.focused(argument);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	#group(rule: Rule): RuleNode {
		return { type: 'group', id: groupId(rule), label: this.#groupLabel(rule) };
	}

	#groupLabel({ scope }: Rule): string {
		switch (scope.type) {
			case 'session':
				return t('Session: {0}', this.#sessionTitle(scope.sessionKey));
			case 'folder':
				return t('Folder: {0}', placeLabel(scope.path));
			case 'everywhere':
				return t('Everywhere');
		}
	}
}

function groupId({ scope }: Rule): string {
	switch (scope.type) {
		case 'session':
			return `session ${scope.sessionKey}`;
		case 'folder':
			return `folder ${scope.path}`;
		case 'everywhere':
			return 'everywhere';
	}
}
