/** Logging in and out of an agent of version 2, who is logged in, and where its models come from. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuthStatus } from '../../../../../src/core/session/model/auth.ts';
import { Redactor } from '../../../../../src/node/redact.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { account, allUnstable } from '../support.ts';
import { authMethodsV2, type ConnectedV2, connectedV2, refusal, sentBy } from './supportV2.ts';

function connect(fields: Readonly<Record<string, unknown>> = {}): Promise<ConnectedV2> {
	return connectedV2({ answer: { capabilities: everyCapabilityV2, ...fields }, unstable: allUnstable });
}

describe('logging in in version 2', () => {
	it('names a method of the agent; one for a terminal, of another kind or unknown never goes out [acp C213]', async () => {
		const connection = await connect({ authMethods: authMethodsV2 });
		const { agent, wire } = connection;
		wire.answers.set('auth/login', () => null);
		for (const id of ['tty', 'sso', 'never-heard-of', '']) {
			assert.equal(await refusal(agent.authenticate(id)), 'unsupported', id);
		}
		await agent.authenticate('key');
		assert.deepEqual(sentBy(connection, 'auth/login'), [{ methodId: 'key' }]);
		assert.equal(wire.sent.length, 1);
	});

	for (const authMethods of [undefined, null, [], 'none', [{ name: 'no id' }]]) {
		it(`is neither possible nor undone where the methods are ${JSON.stringify(authMethods)} [acp C212]`, async () => {
			const { agent, wire } = await connect({ authMethods });
			assert.equal(agent.capabilities.logout, false);
			assert.equal(await refusal(agent.authenticate('key')), 'unsupported');
			assert.equal(await refusal(agent.logout()), 'unsupported');
			assert.deepEqual(wire.sent, []);
		});
	}

	it('is undone wherever there is a method, whatever its kind [acp C212]', async () => {
		for (const method of authMethodsV2) {
			const { agent, wire } = await connect({ authMethods: [method] });
			wire.answers.set('auth/logout', () => ({}));
			assert.equal(agent.capabilities.logout, true);
			await agent.logout();
			assert.deepEqual(wire.sent, [{ method: 'auth/logout', params: {} }]);
		}
	});
});

describe('who is logged in, in version 2', () => {
	const { label, active: isActive, ...rest } = account;
	const statuses: readonly [sent: unknown, status: AuthStatus][] = [
		[{ state: 'not_required' }, { state: 'not_required', accounts: [] }],
		[
			{ state: 'authenticated', accounts: [account, 7] },
			{ state: 'authenticated', accounts: [{ label, isActive, ...rest }] },
		],
		[
			{ state: '_half', accounts: [] },
			{ state: 'unknown', accounts: [] },
		],
		[{ state: 3 }, { state: 'unknown', accounts: [] }],
		[{}, { state: 'unknown', accounts: [] }],
		[null, { state: 'unknown', accounts: [] }],
	];
	for (const [sent, status] of statuses) {
		it(`is read from ${JSON.stringify(sent).slice(0, 40)} [acp C274]`, async () => {
			const { agent, wire, logged } = await connect();
			wire.answers.set('auth/status', () => sent);
			assert.deepEqual(await agent.authStatus(), status);
			const heard: AuthStatus[] = [];
			agent.onAuthStatus((update) => heard.push(update));
			wire.tell('auth/status_update', sent ?? {});
			assert.deepEqual(heard, [status]);
			assert.deepEqual(logged, []);
		});
	}

	it('is neither asked nor heard without capability and switch, and is in no log then either [acp C274]', async () => {
		const update = { state: 'authenticated', accounts: [account] };
		for (const { agent, wire, logged } of [
			await connectedV2({ answer: { capabilities: everyCapabilityV2 } }),
			await connectedV2({ unstable: allUnstable, answer: { capabilities: { auth: { status: null } } } }),
		]) {
			assert.equal(await refusal(agent.authStatus()), 'unsupported');
			wire.tell('auth/status_update', update);
			assert.deepEqual(wire.sent, []);
			for (const line of logged) assert.doesNotMatch(line, /Ada|Work account|example|Analytical/u);
		}
	});

	it('stands in no log of the traffic [acp C274]', () => {
		const redactor = new Redactor();
		const said = { state: 'authenticated', accounts: [account] };
		const text = [
			{ id: 4, result: said },
			{ method: 'auth/status_update', params: said },
		]
			.map((message) => redactor.json({ jsonrpc: '2.0', ...message }))
			.join('\n');
		assert.match(text, /auth\/status_update.*"state":"authenticated"/u);
		for (const value of [account.label, account.name, account.email, account.organization]) {
			assert.ok(!text.includes(value), value);
		}
	});
});

describe('model providers in version 2', () => {
	const providers = [
		{ providerId: 'must', supported: ['anthropic'], required: true, current: null },
		{
			providerId: 'may',
			supported: ['openai', '_own', 'from the future'],
			required: false,
			current: { apiType: '_own', baseUrl: 'https://p.test' },
		},
		{ providerId: 'silent', supported: 'odd' },
		{ supported: [] },
	];

	it('are listed with protocols that nobody knows, and those the agent needs stay on [acp C278]', async () => {
		const connection = await connect();
		const { agent, wire } = connection;
		wire.answers.set('providers/list', () => ({ providers })).set('providers/disable', () => ({}));
		assert.deepEqual(await agent.listProviders(), [
			{ providerId: 'must', supported: ['anthropic'], isRequired: true },
			{
				providerId: 'may',
				supported: ['openai', '_own', 'from the future'],
				isRequired: false,
				current: { apiType: '_own', baseUrl: 'https://p.test' },
			},
			{ providerId: 'silent', supported: [], isRequired: true },
		]);
		for (const id of ['must', 'silent', 'unheard-of']) {
			assert.equal(await refusal(agent.disableProvider(id)), 'unsupported', id);
		}
		await agent.disableProvider('may');
		assert.deepEqual(sentBy(connection, 'providers/disable'), [{ providerId: 'may' }]);
	});

	it('that became required meanwhile stay on [acp C278]', async () => {
		const connection = await connect();
		const { agent, wire } = connection;
		let required = false;
		wire.answers.set('providers/list', () => ({ providers: [{ ...providers[1], required }] }));
		await agent.listProviders();
		required = true;
		assert.equal(await refusal(agent.disableProvider('may')), 'unsupported');
		assert.deepEqual(sentBy(connection, 'providers/disable'), []);
	});

	it('are not spoken of unless the agent offers them and the user switched the draft on [acp C278]', async () => {
		for (const { agent, wire } of [
			await connectedV2({ answer: { capabilities: everyCapabilityV2 } }),
			await connectedV2({ unstable: allUnstable }),
		]) {
			const choice = { providerId: 'p', apiType: 'openai', baseUrl: 'https://x.test' };
			for (const call of [agent.listProviders(), agent.setProvider(choice), agent.disableProvider('p')]) {
				assert.equal(await refusal(call), 'unsupported');
			}
			assert.deepEqual(wire.sent, []);
		}
	});
});
