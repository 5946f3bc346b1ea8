/**
 * A permission as a quick-pick (docs/decisions/permissions.md): a view of the session's state, never the state itself. A
 * bundle of its own (`permissionPicker.cjs`), loaded with the first permission.
 * Nothing is preselected, input is inert for a moment after each change, and closing answers nothing.
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { PermissionEntry } from '../../core/session/model/entry.ts';
import type { PermissionOption } from '../../core/session/model/permission.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { permissionTitle } from '../../core/view/callTitle.ts';
import { clippedText, visibleText } from '../../core/view/visibleText.ts';
import {
	askedCallOf,
	detailsOf,
	permissionCwd,
	toolCallOf,
	missingDetailsText,
} from '../../core/view/permissionSubject.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import { escapeIcons, isSaidInPart, messageText, oneLine, rowChars, rowsOf } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

export { setTranslations } from '../../core/base/l10n.ts';

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
	readonly #actions: PickerActions;
	readonly #onHide: () => void;
	/** The list of the question as it is now. */
	#picker: vscode.QuickPick<Item>;
	/** Of the entry, as that list shows it. */
	#revision = 0;
	#inertUntil = 0;
	#shown = '';
	#isActing = false;
	#isDisposed = false;

	/** @param onHide the user closed it, or it was answered */
	constructor(hosted: HostedSession, entry: PermissionEntry, actions: PickerActions, onHide: () => void) {
		this.hosted = hosted;
		this.permissionId = entry.id;
		this.#actions = actions;
		this.#onHide = onHide;
		this.#picker = this.#open(entry);
		this.#settle();
	}

	/**
	 * Shows the entry as it is now; what changed under the user's hand makes the input inert again (hazard C9). VS Code
	 * tells a row by its place in the list, so that one that was pressed before would stand for what is there now, however
	 * late that is heard of: another question is another list. Like any other it does not open under the user's typing.
	 */
	update(entry: PermissionEntry, isTyping: boolean): void {
		const { state } = this.hosted.session;
		this.#picker.buttons = buttonsOf(state);
		if (questionOf(state, entry) === this.#shown) return;
		if (isTyping && !this.#isActing) return this.#onHide();
		const before = this.#picker;
		this.#picker = this.#open(entry);
		before.dispose();
		this.#settle();
	}

	dispose(): void {
		this.#isDisposed = true;
		this.#picker.dispose();
	}

	/** What is heard of a list that another one took the place of counts no more. */
	#open(entry: PermissionEntry): vscode.QuickPick<Item> {
		const { session } = this.hosted;
		const picker = vscode.window.createQuickPick<Item>();
		const whileShown = (run: () => void) => (): void => {
			if (picker === this.#picker) run();
		};
		picker.ignoreFocusOut = true;
		picker.matchOnDescription = true;
		picker.placeholder = t('Choose an answer. Escape decides later.');
		picker.onDidTriggerButton(whileShown(() => session.stop()));
		picker.onDidChangeValue(whileShown(() => this.#settle()));
		picker.onDidAccept(whileShown(() => this.#accept()));
		picker.onDidHide(
			whileShown(() => {
				// A list of the action that runs has taken its place: it comes back.
				if (!this.#isActing) this.#onHide();
			}),
		);
		picker.buttons = buttonsOf(session.state);
		// A title is plain text: icons are not rendered in it.
		const title = permissionTitle(session.state, entry, pathLabel);
		picker.title = `${visibleText(session.state.agentTitle)}: ${visibleText(clippedText(title))}`;
		const hasDiff = toolCallOf(session.state, entry)?.content.some(isDiff) === true;
		picker.items = [...optionItems(entry), ...detailItems(aboutText(session.state, entry), hasDiff)];
		this.#shown = questionOf(session.state, entry);
		this.#revision = entry.revision ?? 0;
		if (!this.#isActing) picker.show();
		return picker;
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
			const { permissions } = this.hosted.session;
			permissions.answerShown(this.permissionId, item.option.optionId, this.#revision, 'picker');
			return;
		}
		if (item.action !== undefined && !this.#isActing) void this.#runAction(item.action);
	}

	/** Never rejects. The question comes back after the action, as long as it still waits. */
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
			await this.#actions.openDetails(permissionTitle(state, entry, pathLabel), aboutText(state, entry));
		}
	}
}

/** All that the list shows of the entry. */
function questionOf(state: SessionState, entry: PermissionEntry): string {
	const title = permissionTitle(state, entry, pathLabel);
	return JSON.stringify([title, aboutText(state, entry), entry.options, entry.revision]);
}

/** What asks after its turn is not stopped by Stop (acp C240). */
function buttonsOf({ turn }: SessionState): vscode.QuickInputButton[] {
	return turn.type === 'idle' ? [] : [stopButton()];
}

/**
 * What the agent says of it, the command or files in full, and where a command would run. When that is more than the
 * list shows, what is asked about comes first: the agent's words must not push it out of sight (hazard C7).
 */
function aboutText(state: SessionState, entry: PermissionEntry): string {
	const cwd = permissionCwd(entry, state);
	const said = entry.description === undefined ? [] : [entry.description];
	const details = detailsOf(entry, askedCallOf(state, entry), pathLabel);
	const { what = '', given } = details ?? { what: missingDetailsText(entry), given: [] };
	const place = cwd === undefined ? [] : [t('In {0}', visibleText(pathLabel(cwd)))];
	const asked = what === '' ? [] : [what];
	const all = [...said, ...asked, ...given, ...place];
	if (rowCount(all) <= maxRows) return all.join('\n');
	const beside = [...place, ...given];
	// A long command must not hide where and with what it runs, nor a long environment what runs.
	const isShort = rowCount(beside) <= maxRows / 2;
	return [...(isShort ? [...beside, ...asked] : [...place, ...asked, ...given]), ...said].join('\n');
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
	} else if (rows.some(isSaidInPart)) {
		const description = t('Screen readers leave out of this list what looks like an icon');
		items.push({ label: t('Open as Text'), description, action: 'details', alwaysShow: true });
	}
	if (hasDiff) items.push({ label: t('Open the diff…'), action: 'diff', alwaysShow: true });
	items.push({ label: t('Make a rule…'), action: 'rule', alwaysShow: true });
	return items;
}
