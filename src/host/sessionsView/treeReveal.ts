/** Reveals and reads the selected row of a tree of VS Code's, although the tree is read anew at any moment. */
import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 10;
/** Longer than VS Code collects changes of a tree before it reads them, for which a request would have to wait. */
const pauseMs = 300;

interface RevealRequest {
	/** False when another row is to be marked, or the tree is out of sight: nothing more is tried. */
	readonly isWanted: () => boolean;
	readonly isMarked: () => boolean;
	/** Asks the tree, which comes into sight by that. May be rejected. */
	readonly ask: () => Thenable<void>;
}

/**
 * Asks a tree to mark a row until the row is marked. A tree that is read anew meanwhile drops the request, with or
 * without an error, and then neither the row nor its parents would be open. Asks at least once, since what is marked
 * may be scrolled away. Waits a moment first until the tree is read, so that next to no time is left in which the user
 * could select another row and be taken back. Never rejects.
 */
export async function revealUntilShown(
	{ isWanted, isMarked, ask }: RevealRequest,
	pause = pauseMs,
): Promise<void> {
	for (let tries = 0; tries < mostTries; tries++) {
		await sleep(pause);
		if (!isWanted() || (tries > 0 && isMarked())) return;
		await ask().then(undefined, () => undefined);
		if (isMarked()) return;
	}
}

/**
 * What is selected in a tree. VS Code knows it by handles that mean nothing while the tree is read anew: then the tree
 * says that nothing is selected, and so does a change that comes at that moment. What was selected before such a change
 * is no answer: a key would close or rename another row than the one that is marked.
 */
export class TreeSelection<T> {
	readonly #view: { readonly selection: readonly T[] };
	#last: T | undefined;

	constructor(view: { readonly selection: readonly T[] }) {
		this.#view = view;
	}

	/** Undefined when nothing is selected, or while VS Code does not say what. */
	get current(): T | undefined {
		return this.#view.selection[0] ?? this.#last;
	}

	/** To be called with each change of the selection. */
	changed([node]: readonly T[]): void {
		this.#last = node;
	}
}
