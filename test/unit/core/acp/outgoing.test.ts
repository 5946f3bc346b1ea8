import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentByClient } from './sentByClient.ts';
import { everyCapability } from '../../../agents/everyCapability.ts';
import { answerInEachWay, openAndManage, useAccount } from './everyMessage.ts';
import { allUnstable, attached } from './support.ts';
import { assertValidOutgoing } from './wireSchema.ts';

const sessionId = 's1';

/** An agent that offers all there is. */
const everything = { authMethods: [{ id: 'key', name: 'Key' }], agentCapabilities: everyCapability };

describe('outgoing messages', () => {
	it('are those of the schema, nothing added at the root, for every method [acp C11] [acp C18]', async () => {
		// The wire of these tests checks each message as it goes out; this runs through all of them.
		const { wire, agent, target } = await attached(everything, { unstable: allUnstable });
		const ofSessions =
			'set_mode set_model set_config_option close delete list resume archive unarchive status set_title';
		for (const method of ofSessions.split(' ')) wire.answers.set(`session/${method}`, () => ({}));
		wire.answers.set('session/fork', () => ({ sessionId: 's2' }));
		for (const method of ['authenticate', 'logout', 'auth/status']) wire.answers.set(method, () => ({}));
		for (const method of ['list', 'set', 'disable']) wire.answers.set(`providers/${method}`, () => ({}));
		await openAndManage(agent);
		await agent.prompt(sessionId, [
			{ type: 'text', text: 'hi' },
			{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
			{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
			{ type: 'resource', uri: 'file:///work/a', text: 'a' },
			{ type: 'resource_link', uri: 'file:///work/a', name: 'a', size: 1 },
		]);
		const base = { id: 'x', name: 'X', type: 'select', current: 'a', groups: [] } as const;
		await agent.setOption(sessionId, { ...base, via: 'mode' }, 'code');
		await agent.setOption(sessionId, { ...base, via: 'model' }, 'big');
		await agent.setOption(sessionId, { ...base, via: 'option' }, 'b');
		await agent.setOption(sessionId, { ...base, via: 'option', type: 'boolean', current: true }, false);
		await useAccount(agent);
		agent.cancel(sessionId);
		target.exit = { exitCode: 1, signal: null };
		const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
		await wire.ask('session/request_permission', { sessionId, toolCall: { toolCallId: 'c1' }, options });
		await wire.ask('fs/read_text_file', { sessionId, path: '/work/a' });
		await wire.ask('fs/write_text_file', { sessionId, path: '/work/a', content: '' });
		await wire.ask('terminal/create', { sessionId, command: 'ls' });
		for (const method of ['output', 'wait_for_exit', 'kill', 'release']) {
			await wire.ask(`terminal/${method}`, { sessionId, terminalId: 't1' });
		}
		const form = { sessionId, message: 'Which?', mode: 'form', requestedSchema: { properties: {} } };
		await answerInEachWay(wire, target, form);
		await agent.closeSession('old');
		await agent.deleteSession('old');
		const sent = new Set(wire.sent.map(({ method }) => method));
		assert.deepEqual(sent, new Set([...sentByClient].filter((method) => !method.startsWith('$'))));
	});

	it('would be caught with a key of our own, at the root or further in [acp C11]', () => {
		const prompt = [{ type: 'text', text: 'x' }];
		assertValidOutgoing('request', 'session/prompt', { sessionId, prompt });
		const bad = [
			{ sessionId, prompt, ours: 1 },
			{ sessionId, prompt: [{ ...prompt[0], ours: 1 }] },
			{ sessionId },
		];
		for (const params of bad) {
			assert.throws(() => assertValidOutgoing('request', 'session/prompt', params), /PromptRequest/);
		}
	});
});
