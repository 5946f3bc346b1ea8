import * as limits from '../../base/limits.ts';
import type { ListSessionsRequest, SessionInfo } from '@agentclientprotocol/sdk/unstable';
import type { ListedSession, SessionPage, SessionQuery } from '../../session/model/agentPort.ts';
import { requireAbsolute } from './sessionSetup.ts';
import type { Decoded } from '../decoder.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';

/**
 * A page of `session/list`. The cursor goes back as it came (acp C42).
 * @throws AgentError `denied` for a directory that is not absolute (acp C9)
 */
export function encodeQuery({ cwd, cursor, archived }: SessionQuery): ListSessionsRequest {
	return {
		...(cwd === undefined ? {} : { cwd: requireAbsolute(cwd) }),
		...(cursor === undefined ? {} : { cursor }),
		...(archived === undefined ? {} : { archived }),
	};
}

/** The part of a version's decoder that reads lists of sessions. */
interface ListContext {
	readonly decoder: { decode(root: 'SessionInfo', value: unknown): Decoded<SessionInfo> };
	readonly log: LogOnce;
}

/** A session that cannot be read is left out; a missing or empty cursor ends the list (acp C41). */
export function decodePage(answer: JsonObject, { decoder, log }: ListContext): SessionPage {
	const raw = Array.isArray(answer['sessions']) ? answer['sessions'] : [];
	if (raw.length > limits.listedSessions)
		log.write('Ignored the rest of a list of sessions', 'session/list', `it has ${raw.length}`);
	const sessions = raw.slice(0, limits.listedSessions).flatMap((item: unknown) => {
		const decoded = decoder.decode('SessionInfo', item);
		if (decoded.ok) return [toListed(decoded.value)];
		log.write('Ignored session in a list', 'session/list', decoded.error);
		return [];
	});
	const nextCursor = stringAt(answer, 'nextCursor');
	return { sessions, ...(nextCursor === undefined || nextCursor === '' ? {} : { nextCursor }) };
}

function toListed(info: SessionInfo): ListedSession {
	const { sessionId, cwd, additionalDirectories, title, updatedAt, archived } = info;
	return {
		sessionId,
		cwd,
		additionalDirectories: additionalDirectories ?? [],
		...(typeof title === 'string' ? { title: title.slice(0, limits.titleChars) } : {}),
		...(typeof updatedAt === 'string' ? { updatedAt } : {}),
		isArchived: archived === true,
	};
}
