import type { EntryId } from '../../core/session/model/entry.ts';
import type { Post } from '../page/api.ts';
import type { ViewMemory } from '../page/viewMemory.ts';

/** What the panels need from around them. */
export interface PanelHost {
	readonly post: Post;
	readonly memory: ViewMemory;
	/** Something to be read out, before anything else if it is urgent. */
	announce(text: string, isUrgent?: boolean): void;
	/** What had the focus is gone, or about to go. */
	focusComposer(): void;
	/** Brings an entry into sight and puts the focus on it. */
	reveal(id: EntryId): void;
}
