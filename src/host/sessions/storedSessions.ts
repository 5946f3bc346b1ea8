/** What of a session survives the window, and the check of what is found stored (hazard G4). Pure. */
import { isFields } from '../../core/base/fields.ts';
import { parseStoredDraft, type StoredDraft } from './storedDraft.ts';

export interface StoredSession {
	readonly key: string;
	readonly agentName: string;
	readonly cwd: string;
	readonly sessionId?: string;
	/** As the agent named it. */
	readonly title: string;
	/** As the user named it. */
	readonly localTitle?: string;
	/** As the first prompt names it. */
	readonly promptTitle?: string;
	readonly updatedAt?: string;
	/** The agent's id of the session it begins as a copy of; only until it is open. */
	readonly forkOf?: string;
	readonly createdAt: number;
	/** The agent can bring the session back, with or without its history. */
	readonly canLoad: boolean;
	/** A turn was running when it was stored. */
	readonly wasRunning: boolean;
	readonly draft: StoredDraft;
	/** Changes of the draft so far. */
	readonly draftRevision?: number;
	/** Number of times that it was stored. */
	readonly draftCount?: number;
}

/** Reads what is stored; entries of another shape are dropped. */
export function parseStoredSessions(raw: unknown): StoredSession[] {
	return Array.isArray(raw) ? raw.flatMap((item) => parseStored(item) ?? []) : [];
}

function parseStored(raw: unknown): StoredSession | undefined {
	if (!isFields(raw)) return undefined;
	const { key, agentName, cwd, sessionId, title, createdAt } = raw;
	if (typeof key !== 'string' || typeof agentName !== 'string' || typeof cwd !== 'string') return undefined;
	return {
		key,
		agentName,
		cwd,
		...(typeof sessionId === 'string' ? { sessionId } : {}),
		title: typeof title === 'string' ? title : '',
		...(typeof raw['localTitle'] === 'string' ? { localTitle: raw['localTitle'] } : {}),
		...(typeof raw['promptTitle'] === 'string' ? { promptTitle: raw['promptTitle'] } : {}),
		...(typeof raw['updatedAt'] === 'string' ? { updatedAt: raw['updatedAt'] } : {}),
		...(typeof raw['forkOf'] === 'string' ? { forkOf: raw['forkOf'] } : {}),
		createdAt: typeof createdAt === 'number' ? createdAt : 0,
		canLoad: raw['canLoad'] === true,
		wasRunning: raw['wasRunning'] === true,
		draft: parseStoredDraft(raw['draft']),
		...(Number.isSafeInteger(raw['draftCount']) ? { draftCount: Number(raw['draftCount']) } : {}),
		...(Number.isSafeInteger(raw['draftRevision']) ? { draftRevision: Number(raw['draftRevision']) } : {}),
	};
}
