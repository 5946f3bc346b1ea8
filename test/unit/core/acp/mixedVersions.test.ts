/** An agent that settled on version 1 and says things as in version 2: they mean nothing else there, so they are shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { MessageEntry } from '../../../../src/core/session/model/entry.ts';
import { play, prompt } from '../session/driver/play.ts';
import { entriesOf } from '../session/driver/transcript.ts';
import { attached } from './support.ts';
import { Codec } from './v2/codec.ts';

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const whole = (sessionUpdate: string, value: string, fields: object = {}): JsonObject => ({
	sessionUpdate,
	content: [text(value)],
	...fields,
});
const chunk = (value: string, fields: object = {}): JsonObject => ({
	sessionUpdate: 'agent_message_chunk',
	content: text(value),
	...fields,
});

/** What the codec of version 1 makes of updates, none of which it complains about. */
async function eventsInV1(updates: readonly JsonObject[]): Promise<readonly AgentEvent[]> {
	const { wire, target, logged } = await attached();
	for (const update of updates) wire.update('s1', update);
	assert.deepEqual(logged, []);
	return target.events;
}

/** Role and content of the messages that these updates leave, the prompt aside. */
function messagesIn(events: readonly AgentEvent[]): unknown[] {
	return play(prompt('Look at it.'), { type: 'prompt_sent', entryId: 'e1' }, ...events)
		.entries.filter((entry): entry is MessageEntry => entry.type === 'message' && entry.id !== 'e1')
		.map(({ role, content }) => [role, content]);
}

const entries = [
	{ content: 'Read the parser', priority: 'high', status: 'completed' },
	{ content: 'Propose a fix', priority: 'low', status: 'pending' },
];
const turn: readonly JsonObject[] = [
	whole('user_message', 'Look at it.', { messageId: 'u1' }),
	whole('agent_thought', 'The loop may never end.', { messageId: 't1' }),
	{ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p1', entries } },
	whole('agent_message', 'I read it first.', { messageId: 'a1' }),
	chunk(' Then I fix it.', { messageId: 'a1' }),
	{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: 'Read', kind: 'read', status: 'pending' },
	...['So far, so good.', 'An empty text is not handled.'].map((found) => ({
		sessionUpdate: 'tool_call_content_chunk',
		toolCallId: 'c1',
		content: { type: 'content', content: text(found) },
	})),
	{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' },
	whole('agent_message', 'One mistake.', { messageId: 'a2' }),
];

describe('an agent of version 1 that speaks as in version 2', () => {
	it('shows the same turn as an agent of version 2 [acp C246] [acp C250] [acp C263]', async () => {
		const shown = (events: readonly AgentEvent[]): unknown =>
			play(prompt('Look at it.'), { type: 'prompt_sent', entryId: 'e1' }, ...events).entries;
		const events = await eventsInV1(turn);
		assert.deepEqual(shown(events), shown(new Codec().updates(...turn)));
		assert.deepEqual(messagesIn(events), [
			['thought', [text('The loop may never end.')]],
			['agent', [text('I read it first. Then I fix it.')]],
			['agent', [text('One mistake.')]],
		]);
		const { state } = play(...events);
		assert.deepEqual(
			entriesOf({ state }, 'plan').map(({ items }) => items),
			[entries],
		);
		assert.equal(entriesOf({ state }, 'tool_call')[0]?.content.length, 2);
	});

	it('has plans of items also as the first draft words them, and other plans only in the draft', async () => {
		const plan = { sessionUpdate: 'plan_update', plan: { id: 'p', entries } };
		assert.deepEqual(await eventsInV1([plan]), [{ type: 'plan', planId: 'p', items: entries }]);
		const { wire, target, logged } = await attached();
		wire.update('s1', {
			sessionUpdate: 'plan_update',
			plan: { type: 'file', planId: 'p', uri: 'file:///p' },
		});
		wire.update('s1', { sessionUpdate: 'plan_update', plan: { entries } });
		assert.deepEqual(target.events, []);
		assert.equal(logged.length, 2);
	});
});

for (const [version, eventsOf] of [
	[1, eventsInV1],
	[2, (updates: readonly JsonObject[]) => Promise.resolve(new Codec().updates(...updates))],
] as const) {
	const messages = async (...updates: readonly JsonObject[]): Promise<unknown[]> =>
		messagesIn(await eventsOf(updates));

	describe(`a whole message without an id in version ${version}`, () => {
		it('is shown, each as one of its own', async () => {
			assert.deepEqual(await messages(whole('agent_message', 'One.'), whole('agent_message', 'Two.')), [
				['agent', [text('One.')]],
				['agent', [text('Two.')]],
			]);
		});

		it('says to its end what chunks have begun, and nothing twice', async () => {
			assert.deepEqual(await messages(chunk('All is'), chunk(' w'), whole('agent_message', 'All is well.')), [
				['agent', [text('All is well.')]],
			]);
			const thought = whole('agent_thought', 'Hm.');
			assert.deepEqual(await messages(thought, whole('agent_message', 'Yes.'), chunk(' No.')), [
				['thought', [text('Hm.')]],
				['agent', [text('Yes. No.')]],
			]);
		});

		it('takes away nothing that it does not say', async () => {
			const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
			const shown = chunk('', { content: image });
			assert.deepEqual(await messages(shown, whole('agent_message', 'That is it.')), [
				['agent', [image]],
				['agent', [text('That is it.')]],
			]);
		});

		it('repeats the prompt in its very words, or is one of the user that the host does not know', async () => {
			assert.deepEqual(await messages(whole('user_message', 'Look at it.')), []);
			assert.deepEqual(await messages(whole('user_message', 'And at that.')), [
				['user', [text('And at that.')]],
			]);
		});

		it('is none where it says nothing', async () => {
			assert.deepEqual(await messages(whole('agent_message', 'One.', { content: [] })), []);
		});
	});
}
