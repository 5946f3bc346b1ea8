import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import type { MessageEntry } from '../../../../../src/core/session/model/entry.ts';
import { play } from '../../session/driver/play.ts';
import { Codec, decode } from './codec.ts';

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const families = [
	['user_message', 'user'],
	['agent_message', 'agent'],
	['agent_thought', 'thought'],
] as const;

/** Role, id and content of the messages that these updates leave. */
function messagesOf(...updates: readonly JsonObject[]): unknown[] {
	return play(...new Codec().updates(...updates))
		.entries.filter((entry): entry is MessageEntry => entry.type === 'message')
		.map(({ role, messageId, content }) => ({ role, messageId, content }));
}

describe('a message', () => {
	for (const [tag, role] of families) {
		it(`${tag}: omitted content keeps, null and [] clear, a list replaces [acp C246]`, () => {
			const event = { type: 'message', role, messageId: 'm1' };
			assert.deepEqual(decode(tag, { messageId: 'm1' }), [event]);
			assert.deepEqual(decode(tag, { messageId: 'm1', _meta: { a: 1 } }), [event]);
			assert.deepEqual(decode(tag, { messageId: 'm1', content: null }), [{ ...event, content: [] }]);
			assert.deepEqual(decode(tag, { messageId: 'm1', content: [] }), [{ ...event, content: [] }]);
			assert.deepEqual(decode(tag, { messageId: 'm1', content: [text('a'), { type: '_x' }, 5] }), [
				{ ...event, content: [text('a'), { type: 'unknown', kind: '_x' }] },
			]);
			// What is malformed is as good as omitted.
			assert.deepEqual(decode(tag, { messageId: 'm1', content: 'a' }), [event]);
		});

		it(`${tag}_chunk: appends, with the message's id or without [acp C246]`, () => {
			const event = { type: 'message_chunk', role, content: text('a') };
			assert.deepEqual(decode(`${tag}_chunk`, { messageId: 'm1', content: text('a') }), [
				{ ...event, messageId: 'm1' },
			]);
			assert.deepEqual(decode(`${tag}_chunk`, { content: text('a') }), [event]);
			assert.deepEqual(decode(`${tag}_chunk`, { messageId: null, content: text('a') }), [event]);
		});
	}

	it('is nothing without an id and content, which leaves one line in the log', () => {
		const codec = new Codec();
		const shown = [{ type: 'message', role: 'agent', content: [text('a')] }];
		assert.deepEqual(codec.update('agent_message', { content: [text('a')] }), shown);
		assert.deepEqual(codec.update('agent_message', { messageId: 7, content: [text('a')] }), shown);
		assert.equal(codec.logged.length, 0);
		assert.deepEqual(codec.update('agent_message', { content: null }), []);
		assert.deepEqual(codec.update('agent_message', { messageId: null }), []);
		assert.equal(codec.logged.length, 1);
	});

	it('keeps [A, B], then [C], as the founding document counts [acp C246]', () => {
		const whole = (value: string): object => ({
			sessionUpdate: 'agent_message',
			messageId: 'm1',
			content: [text(value)],
		});
		const chunk = (value: string): object => ({
			sessionUpdate: 'agent_message_chunk',
			messageId: 'm1',
			content: text(value),
		});
		const seen = (...updates: object[]): unknown => messagesOf(...updates.map((update) => ({ ...update })));
		const message = (value: string): unknown[] => [
			{ role: 'agent', messageId: 'm1', content: [text(value)] },
		];
		assert.deepEqual(seen(whole('A'), chunk('B')), message('AB'));
		assert.deepEqual(seen(whole('A'), chunk('B'), whole('C')), message('C'));
		assert.deepEqual(seen(whole('A'), chunk('B'), whole('C'), chunk('D')), message('CD'));
	});

	it('of the same id in two families is two messages [acp C245]', () => {
		assert.deepEqual(
			messagesOf(
				{ sessionUpdate: 'agent_thought', messageId: 'x', content: [text('Hm')] },
				{ sessionUpdate: 'agent_message', messageId: 'x', content: [text('Yes')] },
			),
			[
				{ role: 'thought', messageId: 'x', content: [text('Hm')] },
				{ role: 'agent', messageId: 'x', content: [text('Yes')] },
			],
		);
	});

	it('may come in chunks between those of another one [acp C247]', () => {
		const chunk = (messageId: string, value: string): Record<string, unknown> => ({
			sessionUpdate: 'agent_message_chunk',
			messageId,
			content: text(value),
		});
		assert.deepEqual(messagesOf(chunk('a', '1'), chunk('b', '2'), chunk('a', '3'), chunk('b', '4')), [
			{ role: 'agent', messageId: 'a', content: [text('13')] },
			{ role: 'agent', messageId: 'b', content: [text('24')] },
		]);
	});

	it('keeps content of kinds that nobody knows by their names [acp C210] [acp C211]', () => {
		for (const kind of ['_vendor', 'hologram']) {
			assert.deepEqual(decode('agent_message_chunk', { messageId: 'm', content: { type: kind, data: 1 } }), [
				{ type: 'message_chunk', role: 'agent', messageId: 'm', content: { type: 'unknown', kind } },
			]);
		}
	});

	it('takes no icon along: nothing that could be fetched is there [acp C267]', () => {
		const link = { type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts' };
		const sources = [
			'https://example.com/i.png',
			'https://user:secret@example.com/i.png',
			'http://example.com/i.png',
			'file:///etc/passwd',
			'javascript:alert(1)',
			'data:image/png;base64,AAAA',
		];
		const icons = sources.map((src) => ({ src, sizes: ['any'], theme: 'dark' }));
		assert.deepEqual(decode('agent_message_chunk', { messageId: 'm', content: { ...link, icons } }), [
			{ type: 'message_chunk', role: 'agent', messageId: 'm', content: link },
		]);
	});

	it('is annotated for roles that we know; others say nothing [acp C209]', () => {
		const content = { ...text('a'), annotations: { audience: ['user', '_bot'], priority: 0.5 } };
		assert.deepEqual(decode('agent_message_chunk', { messageId: 'm', content }), [
			{
				type: 'message_chunk',
				role: 'agent',
				messageId: 'm',
				content: { ...text('a'), annotations: { audience: ['user'], priority: 0.5 } },
			},
		]);
	});
});
