/**
 * Opens what a release left behind with the classes that open it in a window, and says in texts what the user then
 * has: the same texts as the release said of the same data are its goldens.
 */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import { conversationMarkdown } from '../../../src/core/view/conversation/conversationMarkdown.ts';
import { conversationText } from '../../../src/core/view/conversation/conversationText.ts';
import { summarizeDiff } from '../../../src/core/view/diffSummary.ts';
import { projectEntry } from '../../../src/core/view/project.ts';
import { projectSession } from '../../../src/core/view/projectSession.ts';
import { urlTarget } from '../../../src/host/common/urlTarget.ts';
import type { ConversationLog } from '../../../src/host/conversations/conversationLog.ts';
import { ConversationLogs } from '../../../src/host/conversations/conversationLogs.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { Sessions } from '../../../src/host/sessions/sessions.ts';
import { unusedBackend } from '../core/session/driver/backends.ts';
import { lastWords } from './lastWords.ts';
import { RecordedMemento } from './recordedMemento.ts';
import { keyOf, type StoredRelease, textsIn } from './storedRelease.ts';

const unused = (): never => {
	throw new Error('Opening what is stored starts nothing.');
};
const asItIs = (value: string): string => value;

/** The sessions of the window that the release closed, in a window of today. */
export class OpenedRelease {
	readonly sessions: Sessions;
	/** What would stand in the log: of data that is as it should be, nothing. */
	readonly warnings: string[] = [];
	readonly workspaceState: RecordedMemento;
	readonly #release: StoredRelease;
	readonly #folder: string;
	readonly #logs: ConversationLog[] = [];

	/** @param scratch absolute path of an empty folder, for the conversations that this window writes */
	constructor(release: StoredRelease, scratch: string) {
		this.#release = release;
		this.#folder = path.join(scratch, 'conversations');
		cpSync(path.join(release.folder, 'conversations'), this.#folder, { recursive: true });
		const warn = (line: string): void => void this.warnings.push(line);
		const tellLost = (count: number): void => warn(`${count} conversations are lost.`);
		const logs = new WatchedLogs(
			{ folder: this.#folder, secretsOf: async () => [], warn, tellLost, onDeleted: async () => undefined },
			this.#logs,
		);
		this.workspaceState = new RecordedMemento(release.workspaceState);
		this.sessions = new Sessions(
			this.workspaceState,
			(seed) =>
				new Session(seed, {
					clock: { now: () => release.recordedAt, setTimer: unused },
					provide: unused,
					source: { commandLine: () => '', isApproved: () => true, acquire: unused },
					createBackend: () => unusedBackend,
				}),
			[],
			{ get: () => logs, loaded: () => logs },
		);
		this.sessions.restore(warn);
	}

	/** The list of sessions, before one is shown. */
	get list(): string {
		const { all, active } = this.sessions;
		return asJson({ active: active?.session.state.key, sessions: all.map(factsOf) });
	}

	/** Looks at each session, as the user would: its conversation comes from the disk. */
	async lookAtAll(): Promise<void> {
		for (const hosted of this.sessions.all) await hosted.restoreHistory?.();
	}

	/** What the user sees of each session, by the name of its golden. */
	get seen(): ReadonlyMap<string, string> {
		return new Map(
			this.sessions.all.flatMap((hosted) => {
				const { state } = hosted.session;
				return [
					[`conversations/${state.key}.md`, conversationMarkdown(state, asItIs)],
					[`conversations/${state.key}.txt`, conversationText(state, asItIs)],
					[`conversations/${state.key}.jsonl`, asJsonLines([composerOf(hosted), ...viewOf(hosted.session)])],
				];
			}),
		);
	}

	/** Writes down all that is to be written, and reads it: one text for each conversation, by its key. */
	async written(): Promise<ReadonlyMap<string, string>> {
		for (const log of this.#logs) await log.flush();
		const names = readdirSync(this.#folder).toSorted();
		return new Map(names.map((name) => [keyOf(name), readFileSync(path.join(this.#folder, name), 'utf8')]));
	}

	/**
	 * What this window says anew of things that the release had written: mostly that they are over, since their turn or
	 * their agent is. All else has to be written as it was.
	 */
	async rewritten(): Promise<string> {
		const written = await this.written();
		const lines: unknown[] = [];
		for (const [name, text] of textsIn(this.#release, 'conversations')) {
			const key = keyOf(name);
			const before = lastWords(text);
			const after = lastWords(written.get(key) ?? '');
			lines.push({ key, gone: [...before.keys()].filter((id) => !after.has(id)) });
			for (const [id, word] of after) if (!isDeepStrictEqual(word, before.get(id))) lines.push({ id, word });
		}
		return asJsonLines(lines);
	}

	/** The window goes away. Resolves when nothing is written any more. */
	async close(): Promise<void> {
		await this.sessions.leave();
		this.sessions.dispose();
	}
}

class WatchedLogs extends ConversationLogs {
	readonly #opened: ConversationLog[];

	constructor(parts: ConstructorParameters<typeof ConversationLogs>[0], opened: ConversationLog[]) {
		super(parts);
		this.#opened = opened;
	}

	override open(...about: Parameters<ConversationLogs['open']>): ConversationLog | undefined {
		const log = super.open(...about);
		if (log !== undefined) this.#opened.push(log);
		return log;
	}
}

/** As a golden has it. */
export function asJson(value: unknown): string {
	return `${JSON.stringify(value, undefined, '\t')}\n`;
}

function asJsonLines(values: readonly unknown[]): string {
	return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function factsOf(hosted: HostedSession): JsonObject {
	const { key, agentName, agentTitle, cwd, sessionId, forkOf, title, localTitle, createdAt, updatedAt } =
		hosted.session.state;
	const known = { key, agentName, agentTitle, cwd, sessionId, forkOf, title, localTitle };
	return { ...known, createdAt, updatedAt, canLoad: hosted.canLoad, ...composerOf(hosted) };
}

function composerOf(hosted: HostedSession): JsonObject {
	const { draft, draftRevision, draftCount, lostAttachments, wasInterrupted } = hosted;
	return { draft, draftRevision, draftCount, lostAttachments, wasInterrupted };
}

/** The session without its entries, then one after the other. */
function viewOf({ state }: Session): readonly unknown[] {
	const projector = { label: asItIs, summarize: summarizeDiff, urlTarget };
	const entries = [...state.entries.values()].map((entry) => projectEntry(state, entry, projector));
	return [projectSession(state), ...entries];
}
