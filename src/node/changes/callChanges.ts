/**
 * What single tool calls change: each file as it was when the call first named it, and as it was when the call had
 * ended. Two looks at the workspace span all calls of a turn, so these are taken by themselves. Contents are in the
 * store; what may not be there, such as a likely secret, stays in memory as long as the thread runs.
 */
import path from 'node:path';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import * as limits from '../../core/base/limits.ts';
import type { CallSides } from '../../core/changes/journalLine.ts';
import { isSecretName } from '../../core/changes/secretNames.ts';
import type { CallChange, CallId, NamedFile } from './changeEngine.ts';
import type { ChangeJournal } from './changeJournal.ts';
import { type ContentStore, hashOf } from './contentStore.ts';
import { safeRead } from './safeRead.ts';
import { SessionReads } from './unrequestedReads.ts';

/** A content: in the store, or in memory. */
type Kept =
	| { readonly type: 'stored'; readonly hash: string }
	| { readonly type: 'memory'; readonly bytes: Uint8Array };

interface Named {
	readonly place: string;
	/** Absent where the call named the file only when it ended. */
	readonly before?: Kept | undefined;
	readonly after?: Kept | undefined;
}

interface CallChangesParts {
	readonly store: ContentStore;
	readonly journal: ChangeJournal;
	/** Where agents may look, absolute. */
	readonly roots: readonly string[];
	/** Copies of others are not stored: those of `.git`, and of folders that the user has excluded. */
	readonly isWatched: (file: string) => boolean;
}

export class CallChanges {
	readonly #parts: CallChangesParts;
	readonly #reads = new Map<string, SessionReads>();
	/** By session, call and path. */
	readonly #named = new BoundedMap<string, Named>({
		maxCount: limits.callFiles,
		maxWeight: limits.unstoredCallBytes,
		weigh: ({ before, after }) => heldBytes(before) + heldBytes(after),
	});
	readonly #beginning = new Set<Promise<void>>();
	/** Paths of each call that runs. */
	readonly #running = new Map<string, Set<string>>();

	constructor(parts: CallChangesParts) {
		this.#parts = parts;
		const kept = (hash: string | undefined): Kept | undefined =>
			hash === undefined ? undefined : { type: 'stored', hash };
		for (const sides of parts.journal.calls()) {
			const { place, before, after } = sides;
			this.#named.set(keyOf(sides, sides.path), { place, before: kept(before), after: kept(after) });
		}
	}

	/** Resolves when the calls that have begun until now have their files kept. */
	async begun(): Promise<void> {
		await Promise.all(this.#beginning);
	}

	begin(id: CallId, files: readonly NamedFile[]): Promise<void> {
		return this.#track(this.#begin(id, files));
	}

	/** @param late files that it names with its end: what they are now is all that is seen of them */
	end(id: CallId, late: readonly string[] = []): Promise<void> {
		return this.#track(this.#end(id, late));
	}

	#track(work: Promise<void>): Promise<void> {
		const tracked = work.finally(() => this.#beginning.delete(tracked));
		this.#beginning.add(tracked);
		return tracked;
	}

	async #begin(id: CallId, files: readonly NamedFile[]): Promise<void> {
		await Promise.all(
			files.map(async ({ path: file, unsaved }) => {
				// The engine before has seen it when the call first named it: by now it may have been changed.
				if (this.#named.get(keyOf(id, file))?.before !== undefined) return this.#run(id, file);
				const found = await this.#look(id, file, unsaved);
				if (found === undefined) return;
				this.#run(id, file);
				this.#set(id, file, { place: found.place, before: found.kept });
			}),
		);
	}

	#run(id: CallId, file: string): void {
		const paths = this.#running.get(keyOf(id)) ?? new Set();
		this.#running.set(keyOf(id), paths.add(file));
	}

	/** What cannot be read has no content. */
	async #look(
		{ session, call }: CallId,
		file: string,
		unsaved?: Uint8Array,
	): Promise<{ readonly place: string; readonly kept: Kept } | undefined> {
		const reads = this.#reads.get(session) ?? new SessionReads();
		this.#reads.set(session, reads);
		const read = async (place: string) => {
			const kept = this.#kept(place, unsaved);
			return kept === undefined ? undefined : { place, kept };
		};
		return reads
			.of(call)
			.at(file, this.#parts.roots, read)
			.catch(() => undefined);
	}

	async #end(id: CallId, late: readonly string[]): Promise<void> {
		this.#endNamed(id);
		await Promise.all(
			late.map(async (file) => {
				if (this.#named.get(keyOf(id, file)) !== undefined) return;
				const found = await this.#look(id, file);
				if (found !== undefined) this.#set(id, file, { place: found.place, after: found.kept });
			}),
		);
		this.#reads.get(id.session)?.of(id.call).end();
	}

	#endNamed(id: CallId): void {
		const paths = this.#running.get(keyOf(id)) ?? [];
		this.#running.delete(keyOf(id));
		for (const file of paths) {
			const named = this.#named.get(keyOf(id, file));
			const after = named === undefined ? undefined : this.#kept(named.place);
			if (named !== undefined && after !== undefined) this.#set(id, file, { ...named, after });
		}
	}

	/** Lets go of what calls of these sessions changed. */
	forget(isGone: (session: string) => boolean): void {
		for (const [key] of [...this.#named]) if (isGone(sessionIn(key))) this.#named.delete(key);
		for (const key of [...this.#running.keys()]) if (isGone(sessionIn(key))) this.#running.delete(key);
		for (const session of [...this.#reads.keys()]) if (isGone(session)) this.#reads.delete(session);
	}

	of(id: CallId, file: string): CallChange | undefined {
		const named = this.#named.get(keyOf(id, file));
		if (named === undefined) return undefined;
		const [before, after] = [this.#bytesOf(named.before), this.#bytesOf(named.after)];
		return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
	}

	#set(id: CallId, file: string, named: Named): void {
		this.#named.set(keyOf(id, file), named);
		const { place, before, after } = named;
		// One side alone would say that the other was not seen.
		if (before?.type === 'memory' || (before === undefined && after?.type === 'memory')) return;
		const sides: CallSides = {
			...id,
			path: file,
			place,
			...(before === undefined ? {} : { before: before.hash }),
			...(after?.type === 'stored' ? { after: after.hash } : {}),
		};
		this.#parts.journal.append({ type: 'call', sides });
	}

	#kept(place: string, unsaved?: Uint8Array): Kept | undefined {
		const found = unsaved === undefined ? safeRead(place, limits.unrequestedBytes) : undefined;
		const bytes = unsaved ?? (found?.type === 'read' ? found.bytes : undefined);
		if (bytes === undefined) return undefined;
		if (isSecretName(path.basename(place)) || !this.#parts.isWatched(place)) return { type: 'memory', bytes };
		const hash = hashOf(bytes);
		const isStored = this.#parts.store.put(hash, bytes) === 'stored';
		return isStored ? { type: 'stored', hash } : { type: 'memory', bytes };
	}

	#bytesOf(kept: Kept | undefined): Uint8Array | undefined {
		return kept?.type === 'stored' ? this.#parts.store.get(kept.hash) : kept?.bytes;
	}
}

function keyOf({ session, call }: CallId, file?: string): string {
	return JSON.stringify(file === undefined ? [session, call] : [session, call, file]);
}

function sessionIn(key: string): string {
	const [session] = JSON.parse(key) as [string];
	return session;
}

function heldBytes(kept: Kept | undefined): number {
	return kept?.type === 'memory' ? kept.bytes.length : 0;
}
