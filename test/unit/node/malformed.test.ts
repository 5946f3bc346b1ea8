/** What a buggy or hostile agent may put on the wire. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersTo, codeOf, MemoryAgent, randomIntegers, seed, settle } from './support.ts';

describe('[hazard A5] every bad message is answered or dropped, and its neighbours live', () => {
	const corpus = [
		'null',
		'42',
		'"x"',
		'{}',
		'[]',
		'[1]',
		'[{"method":"a","id":1}]',
		'true',
		'{"id":1}',
		'{"id":null}',
		'{"id":{}}',
		'{"method":"$/cancelRequest"}',
		'{"method":"$/cancelRequest","params":{"id":null}}',
		'{"method":"$/cancel_request"}',
		'{"method":"$/cancel_request","params":{"requestId":{}}}',
		'{"id":null,"method":"a"}',
		'{"id":{},"method":"a"}',
		'{"id":true,"method":"a"}',
		'{"id":[],"method":"a"}',
		'{"id":"d","method":"a"}\n{"id":"d","method":"a"}',
		'{"id":null,"error":{"code":-32700}}',
		'{"id":99,"result":{}}',
		'{"id":"zero","result":1}',
		'{"method":5}',
		'{"method":5,"id":1}',
		'{"method":null,"id":2}',
		'{"method":"$/progress","params":[1]}',
		'{"method":"","id":"e"}',
		'{"jsonrpc":"1.0","method":"a"}',
		'{"method":"a","params":null}',
		'{"method":"a","id":"p","params":7}',
		'{"result":1,"error":2}',
		'{"error":{}}',
		'{"id":"0x0","result":1}',
		'{"id":"","result":1}',
		'{"id":" 0","result":1}',
		'{',
		'}',
		'{"a":',
		'[[[',
		'\u0000',
		'\ufeff',
		'Content-Length: 5',
		'{"method":"a"}{"method":"b"}',
		'{"__proto__":{}}',
	];

	async function check(line: string): Promise<void> {
		const agent = new MemoryAgent();
		const answer = agent.connection.request('session/prompt', {});
		await agent.ping();
		agent.say({ method: 'before' }, line, { method: 'after' });
		const seen: string[] = [];
		agent.connection.onNotification((method) => seen.push(method));
		await agent.ping();
		assert.ok(seen.includes('before') && seen.includes('after'), line);
		agent.say({ id: 0, result: { fine: true } });
		assert.deepEqual(await answer, { fine: true }, line);
		for (const message of agent.heard)
			if (message['id'] === null) assert.ok([-32600, -32700].includes(Number(codeOf(message))));
		agent.connection.dispose();
	}

	it(`the ${corpus.length} of the table`, async () => {
		for (const line of corpus) await check(line);
	});

	it(`300 mutations of valid frames, seed ${seed}`, async () => {
		const random = randomIntegers();
		const valid = [
			'{"jsonrpc":"2.0","id":"m","method":"fs/read","params":{"path":"/é😀"}}',
			'{"jsonrpc":"2.0","id":77,"result":{"a":[1]}}',
		];
		for (let run = 0; run < 300; run++) {
			const characters = Array.from(valid[random(2)] ?? '');
			for (let change = 0; change <= random(3); change++) {
				const at = random(characters.length);
				characters.splice(
					at,
					random(3),
					...['', '"', '{', '}', ',', '\\', '0', 'null', '\n'].slice(random(9)).slice(0, 1),
				);
			}
			// A mutation must not answer the request that the check itself makes.
			await check(characters.join('').replace(/"id": ?"?0"?/, '"id":"no"'));
		}
	});

	it('[acp C13] an array gets one -32600 with id null and none of it is dispatched', async () => {
		const agent = new MemoryAgent();
		agent.connection.onNotification(() => assert.fail('dispatched'));
		agent.say([{ method: 'a' }, { id: 1, method: 'b' }]);
		await settle(agent);
		assert.deepEqual(agent.heard.map((message) => [message['id'], codeOf(message)])[0], [null, -32600]);
		assert.equal(agent.heard.length, 2);
	});

	it('[hazard A5] an answer whose id is a string of ours settles the request', async () => {
		const agent = new MemoryAgent();
		const answer = agent.connection.request('initialize', {});
		agent.say({ id: '0', result: 1 });
		assert.equal(await answer, 1);
	});
});

it(`[hazard A6] settles each id at most once against a model, 1,000 streams, seed ${seed}`, async () => {
	const random = randomIntegers();
	for (let run = 0; run < 1000; run++) {
		const agent = new MemoryAgent();
		const results: unknown[] = [];
		const count = 1 + random(4);
		for (let id = 0; id < count; id++) {
			void agent.connection.request('x', {}).then(
				(value) => (results[id] = value),
				() => undefined,
			);
		}
		const expected: unknown[] = [];
		const open = new Map<string | number, number>();
		for (let step = 0; step < 12; step++) {
			const id = random(6);
			const wireId = random(2) === 0 ? id : String(id);
			if (random(2) === 0) {
				agent.say({ id: wireId, result: step });
				if (id < count) expected[id] ??= step;
			} else {
				agent.say({ id: wireId, method: '_in', params: {} });
				open.set(wireId, (open.get(wireId) ?? 0) + 1);
			}
		}
		await settle(agent);
		assert.deepEqual(results, expected, `run ${run}`);
		const refused = answersTo(agent, null).length;
		const answered = [...open.keys()].map((id) => answersTo(agent, id).length);
		const total = [...open.values()].reduce((sum, n) => sum + n, 0);
		// Each is answered under its id, or was refused as a duplicate of one that was still open.
		assert.equal(answered.reduce((sum, n) => sum + n, 0) + refused, total, `run ${run}`);
		assert.ok(
			answered.every((n) => n >= 1),
			`run ${run}`,
		);
		agent.connection.dispose();
	}
});

it('[hazard A6] a request whose id is still open is refused without touching the first', async () => {
	const agent = new MemoryAgent();
	let finish: () => void = () => undefined;
	agent.connection.onRequest((method) => {
		if (method === '_test/ping') return Promise.resolve();
		return new Promise((resolve) => (finish = () => resolve('first')));
	});
	agent.say({ id: 4, method: 'a' }, { id: 4, method: 'b' });
	await settle(agent);
	assert.deepEqual(answersTo(agent, null).map(codeOf), [-32600]);
	finish();
	await settle(agent);
	assert.deepEqual(
		answersTo(agent, 4).map((message) => message['result']),
		['first'],
	);
});
