/**
 * When the lists of sessions are to be brought up to date: not with each change of a session, but when one looks
 * different in a list, and then a moment later, together with what changes meanwhile.
 */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import { statusOf } from './sessionStatus.ts';

/** Milliseconds within which changes are told at once. */
const settleMs = 50;

/**
 * Milliseconds after which a turn that began is news: a shorter one would bring each list up to date twice and make
 * icons turn, while its answer is drawn.
 */
export const workShownMs = 500;

/** Tells of the sessions of one window. */
export class ListChanges implements Disposable {
	readonly #changed = new Emitter<void>();
	/** By the key of the session. */
	readonly #shown = new Map<string, readonly unknown[]>();
	#next: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;

	readonly onDidChange = this.#changed.event;

	/** To be called with each new state of a session. */
	sessionChanged(state: SessionState): void {
		const shown = shownInLists(state);
		const before = this.#shown.get(state.key) ?? [];
		if (shown.every((part, at) => part === before[at])) return;
		this.#shown.set(state.key, shown);
		const status = statusOf(state);
		// An answer of the user is seen at once where the list still says that the session waits for it.
		this.#tellIn(status === 'running' && before[0] !== 'waiting' ? workShownMs : settleMs);
	}

	/** To be called when sessions came, went, took the place of another in the view, or got a name of the user. */
	sessionsChanged(): void {
		this.#tellIn(settleMs);
	}

	forget(key: string): void {
		this.#shown.delete(key);
	}

	dispose(): void {
		clearTimeout(this.#next?.timer);
		this.#changed.dispose();
	}

	/** The earlier moment counts where one is set already. */
	#tellIn(ms: number): void {
		const at = performance.now() + ms;
		if (this.#next !== undefined && this.#next.at <= at) return;
		clearTimeout(this.#next?.timer);
		const timer = setTimeout(() => {
			this.#next = undefined;
			this.#changed.fire();
		}, ms);
		this.#next = { at, timer };
	}
}

/** What an agent uses, plans and offers changes all the time, and no list shows it. */
function shownInLists(state: SessionState): readonly unknown[] {
	const { agentTitle, sessionId, cwd, updatedAt, capabilities } = state;
	return [statusOf(state), sessionTitle(state), agentTitle, sessionId, cwd, updatedAt, capabilities];
}
