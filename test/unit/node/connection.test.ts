import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WireError } from '../../../src/core/acp/wire.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { it } from '../protocol/eachCarrier.ts';
import { answersTo, codeOf, type Json, MemoryAgent, settle, until } from './support.ts';

describe('what goes to the agent', () => {
	it('[acp C1] [acp C2] [acp C3] is one JSON-RPC 2.0 object per line, whatever the text holds', async () => {
		const agent = new MemoryAgent({ log: () => assert.fail('logged') });
		const text = 'a\nb\r\nc\u2028d\u2029e\u0085 😀 \u0000';
		void agent.connection.request('session/prompt', { text }).catch(() => undefined);
		agent.connection.notify('session/cancel', { text });
		agent.say({ jsonrpc: '2.0', id: 'q', method: '_x', params: {} });
		await until(() => agent.heard.length === 3);
		const lines = Buffer.concat(agent.bytes).toString('utf8').split('\n');
		assert.equal(lines.pop(), '');
		assert.equal(lines.length, 3);
		for (const line of lines) assert.equal((JSON.parse(line) as Json)['jsonrpc'], '2.0');
		assert.deepEqual(
			agent.heard.slice(0, 2).map((message) => (message['params'] as Json)['text']),
			[text, text],
		);
	});

	it('keeps the order of requests and notifications', async () => {
		const agent = new MemoryAgent();
		for (let n = 0; n < 100; n++) {
			if (n % 2 === 0) void agent.connection.request('r', { n }).catch(() => undefined);
			else agent.connection.notify('n', { n });
		}
		await until(() => agent.heard.length === 100);
		assert.ok(agent.heard.every((message, n) => (message['params'] as Json)['n'] === n));
	});

	it('rejects what JSON cannot express and stays usable', async () => {
		const agent = new MemoryAgent();
		const circular: Json = {};
		circular['self'] = circular;
		await assert.rejects(agent.connection.request('x', circular), (error) => AgentError.is(error));
		agent.connection.notify('x', circular);
		agent.connection.onRequest(async (method) => (method === 'bad' ? circular : 'fine'));
		agent.say({ id: 5, method: 'bad' });
		await settle(agent);
		assert.deepEqual(answersTo(agent, 5).map(codeOf), [-32603]);
	});
});

