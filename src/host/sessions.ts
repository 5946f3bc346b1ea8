/** The sessions of this window, and which one the sidebar shows. What survives a reload is kept in the workspace. */
import type { Memento } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import type { StoredText } from '../core/session/log/logRecord.ts';
import type { ListedSession } from '../core/session/ports.ts';
import { Session, type SessionServices } from '../core/session/session.ts';
import {
	type Draft,
	emptyDraft,
	type HostedSession,
	joinDrafts,
	newOutbox,
	type SentDraft,
} from './hostedSession.ts';
import type { LazyLogs } from './createConversationLogs.ts';
import { tellWhatEnded } from './restoredSession.ts';
import { isBusy } from './sessionStatus.ts';
import { toStoredDraft } from './storedDraft.ts';
import { chooseKept, parseStoredSessions, type StoredSession } from './storedSessions.ts';

const sessionsKey = 'acpHost.sessions';
const activeKey = 'acpHost.activeSession';

/** Changes within this time, in milliseconds, are told to the list of sessions at once. */
const settleMs = 50;

/** Sessions that change by themselves are stored at most once within this time, in milliseconds. */
const saveMs = 250;

/** What else follows a session from its first to its last moment. */
export type SessionFollower = (hosted: HostedSession) => Disposable;

export class Sessions implements Disposable {
	readonly #storage: Memento;
	readonly #services: (agentName: string, cwd: string) => SessionServices;
	readonly #followers: readonly SessionFollower[];
	readonly #logs: LazyLogs | undefined;
	readonly #all = new Map<string, { hosted: HostedSession; store: DisposableStore }>();
	readonly #keys = (): ReadonlySet<string> => new Set(this.#all.keys());
	readonly #activeChanged = new Emitter<HostedSession | undefined>();
	readonly #changed = new Emitter<void>();
	#changeTimer: ReturnType<typeof setTimeout> | undefined;
	#saveTimer: ReturnType<typeof setTimeout> | undefined;
	#active: HostedSession | undefined;
	#isDisposed = false;

	readonly onDidChangeActive = this.#activeChanged.event;
	/** Fires a moment after sessions came, went, or changed in what a list shows of them. */
	readonly onDidChange = this.#changed.event;

	/**
	 * @param services makes what a session of that agent in that folder needs
	 * @param logs keeps the conversations; without it what the agents cannot bring back is lost with the window
	 */
	constructor(
		storage: Memento,
		services: (agentName: string, cwd: string) => SessionServices,
		followers: readonly SessionFollower[],
		logs?: LazyLogs,
	) {
		this.#storage = storage;
		this.#services = services;
		this.#followers = followers;
		this.#logs = logs;
	}

	get active(): HostedSession | undefined {
		return this.#active;
	}

