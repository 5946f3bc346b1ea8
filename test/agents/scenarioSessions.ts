/** The sessions of the scenario agent, with all that was said in them. In a folder they outlive the process. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from './fakeAgentScript.ts';

export interface KeptSession {
	readonly sessionId: string;
	readonly cwd: string;
	title?: string;
	mode: string;
	/** Updates that tell the conversation anew. */
	readonly history: JsonObject[];
}

export class ScenarioSessions {
	readonly #folder: string | undefined;
	readonly #sessions = new Map<string, KeptSession>();

	constructor(folder: string | undefined) {
		this.#folder = folder;
		if (folder === undefined) return;
		mkdirSync(folder, { recursive: true });
		for (const file of readdirSync(folder)) {
			if (!file.endsWith('.json')) continue;
			const session = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as KeptSession;
			this.#sessions.set(session.sessionId, session);
		}
	}

	create(cwd: string): KeptSession {
		const session: KeptSession = { sessionId: crypto.randomUUID(), cwd, mode: 'ask', history: [] };
		this.#sessions.set(session.sessionId, session);
		this.save(session);
		return session;
	}

	get(sessionId: unknown): KeptSession | undefined {
		return typeof sessionId === 'string' ? this.#sessions.get(sessionId) : undefined;
	}

	/** Those of one directory, or all. */
	list(cwd: unknown): KeptSession[] {
		return [...this.#sessions.values()].filter((session) => cwd === undefined || session.cwd === cwd);
	}

	delete(sessionId: string): void {
		this.#sessions.delete(sessionId);
		if (this.#folder !== undefined) rmSync(this.#file(this.#folder, sessionId), { force: true });
	}

	save(session: KeptSession): void {
		if (this.#folder === undefined) return;
		// Whole or not at all: the process may be killed while it writes.
		const file = this.#file(this.#folder, session.sessionId);
		writeFileSync(`${file}.new`, JSON.stringify(session));
		renameSync(`${file}.new`, file);
	}

	#file(folder: string, sessionId: string): string {
		return path.join(folder, `${sessionId}.json`);
	}
}
