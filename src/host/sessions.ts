/** The sessions of this window, and which one the sidebar shows. What survives a reload is kept in the workspace. */
import type { Memento } from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import type { Notice } from '../core/session/agentFailure.ts';
import { Session, type SessionServices } from '../core/session/session.ts';
import { type Draft, emptyDraft, type HostedSession } from './hostedSession.ts';
import { parseStoredSessions, type StoredSession } from './storedSessions.ts';

const sessionsKey = 'acpHost.sessions';
const activeKey = 'acpHost.activeSession';
const keptSessions = 20;

/** What else follows a session from its first to its last moment. */
export type SessionFollower = (hosted: HostedSession) => Disposable;

export class Sessions implements Disposable {
	readonly #storage: Memento;
	readonly #services: (agentName: string, cwd: string) => SessionServices;
	readonly #followers: readonly SessionFollower[];
	readonly #all = new Map<string, { hosted: HostedSession; store: DisposableStore }>();
	readonly #activeChanged = new Emitter<HostedSession | undefined>();
	#active: HostedSession | undefined;

	readonly onDidChangeActive = this.#activeChanged.event;

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
		const createdAt = Date.now();
		const stored: StoredSession = {
			key: `s${createdAt.toString(36)}${Math.random().toString(36).slice(2, 8)}`,
			agentName,
			cwd,
			title: '',
			createdAt,
			canLoad: false,
			wasRunning: false,
			draft: emptyDraft,
		};
		const hosted = this.#add(stored);
		this.activate(hosted);
		return hosted;
	}

	activate(hosted: HostedSession | undefined): void {
		this.#active = hosted;
		this.#save();
		this.#activeChanged.fire(hosted);
	}

	/** Keeps what the composer holds. */
	setDraft(hosted: HostedSession, draft: Draft): void {
		hosted.draft = draft;
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
		for (const { hosted, store } of this.#all.values()) {
			hosted.session.dispose();
			store.dispose();
		}
		this.#all.clear();
		this.#activeChanged.dispose();
	}

	#add(stored: StoredSession): HostedSession {
		const { key, agentName, cwd, title, createdAt, sessionId } = stored;
		const seed = { key, agentName, agentTitle: agentName, cwd, title, createdAt, sessionId };
		const session = new Session(seed, this.#services(agentName, cwd));
		const hosted: HostedSession = {
			session,
			draft: stored.draft,
			canLoad: stored.canLoad,
			wasInterrupted: stored.wasRunning,
		};
		const store = new DisposableStore();
		for (const follow of this.#followers) store.add(follow(hosted));
		store.add(
			session.onDidChange((changes) => {
				if (changes.some(({ type }) => type === 'session')) this.#onSessionChange(hosted);
			}),
		);
		this.#all.set(key, { hosted, store });
		return hosted;
	}

	#onSessionChange(hosted: HostedSession): void {
		const { state } = hosted.session;
		if (state.agent.type === 'ready') hosted.canLoad = state.capabilities.loadSession;
		this.#save();
	}

	#save(): void {
		const stored = this.all.slice(-keptSessions).map(toStored);
		void this.#storage.update(sessionsKey, stored);
		void this.#storage.update(activeKey, this.#active?.session.state.key);
	}
}

function toStored({ session, draft, canLoad, wasInterrupted }: HostedSession): StoredSession {
	const { key, agentName, cwd, title, createdAt, sessionId, turn } = session.state;
	return {
		key,
		agentName,
		cwd,
		title,
		createdAt,
		...(sessionId === undefined ? {} : { sessionId }),
		canLoad,
		wasRunning: wasInterrupted || turn.type !== 'idle',
		draft,
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
