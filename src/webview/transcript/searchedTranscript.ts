import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { Searched } from '../find/conversationFind.ts';
import { foldedText } from '../find/foldedText.ts';
import { scrollToRange } from '../find/scrollToRange.ts';
import type { ReaderPlace } from './readerPlace.ts';
import type { ScrollFollower } from './scrollFollower.ts';
import { idOf, seenFor, type ShownEntries } from './shownEntries.ts';

export interface SearchedParts {
	readonly scroller: HTMLElement;
	readonly list: HTMLElement;
	readonly follower: ScrollFollower;
	readonly place: ReaderPlace;
	readonly shown: ShownEntries;
	/** The reader sees all that the entry holds. */
	isUnfolded(id: EntryId): boolean;
	/** What is known of an entry. */
	entryOf(id: EntryId): ViewEntry | undefined;
}

/** How the find bar looks into the transcript. */
export function searchedTranscript(parts: SearchedParts): Searched {
	const { scroller, list, follower, place, shown } = parts;
	return {
		list,
		foldedText: (article) => {
			const entry = parts.entryOf(idOf(article));
			return entry === undefined || parts.isUnfolded(entry.id) ? '' : foldedText(entry);
		},
		unfold: (article) => {
			shown.unfoldAround(article);
			shown.get(idOf(article))?.view.unfold?.();
		},
		goTo: (article, range) => {
			const seen = seenFor(article);
			if (range === undefined || seen !== article) return follower.goTo(seen, 0);
			scrollToRange(scroller, range, (target, offset) => follower.goTo(target, offset));
		},
		firstSeen: () => place.firstSeen,
	};
}
