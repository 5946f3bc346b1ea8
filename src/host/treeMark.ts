/**
 * Asks a tree to mark a row until the row is marked. A tree that is read anew meanwhile forgets the wish, with an error
 * or without a word, and then neither the row nor the way to it would be open.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 10;
const pauseMs = 300;

export interface MarkWish {
	/** False when another row is to be marked, or none: nothing more is tried. */
	readonly isWanted: () => boolean;
	readonly isMarked: () => boolean;
	/** Asks the tree. May be rejected. */
	readonly ask: () => Thenable<void>;
}

/** Asks at least once, since what is marked may be out of sight. Never rejects. */
export async function markUntilDone({ isWanted, isMarked, ask }: MarkWish, pause = pauseMs): Promise<void> {
	for (let tries = 0; tries < mostTries && isWanted(); tries++) {
		await ask().then(undefined, () => undefined);
		if (isMarked()) return;
		await sleep(pause);
		if (isMarked()) return;
	}
}
