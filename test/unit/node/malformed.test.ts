/** What a buggy or hostile agent may put on the wire. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import { figure } from '../../tools/figure.ts';
import { checkModel, pick } from '../../tools/seeded.ts';
import { sized } from '../../tools/sized.ts';
import { it } from '../protocol/eachCarrier.ts';
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

	const positions = ['before', 'inside', 'after'] as const;
	/** Milliseconds that this thread worked until each came back, whoever else uses the machine. */
	const pings: number[] = [];
	const mutations = 200;

	/** Says the line before, inside or after a turn; messages around it are handled, and so is what comes later. */
	async function check(line: string, position: (typeof positions)[number]): Promise<void> {
		const agent = new MemoryAgent();
		const turn = async (inside: () => Promise<void>): Promise<void> => {
			const answer = agent.connection.request('session/prompt', {});
			await agent.ping();
			await inside();
			agent.say({ id: 0, result: { fine: true } });
			assert.deepEqual(await answer, { fine: true }, line);
		};
		const disturb = async (): Promise<void> => {
			const seen: string[] = [];
			const listener = agent.connection.onNotification((method) => seen.push(method));
			agent.say({ method: 'before' }, line, { method: 'after' });
			const before = process.threadCpuUsage();
			await agent.ping();
			const { user, system } = process.threadCpuUsage(before);
			pings.push((user + system) / 1000);
			listener.dispose();
			assert.ok(seen.includes('before') && seen.includes('after'), line);
		};
		if (position === 'before') await disturb();
		await turn(position === 'inside' ? disturb : () => Promise.resolve());
		if (position === 'after') await disturb();
		for (const message of agent.heard)
			if (message['id'] === null) assert.ok([-32600, -32700].includes(Number(codeOf(message))));
		agent.connection.dispose();
	}

	for (const position of positions) {
		for (const line of corpus)
			test(`${JSON.stringify(line)} ${position} a turn`, () => check(line, position));
	}

	const random = randomIntegers();
	const valid = [
		'{"jsonrpc":"2.0","id":"m","method":"fs/read","params":{"path":"/é😀"}}',
		'{"jsonrpc":"2.0","id":77,"result":{"a":[1]}}',
	];
	for (let run = 1; run <= mutations; run++) {
		const characters = Array.from(pick(random, valid));
		for (let change = 0; change <= random(3); change++) {
			const at = random(characters.length);
			characters.splice(
				at,
				random(3),
				...['', '"', '{', '}', ',', '\\', '0', 'null', '\n'].slice(random(9)).slice(0, 1),
			);
		}
		// A mutation must not answer the request that the check itself makes.
		const line = characters.join('').replace(/"id": ?"?0"?/, '"id":"no"');
		const position = pick(random, positions);
		test(`mutation ${run} of a valid frame, by a seed`, async () => {
			await check(line, position).catch((error: unknown) => {
				throw new Error(`SEED=${seed}, ${position} a turn: ${line}`, { cause: error });
			});
		});
	}

	test('after each of them a ping came back within 100 ms of work', () => {
		assert.ok(pings.length >= corpus.length * 3 + mutations);
		figure(
			'A5',
			`${pings.length} malformed lines, a ping after each in ${Math.max(...pings).toFixed(1)} ms of work at most`,
		);
		assert.ok(Math.max(...pings) < 100, `${Math.max(...pings)} ms`);
	});

	it('[acp C13] an array gets one -32600 with id null and none of it is dispatched', async () => {
		const agent = new MemoryAgent();
		agent.connection.onNotification(() => assert.fail('dispatched'));
		agent.say([{ method: 'a' }, { id: 1, method: 'b' }]);
		await settle(agent);
		assert.deepEqual(agent.heard.map((message) => [message['id'], codeOf(message)])[0], [null, -32600]);
		assert.equal(agent.heard.length, 2);
	});

	test('[hazard A5] an answer whose id is a string of ours settles the request', async () => {
		const agent = new MemoryAgent();
		const answer = agent.connection.request('initialize', {});
		agent.say({ id: '0', result: 1 });
		assert.equal(await answer, 1);
	});
});