describe('requests of the agent', () => {
	it('[acp C8] are answered with the very id, and 1 does not clash with "1"', async () => {
		const agent = new MemoryAgent();
		agent.connection.onRequest(async (method) => ({ method }));
		const ids = [1, '1', 0, '0', 7, '7', '', -1, 1.5, 'a0c5-uuid', 9007199254740991];
		agent.say(...ids.map((id) => ({ jsonrpc: '2.0', id, method: `m${typeof id}${id}`, params: {} })), {
			method: 'note',
		});
		await until(() => agent.heard.length === ids.length);
		await settle(agent);
		for (const id of ids)
			assert.deepEqual(answersTo(agent, id)[0]?.['result'], { method: `m${typeof id}${id}` });
		assert.equal(agent.heard.length, ids.length + 1, 'the notification was answered');
	});

	it('[acp C116] get -32601 without a handler and when the handler says so', async () => {
		const agent = new MemoryAgent();
		agent.say({ id: 1, method: '_x/y' });
		await until(() => agent.heard.length === 1);
		const handler = agent.connection.onRequest((method) =>
			Promise.reject(new WireError(-32601, method, { a: 1 })),
		);
		agent.say({ id: 2, method: '_x/y' });
		await until(() => agent.heard.length === 2);
		handler.dispose();
		agent.say({ id: 3, method: '_x/y' });
		await until(() => agent.heard.length === 3);
		assert.deepEqual(agent.heard.map(codeOf), [-32601, -32601, -32601]);
		assert.deepEqual(agent.heard[1]?.['error'], { code: -32601, message: '_x/y', data: { a: 1 } });
	});

	it('[acp C117] unknown notifications are ignored', async () => {
		const agent = new MemoryAgent();
		agent.say(
			{ method: '_x/note' },
			{ method: 'foo/bar', params: [1] },
			{ method: '$/progress' },
			{ method: '$/logTrace' },
		);
		await settle(agent);
		assert.equal(agent.heard.length, 1);
	});

	it('any other error becomes -32603, an undefined result {}, null stays null', async () => {
		const agent = new MemoryAgent();
		agent.connection.onRequest(async (method) => {
			if (method === 'throw') throw new TypeError('no luck');
			return method === 'null' ? null : undefined;
		});
		agent.say({ id: 1, method: 'throw' }, { id: 2, method: 'undefined' }, { id: 3, method: 'null' });
		await until(() => agent.heard.length === 3);
		assert.deepEqual(answersTo(agent, 1)[0]?.['error'], { code: -32603, message: 'no luck' });
		assert.deepEqual(answersTo(agent, 2)[0]?.['result'], {});
		assert.equal(answersTo(agent, 3)[0]?.['result'], null);
	});

	it('[acp C110] [acp C114] a withdrawn request aborts its signal and is answered once, with data or -32800', async () => {
		const agent = new MemoryAgent();
		agent.connection.onRequest(async (method, _params, signal) => {
			if (method === '_test/ping') return;
			await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
			if (method === 'throws') throw new Error('gave up');
			return { partial: true };
		});
		agent.say({ id: 1, method: 'throws' }, { id: '1', method: 'returns' }, { id: 2, method: 'stays' });
		await settle(agent);
		agent.say(
			{ method: '$/cancel_request', params: { requestId: 1 } },
			{ method: '$/cancel_request', params: { requestId: '1' } },
		);
		// Unknown, malformed, and the name LSP uses: all ignored.
		for (const params of [
			{ requestId: 99 },
			{ requestId: '2' },
			{ requestId: null },
			{ id: 2 },
			{},
			null,
			[2],
		]) {
			agent.say({ method: '$/cancel_request', params }, { method: '$/cancelRequest', params });
		}
		agent.say({ method: '$/cancel_request' }, { method: '$/cancelRequest' });
		await settle(agent);
		assert.deepEqual(answersTo(agent, 1).map(codeOf), [-32800]);
		assert.deepEqual(
			answersTo(agent, '1').map((message) => message['result']),
			[{ partial: true }],
		);
		assert.deepEqual(answersTo(agent, 2), []);
	});

	it('[acp C110] one withdrawn while it was still queued is answered -32800 without reaching the handler', async () => {
		const agent = new MemoryAgent();
		const called: string[] = [];
		agent.connection.onRequest(async (method) => void called.push(method));
		agent.say({ id: 1, method: 'a' }, { method: '$/cancel_request', params: { requestId: 1 } });
		await until(() => agent.heard.length === 1);
		assert.equal(codeOf(agent.heard[0]), -32800);
		assert.deepEqual(called, []);
	});

	it('[acp C112] are answered -32800 when we close, and not again by a late handler', async () => {
		const agent = new MemoryAgent();
		let signal: { readonly aborted: boolean } | undefined;
		let finish: () => void = () => undefined;
		agent.connection.onRequest((_method, _params, theirs) => {
			signal = theirs;
			return new Promise((resolve) => (finish = () => resolve({})));
		});
		agent.say({ id: 'read', method: 'fs/read_text_file', params: {} });
		await until(() => signal !== undefined);
		agent.connection.dispose();
		assert.equal(signal?.aborted, true);
		finish();
		await until(() => agent.heard.length > 0);
		await sleep(20);
		assert.deepEqual(
			agent.heard.map((message) => [message['id'], codeOf(message)]),
			[['read', -32800]],
		);
	});
});

describe('our requests', () => {
	it('resolve, or reject with the code and the data of the agent, whatever its code', async () => {
		const agent = new MemoryAgent();
		const codes = [-32000, -32002, 401, -32097, -32099];
		const requests = codes.map((_code, n) => agent.connection.request('x', { n }));
		codes.forEach((code, id) => agent.say({ id, error: { code, message: 'no', data: { id } } }));
		for (const [n, request] of requests.entries()) {
			await assert.rejects(request, (error) => {
				assert.ok(AgentError.is(error, 'answered'), String(error));
				assert.deepEqual([error.code, error.message, error.data], [codes[n], 'no', { id: n }]);
				return true;
			});
		}
		const good = agent.connection.request('x', {});
		agent.say('{"result":{"a":1},"id":5,"jsonrpc":"2.0"}');
		assert.deepEqual(await good, { a: 1 });
	});

	it('[acp C113] [acp C114] abort sends $/cancel_request with the same id and still waits for the answer', async () => {
		const agent = new MemoryAgent();
		const abort = new AbortController();
		const first = agent.connection.request('authenticate', {}, abort.signal);
		const second = agent.connection.request('session/list', {}, abort.signal);
		abort.abort();
		await until(() => agent.heard.length === 4);
		assert.deepEqual(
			agent.heard.slice(2).map(({ method, params }) => [method, params]),
			[
				['$/cancel_request', { requestId: 0 }],
				['$/cancel_request', { requestId: 1 }],
			],
		);
		agent.say({ id: 0, error: { code: -32800, message: 'cancelled' } }, { id: 1, result: { partial: 1 } });
		await assert.rejects(first, (error) => AgentError.is(error, 'cancelled'));
		assert.deepEqual(await second, { partial: 1 });
		await assert.rejects(agent.connection.request('x', {}, abort.signal), (error) =>
			AgentError.is(error, 'cancelled'),
		);
		assert.equal(agent.heard.length, 4, 'something was sent for a request that was aborted before');
	});

	it('[hazard A5] an answer without result and error, or with an odd error, rejects', async () => {
		const agent = new MemoryAgent();
		const odd: Json[] = [{}, { error: 'text' }, { error: 7 }, { error: {} }, { error: null }, { error: [] }];
		const requests = odd.map(() => agent.connection.request('x', {}));
		odd.forEach((body, id) => agent.say({ jsonrpc: '2.0', id, ...body }));
		for (const request of requests)
			await assert.rejects(request, (error) => AgentError.is(error, 'answered'));
	});

	it('notifications before an answer are handled before it arrives', async () => {
		const agent = new MemoryAgent();
		let count = 0;
		agent.connection.onNotification(() => count++);
		const answer = agent.connection.request('session/prompt', {}).then(() => count);
		agent.say(...Array.from({ length: 5000 }, () => ({ method: 'session/update' })), { id: 0, result: {} });
		assert.equal(await answer, 5000);
	});

	it('a handler that throws loses nothing else', async () => {
		const agent = new MemoryAgent();
		let count = 0;
		agent.connection.onNotification(() => {
			if (++count === 1) throw new Error('oops');
		});
		agent.say({ method: 'a' }, { method: 'b' });
		await settle(agent);
		assert.equal(count, 2);
		assert.equal(agent.log.length, 1);
	});
});

