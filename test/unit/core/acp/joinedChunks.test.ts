import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JoinedChunks } from '../../../../src/core/acp/shared/joinedChunks.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { Content } from '../../../../src/core/session/model/content.ts';
import { randomIntegers } from '../../../tools/seeded.ts';

type Passed = readonly [sessionId: string, event: AgentEvent];
type MessageChunk = Extract<AgentEvent, { type: 'message_chunk' }>;

const text = (words: string): Content => ({ type: 'text', text: words });

function chunk(words: string, fields: Partial<MessageChunk> = {}): MessageChunk {
	return { type: 'message_chunk', role: 'agent', content: text(words), ...fields };
}

/** What is passed on of events that come together. */
function together(work: (chunks: JoinedChunks) => void): readonly Passed[] {
	const passed: Passed[] = [];
	const chunks = new JoinedChunks((id, events) =>
		passed.push(...events.map((event) => [id, event] as const)),
	);
	chunks.together(() => work(chunks));
	return passed;
}

describe('chunks of a text that come together', () => {
	it('go on as one, with all of their text', () => {
		const passed = together((chunks) => {
			for (const words of ['One ', '', 'two ', 'three']) chunks.add('s', [chunk(words, { messageId: 'm' })]);
		});
		assert.deepEqual(passed, [['s', chunk('One two three', { messageId: 'm' })]]);
	});

	it('stay apart where they are not one text of one speaker', () => {
		const annotated: Content = { type: 'text', text: 'a', annotations: { priority: 1 } };
		const events: readonly Passed[] = [
			['s', chunk('a', { messageId: 'm' })],
			['s', chunk('b', { messageId: 'n' })],
			['s', chunk('c')],
			['s', chunk('d', { role: 'thought' })],
			['t', chunk('e', { role: 'thought' })],
			['t', chunk('f', { role: 'thought', isFromSession: true })],
			['t', chunk('g', { content: annotated })],
			['t', chunk('h')],
			['t', chunk('i', { content: { type: 'image', mimeType: 'image/png', data: '' } })],
			['t', chunk('j')],
			['t', chunk('k', { role: 'user' })],
			['t', chunk('l', { role: 'user' })],
			['t', { type: 'session_info', title: 'A title' }],
			['t', chunk('m')],
		];
		const passed = together((chunks) => {
			for (const [id, event] of events) chunks.add(id, [event]);
		});
		assert.deepEqual(passed, events);
	});

	it('do not wait once what came together is handled, nor for what has its place after them', () => {
		const passed: Passed[] = [];
		const chunks = new JoinedChunks((id, [event]) => {
			if (event !== undefined) passed.push([id, event]);
		});
		chunks.add('s', [chunk('alone')]);
		assert.equal(passed.length, 1);
		chunks.together(() => {
			chunks.add('s', [chunk('before')]);
			chunks.passHeld();
			assert.deepEqual(passed.at(-1), ['s', chunk('before')]);
			chunks.add('s', [chunk('after')]);
			assert.equal(passed.length, 2);
		});
		assert.deepEqual(passed.at(-1), ['s', chunk('after')]);
	});

	it('are not lost where what comes with them fails', () => {
		const passed: unknown[] = [];
		const chunks = new JoinedChunks((_id, events) => passed.push(...events));
		assert.throws(() =>
			chunks.together(() => {
				chunks.add('s', [chunk('said')]);
				throw new Error('The next one failed.');
			}),
		);
		assert.deepEqual(passed, [chunk('said')]);
	});

	it('leave order, speakers and text of anything that agents send as they were', () => {
		const random = randomIntegers();
		const roles = ['agent', 'thought', 'user'] as const;
		const randomEvent = (): Passed => {
			const fields = random(2) === 0 ? {} : { messageId: `m${random(2)}` };
			const event: AgentEvent =
				random(8) === 0
					? { type: 'session_info', title: `t${random(100)}` }
					: chunk(`${random(100)} `, { role: roles[random(3)] ?? 'agent', ...fields });
			return [`s${random(2)}`, event];
		};
		for (let round = 0; round < 200; round++) {
			const events = Array.from({ length: 64 }, randomEvent);
			const passed = together((chunks) => {
				for (const [id, event] of events) chunks.add(id, [event]);
			});
			assert.ok(passed.length <= events.length);
			assert.deepEqual(told(passed), told(events));
		}
	});
});

/** A line for each stretch of one text, and for each other event. */
function told(events: readonly Passed[]): string[] {
	const lines: string[] = [];
	let last = '';
	for (const [id, event] of events) {
		if (event.type !== 'message_chunk' || event.content.type !== 'text') {
			lines.push(JSON.stringify([id, event]));
			last = '';
			continue;
		}
		const { content, ...speaker } = event;
		const key = JSON.stringify([id, speaker]);
		if (key === last) lines.push(`${lines.pop()}${content.text}`);
		else lines.push(`${key}: ${content.text}`);
		last = key;
	}
	return lines;
}
