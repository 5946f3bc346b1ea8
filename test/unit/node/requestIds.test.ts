import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sized } from '../../tools/sized.ts';
import { it } from '../protocol/eachCarrier.ts';
import { answersTo, codeOf, MemoryAgent, randomIntegers, seed, settle, until } from './support.ts';

const requestCount = sized(10_000, 400);

describe('what version 2 asks of the wire', () => {
	it(`ids of our requests are never null, and none is used again while it is open (seed ${seed}) [acp C203]`, async () => {
		const random = randomIntegers();
		const agent = new MemoryAgent();
		const open = new Set<unknown>();
		const ends: Promise<unknown>[] = [];
		let [seen, arrived] = [0, 0];
		/** Takes what has arrived: each id is one that is not open. */
		const take = (): void => {
			for (; seen < agent.heard.length; seen++) {
				const { id, method } = agent.heard[seen] ?? {};
				if (method !== 'r') continue;
				arrived++;
				assert.ok(typeof id === 'string' || Number.isInteger(id), `the id ${JSON.stringify(id)}`);
				assert.ok(!open.has(id), `${String(id)} is used while it is open`);
				open.add(id);
			}
		};
		while (ends.length < requestCount) {
			for (let burst = 1 + random(50); burst > 0 && ends.length < requestCount; burst--) {
				const signal = random(10) === 0 ? AbortSignal.timeout(1) : undefined;
				ends.push(agent.connection.request('r', {}, signal).catch(() => undefined));
			}
			await until(() => {
				take();
				return arrived === ends.length;
			});
			// Some are answered, in any order, by a result or an error; the others stay open.
			for (const id of [...open].filter(() => random(3) > 0).toSorted(() => random(3) - 1)) {
				open.delete(id);
				const answer = random(2) === 0 ? { result: {} } : { error: { code: -32800, message: 'Cancelled' } };
				agent.say({ jsonrpc: '2.0', id, ...answer });
			}
		}
		for (const id of open) agent.say({ jsonrpc: '2.0', id, result: {} });
		await Promise.all(ends);
		assert.equal(ends.length, requestCount);
	});

	it('no batch is sent, however much goes out at once, and one that comes is refused whole [acp C208]', async () => {
		const agent = new MemoryAgent();
		const served: string[] = [];
		agent.connection.onRequest(async (method) => void served.push(method));
		agent.connection.onNotification((method) => void served.push(method));
		for (let n = 0; n < 100; n++) {
			void agent.connection.request('r', {}).catch(() => undefined);
			agent.connection.notify('n', {});
		}
		const batch = [
			{ jsonrpc: '2.0', id: 1, method: 'in', params: {} },
			{ jsonrpc: '2.0', method: 'in', params: {} },
			{ jsonrpc: '2.0', id: 0, result: {} },
		];
		agent.say(JSON.stringify(batch), '[]', JSON.stringify([batch]));
		await settle(agent);
		assert.ok(agent.heard.every((message) => !Array.isArray(message)));
		assert.deepEqual(answersTo(agent, null).map(codeOf), [-32600, -32600, -32600]);
		assert.deepEqual(served, ['_test/ping']);
	});
});
