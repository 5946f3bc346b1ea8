/** What of a restore the editor does that has the file open. */
import type { PlannedPart } from '../../../core/changes/checkpoints/checkpoint.ts';
import type { FileState } from '../../../core/changes/record.ts';
import type { ContentStore } from '../contentStore.ts';
import { textOfBytes } from '../fileText.ts';
import type { CheckpointEdit } from './checkpointEngine.ts';

/** @returns nothing where both sides are no text that is kept, or more than the text is another one */
export function editOf(
	store: Pick<ContentStore, 'get'>,
	{ path, now, target }: PlannedPart,
): readonly CheckpointEdit[] {
	const [before, after] = [textOf(store, now), textOf(store, target)];
	if (before === undefined || after === undefined || now.type !== 'file' || target.type !== 'file') return [];
	// An editor cannot change it.
	if (now.mode !== target.mode || target.hash === undefined) return [];
	return [{ path, before, after, hash: target.hash }];
}

function textOf(store: Pick<ContentStore, 'get'>, state: FileState): string | undefined {
	const bytes = state.type === 'file' && state.hash !== undefined ? store.get(state.hash) : undefined;
	return bytes === undefined ? undefined : textOfBytes(bytes);
}
