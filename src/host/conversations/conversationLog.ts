/** Keeps the conversation of one session on the disk while it goes on, and brings it back (hazard G1). */
import * as path from 'node:path';
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { toError } from '../../core/base/errors.ts';
import { Journal, type JournalText } from '../../core/session/log/journal.ts';
import { isInRecords, type LogRecord, type StoredText } from '../../core/session/log/logRecord.ts';
import { readLog, type StoredConversation } from '../../core/session/log/readLog.ts';
import type { Session } from '../../core/session/driver/session.ts';
import { ConversationFile } from '../../node/conversationFile.ts';
import { readLogs } from '../../node/conversationFolder.ts';
import { mark, Redactor } from '../../node/redact.ts';

interface ConversationLogParts {
	/** Absolute path. */
	readonly folder: string;
	/** What must not be written down: values of the agent's environment (hazard F5). */
	readonly secrets: () => Promise<readonly string[]>;
	/** One line for the log. */
	readonly warn: (line: string) => void;
}

export class ConversationLog implements Disposable {
	readonly #session: Session;
	readonly #parts: ConversationLogParts;
	readonly #file: ConversationFile;
	readonly #journal = new Journal((before, added) => this.#redactor.isSplit(before, added));
	readonly #subscription: Disposable;
	#redactor = new Redactor([], true);
	/** All that were ever known: what was said stays. */
	readonly #secrets = new Set<string>();
	/** The agent may have been given other secrets since they were asked for. */
	#isRedactorStale = true;
	#isAgentReady = false;
	/** What is hidden in each entry and terminal as it was written last, by how often. */
	readonly #hidden = new Map<string, number>();
	/** More is hidden in one of them than before: a part of it may have been written. */
	#hidesMore = false;
	readonly #text: JournalText = {
		toText: (record) => this.#lineOf(record),
		bytesOf: (text) => Buffer.byteLength(text),
	};
	#draft: StoredText | undefined;
	/** Files of earlier windows that were read: the next one to begin has all that is in them. */
	#replaced: readonly string[] = [];
	/** Names of those that another window still wrote, and the bytes of each that were read. */
	#from: ReadonlyMap<string, number> = new Map();
	/** Nothing is written before it is known what earlier windows left. */
	#isPaused: boolean;
	#isEnded = false;
	/** What is on the disk is not all of it: the next write begins anew. */
	#hasFailed = false;
	#hasWarned = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#writing: Promise<void> = Promise.resolve();

	/** @param isPaused until `restore` has run */
	constructor(session: Session, parts: ConversationLogParts, isPaused: boolean) {
		this.#session = session;
		this.#parts = parts;
		this.#isPaused = isPaused;
		this.#file = new ConversationFile(parts.folder, session.state.key);
		this.#subscription = session.onDidChange((changes) => {
			this.#journal.note(session.state, changes);
			this.#noteAgent(session.state.agent.type === 'ready');
			this.#writeSoon();
		});
	}

	/** Brings back what earlier windows left, if anything. Never rejects: what cannot be read is told in the log. */
	restore(): Promise<StoredConversation | undefined> {
		const restoring = this.#writing.then(() => this.#restore());
		this.#writing = restoring.then(() => undefined);
		return restoring;
	}

	async #restore(): Promise<StoredConversation | undefined> {
		const stored = await this.#read();
		if (stored !== undefined && stored.entries.length > 0) {
			const { entries, terminals, leftOut } = stored;
			this.#session.dispatch({ type: 'history_restored', entries, terminals, leftOut });
		}
		this.#isPaused = false;
		this.#writeSoon();
		return stored;
	}

	/** Keeps what stands in the composer, at once: VS Code may take longer to store it (hazard G2). */
	saveDraft(draft: StoredText): void {
		this.#draft = draft;
		if (this.#hasFailed) this.#writeSoon();
		else void this.flush();
	}

	/** Writes now what was not written yet. Never rejects. */
	flush(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#isPaused) return this.#writing;
		this.#writing = this.#writing.then(() => this.#write());
		return this.#writing;
	}

	/** The window goes away: what happens from here on is not part of the conversation. Never rejects. */
	async end(): Promise<void> {
		const written = this.flush();
		this.#isEnded = true;
		this.#subscription.dispose();
		await written;
		this.#file.end();
	}

	/**
	 * What was written goes; what there is now is not written again, what comes is. Resolves once nothing is written any
	 * more, so that it can be deleted.
	 * @param deletion nothing is written before it has settled
	 */
	forget(deletion: Promise<void>): Promise<void> {
		const forgotten = this.#writing.then(() => this.#forget());
		this.#writing = forgotten.then(() => deletion);
		return forgotten;
	}

	/** The session is closed, and what is stored of it goes with it. */
	async delete(): Promise<void> {
		this.dispose();
		await this.#writing;
		await this.#file.delete().catch((error: unknown) => this.#warn('cannot be deleted', error));
	}

	dispose(): void {
		this.#isEnded = true;
		clearTimeout(this.#timer);
		this.#subscription.dispose();
	}

	/** What the agent is given to work with it has when it is ready. */
	#noteAgent(isReady: boolean): void {
		if (!isReady || !this.#isAgentReady) this.#isRedactorStale = true;
		this.#isAgentReady = isReady;
	}

	#forget(): void {
		this.#journal.forget(this.#session.state);
		this.#file.leave();
	}

	#writeSoon(): void {
		if (this.#isPaused || this.#isEnded || !this.#isDue) return;
		const wait = this.#hasFailed ? limits.conversationRetryMs : limits.conversationSaveMs;
		this.#timer ??= setTimeout(() => void this.flush(), wait);
	}

	get #isDue(): boolean {
		return this.#journal.isDirty || this.#draft !== undefined || this.#hasFailed;
	}

	async #write(): Promise<void> {
		try {
			if (!this.#isDue) return;
			if (this.#isRedactorStale) await this.#askForSecrets();
			this.#noteDraft();
			if (this.#isDue) await this.#writeDue();
			this.#hasFailed = false;
		} catch (error) {
			this.#hasFailed = true;
			this.#file.leave();
			this.#warn('cannot be stored', error);
			this.#writeSoon();
		}
	}

	async #writeDue(): Promise<void> {
		const { bytes } = this.#file;
		// A history that takes the place of another may be large: a file that begins anew is bounded.
		if (bytes === undefined || this.#journal.isReset) return this.#begin();
		const lines = this.#journal.take(this.#session.state).map((record) => this.#text.toText(record));
		const text = lines.join('');
		const isTooMuch = bytes + Buffer.byteLength(text) > limits.conversationLogBytes;
		// The first part of a secret must not stay there, nor must a file become too large to be read.
		const isSpoilt = this.#journal.isSpoilt || this.#hidesMore;
		const isThere = isTooMuch || isSpoilt ? await this.#beginAgain() : await this.#file.append(text);
		// A file that is gone was deleted, so what was in it is not wanted any more.
		if (!isThere) this.#forget();
	}

	/** @returns false when the file is gone */
	async #beginAgain(): Promise<boolean> {
		if (await this.#file.isGone()) return false;
		await this.#begin();
		return true;
	}

	#lineOf(record: LogRecord): string {
		const line = `${this.#redactor.json(record)}\n`;
		if (record.type === 'entry') this.#noteHidden(record.entry.id, line);
		if (record.type === 'terminal') this.#noteHidden(`terminal ${record.terminal.terminalId}`, line);
		return line;
	}

	#noteHidden(id: string, line: string): void {
		const count = line.split(mark).length - 1;
		this.#hidesMore ||= count > (this.#hidden.get(id) ?? count);
		this.#hidden.set(id, count);
	}

	async #askForSecrets(): Promise<void> {
		this.#isRedactorStale = false;
		try {
			// What is part of the shape of the file is no secret, and the file no file without it.
			for (const secret of await this.#parts.secrets()) if (!isInRecords(secret)) this.#secrets.add(secret);
			this.#redactor = new Redactor([...this.#secrets], true);
		} catch (error) {
			this.#isRedactorStale = true;
			throw error;
		}
	}

	/** A draft has to come back as it was: one with a secret in it is left to VS Code. */
	#noteDraft(): void {
		const draft = this.#draft;
		this.#draft = undefined;
		if (draft !== undefined && this.#redactor.text(draft.text) === draft.text) this.#journal.noteDraft(draft);
	}

	async #begin(): Promise<void> {
		const { state } = this.#session;
		const isNothingThere = this.#file.bytes === undefined && this.#replaced.length === 0;
		if (isNothingThere && state.entries.size === 0 && !this.#journal.hasDraft) return;
		this.#hidden.clear();
		const lines = this.#journal.takeAll(state, this.#text, limits.conversationLogBytes, {
			keptBytes: limits.conversationLogBytes / 2,
			from: this.#from,
		});
		this.#hidesMore = false;
		await this.#file.begin(lines.join(''), this.#replaced);
		this.#replaced = [];
	}

	async #read(): Promise<StoredConversation | undefined> {
		const { key } = this.#session.state;
		try {
			const logs = (await readLogs(this.#parts.folder, key)).flatMap((log) => {
				const stored = readLog(log.text, key);
				if (stored === undefined) this.#warn('is of another version or damaged, and was not read');
				return stored === undefined ? [] : [{ ...log, name: path.basename(log.file), stored }];
			});
			// A file contains what it continues, even where the clock says that it is older; not what was added to that since.
			type Log = (typeof logs)[number];
			const contains = ({ stored }: Log, { name, bytes }: Log): boolean => stored.from.get(name) === bytes;
			const newest = logs.find((log) => !logs.some((other) => contains(other, log))) ?? logs[0];
			if (newest === undefined) return undefined;
			// What two windows said apart from each other is in neither's: the other one's file stays.
			const known = logs.filter((log) => log === newest || contains(newest, log));
			this.#replaced = known.filter(({ isAlive }) => !isAlive).map(({ file }) => file);
			this.#from = new Map(
				known.filter(({ isAlive }) => isAlive).map(({ name, bytes }) => [name, bytes] as const),
			);
			const broken = newest.stored.brokenLines;
			// The last line may be incomplete after a crash, which is no error.
			if (broken > 1) this.#warn(`has ${broken} damaged lines, which are left out`);
			return newest.stored;
		} catch (error) {
			this.#warn('cannot be read', error);
		}
		return undefined;
	}

	/** Once for each session: a full disk would say the same again and again. */
	#warn(what: string, error?: unknown): void {
		if (this.#hasWarned) return;
		this.#hasWarned = true;
		const why = error === undefined ? '' : `: ${toError(error).message}`;
		this.#parts.warn(`The conversation ${this.#session.state.key} ${what}${why}`);
	}
}
