/**
 * A permission as a quick-pick (design 4.5): a view of the session's state, never the state itself.
 * Nothing is preselected, input is inert for a moment after each change, and closing answers nothing.
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { PermissionEntry } from '../../core/session/model/entry.ts';
import type { PermissionOption } from '../../core/session/model/permission.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { clippedText } from '../../core/view/clippedText.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import {
	askedCallOf,
	type Details,
	detailsOf,
	permissionCwd,
	toolCallOf,
	unsaid,
} from '../../core/view/permissionSubject.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import { escapeIcons, messageText, oneLine, rowChars, rowsOf } from '../common/displayText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

const maxRows = 12;

type Item = vscode.QuickPickItem & {
	readonly option?: PermissionOption;
	readonly action?: Action;
};

type Action = 'details' | 'diff' | 'rule';

function stopButton(): vscode.QuickInputButton {
	return { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('Stop the Agent') };
}

export interface PickerActions {
	/** Puts the cursor back into the chat, if that is on the screen. */
	returnFocus(): void;
	/** Shows the whole text in an editor tab. */
	openDetails(title: string, text: string): Promise<void>;
	openDiff(hosted: HostedSession, toolCallEntryId: string): Promise<void>;
	/** Lets the user make a rule of it. Its lists take the place of the picker; resolves when they are done. */
	makeRule(hosted: HostedSession, permissionId: string): Promise<void>;
}

/** One open quick-pick for one permission. */
export class PermissionPicker implements vscode.Disposable {
	readonly permissionId: string;
	readonly hosted: HostedSession;
	readonly #picker = vscode.window.createQuickPick<Item>();
	readonly #actions: PickerActions;
	#inertUntil = 0;
	#shown = '';
	#isActing = false;
	#isDisposed = false;

	/** @param onHide the user closed it, or it was answered */
	constructor(hosted: HostedSession, entry: PermissionEntry, actions: PickerActions, onHide: () => void) {
		this.hosted = hosted;
		this.permissionId = entry.id;
		this.#actions = actions;
		const picker = this.#picker;
		picker.ignoreFocusOut = true;
		picker.matchOnDescription = true;
		picker.placeholder = t('Choose an answer. Escape decides later.');
		picker.onDidTriggerButton(() => hosted.session.stop());
		picker.onDidChangeValue(() => this.#settle());
		picker.onDidAccept(() => this.#accept());
		picker.onDidHide(() => {
			// A list of the action that runs has taken its place: it comes back.
			if (!this.#isActing) onHide();
		});
		this.update(entry);
		picker.show();
		this.#settle();
	}

	/** Shows the entry as it is now; what changed under the user's hand makes the input inert again (hazard C9). */
	update(entry: PermissionEntry): void {
		const { state } = this.hosted.session;
		// What asks after its turn is not stopped by Stop (acp C240).
		this.#picker.buttons = state.turn.type === 'idle' ? [] : [stopButton()];
		const call = toolCallOf(state, entry);
		const about = aboutText(state, entry);
		const hasDiff = call?.content.some(isDiff) === true;
		const now = JSON.stringify([entry.title, about, entry.options, entry.revision]);
		if (now === this.#shown) return;
		this.#shown = now;
		// A title is plain text: icons are not rendered in it.
		this.#picker.title = `${visibleText(state.agentTitle)}: ${visibleText(clippedText(entry.title))}`;
		this.#picker.items = [...optionItems(entry), ...detailItems(about, hasDiff)];
		this.#settle();
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#picker.dispose();
	}

	/** VS Code focuses the first match after each letter; a focused answer would be one stray Enter away. */
	#settle(): void {
		this.#picker.activeItems = [];
		this.#picker.selectedItems = [];
		this.#inertUntil = Date.now() + limits.permissionGuardMs;
	}

	#accept(): void {
		const [item] = this.#picker.selectedItems;
		// VS Code keeps the last selection: left there, an Enter on nothing would choose it again.
		this.#picker.selectedItems = [];
		if (item === undefined || Date.now() < this.#inertUntil) return;
		if (item.option !== undefined) {
			this.hosted.session.permissions.answer(this.permissionId, item.option.optionId, 'picker');
			return;
		}
		if (item.action !== undefined && !this.#isActing) void this.#runAction(item.action);
	}

	/** Never rejects. Whatever the action opened, the question comes back, as long as it waits. */
	async #runAction(action: Action): Promise<void> {
		this.#isActing = true;
		try {
			await this.#act(action);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			void vscode.window.showErrorMessage(messageText(`ACP Host: ${reason}`));
		}
		this.#isActing = false;
		if (this.#isDisposed) return;
		// Opening an editor takes the focus; the picker stays and takes it back.
		this.#picker.show();
		this.#settle();
	}

	async #act(action: Action): Promise<void> {
		const { state } = this.hosted.session;
		const entry = state.entries.get(this.permissionId);
		if (entry?.type !== 'permission') return;
		if (action === 'rule') return this.#actions.makeRule(this.hosted, this.permissionId);
		if (action === 'diff' && entry.parentId !== undefined) {
			await this.#actions.openDiff(this.hosted, entry.parentId);
		} else if (action === 'details') {
			await this.#actions.openDetails(entry.title, aboutText(state, entry));
		}
	}
}

function labelOf(path: string): string {
	return vscode.workspace.asRelativePath(path);
}

/**
 * What the agent says of it, the command or files in full, and where a command would run. When that is more than the
 * list shows, what is asked about comes first: the agent's words must not push it out of sight (hazard C7).
 */
function aboutText(state: SessionState, entry: PermissionEntry): string {
	const cwd = permissionCwd(entry, state);
	const said = entry.description === undefined ? [] : [entry.description];
	const { what, given } = detailsOf(entry, askedCallOf(state, entry), labelOf) ?? unsaidDetails(entry);
	const place = cwd === undefined ? [] : [t('In {0}', visibleText(labelOf(cwd)))];
	const all = [...said, what, ...given, ...place];
	if (rowCount(all) <= maxRows) return all.join('\n');
	const beside = [...place, ...given];
	// A long command must not hide where and with what it runs, nor a long environment what runs.
	const isShort = rowCount(beside) <= maxRows / 2;
	return [...(isShort ? [...beside, what] : [...place, what, ...given]), ...said].join('\n');
}

function unsaidDetails(entry: PermissionEntry): Details {
	return { what: unsaid(entry), given: [] };
}

function rowCount(lines: readonly string[]): number {
	return rowsOf(lines.join('\n'), rowChars).length;
}

function optionItems(entry: PermissionEntry): Item[] {
	return entry.options.map((option) => ({ label: oneLine(option.name), option, alwaysShow: false }));
}

function detailItems(about: string, hasDiff: boolean): Item[] {
	const rows = rowsOf(about, rowChars);
	const items: Item[] = [{ label: t('What it is about'), kind: vscode.QuickPickItemKind.Separator }];
	for (const row of rows.slice(0, maxRows)) items.push({ label: escapeIcons(row), alwaysShow: true });
	if (rows.length > maxRows) {
		items.push({ label: t('Show all {0} lines…', rows.length), action: 'details', alwaysShow: true });
	}
	if (hasDiff) items.push({ label: t('Open the diff…'), action: 'diff', alwaysShow: true });
	items.push({ label: t('Make a rule…'), action: 'rule', alwaysShow: true });
	return items;
}
