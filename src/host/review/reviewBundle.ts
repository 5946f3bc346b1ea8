/** All that watches changes and shows what waits: a bundle of its own (`changeReview.cjs`), loaded with the first turn. */
import { homedir } from 'node:os';
import type { ForgottenSessions } from '../../node/changes/changeEngine.ts';
import { ChangesThread } from '../../node/changes/changesThread.ts';
import { checkpointCommand, type CheckpointCommandId } from '../checkpoints/checkpointCommandIds.ts';
import { registerInner } from '../common/guardedCommand.ts';
import { registerReviewSurfaces } from './reviewSurfaces.ts';
import { ReviewAtWork, type ReviewParts } from '../changes/reviewAtWork.ts';

export { allChanging, ChangesInChat } from '../changesInChat/changesInChat.ts';
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

/**
 * Deletes what is stored of sessions where nothing is watched: nothing is looked at for it. Resolves when the store can be
 * taken over again. Rejects when it cannot be read.
 */
export async function forgetStored(
	{ context, log, storeFolder }: Pick<ReviewParts, 'context' | 'log' | 'storeFolder'>,
	sessions: ForgottenSessions,
): Promise<void> {
	const thread = new ChangesThread({
		roots: [],
		storeFolder,
		home: homedir(),
		script: context.asAbsolutePath('dist/changesWorker.cjs'),
		log: (line) => log.info(line),
		onFailure: () => undefined,
	});
	try {
		await thread.engine.forget(sessions);
	} finally {
		await thread.end();
	}
}
