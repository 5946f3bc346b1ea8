import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PassThrough } from 'node:stream';
import { InboundQueue } from '../../../src/node/inboundQueue.ts';
import { MessageReader } from '../../../src/node/messageReader.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import { MemoryAgent, randomIntegers, seed, until } from './support.ts';
import { sized } from '../../tools/sized.ts';

/** Notifications like those agents send, with every character that line splitters have tripped over. */
function frames(): { bytes: Buffer; params: unknown[] } {
	const texts = [
		'plain',
		'😀👩‍👩‍👧',
		'漢字かな',
		'a\u2028b\u2029c',
		'x\u0085y',
		'cr\rlf\r\n',
		'\ud83d',
		'\u0000\u001b[31m',
		'é'.repeat(99),
	];
	const params = Array.from({ length: 200 }, (_item, n) => ({
		n,
		text: texts[n % texts.length],
		_meta: { 日本: n },
	}));
	const lines = params.map((value, n) => {
		const json = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: value });
		// Raw and escaped forms of the same characters, both line ends, blank lines between.
		const text =
			n % 3 === 0
				? json.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
				: json;
		return text + ['\n', '\r\n', '\n\n'][n % 3];
	});
	return { bytes: Buffer.from(lines.join('')), params };
}

/** Everything that is delivered from these chunks. */
async function read(chunks: readonly Buffer[]): Promise<unknown[]> {
	const input = new PassThrough();
	const params: unknown[] = [];
	const queue = new InboundQueue((notification) => params.push(notification.params));
	const transport = new StreamTransport({ input, output: new PassThrough() });
	const reader = new MessageReader({ transport, queue, refuse: () => assert.fail('refused') });
	const end = new Promise((resolve) => reader.onEnd(resolve));
	reader.onNoise((noise) => assert.fail(noise.line));
	transport.start(reader);
	// As a process that exits: nothing waits for its exit then.
	input.once('end', () => transport.close(new AgentError('exited', 'The agent has exited')));
	for (const chunk of chunks) input.write(chunk);
	input.end();
	await end;
	return params;
}

describe('[hazard A1] the same messages for every split of the stream', () => {
	const { bytes, params } = frames();
	const runs = sized(1_000, 150);

	it(`200 frames, ${runs} random chunkings, seed ${seed}`, async () => {
		const random = randomIntegers();
		for (let run = 0; run < runs; run++) {
			const chunks: Buffer[] = [];
			for (let from = 0; from < bytes.length;) {
				const to = from + 1 + random(random(3) === 0 ? 8 : 2000);
				chunks.push(bytes.subarray(from, to));
				from = to;
			}
			assert.deepEqual(await read(chunks), params, `run ${run}`);
		}
	});

	it('one byte at a time', async () => {
		assert.deepEqual(await read([...bytes].map((byte) => Buffer.from([byte]))), params);
	});

	it('a last line without its newline, and a byte order mark', async () => {
		assert.deepEqual(
			await read([Buffer.from('\ufeff{"method":"a","params":[1]}\n{"method":"b","params":[2]}')]),
			[[1], [2]],
		);
	});
});

it('[hazard A2] [acp C12] handles 10,000 of 10,000 frames between 10,000 lines of noise', async () => {
	const agent = new MemoryAgent();
	const noise = [
		'Server listening',
		'\u001b[32mok\u001b[0m',
		'[info] started',
		'null',
		'42',
		'"x"',
		'{',
		'  "level": 30,',
		'}',
		'{"half": ',
		'[1',
		',,',
	];
	const seen: number[] = [];
	let noisy = 0;
	agent.connection.onNoise(() => noisy++);
	agent.connection.onNotification((_method, params) => seen.push((params as { n: number }).n));
	for (let n = 0; n < 10_000; n++) {
		agent.say(noise[n % noise.length] ?? '', { jsonrpc: '2.0', method: 'session/update', params: { n } });
	}
	await until(() => seen.length === 10_000);
	assert.deepEqual(
		seen,
		Array.from({ length: 10_000 }, (_item, n) => n),
	);
	assert.equal(noisy, 10_000);
	// An agent that logs each error to its stdout must not get an error for ever; banners get none at all.
	await agent.ping();
	const errors = agent.heard.filter((message) => message['id'] === null);
	assert.equal(errors.length, 100);
	for (const error of errors) assert.equal((error['error'] as { code: number }).code, -32700);
	assert.ok(agent.log.length <= 100, `${agent.log.length} log lines`);
});

