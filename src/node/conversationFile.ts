/**
 * The file of one conversation in one life of a window. Its name says whose it is, so that two windows never write to
 * the same file (hazard G3): `<key>.<process id>-<random>-<its start>.jsonl`. It begins by a rename and then only grows, so it can
 * be read after an end at any moment (hazard G4). Folder and files are the user's alone.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { deleteKey, isSafeKey, markEnded, newLogName } from './conversationFolder.ts';
import { errorCode } from './errorCode.ts';

const folderMode = 0o700;
const fileMode = 0o600;

export class ConversationFile {
	readonly #folder: string;
	readonly #key: string;
	readonly #file: string;
	#bytes: number | undefined;

	/** @param key of the session; one that cannot be part of a file name throws */
	constructor(folder: string, key: string) {
		if (!isSafeKey(key)) throw new Error('This session has a name that no file can have.');
		this.#folder = folder;
		this.#key = key;
		this.#file = path.join(folder, newLogName(key, randomBytes(6).toString('hex')));
	}

	/** Undefined until there is a file. */
	get bytes(): number | undefined {
		return this.#bytes;
	}

	/**
	 * Begins the file anew.
	 * @param replaced files of windows that are gone: `text` holds all that is in them, and they are deleted
	 */
	async begin(text: string, replaced: readonly string[]): Promise<void> {
		await mkdir(this.#folder, { recursive: true, mode: folderMode });
		const temporary = `${this.#file}.tmp`;
		try {
			await writeFile(temporary, text, { mode: fileMode });
			await rename(temporary, this.#file);
		} catch (error) {
			// On a full disk a part of it may be there.
			await rm(temporary, { force: true }).catch(() => undefined);
			throw error;
		}
		this.#bytes = Buffer.byteLength(text);
		if (replaced.length === 0) return;
		// After a power failure there has to be the one or the other.
		await this.#sync();
		await Promise.all(replaced.map((file) => rm(file, { force: true })));
	}

	/** True when the file was deleted from outside. */
	async isGone(): Promise<boolean> {
		return stat(this.#file).then(
			() => false,
			(error: unknown) => errorCode(error) === 'ENOENT',
		);
	}

	/** @returns false when the file is gone, deleted from outside */
	async append(text: string): Promise<boolean> {
		try {
			const handle = await open(this.#file, constants.O_WRONLY | constants.O_APPEND);
			try {
				await handle.appendFile(text);
			} finally {
				await handle.close();
			}
			this.#bytes = (this.#bytes ?? 0) + Buffer.byteLength(text);
			return true;
		} catch (error) {
			this.#bytes = undefined;
			if (errorCode(error) === 'ENOENT') return false;
			throw error;
		}
	}

	/** Nothing is written any more. */
	end(): void {
		markEnded(path.basename(this.#file));
	}

	/** What is there is not gone on with: the next write has to begin anew. */
	leave(): void {
		this.#bytes = undefined;
	}

	/** Deletes this file, and the other files of the conversation whose writer is gone. */
	async delete(): Promise<void> {
		this.end();
		this.#bytes = undefined;
		await rm(this.#file, { force: true });
		await deleteKey(this.#folder, this.#key);
	}

	/** Resolves when what was written is on the platter. */
	async #sync(): Promise<void> {
		const handle = await open(this.#file, constants.O_RDWR);
		try {
			await handle.datasync();
		} finally {
			await handle.close();
		}
	}
}
