/** All that watches changes and shows what waits: a bundle of its own (`changeReview.cjs`), loaded with the first turn. */
import { registerReviewSurfaces } from './reviewSurfaces.ts';
import { ReviewAtWork, type ReviewParts } from './reviewAtWork.ts';

export { ChangesInChat } from '../changesInChat/changesInChat.ts';
export { setTranslations } from '../../core/base/l10n.ts';
export type { ReviewAtWork, ReviewParts } from './reviewAtWork.ts';

/** Starts to watch. What shows it ends with it. */
export function createChangeReview(parts: ReviewParts): ReviewAtWork {
	const work = new ReviewAtWork(parts);
	work.own(registerReviewSurfaces(work.review, parts.context));
	return work;
}
