import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';

/** Numbers of sessions, but of what waits. */
interface StatusCounts {
	readonly permissions: number;
	readonly questions: number;
	/** Turns that ended while their session was out of sight. */
	readonly failed: number;
	readonly done: number;
	readonly working: number;
}

interface StatusLabel {
	readonly icon: string;
	readonly text: string;
	readonly tooltip: string;
	readonly isUrgent?: true;
}

/** Shows in the status bar what needs the user most; a click leads there. Hidden while there is nothing. */
export class StatusBar implements Disposable {
	readonly #item = vscode.window.createStatusBarItem('acpHost.status', vscode.StatusBarAlignment.Left);

	constructor() {
		this.#item.name = t('ACP Agents');
		this.#item.command = 'acpHost.showWaiting';
	}

	show(counts: StatusCounts): void {
		const label = statusLabel(counts);
		if (label === undefined) return this.#item.hide();
		this.#item.text = `$(${label.icon}) ACP: ${label.text}`;
		this.#item.tooltip = label.tooltip;
		this.#item.backgroundColor =
			label.isUrgent === true ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
		this.#item.show();
	}

	dispose(): void {
		this.#item.dispose();
	}
}

/** What waits for the user comes first, then what was not finished, then what goes on, then what is done. */
export function statusLabel({
	permissions,
	questions,
	failed,
	done,
	working,
}: StatusCounts): StatusLabel | undefined {
	if (permissions + questions > 0)
		return {
			icon: 'bell-dot',
			text: waitingText(permissions, questions),
			tooltip: t('An agent is waiting for your answer'),
			isUrgent: true,
		};
	if (failed > 0)
		return {
			icon: 'warning',
			text: t('Not finished'),
			tooltip: t('An agent could not finish. Click to see why.'),
		};
	if (working > 0)
		return {
			icon: 'loading~spin',
			text: working === 1 ? t('Working') : t('{0} working', working),
			tooltip: t('Click to see the session'),
		};
	if (done > 0)
		return {
			icon: 'check',
			text: done === 1 ? t('Done') : t('{0} done', done),
			tooltip: t('Click to see the session'),
		};
	return undefined;
}

function waitingText(permissions: number, questions: number): string {
	if (questions === 0) return permissions === 1 ? t('1 permission') : t('{0} permissions', permissions);
	if (permissions === 0) return questions === 1 ? t('1 question') : t('{0} questions', questions);
	return t('{0} waiting', permissions + questions);
}
