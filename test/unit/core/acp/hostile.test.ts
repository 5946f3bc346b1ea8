/** Damaged messages: the codec answers or ignores each, and the next message works (hazard A5). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WireError } from '../../../../src/core/acp/wire.ts';
import { messages } from './fixtures.ts';
import { attached, recordings } from './support.ts';
import { sized } from '../../../tools/sized.ts';

const junk: readonly unknown[] = [
	null,
	undefined,
	0,
	-1,
	1e308,
	'',
	'\u0000',
	true,
	[],
	[[]],
	{},
	{ type: 1 },
];

/** Same numbers on every run. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

/** The value with some of its parts replaced by junk. */
function damage(value: unknown, random: () => number): unknown {
	if (random() < 0.08) return junk[Math.floor(random() * junk.length)];
	if (Array.isArray(value)) return value.map((item) => damage(item, random));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [random() < 0.03 ? '__proto__' : key, damage(item, random)]),
	);
}

describe('hostile agents', () => {
	it('cannot make a notification or a request throw anything but a WireError [hazard A5]', async () => {
		const { wire, target } = await attached();
		const random = seeded(7);
		const updates = messages.filter(([root]) => root === 'SessionNotification').map(([, message]) => message);
		const requests = recordings().flatMap(({ messages: all }) =>
			all.filter(({ dir, msg }) => dir === 'in' && 'id' in msg && 'method' in msg).map(({ msg }) => msg),
		);
		for (let round = 0; round < sized(200, 15); round++) {
			for (const message of updates) {
				wire.tell('session/update', damage({ ...message, sessionId: 's1' }, random));
			}
			for (const { method, params } of requests) {
				const bad = damage({ ...Object(params), sessionId: 's1' }, random);
				await wire
					.ask(String(method), bad)
					.catch((error: unknown) => assert.ok(error instanceof WireError, String(error)));
			}
		}
		assert.equal(Reflect.get({}, 'type'), undefined);
		const before = target.events.length;
		wire.update('s1', {
			sessionUpdate: 'agent_message_chunk',
			content: { type: 'text', text: 'still here' },
		});
		assert.equal(target.events.length, before + 1);
	});

	it('cannot exhaust the stack with depth [hazard A11]', async () => {
		const { wire, target } = await attached();
		let deep: unknown = 'end';
		for (let depth = 0; depth < 100_000; depth++) deep = depth % 2 === 0 ? [deep] : { content: deep };
		wire.update('s1', {
			sessionUpdate: 'tool_call',
			toolCallId: 'c1',
			rawInput: deep,
			content: deep,
			_meta: { deep },
		});
		wire.update('s1', { sessionUpdate: 'agent_message_chunk', content: deep });
		wire.update('s1', { sessionUpdate: 'plan', entries: deep });
		assert.equal(target.events[0]?.type, 'tool_call');
	});

	it('cannot fill the log with invented names or forged lines [hazard A10]', async () => {
		const { wire, logged } = await attached();
		for (let count = 0; count < 5000; count++)
			wire.tell(`_x/${count}\n[error] forged ${'x'.repeat(10_000)}`, {});
		assert.equal(logged.length, 1000);
		for (const line of logged) assert.ok(line.length < 200 && !line.includes('\n'));
	});
});
