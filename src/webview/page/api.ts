import type { FromView, PostedFromView } from '../../core/view/fromView.ts';

interface VsCodeApi {
	postMessage(message: PostedFromView): void;
	getState(): unknown;
	setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Sends an intent to the host. Nothing waits for it: what it changes comes back as a delta. */
export type Post = (message: FromView) => void;

/** The view's only way out: messages to the host, and the little that survives the view itself. */
export interface Api {
	/** @param sessionKey the session on show, if there is one */
	post(message: FromView, sessionKey?: string): void;
	readState(): unknown;
	writeState(state: unknown): void;
}

/** VS Code hands its API out once per life of the view, so this is called once, by `main.ts`. */
export function acquireApi(): Api {
	const api = acquireVsCodeApi();
	return {
		post: (message, sessionKey) =>
			api.postMessage(sessionKey === undefined ? message : { ...message, sessionKey }),
		readState: () => api.getState(),
		writeState: (state) => api.setState(state),
	};
}
