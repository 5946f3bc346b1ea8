/**
 * The conversations of this workspace on the disk: one log for each session of the window. A bundle of its own
 * (`conversationLogs.cjs`), which loads with the first session.
 */
import * as limits from '../../core/base/limits.ts';
import { toError } from '../../core/base/errors.ts';
import type { StoredText } from '../../core/session/log/logRecord.ts';
import type { Session } from '../../core/session/driver/session.ts';
import { deleteAll, deleteKey, isSafeKey, tidy } from '../../node/conversationFolder.ts';
import { ConversationLog } from './conversationLog.ts';

/** For callers that load this bundle (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';
export { secretsOfAgent } from '../settings/agentSecrets.ts';

interface ConversationLogsParts {
	/** Absolute path. */
	readonly folder: string;
	/** Secrets of an agent's environment, which must not be written down (hazard F5). */
	readonly secretsOf: (agentName: string) => Promise<readonly string[]>;
	/** One line for the log. */
	readonly warn: (line: string) => void;
	/** There was no room any more for the conversations of so many sessions of this window. */
	readonly tellLost: (count: number) => void;
	/** Conversations are gone: what else is kept of these sessions goes, too. Never rejects. */
	readonly onDeleted: (sessions: readonly string[] | 'all') => Promise<void>;
}

export class ConversationLogs {
	readonly #parts: ConversationLogsParts;
	readonly #logs = new Map<string, ConversationLog>();
	/** The window does not go away before they are done. */
	readonly #deletions = new Set<Promise<void>>();
	#tidying: ReturnType<typeof setTimeout> | undefined;

	constructor(parts: ConversationLogsParts) {
		this.#parts = parts;
	}

	/**
	 * Follows a session from here on. Undefined when its key can name no file.
	 * @param isRestored it was there before this window: nothing is written before `ConversationLog.restore`
	 * @param keys of all sessions of the window
	 */
	open(session: Session, isRestored: boolean, keys: () => ReadonlySet<string>): ConversationLog | undefined {
		const { key, agentName } = session.state;
		if (!isSafeKey(key)) return undefined;
		const { folder, secretsOf, warn } = this.#parts;
		const log = new ConversationLog(
			session,
			{ folder, secrets: () => secretsOf(agentName), warn },
			isRestored,
		);
		this.#logs.set(key, log);
		// Not while the window starts: nothing waits for it.
		this.#tidying ??= setTimeout(() => void this.#tidy(keys()), limits.conversationTidyMs).unref();
		return log;
	}

	/** What stands in the composer of a session, or is on its way to its agent. */
	saveDraft(key: string, draft: StoredText): void {
		this.#logs.get(key)?.saveDraft(draft);
	}

	/** The session is closed: what is stored of it goes. Never rejects. */
	delete(key: string): Promise<void> {
		const deletion: Promise<void> = this.#delete(key).finally(() => this.#deletions.delete(deletion));
		this.#deletions.add(deletion);
		return deletion;
	}

	/** The window goes away. Resolves when all is written. */
	async end(): Promise<void> {
		clearTimeout(this.#tidying);
		await Promise.all([...this.#deletions, ...[...this.#logs.values()].map((log) => log.end())]);
	}

	/**
	 * Deletes what is stored of all conversations of this workspace. Those that are open stay open; of them only what
	 * comes is stored from here on.
	 * @returns the number of files that went
	 */
	async deleteAll(): Promise<number> {
		const deletion = Promise.withResolvers<void>();
		try {
			await Promise.all([...this.#logs.values()].map((log) => log.forget(deletion.promise)));
			const [count] = await Promise.all([deleteAll(this.#parts.folder), this.#parts.onDeleted('all')]);
			return count;
		} finally {
			deletion.resolve();
		}
	}

	async #delete(key: string): Promise<void> {
		const log = this.#logs.get(key);
		this.#logs.delete(key);
		const { folder, warn, onDeleted } = this.#parts;
		const forgotten = onDeleted([key]);
		try {
			// Without a log in this window the conversation was left by an earlier one.
			await (log === undefined ? deleteKey(folder, key) : log.delete());
		} catch (error) {
			warn(`The conversation ${key} cannot be deleted: ${toError(error).message}`);
		}
		await forgotten;
	}

	async #tidy(keys: ReadonlySet<string>): Promise<void> {
		const { folder, warn, tellLost, onDeleted } = this.#parts;
		try {
			const lost = await tidy(folder, keys, Date.now());
			if (lost.size === 0) return;
			tellLost(lost.size);
			await onDeleted([...lost]);
		} catch (error) {
			warn(`Stored conversations cannot be tidied: ${toError(error).message}`);
		}
	}
}
