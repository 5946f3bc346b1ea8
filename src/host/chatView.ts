import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Projector } from '../core/view/project.ts';
import { type ChatIntents, ChatSurface } from './chatSurface.ts';
import type { Sessions } from './sessions.ts';

/** The ids of the chat view: one for each container, of which `acpHost.location` shows one. */
export const chatViewIds = ['acpHost.chat', 'acpHost.chatSecondary'] as const;

/** The chat in the sidebar. It shows the active session. */
export class ChatView implements vscode.WebviewViewProvider, Disposable {
	readonly #extensionUri: vscode.Uri;
	readonly #projector: Projector;
	readonly #intents: ChatIntents;
	readonly #sessions: Sessions;
	readonly #store = new DisposableStore();
	#view: vscode.WebviewView | undefined;
	#surface: ChatSurface | undefined;
	#pendingCount = 0;
	/** Asked for before VS Code made the view. */
	#wantsFocus = false;

	constructor(extensionUri: vscode.Uri, projector: Projector, intents: ChatIntents, sessions: Sessions) {
		this.#extensionUri = extensionUri;
		this.#projector = projector;
		this.#intents = intents;
		this.#sessions = sessions;
		for (const id of chatViewIds) this.#store.add(vscode.window.registerWebviewViewProvider(id, this));
		this.#store.add(sessions.onDidChangeActive((active) => this.#surface?.bind(active)));
	}

	get surface(): ChatSurface | undefined {
		return this.#surface;
	}

	resolveWebviewView(view: vscode.WebviewView): void {
		const store = new DisposableStore();
		const surface = store.add(
			new ChatSurface(
				{ webview: view.webview, isVisible: () => view.visible },
				this.#extensionUri,
				this.#projector,
				this.#intents,
			),
		);
		this.#view = view;
		this.#surface = surface;
		surface.bind(this.#sessions.active);
		this.showPending(this.#pendingCount);
		if (this.#wantsFocus) surface.focusComposer();
		this.#wantsFocus = false;
		store.add(view.onDidChangeVisibility(() => surface.visibilityChanged()));
		view.onDidDispose(() => {
			store.dispose();
			if (this.#view !== view) return;
			this.#view = undefined;
			this.#surface = undefined;
		});
	}

	/** Brings the view to the front and the cursor into the composer. */
	async focus(): Promise<void> {
		const location = vscode.workspace.getConfiguration('acpHost').get('location');
		const id = location === 'secondarySideBar' ? chatViewIds[1] : chatViewIds[0];
		await vscode.commands.executeCommand(`${id}.focus`);
		if (this.#surface === undefined) this.#wantsFocus = true;
		else this.#surface.focusComposer();
	}

	/** Gives the focus back to a view that is on the screen; a closed one stays closed. */
	returnFocus(): void {
		if (this.#view?.visible === true) void this.focus();
	}

	/** Shows how many permissions wait, also while the view is closed. */
	showPending(count: number): void {
		this.#pendingCount = count;
		if (this.#view === undefined) return;
		const tooltip = count === 1 ? '1 permission is waiting' : `${count} permissions are waiting`;
		this.#view.badge = count === 0 ? undefined : { value: count, tooltip };
	}

	refreshEmpty(): void {
		this.#surface?.refreshEmpty();
	}

	dispose(): void {
		this.#store.dispose();
		this.#surface?.dispose();
	}
}