describe('the end', () => {
	test('rejects everything pending with the reason, once, after what was read before', async () => {
		const agent = new MemoryAgent();
		const reasons: AgentError[] = [];
		const notes: string[] = [];
		agent.connection.onClose((reason) => reasons.push(reason));
		agent.connection.onNotification((method) => notes.push(method));
		const pending = agent.connection.request('a', {});
		agent.say(...Array.from({ length: 3000 }, () => ({ method: 'late' })));
		const reason = new AgentError('exited', 'The agent exited with code 3');
		agent.connection.close(reason);
		await assert.rejects(pending, reason);
		assert.equal(notes.length, 3000);
		await assert.rejects(agent.connection.request('b', {}), reason);
		agent.connection.notify('c', {});
		agent.connection.close(new AgentError('exited', 'again'));
		agent.connection.dispose();
		assert.deepEqual(reasons, [reason]);
	});

	test('waits a moment for a better reason when only the output ended', async () => {
		for (const hasReason of [true, false]) {
			const agent = new MemoryAgent();
			const pending = agent.connection.request('a', {});
			agent.stdout.end();
			await sleep(20);
			if (hasReason) agent.connection.close(new AgentError('exited', 'code 1'));
			await assert.rejects(pending, {
				reason: 'exited',
				message: hasReason ? 'code 1' : 'The agent closed its output',
			});
		}
	});

	test('[hazard A8] sends a message above the bound of unsent bytes to an agent that has taken all before', async () => {
		const agent = new MemoryAgent();
		const text = 'x'.repeat(limits.unsentBytes);
		agent.connection.notify('large', { text });
		agent.connection.notify('small', {});
		await until(() => agent.heard.length > 0, 20_000);
		assert.equal(agent.connection.closeReason?.reason, 'notReading');
		const reading = new MemoryAgent();
		reading.connection.notify('large', { text });
		await until(() => reading.heard.length === 1, 20_000);
		// The stream says a moment later that it was taken.
		await new Promise((resolve) => setImmediate(resolve));
		reading.connection.notify('small', {});
		await until(() => reading.heard.length === 2, 20_000);
		assert.equal(reading.connection.closeReason, undefined);
	});

	test('[hazard A8] fails with notReading above the bound of unsent bytes', async () => {
		const agent = new MemoryAgent();
		agent.stdin.pause();
		const reason = new Promise<AgentError>((resolve) => agent.connection.onClose(resolve));
		const pending = agent.connection.request('a', {});
		pending.catch(() => undefined);
		const text = 'x'.repeat(1024 * 1024);
		let sent = 0;
		while (agent.connection.closeReason === undefined && sent < 200) {
			agent.connection.notify('fill', { text });
			sent++;
		}
		assert.equal((await reason).reason, 'notReading');
		await assert.rejects(pending, (error) => AgentError.is(error, 'notReading'));
		assert.equal(sent, limits.unsentBytes / text.length);
	});
});

