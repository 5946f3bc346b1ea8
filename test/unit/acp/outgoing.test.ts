import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentByClient } from '../../../src/core/acp/methods.ts';
import type { McpServer } from '../../../src/core/session/mcp.ts';
import type { SessionSetup } from '../../../src/core/session/ports.ts';
import { everyCapability } from '../../agents/everyCapability.ts';
import { allUnstable, attached, setup } from './support.ts';
import { assertValidOutgoing } from './wireSchema.ts';

const sessionId = 's1';

/** An agent that offers all there is. */
const everything = { authMethods: [{ id: 'key', name: 'Key' }], agentCapabilities: everyCapability };

const mcpServers: McpServer[] = [
	{ type: 'stdio', name: 'a', command: '/bin/a', args: ['-x'], env: { A: '1' } },
	{ type: 'http', name: 'b', url: 'https://b.test', headers: { h: 'v' } },
	{ type: 'sse', name: 'c', url: 'https://c.test', headers: {} },
	{ type: 'acp', name: 'd', serverId: 'd1' },
];

const systemPrompt = { mode: 'override', text: 'Be brief.' } as const;

describe('outgoing messages', () => {
	it('are those of the schema, nothing added at the root, for every method [acp C11] [acp C18]', async () => {
		// The wire of these tests checks each message as it goes out; this runs through all of them.
		const { wire, agent, target } = await attached(everything, { unstable: allUnstable });
		const all: SessionSetup = {
			...setup('/work'),
			additionalDirectories: ['/other'],
			mcpServers,
			systemPrompt,
		};
		for (const method of [
			'set_mode',
			'set_model',
			'set_config_option',
			'close',
			'delete',
			'list',
			'resume',
		]) {
			wire.answers.set(`session/${method}`, () => ({}));
		}
		for (const method of ['archive', 'unarchive', 'status', 'set_title']) {
			wire.answers.set(`session/${method}`, () => ({}));
		}
		wire.answers.set('session/fork', () => ({ sessionId: 's2' }));
		for (const method of ['authenticate', 'logout', 'auth/status']) wire.answers.set(method, () => ({}));
		for (const method of ['list', 'set', 'disable']) wire.answers.set(`providers/${method}`, () => ({}));
		await agent.newSession(all);
		await agent.loadSession('old', all);
		await agent.resumeSession('old', all);
		await agent.forkSession('old', all);
		await agent.listSessions({ cwd: '/work', cursor: 'c', archived: 'only' });
		await agent.archiveSession('old', true);
		await agent.archiveSession('old', false);
		await agent.setTitle('old', 'New');
		await agent.sessionStatus('old');
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
		await agent.authenticate('key');
		await agent.logout();
		await agent.authStatus();
		await agent.listProviders();
		await agent.setProvider({
			providerId: 'p',
			apiType: 'openai',
			baseUrl: 'https://x.test',
			headers: { a: 'b' },
		});
		await agent.disableProvider('p');
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
		for (const answer of [
			{ type: 'accept', content: { a: 'x', b: 1, c: true, d: ['y'] } },
			{ type: 'decline' },
			{ type: 'cancel' },
		] as const) {
			target.answer = () => Promise.resolve(answer);
			await wire.ask('elicitation/create', form);
		}
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
