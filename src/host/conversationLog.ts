/** Keeps the conversation of one session on the disk while it goes on, and brings it back (hazard G1). */
import type { Disposable } from '../core/base/disposable.ts';
import { limits } from '../core/base/limits.ts';
import { toError } from '../core/base/errors.ts';
import { Journal } from '../core/session/log/journal.ts';
import type { LogRecord, StoredText } from '../core/session/log/logRecord.ts';
import { readLog, type StoredConversation } from '../core/session/log/readLog.ts';
import type { Session } from '../core/session/session.ts';
import { ConversationFile } from '../node/conversationFile.ts';
import { readLogs } from '../node/conversationFolder.ts';
import { Redactor } from '../node/redact.ts';

export interface ConversationLogParts {
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
	readonly #journal = new Journal();
	readonly #subscription: Disposable;
	#redactor: Redactor | undefined;
	#draft: StoredText | undefined;
	/** Files of earlier windows that were read: the next one to begin has all that is in them. */
	readonly #replaced: string[] = [];
	/** Nothing is written before it is known what earlier windows left. */
	#isHeld: boolean;
	#isEnded = false;
	#hasWarned = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#writing: Promise<void> = Promise.resolve();

	/** @param isHeld until `restore` has run */
	constructor(session: Session, parts: ConversationLogParts, isHeld: boolean) {
		this.#session = session;
		this.#parts = parts;
		this.#isHeld = isHeld;
		this.#file = new ConversationFile(parts.folder, session.state.key);
		this.#subscription = session.onDidChange((changes) => {
			this.#journal.note(session.state, changes);
			this.#writeSoon();
		});
	}

	/** Brings back what earlier windows left, if anything. Never rejects: what cannot be read is told in the log. */
	async restore(): Promise<StoredConversation | undefined> {
		const stored = await this.#read();
		if (stored !== undefined && stored.entries.length > 0) {
			const { entries, terminals, leftOut } = stored;
			this.#session.dispatch({ type: 'history_restored', entries, terminals, leftOut });
		}
		this.#isHeld = false;
		this.#writeSoon();
		return stored;
	}

	/** Keeps what stands in the composer, at once: VS Code may take longer to store it (hazard G2). */
	saveDraft(draft: StoredText): void {
		this.#draft = draft;
		void this.flush();
	}

	/** Writes now what was not written yet. Never rejects. */
	flush(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#isHeld) return this.#writing;
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

	/** What was written is gone; what there is now is not written again, what comes is. */
	forget(): void {
		this.#journal.forget(this.#session.state);
		this.#file.leave();
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

	#writeSoon(): void {
		if (this.#isHeld || this.#isEnded || !this.#journal.isDirty) return;
		this.#timer ??= setTimeout(() => void this.flush(), limits.conversationSaveMs);
	}

	async #write(): Promise<void> {
		try {
			if (!this.#journal.isDirty && this.#draft === undefined) return;
			this.#redactor ??= new Redactor(await this.#parts.secrets());
			this.#noteDraft(this.#redactor);
			if (!this.#journal.isDirty) return;
			const isGrown = (this.#file.bytes ?? 0) <= limits.conversationLogBytes;
			if (this.#file.bytes === undefined || !isGrown) return await this.#begin();
			const lines = this.#journal.take(this.#session.state).map((record) => this.#toText(record));
			if (await this.#file.append(lines.join(''))) return;
			// Somebody deleted it, so what was in it is not wanted any more.
			this.forget();
		} catch (error) {
			this.#warn('cannot be stored', error);
		}
	}

	/** A draft has to come back as it was: one with a secret in it is left to VS Code. */
	#noteDraft(redactor: Redactor): void {
		const draft = this.#draft;
		this.#draft = undefined;
		if (draft !== undefined && redactor.text(draft.text) === draft.text) this.#journal.noteDraft(draft);
	}

	async #begin(): Promise<void> {
		const { state } = this.#session;
		if (state.entries.size === 0 && !this.#journal.hasDraft) return;
		const toText = (record: LogRecord): string => this.#toText(record);
		const lines = this.#journal.takeAll(state, toText, limits.conversationLogBytes / 2);
		await this.#file.begin(lines.join(''), this.#replaced.splice(0));
	}

	#toText(record: LogRecord): string {
		return `${this.#redactor?.json(record) ?? 'null'}\n`;
	}

	async #read(): Promise<StoredConversation | undefined> {
		const { key } = this.#session.state;
		try {
			let newest: StoredConversation | undefined;
			for (const { text, file, isAlive } of await readLogs(this.#parts.folder, key)) {
				const stored = readLog(text, key);
				if (stored === undefined) this.#warn('is of another version or damaged, and was not read');
				else if (!isAlive) this.#replaced.push(file);
				newest ??= stored;
			}
			// The last line may be torn, which is nobody's fault.
			const broken = newest?.brokenLines ?? 0;
			if (broken > 1) this.#warn(`has ${broken} damaged lines, which are left out`);
			return newest;
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
