import { type Content } from '../../session/model/content.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import { type JsonObject, stringAt } from '../json.ts';
import { type ContentDecoder, decodeContent } from './content.ts';

type Compaction = Extract<AgentEvent, { type: 'compaction' }>;

const statuses: ReadonlySet<string> = new Set<Compaction['status']>([
	'in_progress',
	'completed',
	'failed',
	'cancelled',
]);

/** A compaction, or what changed of it: omitted keeps, null clears (acp C71). Undefined without an id. */
export function decodeCompaction(decoder: ContentDecoder, raw: JsonObject): Compaction | undefined {
	const compactionId = stringAt(raw, 'compactionId');
	if (compactionId === undefined) return undefined;
	const status = stringAt(raw, 'status');
	const { summary, error } = raw;
	return {
		type: 'compaction',
		compactionId,
		status: isStatus(status) ? status : 'in_progress',
		...(Array.isArray(summary) ? { summary: contentsOf(decoder, summary) } : {}),
		...(summary === null ? { summary } : {}),
		...(typeof error === 'string' || error === null ? { error } : {}),
	};
}

/** Part of a compaction's summary. Undefined without an id or content. */
export function decodeCompactionChunk(decoder: ContentDecoder, raw: JsonObject): AgentEvent | undefined {
	const compactionId = stringAt(raw, 'compactionId');
	const content = decodeContent(decoder, raw['content']);
	if (compactionId === undefined || content === undefined) return undefined;
	return { type: 'compaction_chunk', compactionId, content };
}

/** The content of a list; what is no content is left out. */
export function contentsOf(decoder: ContentDecoder, items: readonly unknown[]): Content[] {
	return items.map((item) => decodeContent(decoder, item)).filter((content) => content !== undefined);
}

function isStatus(status: string | undefined): status is Compaction['status'] {
	return status !== undefined && statuses.has(status);
}
