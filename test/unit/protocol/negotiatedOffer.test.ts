/** What an agent of version 2 did not offer in its `initialize` is never asked for. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it } from './eachCarrier.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { setup } from '../core/acp/support.ts';
import { answering, askedFor, connected, says, tried } from './negotiationPeer.ts';

describe('an agent without conversations', () => {
	for (const capabilities of [{}, { session: null }, undefined]) {
		it(`is asked for none: ${JSON.stringify(capabilities)} [acp C204]`, async () => {
			const answer = says({ protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities });
			const attempt = await tried(answering(answer), 2);
			const { agent } = connected(attempt);
			const set = setup('/work');
			for (const call of [
				() => agent.newSession(set),
				() => agent.loadSession('s', set),
				() => agent.resumeSession('s', set),
				() => agent.listSessions({}),
				() => agent.closeSession('s'),
				() => agent.deleteSession('s'),
				() => agent.prompt('s', [{ type: 'text', text: 'hi' }]),
			]) {
				await assert.rejects(call(), (error) => AgentError.is(error, 'unsupported'));
			}
			assert.deepEqual(askedFor(attempt), [2]);
		});
	}
});

describe('ways to log in', () => {
	const withMethods = (authMethods: unknown): FakeAgentScript => ({
		on: {
			initialize: says({ protocolVersion: 2, info: { name: 'a', version: '1' }, authMethods }),
			'auth/login': says({}),
			'auth/logout': says({}),
		},
	});

	it('that are none mean no login and no logout [acp C212]', async () => {
		for (const none of [undefined, null, [], [{ type: 'agent' }]]) {
			const attempt = await tried(withMethods(none), 2);
			const { agent } = connected(attempt);
			assert.equal(agent.capabilities.logout, false);
			await assert.rejects(agent.authenticate('x'), (error) => AgentError.is(error, 'unsupported'));
			await assert.rejects(agent.logout(), (error) => AgentError.is(error, 'unsupported'));
			assert.deepEqual(askedFor(attempt), [2]);
		}
	});

	it('are used by their own id, terminals and unknown kinds never on the wire [acp C212] [acp C213] [acp C214]', async () => {
		const attempt = await tried(
			withMethods([
				{ type: 'agent', methodId: 'own', name: 'Own' },
				{ type: 'terminal', methodId: 'tty', name: 'TTY' },
				{ type: '_sso', methodId: 'sso', name: 'SSO' },
				{ id: 'old', name: 'Old' },
			]),
			2,
		);
		const { agent } = connected(attempt);
		assert.deepEqual(
			agent.authMethods.map(({ id, type }) => [id, type]),
			[
				['own', 'agent'],
				['tty', 'terminal'],
				['sso', 'other'],
				['old', 'agent'],
			],
		);
		for (const id of ['tty', 'sso', 'nobody']) {
			await assert.rejects(agent.authenticate(id), (error) => AgentError.is(error, 'unsupported'));
		}
		await agent.authenticate('own');
		await agent.authenticate('old');
		await agent.logout();
		const calls = attempt.sent.slice(1).map(({ method, params }) => [method, params]);
		assert.deepEqual(calls, [
			['auth/login', { methodId: 'own' }],
			['auth/login', { methodId: 'old' }],
			['auth/logout', {}],
		]);
	});
});
