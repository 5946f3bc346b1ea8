/** Which message of the transcript a checkpoint belongs to: by its text, since ids may be other ones after a reload. Pure. */
import { createHash } from 'node:crypto';
import type { Checkpoint } from '../../core/changes/checkpoints/checkpoint.ts';
import { textOf } from '../../core/session/model/content.ts';
import type { Entry, EntryId } from '../../core/session/model/entry.ts';

/** The text of a message of the user; undefined for any other entry. */
export function promptText(entry: Entry | undefined): string | undefined {
	return entry?.type === 'message' && entry.role === 'user' ? textOf(entry.content).trim() : undefined;
}

/** Names a prompt without its words. */
export function promptHash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/**
 * The entries of checkpoints, by id. Of prompts that are alike the last one belongs to the last checkpoint.
 * @param checkpoints of one session, oldest first
 */
export function entriesOf(
	checkpoints: readonly Pick<Checkpoint, 'id' | 'prompt'>[],
	entries: Iterable<Entry>,
): ReadonlyMap<string, EntryId> {
	const byHash = new Map<string, EntryId[]>();
	for (const entry of entries) {
		const text = promptText(entry);
		if (text === undefined) continue;
		const hash = promptHash(text);
		byHash.set(hash, [...(byHash.get(hash) ?? []), entry.id]);
	}
	const found = new Map<string, EntryId>();
	for (const { id, prompt = '' } of checkpoints.toReversed()) {
		const entry = byHash.get(prompt)?.pop();
		if (entry !== undefined) found.set(id, entry);
	}
	return found;
}
