/** What chat views are told of the changes that wait: nothing until there is a review, which has loaded the rest then. */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { ChangeReview, ChangeTracking } from '../changes/changeReview.ts';
import { type Bundle, lazyBundle } from '../common/lazyBundle.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type * as InChat from './changesInChat.ts';

type ChangesInChat = InChat.ChangesInChat;

export class ChatChanges implements Disposable {
	readonly #changed = new Emitter<InChat.CardsOf>();
	readonly #store = new DisposableStore();
	#inChat: ChangesInChat | undefined;
	/** Answers of the user outlive what watches changes, which is made anew with other folders and settings. */
	#answers: ChangesInChat['answers'] | undefined;

	/** Fires when views may have something else to show, with the calls whose cards may. */
	readonly onDidChange = this.#changed.event;

	constructor(tracking: ChangeTracking, sessions: () => Sessions) {
		const set = (review: ChangeReview | undefined): void => {
			if (review === undefined && this.#inChat === undefined) return;
			this.#answers = this.#inChat?.answers ?? this.#answers;
			this.#inChat?.dispose();
			this.#inChat = undefined;
			const bundle = lazyBundle<Bundle & typeof InChat>('./changeReview.cjs');
			if (review !== undefined)
				this.#inChat = new bundle.ChangesInChat(
					review,
					sessions,
					(cards) => this.#changed.fire(cards),
					this.#answers,
				);
			this.#changed.fire(bundle.allChanging);
		};
		this.#store.add(tracking.onDidStart(set));
		this.#store.add(tracking.onDidEnd(() => set(undefined)));
	}

	/** Undefined while there is no review. */
	get inChat(): ChangesInChat | undefined {
		return this.#inChat;
	}

	dispose(): void {
		this.#store.dispose();
		this.#inChat?.dispose();
	}
}
