/**
 * All pending permissions of all sessions, in the order they came, one quick-pick at a time (hazard C2).
 * Escape postpones: the request stays pending on its card and in the badge.
 */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { pendingPermission } from '../../core/session/reducer/draft.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type * as PickerBundle from './permissionPicker.ts';
import type { PermissionPicker, PickerActions } from './permissionPicker.ts';

interface Pending {
	readonly hosted: HostedSession;
	readonly permissionId: string;
	/** Does not open by itself: the user closed it, or was typing when it came. */
	isPostponed: boolean;
}

export class PermissionQueue implements Disposable {
	readonly #actions: PickerActions;
	readonly #pending: Pending[] = [];
	readonly #changed = new Emitter<number>();
	readonly #store = new DisposableStore();
	#open: PermissionPicker | undefined;
	/** Lists of the user's own that are open: nothing of ours may come in between. */
	#asides = 0;
	#lastTyping = 0;
	/** The user's last words went into a chat, not into an editor: there the focus belongs after an answer. */
	#returnFocus: (() => void) | undefined;

	/** Fires with the number of pending permissions. */
	readonly onDidChangeCount = this.#changed.event;

	constructor(actions: PickerActions) {
		this.#actions = actions;
		this.#store.add(
			vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
				const isUsers = kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command;
				if (isUsers) this.#returnFocus = undefined;
			}),
		);
		this.#store.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				const isTyped = contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document;
				if (isTyped && ['file', 'untitled'].includes(document.uri.scheme)) this.noteTyping();
			}),
		);
	}

	get count(): number {
		return this.#pending.length;
	}

	/** A list asks the user right now. */
	get isAsking(): boolean {
		return this.#open !== undefined;
	}

	get #isTyping(): boolean {
		return Date.now() - this.#lastTyping < limits.permissionTypingMs;
	}

	/** The user is typing somewhere: a picker that opened now would take the next letters. */
	noteTyping(): void {
		this.#lastTyping = Date.now();
	}

	/**
	 * The user sent what they typed: the next picker is no surprise.
	 * @param returnFocus puts the cursor back into the chat where that was, if it is on the screen
	 */
	noteSubmitted(returnFocus: () => void): void {
		this.#lastTyping = 0;
		this.#returnFocus = returnFocus;
	}

	/** Follows a session: its pending permissions join the queue and leave it when they are settled. */
	watch(hosted: HostedSession): Disposable {
		return hosted.session.onDidChange((changes) => {
			if (changes.some((change) => change.type !== 'text' && change.type !== 'terminal')) this.#sync(hosted);
		});
	}

	/** Drops a session that is gone. */
	forget(hosted: HostedSession): void {
		this.#remove((pending) => pending.hosted === hosted);
	}

	/** Opens the oldest pending permission, postponed ones included. */
	openNext(): void {
		const [first] = this.#pending;
		if (first === undefined)
			return void vscode.window.showInformationMessage(t('No agent is waiting for a permission.'));
		if (this.#open === undefined) this.#show(first);
	}

	/** Lets the user go through lists of their own; then it goes on where it was. */
	async aside(run: () => Promise<void>): Promise<void> {
		const before = new Map(this.#pending.map((pending) => [pending, pending.isPostponed]));
		this.#asides++;
		try {
			await run();
		} finally {
			this.#asides--;
			for (const pending of this.#pending) {
				pending.isPostponed = before.get(pending) ?? pending.isPostponed;
			}
			this.#openByItself();
		}
	}

	dispose(): void {
		this.#store.dispose();
		this.#open?.dispose();
		this.#changed.dispose();
	}

	#sync(hosted: HostedSession): void {
		const waiting = new Set(hosted.session.state.pendingPermissions);
		this.#remove((pending) => pending.hosted === hosted && !waiting.has(pending.permissionId));
		for (const pending of this.#pending) if (pending.hosted === hosted) waiting.delete(pending.permissionId);
		for (const permissionId of waiting) this.#add(hosted, permissionId);
		this.#refreshOpen(hosted);
		this.#openByItself();
	}

	#add(hosted: HostedSession, permissionId: string): void {
		this.#pending.push({ hosted, permissionId, isPostponed: this.#isTyping });
		this.#changed.fire(this.#pending.length);
	}

	#remove(isGone: (pending: Pending) => boolean): void {
		const kept = this.#pending.filter((pending) => !isGone(pending));
		if (kept.length === this.#pending.length) return;
		this.#pending.splice(0, this.#pending.length, ...kept);
		const open = this.#open;
		const stillThere = kept.some(
			(pending) => pending.hosted === open?.hosted && pending.permissionId === open.permissionId,
		);
		if (open !== undefined && !stillThere) {
			this.#close(open);
			if (this.#returnFocus !== undefined) this.#returnFocusSoon();
		}
		this.#changed.fire(kept.length);
	}

	#refreshOpen(hosted: HostedSession): void {
		const open = this.#open;
		if (open?.hosted !== hosted) return;
		const entry = pendingPermission(hosted.session.state, open.permissionId);
		if (entry !== undefined) open.update(entry, this.#isTyping);
	}

	#openByItself(): void {
		if (this.#open !== undefined || this.#asides > 0) return;
		const next = this.#pending.find((pending) => !pending.isPostponed);
		if (next !== undefined) this.#show(next);
	}

	#show(pending: Pending): void {
		const entry = pendingPermission(pending.hosted.session.state, pending.permissionId);
		if (entry === undefined) return;
		const { PermissionPicker } = lazyBundle<typeof PickerBundle>('./permissionPicker.cjs');
		const picker: PermissionPicker = new PermissionPicker(pending.hosted, entry, this.#actions, () => {
			if (this.#open !== picker) return;
			// Closed by Escape, or by another picker that the user opened: in either case the next question waits, so
			// that it does not come in between.
			for (const waiting of this.#pending) waiting.isPostponed = true;
			this.#close(picker);
		});
		this.#open = picker;
	}

	#close(picker: PermissionPicker): void {
		this.#open = undefined;
		picker.dispose();
	}

	/** After an answer VS Code gives the focus to an editor; the next picker in the queue, if there is one, takes it instead. */
	#returnFocusSoon(): void {
		const timer = setTimeout(() => {
			if (this.#open === undefined && !this.#store.isDisposed) this.#returnFocus?.();
		});
		timer.unref();
	}
}
