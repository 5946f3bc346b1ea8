import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { sessionTitle, shownTitle } from '../../core/view/projectSession.ts';
import type { ChatSurface, FocusTarget, NewSurface } from './chatSurface.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isInSecondarySideBar } from '../settings/settings.ts';

/** The ids of the chat view: one for each container, of which `acpHost.location` shows one. */
const chatViewIds = ['acpHost.chat', 'acpHost.chatSecondary'] as const;

export function isChatView(id: string): boolean {
	return chatViewIds.some((one) => one === id);
}

/** The chat in the sidebar. It shows the active session. */
export class ChatView implements vscode.WebviewViewProvider, Disposable {
	readonly #newSurface: NewSurface;
	readonly #sessions: Sessions;
	readonly #store = new DisposableStore();
	#view: vscode.WebviewView | undefined;
	#surface: ChatSurface | undefined;
	#pending = { permissions: 0, questions: 0 };
	/** Asked for before VS Code made the view. */
	#wanted: FocusTarget | undefined;

	constructor(newSurface: NewSurface, sessions: Sessions) {
		this.#newSurface = newSurface;
		this.#sessions = sessions;
		for (const id of chatViewIds) this.#store.add(vscode.window.registerWebviewViewProvider(id, this));
		this.#store.add(sessions.onDidChangeActive((active) => this.#surface?.bind(active)));
		this.#store.add(sessions.onDidChange(() => this.#showTitle()));
	}

	get surface(): ChatSurface | undefined {
		return this.#surface;
	}

	resolveWebviewView(view: vscode.WebviewView): void {
		const store = new DisposableStore();
		const surface = store.add(
			this.#newSurface({
				webview: view.webview,
				isVisible: () => view.visible,
				takeFocus: () => vscode.commands.executeCommand(`${view.viewType}.focus`),
			}),
		);
		this.#view = view;
		this.#surface = surface;
		surface.bind(this.#sessions.active);
		this.#showTitle();
		this.showPending(this.#pending);
		if (this.#wanted !== undefined) surface.focus(this.#wanted);
		this.#wanted = undefined;
		store.add(view.onDidChangeVisibility(() => surface.visibilityChanged()));
		view.onDidDispose(() => {
			store.dispose();
			if (this.#view !== view) return;
			this.#view = undefined;
			this.#surface = undefined;
		});
	}

	/** Brings the view to the front and the cursor into the composer, or to what waits. */
	async focus(target: FocusTarget = 'focusComposer'): Promise<void> {
		const id = isInSecondarySideBar() ? chatViewIds[1] : chatViewIds[0];
		await vscode.commands.executeCommand(`${id}.focus`);
		if (this.#surface === undefined) this.#wanted = target;
		else this.#surface.focus(target);
	}

	/** The session is on the screen here. */
	isShowing(hosted: HostedSession): boolean {
		return this.#view?.visible === true && this.#surface?.hosted === hosted;
	}

	/** Shows how much waits for the user, also while the view is closed. */
	showPending(pending: { readonly permissions: number; readonly questions: number }): void {
		this.#pending = { ...pending };
		if (this.#view === undefined) return;
		const value = pending.permissions + pending.questions;
		this.#view.badge = value === 0 ? undefined : { value, tooltip: pendingText(pending) };
	}

	refreshEmpty(): void {
		this.#surface?.refreshEmpty();
	}

	dispose(): void {
		this.#store.dispose();
		this.#surface?.dispose();
	}

	/** The view's header says which session it shows, and with which agent. */
	#showTitle(): void {
		if (this.#view === undefined) return;
		const state = this.#sessions.active?.session.state;
		this.#view.title = state === undefined ? t('Chat') : shownTitle(sessionTitle(state));
		this.#view.description = state === undefined ? '' : visibleText(state.agentTitle);
	}
}

function pendingText({ permissions, questions }: { permissions: number; questions: number }): string {
	if (questions === 0)
		return permissions === 1 ? t('1 permission is waiting') : t('{0} permissions are waiting', permissions);
	if (permissions === 0)
		return questions === 1 ? t('1 question is waiting') : t('{0} questions are waiting', questions);
	return t(
		'{0} and {1} are waiting',
		permissions === 1 ? t('1 permission') : t('{0} permissions', permissions),
		questions === 1 ? t('1 question') : t('{0} questions', questions),
	);
}
