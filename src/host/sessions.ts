/** The sessions of this window, and which one the sidebar shows. What survives a reload is kept in the workspace. */
import type { Memento } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import type { Notice } from '../core/session/agentFailure.ts';
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
	readonly #all = new Map<string, { hosted: HostedSession; store: DisposableStore }>();
	readonly #activeChanged = new Emitter<HostedSession | undefined>();
	readonly #changed = new Emitter<void>();
	#changeTimer: ReturnType<typeof setTimeout> | undefined;
	#saveTimer: ReturnType<typeof setTimeout> | undefined;
	#active: HostedSession | undefined;
	#isDisposed = false;

	readonly onDidChangeActive = this.#activeChanged.event;
	/** Fires a moment after sessions came, went, or changed in what a list shows of them. */
	readonly onDidChange = this.#changed.event;

	/** @param services makes what a session of that agent in that folder needs */
	constructor(
		storage: Memento,
		services: (agentName: string, cwd: string) => SessionServices,
		followers: readonly SessionFollower[],
	) {
		this.#storage = storage;
		this.#services = services;
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
	 */
	setDraft(hosted: HostedSession, draft: Draft, undelivered = hosted.outbox.undelivered): void {
		hosted.draft = draft;
		hosted.outbox.undelivered = undelivered;
		this.#save();
	}

	/** Keeps what left the composer until the agent has it; first sent first. */
	setUndelivered({ outbox }: HostedSession, drafts: readonly SentDraft[]): void {
		outbox.undelivered = drafts;
		this.#save();
	}

	/** Brings back what the last window left, without starting anything. */
	restore(): void {
		for (const stored of parseStoredSessions(this.#storage.get(sessionsKey))) {
			const { session } = this.#add(stored);
			if (stored.sessionId !== undefined && !stored.canLoad) {
				session.dispatch({ type: 'notice', notice: lostNotice(session.state.agentTitle) });
			}
		}
		const active = this.#storage.get<unknown>(activeKey);
		this.#active = typeof active === 'string' ? this.byKey(active) : undefined;
	}

	dispose(): void {
		this.#save();
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
		this.activate(hosted);
		return hosted;
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

function hasDraft({ draft, outbox }: HostedSession): boolean {
	return outbox.undelivered.length > 0 || draft.text !== '' || draft.attachments.length > 0;
}

function toStored(hosted: HostedSession): StoredSession {
	const { session, draft, outbox, lostAttachments, canLoad, wasInterrupted } = hosted;
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
		draft: toStoredDraft([...outbox.undelivered, draft].reduce(joinDrafts), lostAttachments),
	};
}

function lostNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: 'This conversation ended when the window was reloaded',
		detail: `${agentTitle} cannot bring its sessions back. Your next message starts a new one.`,
		actions: ['new_session'],
	};
}
