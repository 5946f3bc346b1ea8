import * as vscode from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';

/** Shows in the status bar that permissions wait; a click answers the oldest. Hidden while none does. */
export class StatusBar implements Disposable {
	readonly #item = vscode.window.createStatusBarItem('acpHost.permissions', vscode.StatusBarAlignment.Left);

	constructor() {
		this.#item.name = 'ACP Permissions';
		this.#item.command = 'acpHost.answerPermission';
	}

	/** @param count permissions that wait */
	showPending(count: number): void {
		if (count === 0) return this.#item.hide();
		this.#item.text = `$(bell-dot) ACP: ${count === 1 ? '1 permission' : `${count} permissions`}`;
		this.#item.tooltip = 'An agent is waiting for your answer';
		this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
		this.#item.show();
	}

	dispose(): void {
		this.#item.dispose();
	}
}
