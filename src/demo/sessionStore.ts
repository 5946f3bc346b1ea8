import { isJsonObject, parseJson } from '../core/base/json.ts';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { Transcript } from './transcript.ts';

/** What is known of a session that is not running: where it worked and what was said. */
export interface StoredSession {
	readonly id: string;
	readonly cwd: string;
	readonly transcript: Transcript;
}

/**
 * Keeps one `<sessionId>.jsonl` per session in a folder: a line with the session, then its updates.
 * Without a folder nothing outlives the process.
 */
export class SessionStore {
	readonly #folder: string | undefined;
	readonly #inMemory = new Map<string, StoredSession>();

	constructor(folder: string | undefined) {
		this.#folder = folder;
	}

	create(id: string, cwd: string): Transcript {
		if (!this.#folder) {
			const transcript = new Transcript(undefined);
			this.#inMemory.set(id, { id, cwd, transcript });
			return transcript;
		}
		// Transcripts quote the user's files: they are readable by their owner only.
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		const file = join(this.#folder, `${id}.jsonl`);
		writeFileSync(file, `${JSON.stringify({ sessionId: id, cwd })}\n`, { mode: 0o600 });
		return new Transcript(file);
	}

	/** Undefined when there is no such session, or when its file is not ours. */
	load(id: string): StoredSession | undefined {
		if (!this.#folder) return this.#inMemory.get(id);
		const file = fileOf(this.#folder, id);
		const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
		if (file === undefined || stats === undefined) return undefined;
		const [header, ...updates] = readJsonLines(file);
		const cwd = header?.['cwd'];
		if (typeof cwd !== 'string') return undefined;
		const entries = updates.filter((entry) => typeof entry['sessionUpdate'] === 'string');
		const transcript = new Transcript(file, entries as SessionUpdate[], Math.floor(stats.mtimeMs));
		return { id, cwd, transcript };
	}

	/** Every session in which something was said. */
	list(): StoredSession[] {
		const ids = this.#folder ? idsIn(this.#folder) : [...this.#inMemory.keys()];
		return ids.flatMap((id) => this.load(id) ?? []).filter(({ transcript }) => !transcript.isEmpty);
	}

	delete(id: string): void {
		this.#inMemory.delete(id);
		const file = this.#folder && fileOf(this.#folder, id);
		if (file) rmSync(file, { force: true });
	}
}

/** Undefined for what cannot be an id of ours: it becomes a file name, and it comes from outside. */
function fileOf(folder: string, id: string): string | undefined {
	return /^[0-9a-f-]{36}$/.test(id) ? join(folder, `${id}.jsonl`) : undefined;
}

function idsIn(folder: string): string[] {
	try {
		return readdirSync(folder).flatMap((name) => /^(.+)\.jsonl$/.exec(name)?.[1] ?? []);
	} catch {
		// There is no folder before the first session.
		return [];
	}
}

/** The objects of a JSON lines file; empty when it cannot be read. Half a line, left by a crash, is skipped. */
function readJsonLines(file: string): Record<string, unknown>[] {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch {
		return [];
	}
	return text.split('\n').flatMap((line) => {
		const value = parseJson(line);
		return isJsonObject(value) ? [value] : [];
	});
}
