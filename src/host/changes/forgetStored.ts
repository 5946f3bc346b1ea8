/** Deletes what is stored of sessions where nothing is watched: nothing is looked at for it. */
import { homedir } from 'node:os';
import type { ForgottenSessions } from '../../node/changes/changeEngine.ts';
import { ChangesThread } from '../../node/changes/changesThread.ts';
import type { ReviewParts } from './reviewAtWork.ts';

/** Resolves when the store can be taken over again. Rejects when it cannot be read. */
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
