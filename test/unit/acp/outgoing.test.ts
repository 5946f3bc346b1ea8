import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentByClient } from '../../../src/core/acp/methods.ts';
import { attached } from './support.ts';
import { assertValidOutgoing } from './wireSchema.ts';

const sessionId = 's1';

describe('outgoing messages', () => {
	it('are those of the schema, nothing added at the root, for every method [acp C11] [acp C18]', async () => {
		// The wire of these tests checks each message as it goes out; this runs through all of them.
		const { wire, agent, target } = await attached({ agentCapabilities: { loadSession: true } });
		wire.answers.set('session/set_mode', () => ({}));
		await agent.loadSession('old', '/work');
		await agent.prompt(sessionId, [{ type: 'text', text: 'hi' }]);
		await agent.setMode(sessionId, 'code');
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
