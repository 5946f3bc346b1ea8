/**
 * Contents of files by their hash, compressed, each in a file that only the user can read. A content is written to a
 * file of its own and then renamed: whatever ends the process, what stands under a hash is whole. What is read is
 * checked against its hash, so that a damaged file is as good as none.
 */
import { createHash } from 'node:crypto';
import {
	closeSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statfsSync,
	statSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as limits from '../../core/base/limits.ts';
import { roomFor } from '../../core/changes/storeBounds.ts';
import { safeRead } from './safeRead.ts';

export interface StoreOptions {
	/** Absolute, without links; made when it is not there. */
	readonly folder: string;
	readonly maxBytes: number;
	/** Largest content. */
	readonly maxFileBytes: number;
	/** Free room of the disk that is left to others, in bytes; none where it is absent. */
	readonly minFreeBytes?: number;
	/** Contents that never go to make room. */
	readonly isPinned: (hash: string) => boolean;
	/** Contents are about to go. */
	readonly onFull?: () => void;
	readonly log: (line: string) => void;
}

/** First byte of a stored file. */
const formats = { raw: 0, deflated: 1 } as const;
const namePattern = /^[0-9a-f]{64}$/u;
/** Smaller ones take a block of the disk anyway. */
const compressedFrom = 512;
/** A file that is being written is left alone for so long: it may be another window's. */
const halfWrittenMs = 60 * 60_000;

export function hashOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

export class ContentStore {
	readonly #options: StoreOptions;
	/** Bytes on the disk by hash, oldest use first. */
	readonly #sizes = new Map<string, number>();
	#used = 0;
	#written = 0;

	/** @throws the system's error when the folder cannot be made or read */
	constructor(options: StoreOptions) {
		this.#options = options;
		mkdirSync(options.folder, { recursive: true, mode: 0o700 });
		this.#list();
	}

	/** Bytes on the disk. */
	get usedBytes(): number {
		return this.#used;
	}

	/** As far as this window knows, without a look at the disk. */
	knows(hash: string): boolean {
		return this.#sizes.has(hash);
	}

	has(hash: string): boolean {
		return this.#isThere(hash);
	}

	/**
	 * @returns `full` where nothing may go to make room for it, `low` where the disk has too little left, `failed` where
	 *   it could not be written
	 * @param room `last` takes of what is left to others on the disk as well, for what the user asked to be kept
	 */
	put(
		hash: string,
		bytes: Uint8Array,
		room: 'spare' | 'last' = 'spare',
	): 'stored' | 'full' | 'low' | 'failed' {
		if (this.#isThere(hash)) {
			this.#use(hash);
			return 'stored';
		}
		const { maxBytes, maxFileBytes, isPinned, onFull, log } = this.#options;
		if (bytes.length > maxFileBytes) return 'full';
		const content = packed(bytes);
		const isFull = this.#used + content.length > maxBytes;
		if (isFull) onFull?.();
		const sizes = [...(isFull ? this.#sizes : [])];
		const stored = sizes.map(([one, size]) => ({ hash: one, bytes: size }));
		const { fits, evicted } = roomFor(content.length, stored, this.#used, maxBytes, isPinned);
		if (!fits) return 'full';
		if (room === 'spare' && this.#isLow(content.length)) return 'low';
		for (const one of evicted) this.#remove(one);
		try {
			this.#write(hash, content);
		} catch (error) {
			log(`A content could not be stored: ${String(error)}`);
			return 'failed';
		}
		this.#adopt(hash, content.length);
		return 'stored';
	}

	/** The room may have become smaller since these were stored: the oldest go, but none that is needed. */
	fit(): void {
		const { maxBytes, isPinned, onFull } = this.#options;
		if (this.#used <= maxBytes) return;
		onFull?.();
		for (const hash of [...this.#sizes.keys()]) {
			if (this.#used <= maxBytes) return;
			if (!isPinned(hash)) this.#remove(hash);
		}
	}

	/** Lets go of contents that are needed no more. @param isNeeded asked for what is not pinned */
	sweep(isNeeded: (hash: string) => boolean): void {
		const { isPinned, onFull } = this.#options;
		onFull?.();
		for (const hash of [...this.#sizes.keys()]) if (!isPinned(hash) && !isNeeded(hash)) this.#remove(hash);
	}

	/** The content; undefined where it is not there, or damaged. */
	get(hash: string): Uint8Array | undefined {
		if (!namePattern.test(hash)) return undefined;
		const { log } = this.#options;
		const found = safeRead(this.#fileOf(hash), limits.mostChangeFileBytes + 1);
		const bytes = found.type === 'read' ? unpacked(found.bytes, limits.mostChangeFileBytes) : undefined;
		if (found.type === 'read' && bytes !== undefined && hashOf(bytes) === hash) {
			if (!this.#sizes.has(hash)) this.#adopt(hash, found.bytes.length);
			this.#use(hash);
			return bytes;
		}
		if (this.#sizes.has(hash)) log(`The stored content ${hash} cannot be read.`);
		this.#forget(hash);
		return undefined;
	}

	/** Another window may have made room, and a crash of the machine cut the file. */
	#isThere(hash: string): boolean {
		const size = this.#sizes.get(hash);
		// Another window may have stored it.
		if (size === undefined) return this.get(hash) !== undefined;
		if (lstatSync(this.#fileOf(hash), { throwIfNoEntry: false })?.size === size) return true;
		this.#forget(hash);
		return false;
	}

	#adopt(hash: string, bytes: number): void {
		this.#sizes.set(hash, bytes);
		this.#used += bytes;
	}

	/** It can be stored again, in its place. */
	#forget(hash: string): void {
		this.#used -= this.#sizes.get(hash) ?? 0;
		this.#sizes.delete(hash);
	}

	#isLow(bytes: number): boolean {
		const { folder, minFreeBytes = 0 } = this.#options;
		if (minFreeBytes === 0) return false;
		try {
			const { bavail, bsize } = statfsSync(folder);
			return bavail * bsize - bytes < minFreeBytes;
		} catch {
			// A file system that does not tell.
			return false;
		}
	}

	#use(hash: string): void {
		const size = this.#sizes.get(hash);
		if (size === undefined) return;
		this.#sizes.delete(hash);
		this.#sizes.set(hash, size);
	}

	#remove(hash: string): void {
		rmSync(this.#fileOf(hash), { force: true });
		this.#forget(hash);
	}

	#write(hash: string, content: Uint8Array): void {
		const file = this.#fileOf(hash);
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		const half = join(this.#options.folder, `half-${process.pid}-${this.#written++}-${hash.slice(0, 8)}`);
		const descriptor = openSync(half, 'wx', 0o600);
		try {
			for (let at = 0; at < content.length;) at += writeSync(descriptor, content, at);
		} catch (error) {
			closeSync(descriptor);
			rmSync(half, { force: true });
			throw error;
		}
		closeSync(descriptor);
		renameSync(half, file);
	}

	#fileOf(hash: string): string {
		return join(this.#options.folder, hash.slice(0, 2), hash);
	}

	/** What is there from before, oldest first. Files with other names are left alone. */
	#list(): void {
		const { folder } = this.#options;
		const found: { hash: string; bytes: number; time: number }[] = [];
		for (const entry of readdirSync(folder, { withFileTypes: true })) {
			const inner = join(folder, entry.name);
			if (/^half-\d+-\d+-[0-9a-f]{8}$/u.test(entry.name)) removeOld(inner);
			if (!entry.isDirectory() || !/^[0-9a-f]{2}$/u.test(entry.name)) continue;
			for (const name of this.#namesIn(inner)) {
				const stat = lstatSync(join(inner, name), { throwIfNoEntry: false });
				if (stat?.isFile() === true && namePattern.test(name)) {
					found.push({ hash: name, bytes: stat.size, time: stat.mtimeMs });
				}
			}
		}
		for (const { hash, bytes } of found.toSorted((a, b) => a.time - b.time)) this.#adopt(hash, bytes);
	}

	#namesIn(folder: string): readonly string[] {
		try {
			return readdirSync(folder);
		} catch (error) {
			this.#options.log(`Stored contents cannot be read: ${String(error)}`);
			return [];
		}
	}

	/** Keeps the order of use for the next start: what these are needed for may take long. */
	touch(hashes: Iterable<string>): void {
		const now = new Date();
		for (const hash of hashes) {
			if (!this.#sizes.has(hash)) continue;
			this.#use(hash);
			try {
				utimesSync(this.#fileOf(hash), now, now);
			} catch {
				// Only the order in which contents go depends on it.
			}
		}
	}
}

function packed(bytes: Uint8Array): Uint8Array {
	const small = bytes.length < compressedFrom ? undefined : deflateRawSync(bytes, { level: 1 });
	const isSmaller = small !== undefined && small.length < bytes.length * 0.9;
	return Buffer.concat([
		Uint8Array.of(isSmaller ? formats.deflated : formats.raw),
		isSmaller ? small : bytes,
	]);
}

function unpacked(content: Uint8Array, maxBytes: number): Uint8Array | undefined {
	const body = content.subarray(1);
	if (content[0] === formats.raw) return body;
	if (content[0] !== formats.deflated) return undefined;
	try {
		return inflateRawSync(body, { maxOutputLength: maxBytes });
	} catch {
		return undefined;
	}
}

function removeOld(file: string): void {
	const stat = statSync(file, { throwIfNoEntry: false });
	if (stat !== undefined && Date.now() - stat.mtimeMs > halfWrittenMs) rmSync(file, { force: true });
}
