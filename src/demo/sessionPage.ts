import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import type { StoredSession } from './sessionStore.ts';

/** Small, so that there is more to load soon. */
const pageSize = 5;

/**
 * One page of `session/list`, what changed last first. The cursor names the last session of the page before, so that
 * neither new nor deleted sessions move what follows.
 */
export function sessionPage(stored: readonly StoredSession[], cursor?: string): ListSessionsResponse {
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
