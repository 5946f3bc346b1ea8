/** What of a session survives the window, and the check of what is found stored (hazard G4). Pure. */
import { type Draft, emptyDraft } from './hostedSession.ts';

export interface StoredSession {
	readonly key: string;
	readonly agentName: string;
	readonly cwd: string;
	readonly sessionId?: string;
	readonly title: string;
	readonly createdAt: number;
	readonly canLoad: boolean;
	/** A turn was running when it was stored. */
	readonly wasRunning: boolean;
	readonly draft: Draft;
}

type Fields = Readonly<Record<string, unknown>>;

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
		createdAt: typeof createdAt === 'number' ? createdAt : 0,
		canLoad: raw['canLoad'] === true,
		wasRunning: raw['wasRunning'] === true,
		draft: parseDraft(raw['draft']),
	};
}

function parseDraft(raw: unknown): Draft {
	if (!isFields(raw) || typeof raw['text'] !== 'string' || !Array.isArray(raw['attachments']))
		return emptyDraft;
	const attachments = raw['attachments'].flatMap((item: unknown) =>
		isFields(item) && typeof item['uri'] === 'string' && typeof item['name'] === 'string'
			? [{ uri: item['uri'], name: item['name'] }]
			: [],
	);
	return { text: raw['text'], attachments };
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
