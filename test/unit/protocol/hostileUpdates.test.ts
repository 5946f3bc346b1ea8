/**
 * Every message an agent sends on its own, broken in every place, between two good ones: the good ones arrive, nothing
 * throws, the turn ends, each request has exactly one answer. SEED=… repeats a run.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { carrierOfTest, it } from './eachCarrier.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { summarizeDiff } from '../../../src/core/view/diffSummary.ts';
import { projectEntry } from '../../../src/core/view/project.ts';
import type { Projector } from '../../../src/core/view/projector.ts';
import { projectSession } from '../../../src/core/view/projectSession.ts';
import { urlTarget } from '../../../src/host/common/urlTarget.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';
import { readSdkSchema } from '../../../build/pruneSchemas.ts';
import { allUnstable } from '../core/acp/support.ts';
import { sized } from '../../tools/sized.ts';
import { randomIntegers, seed, tempDir, until } from '../node/support.ts';
import { mutationsOf } from './mutations.ts';
import { answersTo, type Seen } from './peer.ts';
import { notificationSamples, requestSamples, updateSamples } from './samples.ts';
import { openSession, type SessionPeer } from './sessionPeer.ts';
import { spokenText } from '../core/session/driver/transcript.ts';

const dir = tempDir();
const random = randomIntegers();
console.log(`SEED=${seed}`);

const sessionId = 'fake-1';
let sentInAll = 0;

const asUpdate = (update: object): object => ({
	jsonrpc: '2.0',
	method: 'session/update',
	params: { sessionId, update },
});
const goodChunk = (n: number): string =>
	JSON.stringify(
		asUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `⟨${n}⟩` } }),
	);

/** A turn in which the agent sends these lines, a good chunk before and after each. */
async function play(lines: readonly string[]): Promise<SessionPeer> {
	const raw = [...lines.flatMap((line, n) => [goodChunk(n), line]), goodChunk(lines.length), ''].join('\n');
	const script = path.join(dir, `script-${sentInAll}.json`);
	const end = {
		request: { method: 'fs/write_text_file', params: { sessionId, path: '/work/end', content: '' } },
	};
	writeFileSync(script, JSON.stringify({ on: { 'session/prompt': [{ raw }, end] } }));
	sentInAll += lines.length;
	const open = await openSession(script, {
		unstable: allUnstable,
		mcp: async ({ serverId }) => ({ serverId }),
	});
	answerEverything(open.session);
	const before: unknown = Reflect.get({}, 'polluted');
	assert.equal(await open.say('go'), 'done');
	assert.equal(Reflect.get({}, 'polluted'), before);
	return open;
}

/** A user who answers every request, so that nothing waits. */
function answerEverything(session: Session): void {
	session.onDidChange(() => {
		setImmediate(() => {
			for (const entry of session.state.entries.values()) {
				if (entry.type === 'permission' && entry.state.type === 'pending') {
					session.permissions.answer(entry.id, entry.options[0]?.optionId ?? '');
				}
				if (entry.type === 'elicitation' && entry.state.type === 'pending') {
					session.elicitations.answer(entry.id, { type: 'decline' });
				}
			}
		});
	});
}

function assertUnharmed({ session, peer }: SessionPeer, count: number): void {
	const spoken = [...spokenText(session).matchAll(/⟨(\d+)⟩/gu)].map(([, n]) => Number(n));
	assert.deepEqual(
		spoken,
		Array.from({ length: count + 1 }, (_item, n) => n),
	);
	assert.equal(session.state.turn.type, 'idle');
	assert.equal(peer.connection.closeReason, undefined);
	assert.doesNotMatch(
		peer.logged.join('\n'),
		/Failed to apply|listener failed|Unhandled|TypeError|RangeError/u,
	);
	assertProjectable(session);
}

const projector: Projector = {
	label: (file) => file,
	summarize: summarizeDiff,
	urlTarget,
};

/** What a view would be told of it can be worked out, and is JSON. */
function assertProjectable({ state }: Session): void {
	JSON.stringify(projectSession(state));
	for (const entry of state.entries.values()) JSON.stringify(projectEntry(state, entry, projector));
}

/** In the long run all of the lines. What carries them elsewhere takes no look into them: an eighth shows that they arrive. */
function carried(lines: readonly string[]): readonly string[] {
	const share = carrierOfTest() === 'stdio' ? 2 : 8;
	return lines.filter(() => random(sized(1, share)) === 0);
}

/** Lines in pieces of a size, so that a run that fails says where. */
function pieces<T>(list: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_item, at) =>
		list.slice(at * size, at * size + size),
	);
}

