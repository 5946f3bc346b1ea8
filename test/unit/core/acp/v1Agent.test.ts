import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { sentence } from '../../../../src/core/base/sentence.ts';
import type { ConfigOption } from '../../../../src/core/session/model/config.ts';
import type { Content } from '../../../../src/core/session/model/content.ts';
import { attached, connected, setup } from './support.ts';

const everything = {
	agentCapabilities: {
		loadSession: true,
		promptCapabilities: { image: true, audio: true, embeddedContext: true },
	},
};
const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask', description: null }] };
const image: Content = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const file: Content = {
	type: 'resource',
	uri: 'file:///work/a%20b.ts',
	text: 'let a',
	mimeType: 'text/plain',
};

describe('V1Agent', () => {
	it('opens sessions with an empty list of MCP servers', async () => {
		const { wire, agent } = await connected(everything);
		wire.answers.set('session/new', () => ({ sessionId: 's1', modes, models: { x: 1 } }));
		assert.deepEqual(await agent.newSession(setup('/work')), {
			sessionId: 's1',
			options: {
				modes: {
					id: 'mode',
					name: sentence('Mode'),
					category: 'mode',
					via: 'mode',
					type: 'select',
					current: 'ask',
					groups: [{ choices: [{ value: 'ask', name: 'Ask' }] }],
				},
			},
		});
		assert.deepEqual(wire.sent.at(-1), { method: 'session/new', params: { cwd: '/work', mcpServers: [] } });
	});

	it('refuses an answer to session/new that has no id', async () => {
		const { wire, agent } = await connected();
		wire.answers.set('session/new', () => null);
		await assert.rejects(agent.newSession(setup('/work')), (error) => AgentError.is(error, 'protocol'));
	});

	it('loads a session, also when the answer is null [acp C47]', async () => {
		const { wire, agent } = await connected(everything);
		assert.deepEqual(await agent.loadSession('old', setup('/work')), { sessionId: 'old', options: {} });
		assert.deepEqual(wire.sent.at(-1), {
			method: 'session/load',
			params: { sessionId: 'old', cwd: '/work', mcpServers: [] },
		});
		wire.answers.set('session/load', () => ({ modes }));
		assert.equal((await agent.loadSession('old', setup('/work'))).options.modes?.current, 'ask');
	});

	it('does not load where the agent cannot [acp C33]', async () => {
		const { wire, agent } = await connected();
		await assert.rejects(agent.loadSession('old', setup('/work')), (error) =>
			AgentError.is(error, 'unsupported'),
		);
		assert.equal(wire.sent.length, 1);
	});

	it('ends the turn with the reason of the answer, known or not [acp C51] [acp C54]', async () => {
		const { wire, agent } = await attached();
		const reasonFor = async (answer: unknown): Promise<string> => {
			wire.answers.set('session/prompt', () => answer);
			const answered = await agent.prompt('s1', [{ type: 'text', text: 'hi' }]);
			return answered.type === 'ended' ? answered.end.reason : answered.type;
		};
		for (const reason of ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']) {
			assert.equal(await reasonFor({ stopReason: reason, usage: 'odd' }), reason);
		}
		assert.equal(await reasonFor({ stopReason: 'bored' }), 'other');
		for (const unreadable of [{ stopReason: 7 }, {}, null]) {
			assert.equal(await reasonFor(unreadable), 'not_reported');
		}
	});

	it('rejects a failed turn with a readable AgentError', async () => {
		const { wire, agent } = await attached();
		wire.answers.set('session/prompt', () => {
			throw new AgentError('answered', 'Internal error', {
				code: 429,
				data: { details: 'Too many requests' },
			});
		});
		await assert.rejects(agent.prompt('s1', []), (error) => {
			assert.ok(AgentError.is(error, 'answered'));
			assert.equal(error.message, 'Too many requests');
			assert.equal(error.code, 429);
			return true;
		});
	});

	it('sends text, links, files and images as they are where the agent takes them [acp C49]', async () => {
		const { wire, agent } = await attached(everything);
		const link: Content = { type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts', title: 'A' };
		await agent.prompt('s1', [{ type: 'text', text: '/review a\r\n\u2028b' }, link, file, image]);
		assert.deepEqual(wire.sent.at(-1)?.params, {
			sessionId: 's1',
			prompt: [
				{ type: 'text', text: '/review a\r\n\u2028b' },
				{ type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts', title: 'A' },
				{
					type: 'resource',
					resource: { uri: 'file:///work/a%20b.ts', text: 'let a', mimeType: 'text/plain' },
				},
				{ type: 'image', mimeType: 'image/png', data: 'aGk=' },
			],
		});
	});

	it('links a file and refuses an image where the agent takes neither [acp C48] [acp C49]', async () => {
		const { wire, agent } = await attached();
		await agent.prompt('s1', [file]);
		assert.deepEqual(wire.sent.at(-1)?.params, {
			sessionId: 's1',
			prompt: [
				{ type: 'resource_link', uri: 'file:///work/a%20b.ts', name: 'a b.ts', mimeType: 'text/plain' },
			],
		});
		const before = wire.sent.length;
		const others: Content[] = [
			image,
			{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
			{ type: 'unknown', kind: 'x' },
		];
		for (const content of others) {
			await assert.rejects(agent.prompt('s1', [content]), (error) => AgentError.is(error, 'unsupported'));
		}
		assert.equal(wire.sent.length, before);
	});

	it('cancels with one notification and lets the turn run on [acp C56] [acp C60]', async () => {
		const { wire, agent } = await attached();
		let end: (answer: unknown) => void = () => undefined;
		wire.answers.set('session/prompt', () => new Promise((resolve) => (end = resolve)));
		const turn = agent.prompt('s1', [{ type: 'text', text: 'hi' }]);
		agent.cancel('s1');
		assert.deepEqual(wire.sent.at(-1), { method: 'session/cancel', params: { sessionId: 's1' } });
		end({ stopReason: 'cancelled' });
		assert.deepEqual(await turn, { type: 'ended', end: { reason: 'cancelled' } });
	});

	it('accepts null for a changed mode [acp C47]', async () => {
		const { wire, agent } = await attached();
		wire.answers.set('session/set_mode', () => null);
		const mode: ConfigOption = {
			id: 'mode',
			name: 'Mode',
			via: 'mode',
			type: 'select',
			current: 'ask',
			groups: [{ choices: [{ value: 'code', name: 'Code' }] }],
		};
		assert.deepEqual(await agent.setOption('s1', mode, 'code'), {});
		assert.deepEqual(wire.sent.at(-1), {
			method: 'session/set_mode',
			params: { sessionId: 's1', modeId: 'code' },
		});
	});

	it('stops listening when disposed', async () => {
		const { wire, agent } = await attached();
		agent.dispose();
		assert.equal(wire.isListening, false);
	});
});
