/**
 * Which message of the transcript a checkpoint belongs to: by when it was sent, which is its name; where the agent tells
 * its history anew that is another time, and by the text. Pure.
 */
import { createHash } from 'node:crypto';
import { promptName } from '../changes/entryNames.ts';
import type { Checkpoint } from '../../core/changes/checkpoints/checkpoint.ts';
import { textOf } from '../../core/session/model/content.ts';
import type { Entry, EntryId, MessageEntry } from '../../core/session/model/entry.ts';

/** The text of a message of the user; undefined for any other entry. */
export function promptText(entry: Entry | undefined): string | undefined {
	return entry?.type === 'message' && entry.role === 'user' ? textOf(entry.content).trim() : undefined;
}

/** Not what did not go out, what the agent alone says of the user, and what it says to a helper of its own. */
function mayBeSent({ origin, isUnsent, parentId }: MessageEntry): boolean {
	return origin !== 'agent' && isUnsent !== true && parentId === undefined;
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
	const found = new Map<string, EntryId>();
	const names = new Set(checkpoints.map(({ id }) => id));
	const byHash = new Map<string, EntryId[]>();
	for (const entry of entries) {
		const text = promptText(entry);
		if (text === undefined || entry.type !== 'message') continue;
		const name = promptName(entry);
		if (names.has(name) && !found.has(name)) found.set(name, entry.id);
		else if (mayBeSent(entry)) {
			const hash = promptHash(text);
			byHash.set(hash, [...(byHash.get(hash) ?? []), entry.id]);
		}
	}
	for (const { id, prompt = '' } of checkpoints.toReversed()) {
		const entry = found.has(id) ? undefined : byHash.get(prompt)?.pop();
		if (entry !== undefined) found.set(id, entry);
	}
	return found;
}
