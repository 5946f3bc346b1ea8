import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AGENT_METHODS, PROTOCOL_METHODS } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { sentByClientV2 } from '../sentByClient.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { answerInEachWay, openAndManage, useAccount } from '../everyMessage.ts';
import { allUnstable } from '../support.ts';
import { assertValidOutgoing } from '../wireSchema.ts';
import { attachedV2, authMethodsV2 } from './supportV2.ts';

const sessionId = 's1';

/** Answers of the agent that are not an empty object. */
const answers: Readonly<Record<string, unknown>> = {
	'session/new': { sessionId },
	'session/fork': { sessionId: 's2' },
	'session/prompt': { messageId: 'm1' },
	'providers/list': { providers: [{ providerId: 'p', supported: [], required: false }] },
};

describe('outgoing messages of version 2', () => {
	it('are those of the schema, nothing added at the root, for every method [acp C11] [acp C217] [acp C227]', async () => {
		// The wire of these tests checks each message as it goes out; this runs through all of them.
		const { wire, agent, target } = await attachedV2({
			answer: { capabilities: everyCapabilityV2, authMethods: authMethodsV2 },
			unstable: allUnstable,
		});
		for (const method of sentByClientV2) wire.answers.set(method, () => answers[method] ?? {});
		await openAndManage(agent);
		await agent.prompt(sessionId, [
			{ type: 'text', text: 'hi' },
			{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
			{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
			{ type: 'resource', uri: 'file:///work/a', text: 'a', mimeType: 'text/plain' },
			{ type: 'resource_link', uri: 'file:///work/a', name: 'a', title: 'A', size: 1 },
		]);
		const base = { id: 'x', name: 'X', via: 'option', type: 'select', current: 'a', groups: [] } as const;
		await agent.setOption(sessionId, base, 'b');
		await agent.setOption(sessionId, { ...base, type: 'boolean', current: true }, false);
		await agent.cancelToolCall(sessionId, 'c1');
		await agent.cancelTerminal(sessionId, 't1');
		await useAccount(agent);
		agent.cancel(sessionId);
		const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
		await wire.ask('session/request_permission', { sessionId, title: 'May I?', options });
		target.outcome = () => Promise.resolve({ type: 'selected', optionId: 'no' });
		await wire.ask('session/request_permission', { sessionId, title: 'May I?', options });
		const form = {
			sessionId,
			message: 'Which?',
			mode: 'form',
			requestedSchema: { type: 'object', properties: {} },
		};
		await answerInEachWay(wire, target, form);
		await agent.closeSession('old');
		await agent.deleteSession('old');
		const sent = new Set(wire.sent.map(({ method }) => method));
		const others = ['initialize', '$/cancel_request'];
		assert.deepEqual(sent, new Set([...sentByClientV2].filter((method) => !others.includes(method))));
	});

	it('would be caught with a key of our own or a kind of our own [acp C11]', () => {
		const prompt = [{ type: 'text', text: 'x' }];
		assertValidOutgoing('request', 'session/prompt', { sessionId, prompt }, 'v2');
		const bad: readonly [method: string, params: object][] = [
			['session/prompt', { sessionId, prompt, ours: 1 }],
			['session/prompt', { sessionId, prompt: [{ ...prompt[0], ours: 1 }] }],
			['session/prompt', { sessionId, prompt: [] }],
			['session/new', { cwd: '/work', mcpServers: [{ name: 'a', command: '/bin/a' }] }],
			['session/new', { cwd: '/work', mcpServers: [{ type: 'sse', name: 'a', url: 'https://a.test' }] }],
			['session/set_config_option', { sessionId, configId: 'x', value: 'b' }],
			['session/set_config_option', { sessionId, configId: 'x', type: 'boolean', value: 'b' }],
		];
		for (const [method, params] of bad) {
			assert.throws(
				() => assertValidOutgoing('request', method, params, 'v2'),
				/Request: /u,
				JSON.stringify(params),
			);
		}
	});

	it('have names of the protocol, and none that version 2 dropped [acp C115]', () => {
		const known = new Set<string>([...Object.values(AGENT_METHODS), ...Object.values(PROTOCOL_METHODS)]);
		for (const method of sentByClientV2) assert.ok(known.has(method), method);
		for (const method of [
			'authenticate',
			'logout',
			'session/load',
			'session/set_mode',
			'session/set_model',
		]) {
			assert.ok(!sentByClientV2.has(method), method);
		}
	});
});
