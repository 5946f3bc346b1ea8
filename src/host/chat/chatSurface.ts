/**
 * One webview that shows a conversation: the sidebar view or an editor tab. Holds no state worth keeping: what is
 * shown comes from the session, what is typed goes to it.
 */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { language, translations } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import { type FromView, parseFromView } from '../../core/view/fromView.ts';
import type { Projector } from '../../core/view/projector.ts';
import { sessionKeyOf } from '../../core/view/sessionKey.ts';
import type { ToView, ViewAgent } from '../../core/view/toView.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { type PublishedChanges, Publisher, type PublisherTarget } from './publisher.ts';
import { translationsBlock, viewPolicy } from './viewHtmlParts.ts';

/** Carries out what the user asks for in a view. */
export interface ChatIntents {
	/** What waits of changes; absent while nothing watches for them. */
	readonly changes?: PublishedChanges;
	/** @param sessionKey the session it is about, if the view named one: it may be another one than the surface shows now */
	handle(surface: ChatSurface, message: FromView, sessionKey: string | undefined): void;
	/** A view is ready for the session it is bound to. */
	onShown(hosted: HostedSession): void;
	/** What to offer while there is no session. */
	emptyState(): { agents: readonly ViewAgent[]; problems: readonly string[] };
	onInvalidMessage(): void;
}

/** Where the cursor goes: into the composer, or to the card that waits for the user. */
export type FocusTarget = 'focusComposer' | 'showWaiting';

interface SurfaceHost {
	readonly webview: vscode.Webview;
	isVisible(): boolean;
	/** Gives the page the focus. */
	takeFocus(): PromiseLike<unknown>;
}

/** Makes a surface of a webview that VS Code has made. */
export type NewSurface = (host: SurfaceHost) => ChatSurface;

/** One webview with its publisher; posts messages to it and takes what it sends. */
export class ChatSurface implements PublisherTarget, Disposable {
	readonly #host: SurfaceHost;
	readonly #intents: ChatIntents;
	readonly #publisher: Publisher;
	readonly #store = new DisposableStore();
	#hosted: HostedSession | undefined;
	#clientId: string | undefined;
	#emptyGeneration = -1;
	/** Hiding takes the page away; the next one has to say `ready` before it can take the focus. */
	#isPageGone = true;
	#wanted: FocusTarget | undefined;

	constructor(host: SurfaceHost, extensionUri: vscode.Uri, projector: Projector, intents: ChatIntents) {
		this.#host = host;
		this.#intents = intents;
		this.#publisher = this.#store.add(new Publisher(this, projector, intents.changes));
		// The page may load from this folder alone.
		const localResourceRoots = [vscode.Uri.joinPath(extensionUri, 'dist')];
		host.webview.options = { enableScripts: true, localResourceRoots };
		this.#store.add(host.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw)));
		host.webview.html = viewHtml(host.webview, extensionUri);
	}

	get hosted(): HostedSession | undefined {
		return this.#hosted;
	}

	/** Names this life of the page; undefined while there is none. */
	get page(): string | undefined {
		return this.#isPageGone || this.#store.isDisposed ? undefined : this.#clientId;
	}

	/** The page is there: what is posted to it is shown. Before that it gets all there is as a snapshot. */
	get isThere(): boolean {
		return !this.#isPageGone;
	}

	/** Shows a session, or the way to one. */
	bind(hosted: HostedSession | undefined): void {
		this.#hosted = hosted;
		this.#publisher.bind(hosted);
		if (hosted === undefined) this.#showEmpty();
		else if (this.isReady()) this.#intents.onShown(hosted);
	}

	/** The settings or the trust changed: what the empty view offers may have, too. */
	refreshEmpty(): void {
		if (this.#hosted === undefined) this.#showEmpty();
	}

	/** The view became visible or hidden. */
	visibilityChanged(): void {
		if (!this.#host.isVisible()) {
			this.#isPageGone = true;
			// What is posted before the next page says `ready` would come to it before what belongs to its place.
			this.#clientId = undefined;
			return this.#publisher.pause();
		}
		// A view without retained context starts anew and says `ready`; a retained one only needs what it missed.
		if (this.#clientId !== undefined && this.#hosted !== undefined) this.#publisher.resume();
	}

	/** Puts the cursor into the composer, at once or as soon as there is one. */
	focusComposer(): void {
		this.focus('focusComposer');
	}

	/** Gives the focus back to a page that is on the screen; what is closed stays closed. */
	async returnFocus(): Promise<void> {
		if (this.#store.isDisposed || !this.#host.isVisible()) return;
		await this.#host.takeFocus();
		this.focusComposer();
	}

	/** The same for what waits for the user, if anything does. */
	focus(target: FocusTarget): void {
		if (this.#isPageGone) this.#wanted = target;
		else this.post({ type: target, isTimely: true });
	}

	/** Posts arrive: there is a page, and it is on the screen. */
	isReady(): boolean {
		return this.#clientId !== undefined && this.#host.isVisible();
	}

	post(message: ToView): void {
		if (this.#clientId === undefined || this.#store.isDisposed) return;
		// Never waited for: the promise may stay open for ever (hazard E8).
		this.#host.webview.postMessage(message).then(undefined, () => this.#publisher.pause());
	}

	dispose(): void {
		this.#store.dispose();
	}

	#receive(raw: unknown): void {
		const message = parseFromView(raw);
		if (message === undefined) this.#intents.onInvalidMessage();
		else if (message.type === 'ready')
			this.#onReady(message.clientId, this.#placeIn(message.entryId, sessionKeyOf(raw)));
		else if (message.type === 'resync') this.#publisher.snapshot();
		else if (message.type === 'showOlder') this.#publisher.showOlder(message.isAll);
		else if (message.type === 'forgetOlder') this.#publisher.forgetOlder();
		else this.#intents.handle(this, message, sessionKeyOf(raw));
	}

	/** Names of entries are the same in each session. */
	#placeIn(entryId: EntryId | undefined, sessionKey: string | undefined): EntryId | undefined {
		return sessionKey === this.#hosted?.session.state.key ? entryId : undefined;
	}

	#onReady(clientId: string, place: EntryId | undefined): void {
		this.#clientId = clientId;
		if (this.#hosted === undefined) this.#showEmpty();
		else {
			this.#publisher.showNewest(place);
			this.#intents.onShown(this.#hosted);
		}
		this.#isPageGone = false;
		// The user may be elsewhere by now.
		if (this.#wanted !== undefined) this.post({ type: this.#wanted });
		this.#wanted = undefined;
	}

	#showEmpty(): void {
		this.post({ type: 'empty', generation: this.#emptyGeneration--, ...this.#intents.emptyState() });
	}
}

/**
 * The page of a chat view. Nothing but our own script and styles may load; nothing may be sent anywhere
 * (hazards E1, E2). https://code.visualstudio.com/api/extension-guides/webview#security
 */
function viewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
	const nonce = randomBytes(16).toString('base64');
	const uri = (...path: string[]): string =>
		webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
	return `<!DOCTYPE html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${viewPolicy(webview.cspSource, nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="modulepreload" nonce="${nonce}" href="${uri('dist', 'webview-chunk.js')}">
<link rel="stylesheet" href="${uri('dist', 'codicons', 'codicon.css')}">
<link rel="stylesheet" href="${uri('dist', 'chat.css')}">
<title>ACP Host</title>
</head>
<body>
<div id="app"></div>
${translationsBlock(translations(), nonce)}<script type="module" nonce="${nonce}" src="${uri('dist', 'webview.js')}"></script>
</body>
</html>`;
}
