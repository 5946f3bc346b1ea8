/** What the disk keeps of the sessions of a window: their conversations, and their drafts as they are typed. */
import type { StoredText } from '../../core/session/log/logRecord.ts';
import type { LazyLogs } from '../conversations/createConversationLogs.ts';
import { allDrafts, type HostedSession, replaceDraft } from './hostedSession.ts';
import { noteEndOfRestored } from './restoredSession.ts';
import type { SessionsStorage } from './sessionsStorage.ts';

interface KeptConversationsParts {
	/** Without it what the agents cannot bring back is lost with the window. */
	readonly logs: LazyLogs | undefined;
	readonly storage: SessionsStorage;
	/** Of all sessions of the window. */
	readonly keys: () => ReadonlySet<string>;
}

export class KeptConversations {
	readonly #parts: KeptConversationsParts;

	constructor(parts: KeptConversationsParts) {
		this.#parts = parts;
	}

	/** Follows a session that has just begun. */
	begin({ session }: HostedSession): void {
		const { logs, keys } = this.#parts;
		logs?.get().open(session, false, keys);
	}

	/** A stored conversation is read when it is shown, or when it goes on. */
	restoreLater(hosted: HostedSession): void {
		const { logs, keys } = this.#parts;
		if (logs === undefined) return noteEndOfRestored(hosted);
		const restore = async (): Promise<void> => {
			const stored = await logs.get().open(hosted.session, true, keys)?.restore();
			hosted.restoreHistory = undefined;
			if (stored?.draft !== undefined) this.#takeNewer(hosted, stored.draft);
			if (stored?.wasTurnRunning === true) hosted.wasInterrupted = true;
			noteEndOfRestored(hosted);
		};
		let restoring: Promise<void> | undefined;
		hosted.restoreHistory = () => (restoring ??= restore());
	}

	/** What is in the composer and on its way, on the disk at once: VS Code writes its storage when it has time (hazard G2). */
	saveDrafts(hosted: HostedSession): void {
		const { logs, storage } = this.#parts;
		hosted.draftCount++;
		const { text } = allDrafts(hosted);
		logs?.loaded()?.saveDraft(hosted.session.state.key, { text, count: hosted.draftCount });
		storage.save();
	}

	/** The session is closed: what is stored of it goes. */
	forget(key: string): void {
		void this.#parts.logs?.get().delete(key);
	}

	/** @returns the number of conversations that were deleted */
	async deleteAll(): Promise<number> {
		return (await this.#parts.logs?.get().deleteAll()) ?? 0;
	}

	/** Resolves when all is written. */
	async end(): Promise<void> {
		await this.#parts.logs?.loaded()?.end();
	}

	/** What was typed last may not have reached the storage of VS Code. */
	#takeNewer(hosted: HostedSession, { text, count }: StoredText): void {
		if (count <= hosted.draftCount || text === hosted.draft.text) return;
		hosted.draftCount = count;
		hosted.draftRevision++;
		replaceDraft(hosted, { ...hosted.draft, text });
		this.saveDrafts(hosted);
	}
}