describe('a broken update', () => {
	test('has a sample of every kind of the protocol', () => {
		const definitions = readSdkSchema('v1/schema.unstable.json')['$defs'] as Record<string, JsonObject>;
		const kinds = [...JSON.stringify(definitions['SessionUpdate']).matchAll(/"const":"(\w+)"/gu)].map(
			([, kind]) => kind ?? '',
		);
		assert.deepEqual(Object.keys(updateSamples).toSorted(), kinds.toSorted());
		const methods = new Set(
			Object.values(definitions)
				.filter((definition) => definition['x-side'] === 'client' || definition['x-side'] === 'protocol')
				.map((definition) => definition['x-method']),
		);
		const sampled = [...requestSamples, ...notificationSamples].map(([method]) => method);
		assert.deepEqual(new Set(['session/update', ...sampled]), methods);
	});

	it('of any kind loses no neighbour and throws nothing [acp C64] [acp C65] [hazard A5] [hazard A10] [hazard A11]', async () => {
		const lines = Object.entries(updateSamples).flatMap(([sessionUpdate, fields]) =>
			carried(mutationsOf({ ...asUpdate({ sessionUpdate, ...fields }) }, random)).filter(isNoChunkOfOurs),
		);
		for (const some of pieces(lines, 1500)) {
			const open = await play(some);
			assertUnharmed(open, some.length);
			await open.close();
		}
	});

	it('in any order, twice and with the wrong ones before: the same [acp C64] [acp C71] [hazard A6]', async () => {
		const valid = Object.entries(updateSamples).map(([sessionUpdate, fields]) =>
			JSON.stringify(asUpdate({ sessionUpdate, ...fields })),
		);
		const lines = Array.from({ length: 20 * valid.length }, () => valid[random(valid.length)] ?? '');
		const open = await play(lines);
		assertUnharmed(open, lines.length);
		await open.close();
	});
});

describe('a broken notification', () => {
	it('of any other kind does no harm either [acp C105] [acp C114] [acp C117] [hazard A5]', async () => {
		const lines = [
			...notificationSamples,
			['_vendor/note', { a: 1 }] as const,
			['foo/bar', {}] as const,
		].flatMap(([method, params]) => mutationsOf({ jsonrpc: '2.0', method, params }, random));
		const open = await play(lines);
		assertUnharmed(open, lines.length);
		await open.close();
	});
});

describe('a broken request', () => {
	it('of any kind gets exactly one answer, and the turn goes on [acp C8] [acp C116] [hazard A5] [hazard A6]', async () => {
		let next = 0;
		const requests = [...requestSamples, ['_vendor/ask', { a: 1 }] as const].flatMap(([method, params]) =>
			carried(mutationsOf({ params }, random)).map((text): [string, string] => {
				const id = `h${next++}`;
				const rest = text === '{}' ? '}' : `,${text.slice(1)}`;
				return [id, `{"jsonrpc":"2.0","id":"${id}","method":"${method}"${rest}`];
			}),
		);
		for (const some of pieces(requests, 1500)) {
			const open = await play(some.map(([, line]) => line));
			await answered(open.peer.seen, some);
			assertUnharmed(open, some.length);
			for (const [id, line] of some) assertOneAnswer(open.peer.seen, id, line);
			await open.close();
		}
	});

	it('with the id of one that is open is refused once, and the first one is answered [acp C8] [hazard A6]', async () => {
		const ask = (id: unknown, toolCallId: string): string =>
			JSON.stringify({
				jsonrpc: '2.0',
				id,
				method: 'session/request_permission',
				params: {
					sessionId,
					toolCall: { toolCallId },
					options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }],
				},
			});
		const open = await play([ask('d', 'c1'), ask('d', 'c2'), ask(5, 'c3'), ask('5', 'c4'), ask(5, 'c5')]);
		for (const id of ['d', 5, '5']) await until(() => answersTo(open.peer.seen, id).length > 0);
		assertUnharmed(open, 5);
		for (const id of ['d', 5, '5']) assertOneAnswer(open.peer.seen, id, String(id));
		assert.equal(answersTo(open.peer.seen, null).length, 2);
		await open.close();
	});
});

after(() => {
	assert.ok(sentInAll >= 1500);
});

/** Some changes of the first chunk's text would look like nothing happened; they may say what they like. */
function isNoChunkOfOurs(line: string): boolean {
	return !line.includes('⟨');
}

/** Waits until each has an answer; names those that have none. */
async function answered(
	seen: Seen,
	requests: readonly (readonly [id: string, line: string])[],
): Promise<void> {
	let waiting = requests;
	const isDone = (): boolean => {
		waiting = waiting.filter(([id]) => answersTo(seen, id).length === 0);
		return waiting.length === 0;
	};
	const texts = (): string[] => waiting.map(([, line]) => line.slice(0, 2000));
	await until(isDone).catch(() => assert.deepEqual(texts(), []));
}

function assertOneAnswer(seen: Seen, id: unknown, line: string): void {
	const answers = answersTo(seen, id);
	assert.equal(answers.length, 1, `${answers.length} answers to ${line.slice(0, 300)}`);
	const [answer] = answers;
	const error = answer?.['error'];
	assert.ok((answer !== undefined && 'result' in answer) !== isJsonObject(error));
	if (isJsonObject(error)) assert.ok(Number.isInteger(error['code']) && typeof error['message'] === 'string');
}