it('[hazard A2] tells about noise with its line, its number and how many messages there were', async () => {
	const agent = new MemoryAgent();
	const noises: unknown[] = [];
	agent.connection.onNoise(({ kind, line, count, messages }) => noises.push({ kind, line, count, messages }));
	agent.say('hello', { method: 'x' }, {});
	await until(() => noises.length === 2);
	assert.deepEqual(noises, [
		{ kind: 'text', line: 'hello', count: 1, messages: 0 },
		{ kind: 'invalid', line: '{}', count: 2, messages: 1 },
	]);
});

it('[hazard A7] never has more than the high-water mark of messages waiting, and loses none', async () => {
	const agent = new MemoryAgent();
	const seen: number[] = [];
	agent.connection.onNotification((_method, params) => seen.push((params as { n: number }).n));
	const lines = Array.from({ length: 50_000 }, (_item, n) => `{"method":"m","params":{"n":${n}}}\n`);
	// In one piece: worse than any pipe delivers.
	agent.stdout.write(lines.join(''));
	await until(() => seen.length === 50_000);
	assert.ok(seen.every((n, index) => n === index));
	assert.equal(agent.connection.peakUndispatched, limits.inboundHighWater);
});

it('[hazard A7] cancellations of running requests do not disturb the count', async () => {
	const agent = new MemoryAgent();
	agent.connection.onRequest(async (method, _params, signal) => {
		if (method === 'slow')
			await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
	});
	for (let id = 0; id < 3000; id++) agent.say({ id, method: 'slow', params: {} });
	await new Promise((resolve) => setTimeout(resolve, 100));
	for (let id = 0; id < 3000; id++) agent.say({ method: '$/cancel_request', params: { requestId: id } });
	await until(() => agent.heard.length === 3000, undefined, 'not all were answered');
	agent.say(...Array.from({ length: 3000 }, () => ({ method: 'n' })));
	await agent.ping();
	assert.ok(agent.connection.peakUndispatched <= limits.inboundHighWater);
});

it('[hazard A3] fails the connection on a line above the limit, and what came before is handed out', async () => {
	const agent = new MemoryAgent();
	let notes = 0;
	agent.connection.onNotification(() => notes++);
	const pending = agent.connection.request('session/prompt', {});
	agent.say({ method: 'before' });
	const chunk = Buffer.alloc(1024 * 1024, 'x');
	for (let n = 0; n < 33; n++) agent.stdout.write(chunk);
	await assert.rejects(pending, (error) => AgentError.is(error, 'tooLarge'));
	assert.equal(notes, 1);
	assert.equal(agent.connection.closeReason?.reason, 'tooLarge');
});

it('[hazard A3] delivers a frame of 31 MiB', async () => {
	const agent = new MemoryAgent();
	let length = 0;
	agent.connection.onNotification((_method, params) => (length = (params as { text: string }).text.length));
	agent.say({ method: 'big', params: { text: 'x'.repeat(31 * 1024 * 1024) } });
	await until(() => length > 0);
	assert.equal(length, 31 * 1024 * 1024);
});

it('[hazard A11] survives nesting of 100,000 arrays and keeps prototype keys as data', async () => {
	const agent = new MemoryAgent({ tap: (_direction, message) => void JSON.stringify(message) });
	const seen: unknown[] = [];
	agent.connection.onNotification((_method, params) => seen.push(params));
	const depth = 100_000;
	agent.say(
		'['.repeat(depth) + ']'.repeat(depth),
		`{"method":"deep","params":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
	);
	agent.say('{"method":"proto","params":{"__proto__":{"polluted":1},"constructor":2}}');
	await until(() => seen.length === 2);
	assert.deepEqual(Object.keys(seen[1] as object), ['__proto__', 'constructor']);
	assert.equal(({} as { polluted?: number }).polluted, undefined);
	await agent.ping();
});
