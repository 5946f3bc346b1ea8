/** All that watches changes and shows what waits: a bundle of its own (`changeReview.cjs`), loaded with the first turn. */
import { checkpointCommand, type CheckpointCommandId } from '../checkpoints/checkpointCommandIds.ts';
import { registerInner } from '../common/guardedCommand.ts';
import { registerReviewSurfaces } from './reviewSurfaces.ts';
import { ReviewAtWork, type ReviewParts } from '../changes/reviewAtWork.ts';

export { allChanging, ChangesInChat } from '../changesInChat/changesInChat.ts';
export { forgetStored } from '../changes/forgetStored.ts';
export { changeBounds } from '../changes/changeBounds.ts';
export { saySwitchedOff } from '../changes/answerMessages.ts';
export { setTranslations } from '../../core/base/l10n.ts';
export type { ReviewAtWork, ReviewParts } from '../changes/reviewAtWork.ts';

/** Starts to watch. What shows it ends with it. */
export function createChangeReview(parts: ReviewParts): ReviewAtWork {
	const work = new ReviewAtWork(parts);
	try {
		work.own(registerReviewSurfaces(work.review, parts.context));
		work.own(
			registerInner(checkpointCommand, (id, session, prompt) =>
				work.goBack(
					id as CheckpointCommandId,
					String(session),
					typeof prompt === 'string' ? prompt : undefined,
				),
			),
		);
		return work;
	} catch (error) {
		// A thread that watches for surfaces that are not there would never end.
		work.dispose();
		throw error;
	}
}
