/** The changes that wait, as the window knows them: loads what shows them in chat views once there is a review. */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ChangeReview, ChangeTracking } from './changeReview.ts';
import type * as Bundle from './changesInChat.ts';

/** Of other surfaces it is the tracking: what is answered through it is told in chat views. */
export class ChatChanges implements ChangeTracking, Disposable {
	readonly #started = new Emitter<ChangeReview>();
	readonly #changed = new Emitter<void>();
	readonly #store = new DisposableStore();
	#inChat: Bundle.ChangesInChat | undefined;

	readonly onDidStart = this.#started.event;
	/** Fires when views may have something else to show. */
	readonly onDidChange = this.#changed.event;

	/** @param tracking none while nothing watches for changes */
	constructor(tracking: ChangeTracking | undefined, sessions: () => Sessions) {
		const start = (review: ChangeReview): void => {
			const { ChangesInChat } = lazyBundle<typeof Bundle>('./changesInChat.cjs');
			this.#inChat = this.#store.add(new ChangesInChat(review, sessions));
			this.#store.add(this.#inChat.onDidChange(() => this.#changed.fire()));
			this.#started.fire(this.#inChat.review);
			this.#changed.fire();
		};
		if (tracking === undefined) return;
		this.#store.add(tracking.onDidStart(start));
		if (tracking.review !== undefined) start(tracking.review);
	}

	/** What chat views show; undefined while there is no review. */
	get inChat(): Bundle.ChangesInChat | undefined {
		return this.#inChat;
	}

	get review(): ChangeReview | undefined {
		return this.#inChat?.review;
	}

	dispose(): void {
		this.#store.dispose();
		this.#started.dispose();
		this.#changed.dispose();
	}
}
