/**
 * What a restore is about to do, on the disk before it does any of it: after an end at any moment the next engine goes
 * on from there. One file for each restore, there only while the restore runs.
 */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, parseJson } from '../../../core/base/json.ts';
import type { PlannedPart } from '../../../core/changes/checkpoints/checkpoint.ts';
import { isFolderAbove, stateOf } from '../../../core/changes/journalLine.ts';
import { isOfEnded } from '../journalFiles.ts';
import { safeRead } from '../safeRead.ts';

export interface RestoreIntent {
	readonly version: number;
	/** Of the restore, and of the checkpoint that it is. */
	readonly id: string;
	readonly session: string;
	/** The checkpoint that it goes to. */
	readonly of: string;
	/** In milliseconds since 1970. */
	readonly at: number;
	/** In the order in which they are done. */
	readonly parts: readonly PlannedPart[];
}

export const intentVersion = 1;
const namePattern = /^restore-(\d+)-(\d+)-[0-9a-f-]{36}\.json$/u;
/** It is a part of names of files. */
const idPattern = /^[0-9a-f-]{36}$/u;
const mostBytes = 64 * 1024 * 1024;

export class RestoreIntents {
	readonly #folder: string;
	/** Tells the next window to load although nothing waits. */
	readonly #mark: string;
	readonly #log: (line: string) => void;
	/** Files of intents by their id. */
	readonly #files = new Map<string, string>();
	/** Said once. */
	readonly #unreadable = new Set<string>();

	/**
	 * @param folder of the journals, absolute, without links; there
	 * @param mark file that is there while the next window has something to do
	 */
	constructor(folder: string, mark: string, log: (line: string) => void) {
		this.#folder = folder;
		this.#mark = mark;
		this.#log = log;
	}

	/** @throws the system's error; then nothing may be restored */
	begin(intent: RestoreIntent): void {
		const file = path.join(this.#folder, `restore-${Date.now()}-${process.pid}-${intent.id}.json`);
		const half = `${file}.half`;
		try {
			writeFileSync(half, JSON.stringify(intent), { mode: 0o600 });
			renameSync(half, file);
		} catch (error) {
			rmSync(half, { force: true });
			throw error;
		}
		this.#files.set(intent.id, file);
		writeFileSync(this.#mark, '', { mode: 0o600 });
	}

	end(id: string): void {
		const file = this.#files.get(id);
		this.#files.delete(id);
		if (file !== undefined) rmSync(file, { force: true });
	}

	/** What engines that are gone did not come to the end of, oldest first. They end with `end`, as those of this one. */
	left(): readonly RestoreIntent[] {
		const names = readdirSync(this.#folder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
		const own = new Set(this.#files.values());
		return names.flatMap((name) => {
			const match = namePattern.exec(name.replace(/\.half$/u, ''));
			const file = path.join(this.#folder, name);
			if (match === null || own.has(file) || this.#unreadable.has(file) || !isOfEnded(this.#folder, match))
				return [];
			// Nothing was done yet.
			if (name.endsWith('.half')) rmSync(file, { force: true });
			const intent = name.endsWith('.half') ? undefined : this.#read(file);
			if (intent !== undefined) this.#files.set(intent.id, file);
			return intent ?? [];
		});
	}

	/** It was renamed into place: what cannot be read is damaged, or of another release, and is left alone. */
	#read(file: string): RestoreIntent | undefined {
		const found = safeRead(file, mostBytes);
		const value = found.type === 'read' ? parseJson(Buffer.from(found.bytes).toString('utf8')) : undefined;
		const intent = intentOf(value);
		if (intent !== undefined) return intent;
		this.#unreadable.add(file);
		this.#log(`${path.basename(file)} cannot be read: a restore that it tells of is not gone on with.`);
		return undefined;
	}
}

/** @returns undefined for what is none of this release: nothing of it is done */
function intentOf(value: unknown): RestoreIntent | undefined {
	if (!isJsonObject(value) || !Array.isArray(value['parts'])) return undefined;
	const { version, id, session, of, at } = value;
	const parts = value['parts'].flatMap((part: unknown) => partOf(part) ?? []);
	if (version !== intentVersion || typeof at !== 'number' || parts.length < value['parts'].length)
		return undefined;
	if (typeof id !== 'string' || typeof session !== 'string' || typeof of !== 'string') return undefined;
	return idPattern.test(id) ? { version, id, session, of, at, parts } : undefined;
}

function partOf(value: unknown): PlannedPart | undefined {
	if (!isJsonObject(value)) return undefined;
	const { path: file, newFolder, moved, holds } = value;
	const [now, target] = [stateOf(value['now']), stateOf(value['target'])];
	if (typeof file !== 'string' || now === undefined || target === undefined) return undefined;
	if (!path.isAbsolute(file) || path.normalize(file) !== file) return undefined;
	return {
		path: file,
		now,
		target,
		...(isFolderAbove(newFolder, file) ? { newFolder } : {}),
		...(typeof moved === 'string' ? { moved } : {}),
		...(Array.isArray(holds) ? { holds: holds.filter((one) => typeof one === 'string') } : {}),
	};
}
