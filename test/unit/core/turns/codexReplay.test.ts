/**
 * What the real app-server of Codex said, through the engine (test/traffic/turns): followed live and read from history
 * it comes to the same transcript, and so it does when messages come twice, late, or not at all where the whole follows.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
	isJsonObject,
	type JsonObject,
	objectAt,
	objectsIn,
	stringAt,
} from '../../../../src/core/base/json.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { Entry } from '../../../../src/core/session/model/entry.ts';
import { type Random, randomIntegers } from '../../../tools/seeded.ts';
import { play } from '../session/driver/play.ts';
import { codexWire, openCodex, setup } from './gatewayWire.ts';

interface Line {
	readonly dir: 'in' | 'out';
	readonly msg: JsonObject;
}

interface Notification {
	readonly method: string;
	readonly params: JsonObject;
}

/** What was recorded of one thread. */
interface Recording {
	readonly threadId: string;
	/** Its notifications, up to the end of the process that told them. */
	readonly live: readonly Notification[];
	/** The answer that told its history after them. */
	readonly resumed: JsonObject;
	/** Ids of the items in it. */
	readonly kept: ReadonlySet<string | undefined>;
}

function recordingOf(name: string): Recording {
	const lines = readFileSync(new URL(`../../../traffic/turns/${name}.jsonl`, import.meta.url), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
	const answer = lines.find(({ dir, msg }) => dir === 'in' && turnsIn(msg).length > 0)?.msg ?? {};
	const resumed = objectAt(answer, 'result') ?? {};
	const thread = objectAt(resumed, 'thread') ?? {};
	const threadId = stringAt(thread, 'id') ?? '';
	const end = lines.findIndex(({ msg }) => msg['method'] === 'thread/resume');
	const live = lines.slice(0, end).flatMap(({ dir, msg }): Notification[] => {
		const { method, params } = msg;
		const isNotification = dir === 'in' && typeof method === 'string' && msg['id'] === undefined;
		return isNotification && isJsonObject(params) && params['threadId'] === threadId
			? [{ method, params }]
			: [];
	});
	const items = objectsIn(thread['turns']).flatMap(({ items }) => objectsIn(items));
	return { threadId, live, resumed, kept: new Set(items.map((item) => stringAt(item, 'id'))) };
}

function turnsIn(msg: JsonObject): readonly JsonObject[] {
	return objectsIn(objectAt(objectAt(msg, 'result') ?? {}, 'thread')?.['turns']);
}

async function followed(
	{ threadId }: Recording,
	notifications: readonly Notification[],
): Promise<readonly AgentEvent[]> {
	const wire = codexWire();
	wire.answers.set('thread/start', () => ({ thread: { id: threadId, turns: [] } }));
	const { agent, target } = await openCodex(wire);
	agent.attach(threadId, target);
	for (const { method, params } of notifications) wire.tell(method, params);
	return target.events;
}

async function loaded({ threadId, resumed }: Recording): Promise<readonly AgentEvent[]> {
	const wire = codexWire();
	wire.answers.set('thread/resume', () => resumed);
	const { agent, target } = await openCodex(wire);
	await agent.loadSession(threadId, setup);
	agent.attach(threadId, target);
	return target.events;
}

/** What a reader sees, without what stands around the transcript. */
function transcript(events: readonly AgentEvent[]): readonly string[] {
	const inTranscript = events.filter(
		({ type }) => !['work', 'usage', 'session_info', 'options', 'plan'].includes(type),
	);
	const { entries, state } = play(...inTranscript);
	return entries.map((entry) => {
		const outputs = entry.type === 'tool_call' ? [state.terminals.get(entry.toolCallId)] : [];
		return `${lineOf(entry)}${outputs.map((one) => JSON.stringify([one?.output, one?.exit])).join('')}`;
	});
}

function lineOf(entry: Entry): string {
	switch (entry.type) {
		case 'message':
			return `${entry.role}: ${JSON.stringify(entry.content)}`;
		case 'tool_call':
			return `call: ${JSON.stringify([entry.kind, entry.title, entry.status, entry.content, entry.locations])}`;
		default:
			return entry.type;
	}
}

/** Codex keeps no item that was not completed, and none that the user refused. */
function isKept({ kept }: Recording, { params }: Notification): boolean {
	const itemId = stringAt(params, 'itemId') ?? stringAt(objectAt(params, 'item') ?? {}, 'id');
	return itemId === undefined || kept.has(itemId);
}

/** Each recording: what has to be in it, what its history leaves out, and how its turns end. */
const recordings = [
	{
		name: 'codex-app-server',
		holds: ['user: ', 'agent: ', '"edit"', '"execute"', '2 a  b c'],
		left: ['declined', 'declined'],
		ends: [
			...['end_turn', 'end_turn', 'end_turn', 'end_turn', 'end_turn', 'cancelled', 'end_turn', 'end_turn'],
			...['cancelled', 'end_turn'],
		],
	},
	{
		name: 'codex-app-server-window',
		holds: ['user: ', 'agent: ', 'thought: ', '"edit"', '"execute"', '2 a  b c', 'Say something else'],
		left: ['declined'],
		ends: [
			...['end_turn', 'end_turn', 'cancelled', 'end_turn', 'end_turn', 'cancelled', 'end_turn', 'end_turn'],
			...['end_turn', 'end_turn', 'end_turn', 'end_turn', 'end_turn'],
		],
	},
] as const;

for (const { name, holds, left, ends } of recordings)
	describe(`The recorded app-server of Codex (${name})`, () => {
		const recording = recordingOf(name);
		const { live } = recording;
		const whole = live.filter((one) => isKept(recording, one));
		const seen = async (notifications: readonly Notification[]): Promise<readonly string[]> =>
			transcript(await followed(recording, notifications));
		const expected = async (): Promise<readonly string[]> => transcript(await loaded(recording));

		it('is worth comparing', async () => {
			const lines = await expected();
			assert.ok(lines.length > 20, `only ${lines.length} entries`);
			for (const what of holds)
				assert.ok(
					lines.some((line) => line.includes(what)),
					`nothing with ${what}`,
				);
		});

		it('leaves out of its history only what was refused or never completed', () => {
			const gone = live.filter((one) => one.method === 'item/completed' && !isKept(recording, one));
			assert.deepEqual(
				gone.map(({ params }) => objectAt(params, 'item')?.['status']),
				left,
			);
		});

		it('followed live comes to the transcript that its history has', async () => {
			assert.deepEqual(await seen(whole), await expected());
		});

		it('comes to the same when each message comes twice', async () => {
			const twice = whole.flatMap((one) => [one, one]);
			// Pieces of a text have no mark of their own: only what repeats a whole item, or comes after it, can be told.
			const repeated = twice.filter(({ method }, at) => !method.endsWith('elta') || at % 2 === 0);
			assert.deepEqual(await seen(repeated), await expected());
		});

		it('comes to the same without its pieces', async () => {
			assert.deepEqual(await seen(whole.filter(({ method }) => !method.endsWith('elta'))), await expected());
		});

		it('comes to the same when pieces are late, or items are not announced, in any of 50 ways', async () => {
			const wanted = await expected();
			for (let run = 0; run < 50; run++)
				assert.deepEqual(await seen(disturbed(whole, randomIntegers(run))), wanted, `seed ${run}`);
		});

		it('ends each turn once, with its reason', async () => {
			const events = await followed(recording, live);
			const reasons = events.flatMap((event) =>
				event.type === 'work' && event.end !== undefined ? [event.end.reason] : [],
			);
			assert.deepEqual(reasons, ends);
		});
	});

/** Some pieces move behind the end of their item, some announcements of items are missing. */
function disturbed(notifications: readonly Notification[], random: Random): readonly Notification[] {
	const late: Notification[] = [];
	const result: Notification[] = [];
	for (const one of notifications) {
		const isPiece = one.method.endsWith('elta');
		if (isPiece && random(3) === 0) late.push(one);
		else if (one.method === 'item/started' && callsAreNamedLater(one) && random(3) === 0) continue;
		else result.push(one);
		if (one.method === 'turn/completed') result.push(...late.splice(0));
	}
	return result;
}

/** The place of an item in the transcript is that of its first word. */
function callsAreNamedLater({ params }: Notification): boolean {
	return stringAt(objectAt(params, 'item') ?? {}, 'type') === 'agentMessage';
}
