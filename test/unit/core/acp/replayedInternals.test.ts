/** What an agent told its model in the user's place, and replays as the user's words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MemoryWire } from './memoryWire.ts';
import { attached, type FakeTarget, setup } from './support.ts';
import { attachedV2 } from './v2/supportV2.ts';

const context = '<session_context>\nToday is Sunday.\nShowing up to 200 items\n</session_context>';
const empty = { type: 'message', role: 'user', content: [] };

async function heard(name: string, ...texts: readonly string[]): Promise<unknown[]> {
	const { wire, target } = await attached({ agentInfo: { name, version: '1' } });
	for (const text of texts)
		wire.update('s1', { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
	return target.events.map((event) => (event.type === 'message_chunk' ? event.content : event));
}

const words = (text: string): object => ({ type: 'text', text });

describe('texts of the user that follow on each other', () => {
	it('are prompts of their own where copilot or qwen tells them', async () => {
		for (const name of ['Copilot', 'qwen-code'])
			assert.deepEqual(await heard(name, 'One', 'Two', '', 'Three'), [
				...[words('One'), empty, words('Two'), words(''), empty, words('Three')],
			]);
	});

	it('are one prompt where qwen has kept them in one record, such as what was attached in words', async () => {
		const { wire, target } = await attached({ agentInfo: { name: 'qwen-code', version: '1' } });
		for (const [text, id] of [
			['Fix it', 'a'],
			['Problems in a.ts: none', 'a'],
			['Are you there', 'b'],
		])
			wire.update('s1', {
				sessionUpdate: 'user_message_chunk',
				content: { type: 'text', text },
				_meta: { qwenTranscript: { sourceRecordIds: [id] } },
			});
		assert.deepEqual(
			target.events.map((event) => (event.type === 'message_chunk' ? event.content : event)),
			[words('Fix it'), words('Problems in a.ts: none'), empty, words('Are you there')],
		);
	});

	it('are one where any other agent does, or something of the agent, or attached, stands between', async () => {
		assert.deepEqual(await heard('other', 'One', 'Two'), [words('One'), words('Two')]);
		const { wire, target } = await attached({ agentInfo: { name: 'Copilot', version: '1' } });
		const link = { type: 'resource_link', uri: 'file:///a.ts', name: 'a.ts' };
		for (const content of [words('See'), link, words('and fix it')])
			wire.update('s1', { sessionUpdate: 'user_message_chunk', content });
		wire.update('s1', { sessionUpdate: 'agent_message_chunk', content: words('Done') });
		wire.update('s1', { sessionUpdate: 'user_message_chunk', content: words('Thanks') });
		assert.deepEqual(
			target.events.map(({ type }) => type),
			Array.from({ length: 5 }, () => 'message_chunk'),
		);
	});
});

describe('what gemini replays of its own', () => {
	it('is no word of the user, and ends the message before it', async () => {
		const responses = '[Function Response: read_file]';
		assert.deepEqual(await heard('gemini-cli', context, responses, `${responses}${responses}\n`), [
			empty,
			empty,
			empty,
		]);
		assert.deepEqual(await heard('gemini-cli', '<hook_context>Be kind.</hook_context>'), [empty]);
	});

	it('is taken off what the user wrote behind it', async () => {
		assert.deepEqual(await heard('gemini-cli', `${context}\n\nFix the parser`), [words('Fix the parser')]);
	});

	it('stays where the user wrote it, and with every other agent', async () => {
		const own = ['Why does it say [Function Response: x]?', 'What is <session_context>?', `See ${context}`];
		assert.deepEqual(await heard('gemini-cli', ...own), own.map(words));
		const all = [context, '[Function Response: read_file]'];
		assert.deepEqual(await heard('other', ...all), all.map(words));
	});
});

describe('what gemini says of its mode', () => {
	const says = async (name: string, text: string): Promise<unknown> => {
		const { wire, target } = await attached({ agentInfo: { name, version: '1' } });
		wire.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
		const [event] = target.events;
		return event?.type === 'message_chunk' ? event.content : event;
	};

	it('is no word of an answer; other words are, and those of every other agent', async () => {
		assert.deepEqual(await says('gemini-cli', '[MODE_UPDATE] plan'), { ...empty, role: 'agent' });
		for (const text of ['[MODE_UPDATE] is a tag', 'It said [MODE_UPDATE] plan'])
			assert.deepEqual(await says('gemini-cli', text), words(text));
		assert.deepEqual(await says('other', '[MODE_UPDATE] plan'), words('[MODE_UPDATE] plan'));
	});
});

describe('what gemini replays of its calls', () => {
	const says = (wire: MemoryWire, text: string): void =>
		wire.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
	const said = ({ events }: FakeTarget): unknown => {
		const event = events.at(-1);
		return event?.type === 'message_chunk' ? event.content : event;
	};
	const replayed = async (name: string, text: string): Promise<unknown> => {
		const initializeAnswer = { agentCapabilities: { loadSession: true }, agentInfo: { name, version: '1' } };
		const { wire, agent, target } = await attached(initializeAnswer, {
			pause: async () => says(wire, text),
		});
		wire.answers.set('session/load', () => {
			says(wire, text);
			return null;
		});
		await agent.loadSession('s1', setup('/work'));
		return said(target);
	};
	const text = 'I call two. [Function Call: read_file] [Function Call: replace]';

	it('is no word of an answer; what it said before is, and words of every other agent', async () => {
		assert.deepEqual(await replayed('gemini-cli', text), words('I call two.'));
		assert.deepEqual(await replayed('gemini-cli', '[Function Call: replace]'), { ...empty, role: 'agent' });
		assert.deepEqual(await replayed('other', text), words(text));
		for (const own of ['What is [Function Call: x]?', '[Function Call: a b]'])
			assert.deepEqual(await replayed('gemini-cli', own), words(own));
	});

	it('is a word of an answer that it gives now', async () => {
		const { wire, target } = await attached({ agentInfo: { name: 'gemini-cli', version: '1' } });
		says(wire, text);
		assert.deepEqual(said(target), words(text));
	});
});

describe('what claude replays of its own', () => {
	const marks = ['[Request interrupted by user]', '[Request interrupted by user for tool use]'];
	const claude = '@agentclientprotocol/claude-agent-acp';

	it('is no word of the user, and stays where the user wrote more, and with every other agent', async () => {
		assert.deepEqual(await heard(claude, ...marks), [empty, empty]);
		const own = 'Why does it say [Request interrupted by user]?';
		assert.deepEqual(await heard(claude, own), [words(own)]);
		assert.deepEqual(await heard('other', ...marks), marks.map(words));
	});

	it('is none in version 2 either', async () => {
		const { wire, target } = await attachedV2({
			answer: { info: { name: claude, version: '1' }, capabilities: { session: {} } },
		});
		for (const text of [marks[0], 'Go on'])
			wire.update('s1', {
				sessionUpdate: 'user_message_chunk',
				messageId: 'm',
				content: { type: 'text', text },
			});
		const [first, second] = target.events;
		assert.deepEqual(first, empty);
		assert.ok(second?.type === 'message_chunk' && second.role === 'user');
	});
});
