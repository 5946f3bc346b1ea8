/** The user's prompt as the agent repeats it: one bubble, whatever way (acp C230). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { MessageEntry } from '../../../../../src/core/session/model/entry.ts';
import { chunk, play, prompt, text } from '../driver/play.ts';
import { userChunk, userMessage, working } from '../driver/shapes.ts';
import { bubbles } from '../driver/transcript.ts';

const image = { type: 'image', mimeType: 'image/png', data: '' } as const;
const taken = (messageId?: string): SessionEvent => ({
	type: 'prompt_taken',
	entryId: 'e1',
	...(messageId === undefined ? {} : { messageId }),
});
const queued = (id: string, value: string): SessionEvent => ({
	type: 'prompt_queued',
	id,
	content: [text(value)],
	place: 'agent',
});
const bubble = (...events: SessionEvent[]): MessageEntry => {
	const found = play(...events).entries.filter((entry) => entry.type === 'message' && entry.role === 'user');
	assert.equal(found.length, 1, 'one bubble');
	assert.ok(found[0]?.type === 'message');
	return found[0];
};

describe('a prompt that the agent repeats', () => {
	const ways: [string, SessionEvent[]][] = [
		['as a whole', [userMessage('m', [text('hi you')])]],
		['without content', [userMessage('m')]],
		['in one chunk', [userChunk('hi you', 'm')]],
		['in chunks', [userChunk('', 'm'), userChunk('hi ', 'm'), userChunk('you', 'm')]],
		['empty, then in chunks', [userMessage('m', []), userChunk('hi ', 'm'), userChunk('you', 'm')]],
		['in chunks, then as a whole', [userChunk('hi', 'm'), userMessage('m', [text('hi you')])]],
		['in part, then anew', [userChunk('hi', 'm'), userMessage('m', []), userChunk('hi you', 'm')]],
	];
	for (const [way, echo] of ways) {
		it(`${way}, is one bubble with its name, before and after the answer [acp C230] [acp C246]`, () => {
			for (const events of [
				[prompt('hi you'), ...echo, taken('m')],
				[prompt('hi you'), taken('m'), ...echo],
				[prompt('hi you'), taken(), ...echo],
				[prompt('hi you'), taken('m'), working(), chunk('ok', 'a'), ...echo],
				[prompt('hi you'), working(), chunk('ok', 'a'), ...echo, taken('m')],
				[prompt('hi you'), ...echo, ...echo.slice(-1).filter(({ type }) => type === 'message'), taken('m')],
			]) {
				const { content, messageId } = bubble(...events);
				assert.deepEqual([content, messageId], [[text('hi you')], 'm']);
			}
		});
	}

	it('without a name, in chunks, is one bubble [acp C53]', () => {
		assert.deepEqual(bubble(prompt('hi you'), userChunk('hi '), userChunk('you')).content, [text('hi you')]);
	});

	it('without a name, and in other words, is another message', () => {
		const { state } = play(prompt('hi'), userChunk('Reminder'));
		assert.deepEqual(bubbles(state), ['user: hi', 'user: Reminder']);
	});

	it('in other words has the words of the agent [acp C246]', () => {
		for (const echo of [
			[userMessage('m', [text('hi, you')])],
			[userChunk('hi', 'm'), userChunk(', you', 'm')],
			[userMessage('m', []), userChunk('hi, you', 'm')],
		]) {
			assert.deepEqual(bubble(prompt('hi you'), ...echo, taken('m')).content, [text('hi, you')]);
		}
	});

	it('keeps what was attached, which comes again as well', () => {
		const sent: SessionEvent = { type: 'prompt_submitted', content: [text('hi'), image], at: 1 };
		for (const echo of [
			[userMessage('m', [text('hi')])],
			[userChunk('hi', 'm'), { ...userChunk('', 'm'), content: image } as SessionEvent],
		]) {
			assert.deepEqual(bubble(sent, ...echo).content, [text('hi'), image]);
		}
	});

	it('keeps what was attached in words, however the agent joins them', () => {
		const attached = { type: 'problems', id: 'problems:', name: 'Problems' };
		const content = [text('hi'), { ...text('No problems.'), attached }];
		const sent: SessionEvent = { type: 'prompt_submitted', content, at: 1 };
		for (const between of ['', ' ', '\n\n']) {
			const end = `${between}No problems.`;
			for (const echo of [
				[userMessage('m', [text('hi'), text(end)])],
				[userMessage('m', [text(`hi${end}`)])],
				[userChunk('hi', 'm'), userChunk(end, 'm')],
				[userChunk('hi'), userChunk(end)],
				[userChunk(`hi${end}`)],
			]) {
				assert.deepEqual(bubble(sent, ...echo).content, content);
			}
		}
	});

	it('is cleared and appended to like any message afterwards [acp C246]', () => {
		const named = [prompt('hi'), userMessage('m', [text('hi')])];
		assert.deepEqual(bubble(...named, userMessage('m', [])).content, []);
		assert.deepEqual(bubble(...named, userChunk(' there', 'm')).content, [text('hi there')]);
	});

	it('is not taken for a message that the agent of version 1 puts between its words', () => {
		const { state } = play(prompt('hi'), chunk('ok'), userChunk('Reminder', 'r'), userChunk('!', 'r'));
		assert.deepEqual(bubbles(state), ['user: hi', 'user: Reminder!']);
	});
});

const held = [prompt('zero'), taken('m0'), working(), queued('q1', 'one'), queued('q2', 'two')];
const take = (id: string, messageId: string): SessionEvent => ({
	type: 'prompt_dequeued',
	id,
	taken: { messageId },
	at: 7,
});

describe('prompts that the agent holds', () => {
	it('get the name that belongs to their words, also out of order [acp C230]', () => {
		const { state } = play(...held, userMessage('m2', [text('two')]), take('q2', 'm2'), take('q1', 'm1'));
		assert.deepEqual(bubbles(state), ['user: zero', 'user: two', 'user: one']);
		assert.deepEqual(state.queue, []);
	});

	it('are repeated in chunks that take turns [acp C247]', () => {
		const { state } = play(
			...held,
			take('q1', 'm1'),
			take('q2', 'm2'),
			userChunk('t', 'm2'),
			userChunk('on', 'm1'),
			chunk('ok', 'a'),
			userChunk('wo', 'm2'),
			userChunk('e', 'm1'),
		);
		assert.deepEqual(bubbles(state), ['user: zero', 'user: one', 'user: two']);
	});

	it('are those that its answers name when the agent words them anew', () => {
		const { state } = play(...held, userMessage('m1', [text('One.')]), take('q1', 'm1'));
		assert.deepEqual(bubbles(state), ['user: zero', 'user: One.']);
		assert.deepEqual(
			state.queue.map(({ id }) => id),
			['q2'],
		);
	});
});

describe('a message that is not the repeated prompt', () => {
	const other = [text('A task has ended.')];
	const fromSession: SessionEvent = {
		type: 'message',
		role: 'user',
		isFromSession: true,
		messageId: 's1',
		content: other,
	};

	it('leaves the prompts that the agent holds in line [acp C230] [acp C231]', () => {
		for (const event of [userMessage('own', other), userChunk('A task has ended.', 'own'), fromSession]) {
			const before = play(...held, event);
			assert.deepEqual(bubbles(before.state), ['user: zero', 'user: A task has ended.']);
			assert.equal(before.state.queue.length, 2);
			const after = play(...held, event, take('q1', 'm1'), userMessage('m1', [text('one')]));
			assert.deepEqual(bubbles(after.state), ['user: zero', 'user: A task has ended.', 'user: one']);
		}
	});

	it('is what one session sends to another, also while a prompt has no name [acp C245] [acp C276]', () => {
		const { state } = play(prompt('hi'), working(), fromSession, userMessage('s1', [text('hi')]), {
			type: 'message_chunk',
			role: 'user',
			isFromSession: true,
			messageId: 's1',
			content: text(' Well.'),
		});
		assert.deepEqual(bubbles(state), ['user: hi', 'user: A task has ended. Well.']);
	});
});

describe('the same id in two families', () => {
	it('is two messages [acp C245]', () => {
		const { state } = play(prompt('hi'), userMessage('m', [text('hi')]), chunk('ok', 'm'), chunk('!', 'm'), {
			type: 'message',
			role: 'thought',
			messageId: 'm',
			content: [text('hm')],
		});
		assert.deepEqual(
			[...state.entries.values()].map((entry) => entry.type === 'message' && [entry.role, entry.content]),
			[
				['user', [text('hi')]],
				['agent', [text('ok!')]],
				['thought', [text('hm')]],
			],
		);
	});
});