	get all(): readonly HostedSession[] {
		return [...this.#all.values()].map(({ hosted }) => hosted);
	}

	byKey(key: string): HostedSession | undefined {
		return this.#all.get(key)?.hosted;
	}

	/** A new session, made active. It starts nothing yet. */
	create(agentName: string, cwd: string): HostedSession {
		return this.#addActive({ agentName, cwd, title: '' });
	}

	/** The session here that is the agent's session of that id. */
	bySessionId(agentName: string, sessionId: string): HostedSession | undefined {
		return this.all.find(
			({ session: { state } }) => state.agentName === agentName && state.sessionId === sessionId,
		);
	}

	/**
	 * Makes a session active that the agent keeps. It is loaded, or resumed, once a view shows it; one that is here
	 * already is not opened twice.
	 */
	openListed(agentName: string, { sessionId, cwd, title = '', updatedAt }: ListedSession): HostedSession {
		const known = this.bySessionId(agentName, sessionId);
		if (known !== undefined) {
			this.activate(known);
			return known;
		}
		const time = updatedAt === undefined ? {} : { updatedAt };
		return this.#addActive({ agentName, cwd, title, sessionId, canLoad: true, ...time });
	}

	/** A session that begins as a copy of one the agent has, made active (unstable). */
	fork(agentName: string, cwd: string, forkOf: string, title: string): HostedSession {
		return this.#addActive({ agentName, cwd, title, forkOf });
	}

	/** Names a session for the user. An empty title gives the agent's back. */
	rename({ session }: HostedSession, title: string): void {
		session.dispatch({ type: 'renamed', title: title.trim() });
	}

	/**
	 * Gives a session back to its agent and takes it out of this window. Resolves when the agent has let go of it;
	 * here it is gone at once.
	 */
	close(hosted: HostedSession): Promise<void> {
		const closed = hosted.session.close();
		this.remove(hosted);
		return closed;
	}

	/** Takes a session out of this window, and whatever belongs to it. Another one takes its place in the view. */
	remove(hosted: HostedSession): void {
		const { key } = hosted.session.state;
		const known = this.#all.get(key);
		if (known === undefined) return;
		const at = this.all.indexOf(hosted);
		this.#all.delete(key);
		if (this.#active === hosted) this.activate(this.all[at] ?? this.all.at(-1));
		hosted.session.dispose();
		known.store.dispose();
		void this.#logs?.get().delete(key);
		this.#save();
		this.#tellSoon();
	}

	activate(hosted: HostedSession | undefined): void {
		this.#active = hosted;
		this.#save();
		this.#activeChanged.fire(hosted);
		this.#tellSoon();
	}

	/**
	 * Keeps what the composer holds.
	 * @param undelivered changes in the same step, such as by a prompt that leaves the composer or comes back
	 * @param revision as the view that it comes from counts
	 */
	setDraft(hosted: HostedSession, draft: Draft, undelivered = hosted.outbox.undelivered, revision = 0): void {
		hosted.draft = draft;
		hosted.draftRevision = Math.max(hosted.draftRevision + 1, revision);
		hosted.outbox.undelivered = undelivered;
		this.#saveDraft(hosted);
	}

	/** Keeps what left the composer until the agent has it; first sent first. */
	setUndelivered(hosted: HostedSession, drafts: readonly SentDraft[]): void {
		hosted.outbox.undelivered = drafts;
		this.#saveDraft(hosted);
	}

	/**
	 * Brings back what the last window left, without starting anything. Conversations come once they are needed.
	 * @param warn takes one line when something that is stored cannot be read (hazard G4)
	 */
	restore(warn: (line: string) => void = () => undefined): void {
		const raw = this.#storage.get<unknown>(sessionsKey);
		const known = parseStoredSessions(raw);
		const isWhole = raw === undefined || (Array.isArray(raw) && raw.length === known.length);
		if (!isWhole) warn('Some stored sessions cannot be read; they are left out.');
		for (const stored of known) {
			const hosted = this.#add(stored);
			if (this.#logs === undefined) tellWhatEnded(hosted);
			else this.#restoreLater(hosted, this.#logs);
		}
		const active = this.#storage.get<unknown>(activeKey);
		this.#active = typeof active === 'string' ? this.byKey(active) : undefined;
	}

	/**
	 * Deletes what is stored of all conversations of this workspace. Sessions that are open go on.
	 * @returns the number of conversations
	 */
	async deleteStored(): Promise<number> {
		return (await this.#logs?.get().deleteAll()) ?? 0;
	}

	/**
	 * The window goes away: what is stored stays as it is now, whatever becomes of the agents (hazard G1). Resolves when
	 * all is written.
	 */
	async leave(): Promise<void> {
		this.#save();
		this.#isDisposed = true;
		await this.#logs?.loaded()?.end();
	}

	dispose(): void {
		this.#save();
		void this.#logs?.loaded()?.end();
		// What changes from here on is not to be stored: soon there are no sessions.
		this.#isDisposed = true;
		for (const { hosted, store } of this.#all.values()) {
			hosted.session.dispose();
			store.dispose();
		}
		clearTimeout(this.#saveTimer);
		clearTimeout(this.#changeTimer);
		this.#all.clear();
		this.#activeChanged.dispose();
		this.#changed.dispose();
	}

	#addActive(
		fields: Pick<StoredSession, 'agentName' | 'cwd' | 'title'> & Partial<StoredSession>,
	): HostedSession {
		const createdAt = Date.now();
		const hosted = this.#add({
			key: `s${createdAt.toString(36)}${Math.random().toString(36).slice(2, 8)}`,
			createdAt,
			canLoad: false,
			wasRunning: false,
			draft: toStoredDraft(emptyDraft, []),
			...fields,
		});
		this.#logs?.get().open(hosted.session, false, this.#keys);
		this.activate(hosted);
		return hosted;
	}

	/** A conversation is read when somebody looks at it, or when it goes on. */
	#restoreLater(hosted: HostedSession, logs: LazyLogs): void {
		const restore = async (): Promise<void> => {
			const stored = await logs.get().open(hosted.session, true, this.#keys)?.restore();
			hosted.restoreHistory = undefined;
			if (stored?.draft !== undefined) this.#takeNewer(hosted, stored.draft);
			if (stored?.wasBusy === true) hosted.wasInterrupted = true;
			tellWhatEnded(hosted);
		};
		let restoring: Promise<void> | undefined;
		hosted.restoreHistory = () => (restoring ??= restore());
	}

	/** What was typed last may not have reached the storage of VS Code. */
	#takeNewer(hosted: HostedSession, { text, count }: StoredText): void {
		const before = hosted.draft.text;
		if (count <= hosted.draftCount || text === before) return;
		hosted.draftCount = count;
		this.setDraft(hosted, { ...hosted.draft, text });
		hosted.draftReplaced.fire(before);
	}

	#add(stored: StoredSession): HostedSession {
		const { key, agentName, cwd, title, localTitle, updatedAt, forkOf, createdAt, sessionId } = stored;
		const seed = {
			key,
			agentName,
			agentTitle: agentName,
			cwd,
			title,
			...(localTitle === undefined ? {} : { localTitle }),
			...(updatedAt === undefined ? {} : { updatedAt }),
			...(forkOf === undefined ? {} : { forkOf }),
			createdAt,
			sessionId,
		};
		const store = new DisposableStore();
		const session = new Session(seed, this.#services(agentName, cwd));
		const hosted: HostedSession = {
			session,
			draft: { text: stored.draft.text, attachments: stored.draft.attachments },
			draftRevision: stored.draftRevision ?? 0,
			draftCount: stored.draftCount ?? 0,
			outbox: newOutbox(),
			draftReplaced: store.add(new Emitter<string>()),
			offered: new Map(),
			lostAttachments: stored.draft.lost,
			canLoad: stored.canLoad,
			wasInterrupted: stored.wasRunning,
		};
		for (const follow of this.#followers) store.add(follow(hosted));
		let turn = session.state.turn.type;
		store.add(
			session.onDidChange((changes) => {
				// What happens in a session that nobody has looked at yet comes after what was there.
				if (changes.some(({ type }) => type === 'entry')) void hosted.restoreHistory?.();
				if (!changes.some(({ type }) => type === 'session')) return;
				this.#onSessionChange(hosted);
				// A turn that is over must not pass for an interrupted one, should the window go away now.
				if (turn !== session.state.turn.type) this.#save();
				turn = session.state.turn.type;
			}),
		);
		this.#all.set(key, { hosted, store });
		return hosted;
	}

	/** On the disk at once, because VS Code writes its storage when it has the time (hazard G2). */
	#saveDraft(hosted: HostedSession): void {
		hosted.draftCount++;
		const { text } = allDrafts(hosted);
		this.#logs?.loaded()?.saveDraft(hosted.session.state.key, { text, count: hosted.draftCount });
		this.#save();
	}

	#onSessionChange(hosted: HostedSession): void {
		const { state } = hosted.session;
		if (state.agent.type === 'ready') {
			hosted.canLoad = state.capabilities.loadSession || state.capabilities.resumeSession;
		}
		this.#saveSoon();
		this.#tellSoon();
	}

	#tellSoon(): void {
		this.#changeTimer ??= setTimeout(() => {
			this.#changeTimer = undefined;
			this.#changed.fire();
		}, settleMs);
	}

	/** For what agents cause, who may report something new with each token. What the user does is stored at once. */
	#saveSoon(): void {
		this.#saveTimer ??= setTimeout(() => this.#save(), saveMs);
	}

	#save(): void {
		clearTimeout(this.#saveTimer);
		this.#saveTimer = undefined;
		if (this.#isDisposed) return;
		const isNeeded = (hosted: HostedSession): boolean =>
			hosted === this.#active || isBusy(hosted.session.state) || hasDraft(hosted);
		const stored = chooseKept(this.all, isNeeded).map(toStored);
		void this.#storage.update(sessionsKey, stored);
		void this.#storage.update(activeKey, this.#active?.session.state.key);
	}
}

/** What stands in the composer, below all that has left it and is not with the agent yet. */
function allDrafts({ draft, outbox }: HostedSession): Draft {
	return [...outbox.undelivered, draft].reduce(joinDrafts);
}

function hasDraft({ draft, outbox }: HostedSession): boolean {
	return outbox.undelivered.length > 0 || draft.text !== '' || draft.attachments.length > 0;
}

function toStored(hosted: HostedSession): StoredSession {
	const { session, lostAttachments, canLoad, wasInterrupted } = hosted;
	const { key, agentName, cwd, title, localTitle, updatedAt, forkOf, createdAt, sessionId, turn } =
		session.state;
	return {
		key,
		agentName,
		cwd,
		title,
		...(localTitle === undefined ? {} : { localTitle }),
		...(updatedAt === undefined ? {} : { updatedAt }),
		...(forkOf === undefined || sessionId !== undefined ? {} : { forkOf }),
		createdAt,
		...(sessionId === undefined ? {} : { sessionId }),
		canLoad,
		wasRunning: wasInterrupted || turn.type !== 'idle',
		draft: toStoredDraft(allDrafts(hosted), lostAttachments),
		draftRevision: hosted.draftRevision,
		draftCount: hosted.draftCount,
	};
}
