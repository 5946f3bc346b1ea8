/**
 * What happened in a thread of a gateway of a later generation. Its turns stand in pages of blocks, from the newest
 * back; what each of them did is asked for by turn, and is what was told live. Of turns long ago the blocks alone count:
 * what the user and the agent said.
 *
 * A gateway may say anything, so requests are counted, and a page that goes no further is the last.
 */
import { AgentError } from '../../base/errors.ts';
import { type JsonObject, numberAt, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import { errorCodes } from '../../acp/wire.ts';
import type { GatewayCalls } from '../turnDialect.ts';

export interface LaterHistory {
	/** As the first generation has them in its history, in order. */
	readonly payloads: readonly JsonObject[];
	/** The turn that goes on, by its work. */
	readonly runningTurn?: string;
}

/** What the blocks say of one turn. */
interface KnownTurn {
	readonly turnId: string;
	/** What was said in it, as items. */
	readonly said: JsonObject[];
	/** How far its work is, in the gateway's words. */
	state?: string;
	/** Why it ended so. */
	message?: string;
}

/** Blocks of a page, and events of one: the most that a gateway gives. */
const blocksOfPage = 100;
const eventsOfPage = 200;

/** Events of history by the state of a turn's work; a turn in any other state goes on. */
const ends: Readonly<Record<string, readonly [type: string, status: string] | undefined>> = {
	completed: ['turnCompleted', 'Completed'],
	failed: ['turnFailed', 'Failed'],
	interrupted: ['turnFailed', 'Interrupted'],
	blocked: ['turnBlocked', 'Blocked'],
};

/** True where the gateway has pages of blocks. Nothing that is sent for that changes anything. */
export function hasPages(calls: GatewayCalls): Promise<boolean> {
	return takes(calls, 'thread/timeline/page', { threadId: '', anchor: { kind: 'newest' } });
}

/** Whether the gateway knows a method: one that it knows may still refuse these parameters. */
export async function takes(calls: GatewayCalls, method: string, params: object): Promise<boolean> {
	try {
		await calls.send(method, params);
		return true;
	} catch (error) {
		if (!AgentError.is(error, 'answered')) throw error;
		return error.code !== errorCodes.methodNotFound;
	}
}

/** Rejects with `AgentError` where the thread cannot be read. */
export async function laterHistory(calls: GatewayCalls, threadId: string): Promise<LaterHistory> {
	const turns = turnsIn(await blocksOf(calls, threadId));
	const events = new TurnEvents(calls, threadId);
	const told: (readonly JsonObject[])[] = [];
	// The newest first: they are the ones to be read whole.
	for (const turn of turns.toReversed()) told.push([...(await events.of(turn)), ...endOf(turn)]);
	const payloads = told.toReversed().flat();
	const running = turns.findLast((turn) => turn.state !== undefined && endOf(turn).length === 0);
	return { payloads, ...(running === undefined ? {} : { runningTurn: running.turnId }) };
}

/** The oldest first. */
async function blocksOf(calls: GatewayCalls, threadId: string): Promise<readonly JsonObject[]> {
	const blocks = new Map<string, JsonObject>();
	let anchor: object = { kind: 'newest' };
	for (let page = 0; page < limits.historyPages; page++) {
		const answer = await calls.send('thread/timeline/page', { threadId, anchor, limit: blocksOfPage });
		const older = objectsIn(answer['blocks'])
			.slice(-blocksOfPage)
			.map((block): [string, JsonObject] => [stringAt(block, 'blockId') ?? '', block])
			.filter(([id]) => !blocks.has(id));
		const newer = [...blocks];
		blocks.clear();
		for (const [id, block] of [...older, ...newer]) blocks.set(id, block);
		const { hasMoreBefore, beforeCursor } = objectAt(answer, 'page') ?? {};
		if (hasMoreBefore !== true || beforeCursor === undefined || beforeCursor === null) break;
		// A page without a block that is new goes round in a circle.
		if (older.length === 0) break;
		anchor = { kind: 'before', cursor: beforeCursor };
	}
	return [...blocks.values()];
}

function turnsIn(blocks: readonly JsonObject[]): readonly KnownTurn[] {
	const turns = new Map<string, KnownTurn>();
	for (const block of blocks) {
		const kind = objectAt(block, 'kind') ?? {};
		const work = objectAt(kind, 'work') ?? {};
		const turnId = stringAt(block, 'turnId') ?? stringAt(work, 'turnId');
		if (turnId === undefined) continue;
		const turn: KnownTurn = turns.get(turnId) ?? { turnId, said: [] };
		turns.set(turnId, turn);
		const item = itemOf(kind);
		if (item !== undefined) turn.said.push(item);
		const state = stringAt(work, 'state') ?? stringAt(kind, 'state');
		if (state !== undefined) turn.state = state;
		const message = stringAt(kind, 'message');
		if (message !== undefined) turn.message = message;
	}
	return [...turns.values()];
}

/** A block of words as the item that they are; the same id as among the events of its turn. */
function itemOf(kind: JsonObject): JsonObject | undefined {
	const id = stringAt(kind, 'itemId');
	const text = stringAt(kind, 'text');
	const name = stringAt(kind, 'kind');
	if (id === undefined || text === undefined) return undefined;
	if (name === 'user_message') return { type: 'userMessage', id, text, attachments: kind['attachments'] };
	return name === 'assistant_message' ? { type: 'agentMessage', id, text } : undefined;
}

function saidIn({ turnId, said }: KnownTurn): readonly JsonObject[] {
	return said.map((item) => ({ type: 'itemCompleted', turnId, item }));
}

function endOf({ turnId, state = '', message }: KnownTurn): readonly JsonObject[] {
	const end = Object.hasOwn(ends, state) ? ends[state] : undefined;
	if (end === undefined) return [];
	const [type, status] = end;
	return [{ type, turn: { id: turnId, status, ...(message === undefined ? {} : { error: message }) } }];
}

/** The events of turns: as a whole from the second generation, in pages from the third. */
class TurnEvents {
	readonly #calls: GatewayCalls;
	readonly #threadId: string;
	#isPaged = false;
	#asked = 0;

	constructor(calls: GatewayCalls, threadId: string) {
		this.#calls = calls;
		this.#threadId = threadId;
	}

	/** What the blocks say of the turn, where its events cannot be had, and where enough was asked for. */
	async of(turn: KnownTurn): Promise<readonly JsonObject[]> {
		if (this.#asked >= limits.historyTurns) return saidIn(turn);
		try {
			return this.#isPaged ? await this.#pages(turn.turnId) : await this.#whole(turn.turnId);
		} catch (error) {
			if (!AgentError.is(error, 'answered')) throw error;
			if (this.#isPaged || error.code !== errorCodes.methodNotFound) return saidIn(turn);
			this.#isPaged = true;
			return this.of(turn);
		}
	}

	async #whole(turnId: string): Promise<readonly JsonObject[]> {
		this.#asked++;
		const answer = await this.#calls.send('turn/items', { thread_id: this.#threadId, turn_id: turnId });
		return payloadsIn(answer);
	}

	async #pages(turnId: string): Promise<readonly JsonObject[]> {
		const payloads: JsonObject[] = [];
		let after: number | undefined;
		for (let page = 0; page < limits.historyPages; page++) {
			this.#asked++;
			const answer = await this.#calls.send('turn/items/page', {
				thread_id: this.#threadId,
				turn_id: turnId,
				limit: eventsOfPage,
				...(after === undefined ? {} : { after_sequence: after }),
			});
			const more = payloadsIn(answer, after);
			payloads.push(...more);
			const next = numberAt(answer, 'next_cursor');
			if (answer['has_more'] !== true || more.length === 0 || next === undefined) break;
			if (after !== undefined && next <= after) break;
			after = next;
		}
		return payloads;
	}
}

/** What was told of one turn, in the order of its sequence; what came before is left out. */
export function payloadsIn(answer: JsonObject, after = -Infinity): readonly JsonObject[] {
	return objectsIn(answer['events'])
		.filter((event) => (numberAt(event, 'sequence') ?? 0) > after)
		.toSorted((a, b) => (numberAt(a, 'sequence') ?? 0) - (numberAt(b, 'sequence') ?? 0))
		.map((event) => objectAt(event, 'payload') ?? {});
}
