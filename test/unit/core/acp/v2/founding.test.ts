/**
 * Every example of the founding document of version 2, which has shape A, in ids and words of our own: through the
 * codec and the session's state. What the client itself sends there is in the tests of what goes out.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import { seed } from '../../session/driver/play.ts';
import { Codec } from './codec.ts';
import { entriesOf } from '../../session/driver/transcript.ts';

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const promptText = 'Would you look this parser over?';

/** A session in which the user's prompt of the first example has been sent. */
class Turn {
	readonly codec = new Codec();
	readonly state: SessionState = createSessionState(seed);
	#at = 1;

	constructor() {
		const resource = {
			type: 'resource',
			uri: 'file:///home/me/parse.py',
			mimeType: 'text/x-python',
			text: 'def parse(s):\n    return s',
		} as const;
		reduce(this.state, { type: 'prompt_submitted', content: [text(promptText), resource], at: 0 }, 0);
	}

	/** A notification as it is on the wire. */
	notify(update: JsonObject): void {
		for (const event of this.codec.reader.decode(update, 'sess_7d1', false)) {
			reduce(this.state, event, this.#at++);
		}
	}

	entry<K extends Entry['type']>(type: K): Extract<Entry, { type: K }> {
		const found = entriesOf(this, type);
		assert.equal(found.length, 1, `${found.length} entries of type ${type}`);
		assert.ok(found[0]);
		return found[0];
	}

	/** What the messages of a role say, one after the other. */
	said(role: string): unknown[] {
		return [...this.state.entries.values()].flatMap((entry) =>
			entry.type === 'message' && entry.role === role ? [[entry.messageId, entry.content]] : [],
		);
	}
}

const userMessage = {
	sessionUpdate: 'user_message',
	messageId: 'msg_user_1',
	content: [text(promptText)],
};
const plan = {
	sessionUpdate: 'plan_update',
	plan: {
		type: 'items',
		id: 'plan-7',
		entries: [
			{ content: 'Look for mistakes in the grammar', priority: 'high', status: 'pending' },
			{ content: 'Look for mistakes in the types', priority: 'medium', status: 'pending' },
			{ content: 'Read how errors are handled', priority: 'medium', status: 'pending' },
			{ content: 'Propose what to do', priority: 'low', status: 'pending' },
		],
	},
};
const agentMessage = {
	sessionUpdate: 'agent_message',
	messageId: 'msg_agent_2',
	content: [text('I am going to look for trouble.')],
};
const agentChunk = {
	sessionUpdate: 'agent_message_chunk',
	messageId: 'msg_agent_2',
	content: text(' First the grammar.'),
};
const thought = {
	sessionUpdate: 'agent_thought',
	messageId: 'msg_thought_3',
	content: [text('The loop may never end.')],
};
const toolCall = {
	sessionUpdate: 'tool_call_update',
	toolCallId: 'call_4',
	title: 'Looking at the parser',
	kind: 'other',
	status: 'pending',
};
const usage = {
	sessionUpdate: 'usage_update',
	used: 41_000,
	size: 180_000,
	cost: { amount: 0.031, currency: 'EUR' },
};
const started = { sessionUpdate: 'tool_call_update', toolCallId: 'call_4', status: 'in_progress' };
const progress = {
	sessionUpdate: 'tool_call_content_chunk',
	toolCallId: 'call_4',
	content: { type: 'content', content: text('The grammar is fine...') },
};
const finished = {
	sessionUpdate: 'tool_call_update',
	toolCallId: 'call_4',
	status: 'completed',
	content: [
		{ type: 'content', content: text('Done:\n- The grammar is fine\n- An empty text is not handled') },
	],
};

describe('the founding document of version 2', () => {
	it('reports the prompt that it accepted: the bubble gets its name, and what was attached stays [acp C230]', () => {
		const turn = new Turn();
		turn.notify(userMessage);
		const prompt = turn.entry('message');
		assert.equal(prompt.messageId, 'msg_user_1');
		assert.equal(prompt.origin, 'user');
		assert.equal(prompt.content.length, 2);
	});

	it('reports it in chunks as well', () => {
		const turn = new Turn();
		for (const part of [promptText.slice(0, 9), promptText.slice(9)]) {
			turn.notify({ sessionUpdate: 'user_message_chunk', messageId: 'msg_user_1', content: text(part) });
		}
		assert.equal(turn.entry('message').messageId, 'msg_user_1');
	});

	it('has a plan by `id` [acp C263]', () => {
		const turn = new Turn();
		turn.notify(plan);
		const entry = turn.entry('plan');
		assert.equal(entry.planId, 'plan-7');
		assert.deepEqual(entry.items, plan.plan.entries);
		turn.notify({ ...plan, plan: { ...plan.plan, entries: plan.plan.entries.slice(0, 1) } });
		assert.equal(turn.entry('plan').items.length, 1);
	});

	it('answers with a whole message, and goes on with chunks of it [acp C246]', () => {
		const turn = new Turn();
		turn.notify(agentMessage);
		assert.deepEqual(turn.said('agent'), [['msg_agent_2', agentMessage.content]]);
		turn.notify(agentChunk);
		assert.deepEqual(turn.said('agent'), [
			['msg_agent_2', [text('I am going to look for trouble. First the grammar.')]],
		]);
	});

	it('thinks aloud', () => {
		const turn = new Turn();
		turn.notify(thought);
		assert.deepEqual(turn.said('thought'), [['msg_thought_3', thought.content]]);
	});

	it('says how full its context is, and what it cost [acp C270]', () => {
		const turn = new Turn();
		turn.notify(usage);
		assert.deepEqual(turn.state.usage, { used: 41_000, size: 180_000, cost: usage.cost });
	});

	it('counts [A, B], then [C], then what follows [C] [acp C246]', () => {
		const turn = new Turn();
		const whole = (content: unknown): JsonObject => ({
			sessionUpdate: 'agent_message',
			messageId: 'm',
			content,
		});
		const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
		const chunk = (content: object): JsonObject => ({
			sessionUpdate: 'agent_message_chunk',
			messageId: 'm',
			content,
		});
		turn.notify(whole([text('A')]));
		turn.notify(chunk(image));
		assert.deepEqual(turn.said('agent'), [['m', [text('A'), image]]]);
		turn.notify(whole([text('C')]));
		assert.deepEqual(turn.said('agent'), [['m', [text('C')]]]);
		turn.notify(chunk(text('D')));
		assert.deepEqual(turn.said('agent'), [['m', [text('CD')]]]);
		// Without content only other fields change.
		turn.notify({ sessionUpdate: 'agent_message', messageId: 'm', _meta: { x: 1 } });
		assert.deepEqual(turn.said('agent'), [['m', [text('CD')]]]);
		for (const cleared of [[], null]) {
			turn.notify(chunk(text('E')));
			turn.notify(whole(cleared));
			assert.deepEqual(turn.said('agent'), [['m', []]]);
		}
		turn.notify(chunk(text('F')));
		assert.deepEqual(turn.said('agent'), [['m', [text('F')]]]);
	});

	it('begins a new message with a new id', () => {
		const turn = new Turn();
		turn.notify(agentChunk);
		turn.notify({ ...agentChunk, messageId: 'msg_agent_9' });
		assert.deepEqual(
			turn.said('agent').map((message) => (Array.isArray(message) ? message[0] : '')),
			['msg_agent_2', 'msg_agent_9'],
		);
	});

	it('announces a call, runs it, streams what it finds, and replaces that at the end [acp C248] [acp C250]', () => {
		const turn = new Turn();
		turn.notify(toolCall);
		const { title, kind, status } = turn.entry('tool_call');
		assert.deepEqual({ title, kind, status }, { title: toolCall.title, kind: 'other', status: 'pending' });
		turn.notify(started);
		assert.equal(turn.entry('tool_call').status, 'in_progress');
		assert.equal(turn.entry('tool_call').title, toolCall.title);
		turn.notify(progress);
		turn.notify({ ...progress, content: { type: 'content', content: text('So are the types...') } });
		assert.equal(turn.entry('tool_call').content.length, 2);
		turn.notify(finished);
		assert.equal(turn.entry('tool_call').status, 'completed');
		assert.deepEqual(turn.entry('tool_call').content, finished.content);
	});

	it('still counts updates of a call after Stop [acp C239] [acp C242]', () => {
		const turn = new Turn();
		turn.notify(toolCall);
		reduce(turn.state, { type: 'cancel_requested', at: 50 }, 50);
		assert.equal(turn.entry('tool_call').status, 'cancelled');
		turn.notify(finished);
		assert.equal(turn.entry('tool_call').status, 'completed');
	});

	it('is read as a whole without a word in the log', () => {
		const turn = new Turn();
		for (const update of [
			userMessage,
			plan,
			agentMessage,
			agentChunk,
			thought,
			toolCall,
			usage,
			started,
			progress,
			finished,
		]) {
			turn.notify(update);
		}
		assert.deepEqual(turn.codec.logged, []);
		assert.deepEqual(
			[...turn.state.entries.values()].map(({ type }) => type),
			['message', 'plan', 'message', 'message', 'tool_call'],
		);
	});
});
