import { isJsonObject } from '../core/acp/json.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { Transcript } from './transcript.ts';

/** What is known of a session that is not running: where it worked and what was said. */
export interface StoredSession {
	readonly cwd: string;
	readonly transcript: Transcript;
}

/**
 * Keeps one `<sessionId>.jsonl` per session in a folder: a line with the session, then its updates.
 * Without a folder nothing outlives the process.
 */
export class SessionStore {
	readonly #folder: string | undefined;

	constructor(folder: string | undefined) {
		this.#folder = folder;
	}

	create(sessionId: string, cwd: string): Transcript {
		if (!this.#folder) return new Transcript(undefined);
		// Transcripts quote the user's files: they are readable by their owner only.
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		const file = join(this.#folder, `${sessionId}.jsonl`);
		writeFileSync(file, `${JSON.stringify({ sessionId, cwd })}\n`, { mode: 0o600 });
		return new Transcript(file);
	}

	/** Undefined when there is no such session, or when its file is not ours. */
	load(sessionId: string): StoredSession | undefined {
		// The id becomes a file name, and it comes from outside.
		if (!this.#folder || !/^[0-9a-f-]{36}$/.test(sessionId)) return undefined;
		const file = join(this.#folder, `${sessionId}.jsonl`);
		const [header, ...updates] = readJsonLines(file);
		const cwd = header?.['cwd'];
		if (typeof cwd !== 'string') return undefined;
		const entries = updates.filter((entry) => typeof entry['sessionUpdate'] === 'string');
		return { cwd, transcript: new Transcript(file, entries as SessionUpdate[]) };
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
		try {
			const value: unknown = JSON.parse(line);
			return isJsonObject(value) ? [value] : [];
		} catch {
			return [];
		}
	});
}
