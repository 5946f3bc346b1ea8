import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { sessionKeyOf } from '../../core/view/sessionKey.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import type { ChatSurface, NewSurface } from './chatSurface.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';

const panelType = 'acpHost.session';

/** Conversations as editor tabs, one for each session at most. They come back after a reload of the window. */
export class ChatPanels implements vscode.WebviewPanelSerializer, Disposable {
	readonly #extensionUri: vscode.Uri;
	readonly #newSurface: NewSurface;
	readonly #sessions: Sessions;
	readonly #panels = new Map<string, vscode.WebviewPanel>();
	readonly #surfaces = new Map<string, ChatSurface>();
	readonly #store = new DisposableStore();
	readonly #changedOnShow = this.#store.add(new Emitter<void>());

	/** Fires when another session may be on show. */
	readonly onDidChangeOnShow = this.#changedOnShow.event;

	constructor(extensionUri: vscode.Uri, newSurface: NewSurface, sessions: Sessions) {
		this.#extensionUri = extensionUri;
		this.#newSurface = newSurface;
		this.#sessions = sessions;
		this.#store.add(vscode.window.registerWebviewPanelSerializer(panelType, this));
		this.#store.add(sessions.onDidChangeActive(() => this.#changedOnShow.fire()));
	}

	/** Opens the session in a tab, or shows the tab it has. */
	open(hosted: HostedSession): void {
		const known = this.#panels.get(hosted.session.state.key);
		if (known !== undefined) return known.reveal();
		// No find widget: the view has its own, which also looks into what is folded.
		const panel = vscode.window.createWebviewPanel(panelType, titleOf(hosted), vscode.ViewColumn.Active);
		this.#attach(panel, hosted);
	}

	/** The session is on the screen in a tab. */
	isShowing(hosted: HostedSession): boolean {
		return this.#panels.get(hosted.session.state.key)?.visible === true;
	}

	/** The session of the tab that is active, if that is one of ours. */
	get active(): HostedSession | undefined {
		for (const [key, panel] of this.#panels) if (panel.active) return this.#sessions.byKey(key);
		return undefined;
	}

	/** The session that a command from the palette is about: that of the active tab, else that of the side bar. */
	get onShow(): HostedSession | undefined {
		return this.active ?? this.#sessions.active;
	}

	/** The page of the tab that is active, if that is one of ours. */
	get activeSurface(): ChatSurface | undefined {
		const { active } = this;
		return active && this.surfaceOf(active);
	}

	/** The page of the session's tab. */
	surfaceOf(hosted: HostedSession): ChatSurface | undefined {
		return this.#surfaces.get(hosted.session.state.key);
	}

	/** Shows the tab of the session. False if it has none. */
	reveal(hosted: HostedSession): boolean {
		const panel = this.#panels.get(hosted.session.state.key);
		panel?.reveal();
		return panel !== undefined;
	}

	/** Closes the tab of a session that is gone. */
	close(hosted: HostedSession): void {
		this.#panels.get(hosted.session.state.key)?.dispose();
	}

	/** The tab's page keeps the session's key as its state; a key that is unknown by now closes the tab. */
	deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
		const key = sessionKeyOf(state);
		const hosted = key === undefined ? undefined : this.#sessions.byKey(key);
		if (hosted === undefined) panel.dispose();
		else this.#attach(panel, hosted);
		return Promise.resolve();
	}

	dispose(): void {
		this.#store.dispose();
		for (const panel of this.#panels.values()) panel.dispose();
	}

	#attach(panel: vscode.WebviewPanel, hosted: HostedSession): void {
		const { key } = hosted.session.state;
		const store = new DisposableStore();
		this.#panels.set(key, panel);
		panel.iconPath = vscode.Uri.joinPath(this.#extensionUri, 'media', 'acp.svg');
		const surface = store.add(
			this.#newSurface({
				webview: panel.webview,
				isVisible: () => panel.visible,
				takeFocus: () => Promise.resolve(panel.reveal()),
			}),
		);
		this.#surfaces.set(key, surface);
		surface.bind(hosted);
		store.add(
			panel.onDidChangeViewState(() => {
				surface.visibilityChanged();
				this.#changedOnShow.fire();
			}),
		);
		store.add(
			hosted.session.onDidChange((changes) => {
				if (changes.some(({ type }) => type === 'session')) panel.title = titleOf(hosted);
			}),
		);
		panel.onDidDispose(() => {
			store.dispose();
			this.#panels.delete(key);
			this.#surfaces.delete(key);
			this.#changedOnShow.fire();
		});
	}
}

function titleOf({ session }: HostedSession): string {
	const title = sessionTitle(session.state);
	return visibleText(title === '' ? session.state.agentTitle : title);
}