/** One thing that happens to the ids of a connection. Wire ids are those of the agent, also where they spell one of ours. */
type IdStep =
	| { readonly type: 'ask' }
	| { readonly type: 'answer'; readonly id: number | string; readonly isError: boolean }
	| { readonly type: 'request'; readonly id: number | string; readonly isHeld: boolean }
	/** Our handler ends a request that was held: the oldest. */
	| { readonly type: 'finish' };

const held = '_held';

/** What is open, and what has to come of it. */
class IdModel {
	asked = 0;
	/** By the id of each request of ours that is settled. */
	readonly settled = new Map<number, string>();
	readonly open: (number | string)[] = [];
	readonly answers: string[] = [];

	take(step: IdStep, n: number): void {
		if (step.type === 'ask') this.asked++;
		else if (step.type === 'answer') this.#settle(step, n);
		else if (step.type === 'request') this.#serve(step);
		else {
			const id = this.open.shift();
			if (id !== undefined) this.answers.push(JSON.stringify([id, 'done']));
		}
	}

	#settle({ id, isError }: Extract<IdStep, { type: 'answer' }>, n: number): void {
		// A string that spells one of our numbers is that number.
		const own = typeof id === 'string' && /^(?:0|[1-9]\d*)$/.test(id) ? Number(id) : id;
		if (typeof own !== 'number' || own < 0 || own >= this.asked || this.settled.has(own)) return;
		this.settled.set(own, isError ? `error ${n}` : `result ${n}`);
	}

	#serve({ id, isHeld }: Extract<IdStep, { type: 'request' }>): void {
		if (this.open.includes(id)) this.answers.push(JSON.stringify([null, -32600]));
		else if (isHeld) this.open.push(id);
		else this.answers.push(JSON.stringify([id, 'done']));
	}
}

const idStreams = sized(1_000, 60);

async function checkIds(steps: readonly IdStep[]): Promise<void> {
	const agent = new MemoryAgent();
	const model = new IdModel();
	const settled = new Map<number, string>();
	let asked = 0;
	const finish: (() => void)[] = [];
	agent.connection.onRequest(async (method) => {
		if (method === held) await new Promise<void>((resolve) => finish.push(resolve));
		return { done: true };
	});
	for (const [n, step] of steps.entries()) {
		model.take(step, n);
		if (step.type === 'ask') {
			const id = asked++;
			const settle = (outcome: string): void => {
				assert.ok(!settled.has(id), `${id} settled twice`);
				settled.set(id, outcome);
			};
			agent.connection.request('x', {}).then(
				(value) => settle(`result ${String(value)}`),
				(error: unknown) => {
					if (AgentError.is(error, 'answered')) settle(error.message);
				},
			);
		} else if (step.type === 'answer') {
			const { id, isError } = step;
			agent.say(isError ? { id, error: { code: 1, message: `error ${n}` } } : { id, result: n });
		} else if (step.type === 'request') {
			agent.say({ id: step.id, method: step.isHeld ? held : '_now', params: {} });
		} else finish.shift()?.();
		await settle(agent);
	}
	assert.deepEqual(
		[...settled].toSorted(([a], [b]) => a - b),
		[...model.settled].toSorted(([a], [b]) => a - b),
	);
	const answers = agent.heard
		.filter((message) => !('method' in message) && !String(message['id']).startsWith('ping'))
		.map((message) => JSON.stringify([message['id'], codeOf(message) ?? 'done']));
	assert.deepEqual(answers, model.answers);
	for (const end of finish) end();
	agent.connection.dispose();
}

test(`[hazard A6] each id is settled at most once and answered exactly once, as in a model: ${idStreams} streams, seed ${seed}`, async () => {
	await checkModel<IdStep>({
		runs: idStreams,
		steps: (random) =>
			Array.from({ length: 14 }, (): IdStep => {
				const id = pick<number | string>(random, [0, 1, 2, 3, '0', '1', '2', '3', '01', -1, 'x']);
				const type = pick(random, ['ask', 'answer', 'answer', 'request', 'request', 'finish'] as const);
				if (type === 'answer') return { type, id, isError: random(3) === 0 };
				return type === 'request' ? { type, id, isHeld: random(2) === 0 } : { type };
			}),
		check: checkIds,
	});
});

test('[hazard A6] a request whose id is still open is refused without touching the first', async () => {
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