test('[hazard F6] no log line is longer than the limit, and secrets are taken out', async () => {
	const agent = new MemoryAgent({ redact: (text) => text.replaceAll('hunter22', '***') });
	agent.connection.onNotification(() => {
		throw new Error(`hunter22 ${'😀'.repeat(1024 * 1024)}`);
	});
	agent.say({ method: 'a', params: { text: 'x'.repeat(1024 * 1024) } });
	agent.say({ id: null, error: { message: 'y'.repeat(1024 * 1024) } });
	await settle(agent);
	assert.ok(agent.log.length >= 1);
	for (const line of agent.log) {
		assert.ok(
			Buffer.byteLength(line) <= limits.logLineBytes &&
				!line.includes('hunter22') &&
				!line.includes('\ufffd'),
		);
	}
});

test('shows the tap what is on the wire, and survives a tap that throws', async () => {
	const seen: unknown[] = [];
	const agent = new MemoryAgent({
		tap: (direction, message) => {
			seen.push([direction, message]);
			throw new Error('tap');
		},
	});
	agent.say({ jsonrpc: '2.0', id: 'a', method: 'm', params: {} });
	await until(() => agent.heard.length === 1);
	assert.deepEqual(seen[0], ['in', { jsonrpc: '2.0', id: 'a', method: 'm', params: {} }]);
	assert.deepEqual(seen[1], ['out', agent.heard[0]]);
});

test('[hazard F5] errors that an agent answers come without the secrets it was given', async () => {
	const agent = new MemoryAgent({ redact: (text) => text.replaceAll('hunter22', '[redacted]') });
	const said = 'no access with hunter22';
	const data = [undefined, said, { details: said, authMethods: [] }, { message: said }, [1]];
	for (const [at, own] of data.entries()) {
		const answer = agent.connection.request('session/new', {});
		await until(() => agent.heard.length > at);
		const error = { code: -32603, message: said, ...(own === undefined ? {} : { data: own }) };
		agent.say({ id: agent.heard[at]?.['id'], error });
		await assert.rejects(answer, (thrown) => {
			assert.ok(AgentError.is(thrown, 'answered'));
			assert.equal(thrown.message, 'no access with [redacted]');
			const expected: unknown = JSON.parse(JSON.stringify([own]).replaceAll('hunter22', '[redacted]'));
			assert.deepEqual([thrown.data ?? null], expected);
			return true;
		});
	}
});

describe('notifications in a row', () => {
	const numbers = (count: number): object[] =>
		Array.from({ length: count }, (_, n) => ({ method: 'n', params: [n] }));

	test('are handled without a turn of the event loop for each, and in their place among the others', async () => {
		const agent = new MemoryAgent();
		const order: unknown[] = [];
		let turns = 0;
		const turn = (): void => {
			turns++;
			if (order.length < 1_002) setImmediate(turn);
		};
		agent.connection.onNotification((_method, params) => order.push((params as number[])[0]));
		agent.connection.onRequest(async () => void order.push('asked'));
		void agent.connection.request('x', {}).then(() => order.push('answered'));
		setImmediate(turn);
		agent.say(...numbers(500), { id: 1, method: 'ask' }, ...numbers(500), { id: 0, result: {} });
		await until(() => order.length === 1_002);
		const half = numbers(500).map((_, n) => n);
		assert.deepEqual(order, [...half, 'asked', ...half, 'answered']);
		assert.ok(turns < 200, `${turns} turns`);
	});

	test('come after all that the answer before them sets going', async () => {
		const agent = new MemoryAgent();
		const order: unknown[] = [];
		agent.connection.onNotification((_method, params) => order.push((params as number[])[0]));
		void agent.connection.request('x', {}).then(() => order.push('answered'));
		agent.say(...numbers(1), { id: 0, result: {} }, ...numbers(2));
		await until(() => order.length === 4);
		assert.deepEqual(order, [0, 'answered', 0, 1]);
	});

	test('are handled in groups, each of which has ended before a request or an answer goes on', async () => {
		const agent = new MemoryAgent();
		const order: unknown[] = [];
		agent.connection.onNotification(
			(_method, params) => order.push((params as number[])[0]),
			(handleAll) => {
				order.push('(');
				handleAll();
				order.push(')');
			},
		);
		agent.connection.onRequest(async () => void order.push('asked'));
		void agent.connection.request('x', {}).then(() => order.push('answered'));
		agent.say(...numbers(2), { id: 1, method: 'ask' }, ...numbers(1), { id: 0, result: {} });
		await until(() => order.includes('answered'));
		assert.deepEqual(order, ['(', 0, 1, ')', 'asked', '(', 0, ')', 'answered']);
	});

	test('end with the connection, also in the middle', async () => {
		const agent = new MemoryAgent();
		const seen: unknown[] = [];
		agent.connection.onNotification((_method, params) => {
			seen.push((params as number[])[0]);
			if (seen.length === 3) agent.connection.dispose();
		});
		agent.say(...numbers(10));
		await settle(agent);
		assert.deepEqual(seen, [0, 1, 2]);
	});
});
