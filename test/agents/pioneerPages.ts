/** What later generations of a Pioneer gateway say of the past: a thread in pages of blocks, a turn in pages of events. */
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../../src/core/base/json.ts';
import { Refusal, refusals } from './pioneerServer.ts';
import { type PioneerThread, type PlayedTurn, workspaceId } from './pioneerThread.ts';

/** Where the client names none. */
const defaultBlocks = 40;
const eventsOfPage = 200;
const projectionVersion = 1;

/** A page of the blocks of a thread, the oldest first. */
export function blocksPage(thread: PioneerThread, { anchor, limit = defaultBlocks }: JsonObject): object {
	const all = [...thread.turns.values()].flatMap(blocksOf);
	const { kind = 'newest', cursor } = isJsonObject(anchor) ? anchor : {};
	const at = isJsonObject(cursor) ? placeOf(thread, stringAt(cursor, 'value') ?? '') : 0;
	const size = Number(limit);
	const start = {
		newest: all.length - size,
		oldest: 0,
		before: at - size,
		after: at + 1,
		around: at - Math.floor(size / 2),
	}[String(kind)];
	const first = Math.max(0, start ?? 0);
	const end = kind === 'before' ? at : first + size;
	const blocks = all.slice(first, end).map((block, index) => ({
		workspaceId,
		threadId: thread.id,
		blockId: `b${first + index}`,
		sortKey: String(first + index).padStart(8, '0'),
		...block,
	}));
	const last = first + blocks.length - 1;
	const cursors = { beforeCursor: cursorAt(thread, first), afterCursor: cursorAt(thread, last) };
	return {
		workspaceId,
		threadId: thread.id,
		projectionVersion,
		blocks,
		page: {
			...(blocks.length === 0 ? {} : cursors),
			hasMoreBefore: first > 0,
			hasMoreAfter: last < all.length - 1,
		},
	};
}

/** All that is kept of a turn, as the second generation has it. */
export function itemsOf(turn: PlayedTurn): object {
	const events = eventsOf(turn);
	return { ...placeIn(turn), events, last_sequence: sequenceOf(events.at(-1)) };
}

/** What is kept of a turn after a sequence, as the third generation has it. */
export function itemsPage(turn: PlayedTurn, params: JsonObject): object {
	const { after_sequence: after = 0, limit = eventsOfPage } = params;
	const rest = eventsOf(turn).filter((event) => sequenceOf(event) > Number(after));
	const events = rest.slice(0, Number(limit));
	const hasMore = rest.length > events.length;
	const lastSequence = events.length === 0 ? Number(after) : sequenceOf(events.at(-1));
	return {
		...placeIn(turn),
		events,
		last_sequence: lastSequence,
		has_more: hasMore,
		...(hasMore ? { next_cursor: lastSequence } : {}),
	};
}

function placeIn({ thread, turn }: PlayedTurn): object {
	return { thread_id: thread.id, workspace_id: workspaceId, turn_id: turn.id };
}

/** That a turn begins and ends is none of its events. */
function eventsOf({ thread, turn }: PlayedTurn): readonly JsonObject[] {
	return thread.events
		.filter(({ turn_id, payload }) => {
			const type = isJsonObject(payload) ? stringAt(payload, 'type') : undefined;
			return turn_id === turn.id && type !== undefined && /^(?:item|turnToolLoop)/u.test(type);
		})
		.map(({ sequence, created_at, payload }) => ({ sequence, created_at, payload }));
}

function sequenceOf(event: JsonObject | undefined): number {
	return Number(event?.['sequence'] ?? 0);
}

function blocksOf(played: PlayedTurn): readonly object[] {
	const { turn, words } = played;
	const items = eventsOf(played).flatMap(({ payload }) => {
		const item = isJsonObject(payload) ? objectAt(payload, 'item') : undefined;
		return item === undefined || !isJsonObject(payload) || payload['type'] !== 'itemCompleted' ? [] : [item];
	});
	const answer = items.findLast(({ type }) => type === 'agentMessage');
	const count = items.filter(({ type }) => type !== 'userMessage' && type !== 'agentMessage').length;
	const state = states[turn.status] ?? 'running';
	const work = {
		turnId: turn.id,
		presentation: answer === undefined ? 'expanded_live' : 'collapsed_after_final',
		state,
		workCount: count,
		visibleWorkCount: count,
		hiddenWorkCount: 0,
		hasMoreBefore: false,
		hasMoreAfter: false,
	};
	const kinds = [
		{ kind: 'user_message', itemId: `u-${turn.id}`, inputs: [], text: words },
		{ kind: 'turn_work', work },
		...(answer === undefined
			? []
			: [{ kind: 'assistant_message', itemId: answer['id'], text: answer['text'] }]),
		...(state === 'completed' || state === 'running'
			? []
			: [{ kind: 'turn_state', state, message: turn.error ?? null }]),
	];
	return kinds.map((kind) => ({ turnId: turn.id, kind }));
}

const states: Readonly<Record<string, string>> = {
	InProgress: 'running',
	Completed: 'completed',
	Failed: 'failed',
	Interrupted: 'interrupted',
	Blocked: 'blocked',
};

function cursorAt({ id }: PioneerThread, index: number): object {
	return { value: Buffer.from(JSON.stringify([id, index])).toString('base64url') };
}

/** A cursor of another thread, or of nobody, is refused. */
function placeOf({ id }: PioneerThread, cursor: string): number {
	const [threadId, index] = readCursor(cursor);
	if (threadId !== id || typeof index !== 'number')
		throw new Refusal(refusals.invalidParams, 'invalid params for `thread/timeline/page`: invalid cursor');
	return index;
}

function readCursor(cursor: string): readonly unknown[] {
	try {
		const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		return Array.isArray(read) ? read : [];
	} catch {
		return [];
	}
}
