/** The sessions of a window in the storage of the workspace: what of them survives a reload. */
import type { Memento } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { read, text } from '../../core/base/shape.ts';
import { choicesIn } from '../../core/session/model/config.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { allDrafts, type HostedSession } from './hostedSession.ts';
import { toStoredDraft } from './storedDraft.ts';
import { parseStoredSessions, type StoredSession } from './storedSessions.ts';

const sessionsKey = 'acpHost.sessions';
const activeKey = 'acpHost.activeSession';

/** Sessions that change by themselves are stored at most once within this time, in milliseconds. */
const saveMs = 250;
const maxChoices = 50;
const maxChoiceChars = 1000;

interface OpenSessions {
	readonly all: readonly HostedSession[];
	readonly active: HostedSession | undefined;
}

export class SessionsStorage implements Disposable {
	readonly #storage: Memento;
	readonly #open: OpenSessions;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#isClosed = false;

	/** @param open asked each time for what is there now */
	constructor(storage: Memento, open: OpenSessions) {
		this.#storage = storage;
		this.#open = open;
	}

	/**
	 * What the last window left.
	 * @param warn takes one line when something that is stored cannot be read (hazard G4)
	 */
	read(warn: (line: string) => void): { sessions: readonly StoredSession[]; activeKey: string | undefined } {
		const raw = this.#storage.get<unknown>(sessionsKey);
		const sessions = parseStoredSessions(raw);
		const isWhole = raw === undefined || (Array.isArray(raw) && raw.length === sessions.length);
		if (!isWhole) warn('Some stored sessions cannot be read; they are left out.');
		return { sessions, activeKey: read(text, this.#storage.get<unknown>(activeKey)) };
	}

	/**
	 * Delays a save that an agent causes, because an agent may report a change with each token. What the user does is
	 * stored at once.
	 */
	saveSoon(): void {
		if (!this.#isClosed) this.#timer ??= setTimeout(() => this.save(), saveMs);
	}

	save(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#isClosed) return;
		const { all, active } = this.#open;
		void this.#storage.update(sessionsKey, all.map(toStored));
		void this.#storage.update(activeKey, active?.session.state.key);
	}

	/** Saves for the last time: what becomes of the sessions from here on is not to be stored. */
	dispose(): void {
		this.save();
		this.#isClosed = true;
	}
}

/** The agent's lists have no bound: the first of them, and no texts that are longer than a name. */
function choicesToStore({ options, earlierChoices }: SessionState): StoredSession['choices'] {
	const known = options.length === 0 ? earlierChoices : choicesIn(options);
	return known?.slice(0, maxChoices).filter(({ value }) => String(value).length <= maxChoiceChars);
}

function toStored(hosted: HostedSession): StoredSession {
	const { session, lostAttachments, canLoad, wasInterrupted } = hosted;
	const { key, agentName, cwd, title, localTitle, promptTitle } = session.state;
	const { updatedAt, forkOf, createdAt, sessionId, turn } = session.state;
	const choices = choicesToStore(session.state);
	return {
		key,
		agentName,
		cwd,
		title,
		...(localTitle === undefined ? {} : { localTitle }),
		...(promptTitle === undefined ? {} : { promptTitle }),
		...(updatedAt === undefined ? {} : { updatedAt }),
		...(forkOf === undefined || sessionId !== undefined ? {} : { forkOf }),
		createdAt,
		...(sessionId === undefined ? {} : { sessionId }),
		canLoad,
		...(choices === undefined ? {} : { choices }),
		wasRunning: wasInterrupted || turn.type !== 'idle',
		draft: toStoredDraft(allDrafts(hosted), lostAttachments),
		draftRevision: hosted.draftRevision,
		draftCount: hosted.draftCount,
	};
}
