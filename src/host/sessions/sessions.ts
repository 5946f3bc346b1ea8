/** The sessions of this window, and which one the sidebar shows. */
import type { Memento } from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { ListedSession } from '../../core/session/model/agentPort.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { SessionSeed } from '../../core/session/reducer/createSessionState.ts';
import type { LazyLogs } from '../conversations/createConversationLogs.ts';
import { type Draft, emptyDraft, type HostedSession, replaceDraft, type SentDraft } from './hostedSession.ts';
import { hostSession } from './hostSession.ts';
import { KeptConversations } from './keptConversations.ts';
import { ListChanges } from './listChanges.ts';
import { SessionsStorage } from './sessionsStorage.ts';
import { toStoredDraft } from './storedDraft.ts';
import type { StoredSession } from './storedSessions.ts';

/** What else follows a session from its first to its last moment. */
export type SessionFollower = (hosted: HostedSession) => Disposable;

export class Sessions implements Disposable {
	readonly #storage: SessionsStorage;
	readonly #createSession: (seed: SessionSeed) => Session;
	readonly #followers: readonly SessionFollower[];
	readonly #kept: KeptConversations;
	readonly #all = new Map<string, { hosted: HostedSession; store: DisposableStore }>();
	readonly #activeChanged = new Emitter<HostedSession | undefined>();
	readonly #listChanges = new ListChanges();
	#active: HostedSession | undefined;

	readonly onDidChangeActive = this.#activeChanged.event;
	/** Fires a moment after sessions came, went, or changed in what a list shows of them. */
	readonly onDidChange = this.#listChanges.onDidChange;

	/**
	 * @param createSession makes a session that has started nothing yet
	 * @param logs keeps the conversations; without it what the agents cannot bring back is lost with the window
	 */
	constructor(
		storage: Memento,
		createSession: (seed: SessionSeed) => Session,
		followers: readonly SessionFollower[],
		logs?: LazyLogs,
	) {
		this.#storage = new SessionsStorage(storage, this);
		const keys = (): ReadonlySet<string> => new Set(this.#all.keys());
		this.#kept = new KeptConversations({ logs, storage: this.#storage, keys });
		this.#createSession = createSession;
		this.#followers = followers;
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

	/** What an agent lists of a session that is open here: not every agent tells it otherwise how it is called. */
	takeListed(agentName: string, { sessionId, title = '' }: ListedSession): void {
		const session = this.bySessionId(agentName, sessionId)?.session;
		if (title.trim() !== '' && session !== undefined && title !== session.state.title)
			session.dispatch({ type: 'session_info', title });
	}

	/** A session that begins as a copy of one the agent has, made active (unstable). */
	fork(agentName: string, cwd: string, forkOf: string, title: string): HostedSession {
		return this.#addActive({ agentName, cwd, title, forkOf });
	}

	/** Names a session for the user. An empty title gives the agent's back. */
	rename({ session }: HostedSession, title: string): void {
		session.dispatch({ type: 'renamed', title: title.trim() });
		this.#listChanges.sessionsChanged();
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

	/**
	 * Takes a session out of this window, with everything that belongs to it. Another one takes its place in the view.
	 */
	remove(hosted: HostedSession): void {
		const { key } = hosted.session.state;
		const known = this.#all.get(key);
		if (known === undefined) return;
		const at = this.all.indexOf(hosted);
		this.#all.delete(key);
		if (this.#active === hosted) this.activate(this.all[at] ?? this.all.at(-1));
		hosted.session.dispose();
		known.store.dispose();
		this.#kept.forget(key);
		this.#listChanges.forget(key);
		this.#storage.save();
		this.#listChanges.sessionsChanged();
	}

	activate(hosted: HostedSession | undefined): void {
		this.#active = hosted;
		this.#storage.save();
		this.#activeChanged.fire(hosted);
		this.#listChanges.sessionsChanged();
	}

	/**
	 * Keeps what the composer holds.
	 * @param change `undelivered` changes in the same step, such as by a prompt that leaves the composer or comes back;
	 *   `revision` is as the view counts that it comes from
	 */
	setDraft(
		hosted: HostedSession,
		draft: Draft,
		change: { undelivered?: readonly SentDraft[]; revision?: number; from?: object | undefined } = {},
	): void {
		const { undelivered = hosted.outbox.undelivered, revision = 0, from } = change;
		hosted.draftRevision = Math.max(hosted.draftRevision + 1, revision);
		replaceDraft(hosted, draft, from);
		this.setUndelivered(hosted, undelivered);
	}

	/** Keeps what left the composer until the agent has it; first sent first. */
	setUndelivered(hosted: HostedSession, drafts: readonly SentDraft[]): void {
		hosted.outbox.undelivered = drafts;
		this.#kept.saveDrafts(hosted);
	}

	/**
	 * Brings back what the last window left, without starting anything. Conversations come once they are needed.
	 * @param warn takes one line when something that is stored cannot be read (hazard G4)
	 */
	restore(warn: (line: string) => void = () => undefined): void {
		const { sessions, activeKey } = this.#storage.read(warn);
		for (const stored of sessions) this.#kept.restoreLater(this.#add(stored));
		this.#active = activeKey === undefined ? undefined : this.byKey(activeKey);
	}

	/**
	 * Deletes what is stored of all conversations of this workspace. Sessions that are open go on.
	 * @returns the number of conversations
	 */
	deleteStored(): Promise<number> {
		return this.#kept.deleteAll();
	}

	/**
	 * The window goes away: what is stored stays as it is now, even if agents end badly afterwards (hazard G1).
	 * Resolves when all is written.
	 */
	leave(): Promise<void> {
		this.#storage.dispose();
		return this.#kept.end();
	}

	dispose(): void {
		// What changes from here on is not to be stored: soon there are no sessions.
		this.#storage.dispose();
		void this.#kept.end();
		for (const { hosted, store } of this.#all.values()) {
			hosted.session.dispose();
			store.dispose();
		}
		this.#all.clear();
		this.#activeChanged.dispose();
		this.#listChanges.dispose();
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
		this.#kept.begin(hosted);
		this.activate(hosted);
		return hosted;
	}

	#add(stored: StoredSession): HostedSession {
		const store = new DisposableStore();
		const hosted = hostSession(stored, this.#createSession, store);
		const { session } = hosted;
		for (const follow of this.#followers) store.add(follow(hosted));
		let turn = session.state.turn.type;
		store.add(
			session.onDidChange((changes) => {
				// In a session that was not shown yet the stored conversation comes before what happens now.
				if (changes.some(({ type }) => type === 'entry')) void hosted.restoreHistory?.();
				if (!changes.some(({ type }) => type === 'session')) return;
				this.#onSessionChange(hosted);
				// A turn that is over must not pass for an interrupted one, should the window go away now.
				if (turn !== session.state.turn.type) this.#storage.save();
				turn = session.state.turn.type;
			}),
		);
		this.#all.set(stored.key, { hosted, store });
		return hosted;
	}

	#onSessionChange(hosted: HostedSession): void {
		const { state } = hosted.session;
		if (state.agent.type === 'ready') {
			hosted.canLoad = state.capabilities.loadSession || state.capabilities.resumeSession;
		}
		this.#storage.saveSoon();
		this.#listChanges.sessionChanged(state);
	}
}
