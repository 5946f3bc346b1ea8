/** The sessions of the demo agent: those that are open, and those it remembers. */
import { randomUUID } from 'node:crypto';
import type {
	ListSessionsResponse,
	LoadSessionResponse,
	NewSessionResponse,
	ResumeSessionResponse,
	SessionInfo,
	SessionUpdate,
} from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import type { Client } from './client.ts';
import { readAbsolutePath, readOptionalString, readString } from './params.ts';
import { availableCommands } from './scriptList.ts';
import { Session } from './session.ts';
import { SessionOptions } from './sessionOptions.ts';
import { SessionStore, type StoredSession } from './sessionStore.ts';

type Params = Record<string, unknown>;

export class Sessions {
	readonly #store: SessionStore;
	readonly #open = new Map<string, Session>();

	/** @param folder where sessions are kept; without one they live as long as the process */
	constructor(folder: string | undefined) {
		this.#store = new SessionStore(folder);
	}

	create(client: Client, params: Params): NewSessionResponse {
		const cwd = readAbsolutePath(params, 'cwd');
		const id = randomUUID();
		const options = new SessionOptions(client.drawsBooleans);
		const session = new Session(id, cwd, this.#store.create(id, cwd), options);
		this.#start(client, session);
		return { sessionId: id, ...offered(session) };
	}

	/** Opens a session that was there before, and says again what was said. */
	async load(client: Client, params: Params): Promise<LoadSessionResponse> {
		const session = this.#reopen(client, params);
		for (const update of session.transcript.replay()) await client.update({ sessionId: session.id, update });
		this.#start(client, session);
		return offered(session);
	}

	/** Opens a session that was there before; the client remembers what was said. */
	resume(client: Client, params: Params): ResumeSessionResponse {
		const session = this.#reopen(client, params);
		this.#start(client, session, session.usage.update);
		return offered(session);
	}

	/** Ends what the session does. It can be opened again. */
	close(params: Params): object {
		this.#end(this.find(params));
		return {};
	}

	/** Forgets a session, open or not. One that is not there is as good as deleted. */
	delete(params: Params): object {
		const id = readString(params, 'sessionId');
		const session = this.#open.get(id);
		if (session) {
			session.transcript.detach();
			this.#end(session);
		}
		this.#store.delete(id);
		return {};
	}

	list(params: Params): ListSessionsResponse {
		for (const { transcript } of this.#open.values()) transcript.flush();
		const cwd = readOptionalString(params, 'cwd');
		const stored = this.#store.list().filter((session) => cwd === undefined || session.cwd === cwd);
		return sessionPage(stored, readOptionalString(params, 'cursor'));
	}

	/** The open session that `params.sessionId` names; refuses any other. */
	find(params: Params): Session {
		const sessionId = readString(params, 'sessionId');
		const session = this.#open.get(sessionId);
		if (session) return session;
		throw new WireError(errorCodes.resourceNotFound, 'No such session', { sessionId });
	}

	cancel(sessionId: string): void {
		this.#open.get(sessionId)?.turn?.abort();
	}

	/** The client is gone: ends all work that runs. */
	closeAll(): void {
		for (const session of this.#open.values()) this.#end(session);
	}

	#reopen(client: Client, params: Params): Session {
		const sessionId = readString(params, 'sessionId');
		const cwd = readAbsolutePath(params, 'cwd');
		const running = this.#open.get(sessionId);
		if (running?.turn) throw new WireError(errorCodes.invalidRequest, 'A turn of this session is running');
		const stored = running ?? this.#store.load(sessionId);
		if (!stored) throw new WireError(errorCodes.resourceNotFound, 'No such session', { sessionId });
		return new Session(sessionId, cwd, stored.transcript, new SessionOptions(client.drawsBooleans));
	}

	#start(client: Client, session: Session, ...updates: SessionUpdate[]): void {
		this.#open.set(session.id, session);
		const commands: SessionUpdate = { sessionUpdate: 'available_commands_update', availableCommands };
		// After the response: before it the client does not know the session.
		setTimeout(() => {
			for (const update of [commands, ...updates]) void client.update({ sessionId: session.id, update });
		}, 0);
	}

	#end(session: Session): void {
		session.isClosed = true;
		session.turn?.abort();
		session.transcript.flush();
		this.#open.delete(session.id);
	}
}

/** Clients that know configuration options ignore the modes (docs/protocol.md#options). */
function offered({ options }: Session): LoadSessionResponse {
	return { modes: options.modeState, configOptions: options.list };
}

/** Small, so that there is more to load soon. */
const pageSize = 5;

/**
 * One page of `session/list`, what changed last first. The cursor names the last session of the page before, so that
 * neither new nor deleted sessions move what follows.
 */
function sessionPage(stored: readonly StoredSession[], cursor?: string): ListSessionsResponse {
	const last = cursor === undefined ? undefined : readCursor(cursor);
	const ordered = stored.map(positionOf).toSorted(compare);
	const rest = last === undefined ? ordered : ordered.filter((position) => compare(position, last) > 0);
	const page = rest.slice(0, pageSize);
	const end = page.at(-1);
	const sessions = page.map(({ session }) => toInfo(session));
	return end && rest.length > page.length ? { sessions, nextCursor: toCursor(end) } : { sessions };
}

interface Position {
	readonly changedAt: number;
	readonly id: string;
}

function positionOf(session: StoredSession): Position & { session: StoredSession } {
	return { changedAt: session.transcript.changedAt, id: session.id, session };
}

function compare(a: Position, b: Position): number {
	return b.changedAt - a.changedAt || (a.id < b.id ? -1 : Number(a.id > b.id));
}

function toInfo({ id, cwd, transcript }: StoredSession): SessionInfo {
	const title = transcript.last('session_info_update')?.title ?? null;
	return { sessionId: id, cwd, title, updatedAt: new Date(transcript.changedAt).toISOString() };
}

function toCursor({ changedAt, id }: Position): string {
	return Buffer.from(`${changedAt} ${id}`).toString('base64url');
}

function readCursor(cursor: string): Position {
	const [, changedAt, id] = /^(\d+) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	if (changedAt !== undefined && id !== undefined) return { changedAt: Number(changedAt), id };
	throw new WireError(errorCodes.invalidParams, 'Invalid params: this cursor is not one of ours');
}
