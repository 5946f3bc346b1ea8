import type { PostedFromView } from '../../core/view/fromView.ts';

interface VsCodeApi {
	postMessage(message: PostedFromView): void;
	getState(): unknown;
	setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Sends an intent to the host. Nothing waits for it: what it changes comes back as a delta. */
export type Post = (message: PostedFromView) => void;

/** The view's only way out: messages to the host, and the little that survives the view itself. */
export class Api {
	/** VS Code hands its API out once per life of the view, so there is one of these, made by `main.ts`. */
	readonly #vsCode = acquireVsCodeApi();
	/** The session that the user sees: what they do is about this one. */
	shownKey: string | undefined;

	/** Posts what is about the session on show, unless it names another one. */
	readonly post: Post = (message) =>
		this.#vsCode.postMessage(
			this.shownKey === undefined ? message : { sessionKey: this.shownKey, ...message },
		);

	/** Posts what is about the view, whatever it shows. */
	postForView(message: PostedFromView): void {
		this.#vsCode.postMessage(message);
	}

	readState(): unknown {
		return this.#vsCode.getState();
	}

	writeState(state: unknown): void {
		this.#vsCode.setState(state);
	}
}
