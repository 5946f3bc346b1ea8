/** The ways to log in, as agents send them, and what of it may go out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { AuthMethod, AuthStatus } from '../../../../src/core/session/model/auth.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { TrafficLog } from '../../../../src/node/trafficLog.ts';
import { account, allUnstable, connected, fullOffer, recordings } from './support.ts';

const shapes: readonly [name: string, sent: object, method: AuthMethod][] = [
	['no type', { id: 'a', name: 'A' }, { id: 'a', name: 'A', type: 'agent' }],
	[
		'type agent',
		{ id: 'a', name: 'A', description: 'Why', type: 'agent' },
		{ id: 'a', name: 'A', description: 'Why', type: 'agent' },
	],
	['no name', { id: 'a' }, { id: 'a', name: 'a', type: 'agent' }],
	[
		'terminal',
		{ id: 't', name: 'T', type: 'terminal', args: ['login'], env: { MODE: 'x' } },
		{ id: 't', name: 'T', type: 'terminal', args: ['login'], env: { MODE: 'x' } },
	],
	[
		'terminal with null for what it leaves out',
		{ id: 't', name: 'T', type: 'terminal', args: null, env: null },
		{ id: 't', name: 'T', type: 'terminal', args: [], env: {} },
	],
	[
		'terminal that tries to name a command',
		{ id: 't', name: 'T', type: 'terminal', command: 'rm', args: ['x'] },
		{ id: 't', name: 'T', type: 'terminal', args: ['x'], env: {} },
	],
	[
		'the type in _meta (qwen)',
		{ id: 'q', name: 'Q', _meta: { type: 'terminal', args: ['auth'] } },
		{ id: 'q', name: 'Q', type: 'terminal', args: ['auth'], env: {} },
	],
	[
		'a command in _meta (claude before the terminal type)',
		{
			id: 'c',
			name: 'C',
			_meta: { 'terminal-auth': { command: 'claude', args: ['/login'], label: 'Login' } },
		},
		{ id: 'c', name: 'C', type: 'command', command: 'claude', args: ['/login'], label: 'Login' },
	],
	[
		'both: the own program needs less trust',
		{
			id: 'c',
			name: 'C',
			type: 'terminal',
			args: ['--cli'],
			_meta: { 'terminal-auth': { command: 'node' } },
		},
		{ id: 'c', name: 'C', type: 'terminal', args: ['--cli'], env: {} },
	],
	[
		'variables (removed from the protocol)',
		{
			id: 'e',
			name: 'E',
			type: 'env_var',
			vars: [{ name: 'KEY', label: 'Key' }, { name: 'HOST', secret: false, optional: true }, { nameless: 1 }],
			link: 'https://example.com/keys',
		},
		{
			id: 'e',
			name: 'E',
			type: 'env_var',
			vars: [
				{ name: 'KEY', label: 'Key', isSecret: true, isOptional: false },
				{ name: 'HOST', isSecret: false, isOptional: true },
			],
			link: 'https://example.com/keys',
		},
	],
	[
		'a kind nobody knows',
		{ id: 'x', name: 'X', type: '_smartcard', args: ['a'] },
		{ id: 'x', name: 'X', type: 'other', kind: '_smartcard' },
	],
];

async function refusal(work: Promise<unknown>): Promise<string> {
	try {
		await work;
	} catch (error) {
		assert.ok(AgentError.is(error));
		return error.reason;
	}
	return 'none';
}

describe('ways to log in', () => {
	for (const [name, sent, method] of shapes) {
		it(`are read with ${name} [acp C31]`, async () => {
			const { agent } = await connected({ authMethods: [sent] });
			assert.deepEqual(agent.authMethods, [method]);
		});
	}

	it('of an agent that is no program of this machine are shown, and none runs anything here', async () => {
		const offer = { ...fullOffer, terminalLogin: false };
		const sent = { authMethods: shapes.map(([, method]) => method) };
		const { agent, wire } = await connected(sent, { offer });
		const types = new Set(agent.authMethods.map(({ type }) => type));
		assert.deepEqual([...types], ['agent', 'elsewhere', 'other']);
		assert.equal(agent.authMethods.length, shapes.length);
		assert.doesNotMatch(JSON.stringify(agent.authMethods), /login|claude|KEY/u);
		for (const { id, type } of agent.authMethods) {
			if (type === 'elsewhere') assert.equal(await refusal(agent.authenticate(id)), 'unsupported', id);
		}
		assert.ok(!wire.sent.some(({ method }) => method === 'authenticate'));
	});

	it('that are no methods at all are left out, and keep nothing from working', async () => {
		const { agent } = await connected({ authMethods: [null, 7, {}, { id: 4 }, { id: 'ok' }] });
		assert.deepEqual(
			agent.authMethods.map(({ id }) => id),
			['ok'],
		);
		assert.deepEqual((await connected({ authMethods: 'none' })).agent.authMethods, []);
	});

	it('of real agents are all of a kind that we know', async () => {
		for (const { name, messages } of recordings()) {
			const answer = messages.map(({ msg }) => msg['result']).find((result) => hasMethods(result));
			if (answer === undefined) continue;
			const { agent } = await connected(answer);
			assert.ok(
				agent.authMethods.every(({ type }) => type !== 'other'),
				name,
			);
		}
	});

	it('reach authenticate only by an id that was advertised and is for it [acp C24] [acp C31]', async () => {
		const { agent, wire } = await connected({ authMethods: shapes.map(([, sent]) => sent) });
		wire.answers.set('authenticate', () => null);
		for (const id of ['t', 'q', 'c', 'x', 'never-heard-of', ''])
			assert.equal(await refusal(agent.authenticate(id)), 'unsupported', id);
		assert.ok(!wire.sent.some(({ method }) => method === 'authenticate'));
		await agent.authenticate('a');
		await agent.authenticate('e');
		const sent = wire.sent.filter(({ method }) => method === 'authenticate');
		assert.deepEqual(
			sent.map(({ params }) => params),
			[{ methodId: 'a' }, { methodId: 'e' }],
		);
	});
});

function hasMethods(result: unknown): result is object {
	return typeof result === 'object' && result !== null && 'authMethods' in result;
}

describe('logging out', () => {
	it('is sent to an agent that offers it', async () => {
		const { agent, wire } = await connected({ agentCapabilities: { auth: { logout: {} } } });
		wire.answers.set('logout', () => ({}));
		await agent.logout();
		assert.deepEqual(wire.sent.at(-1), { method: 'logout', params: {} });
	});

	it('sends nothing to one that does not [acp C25]', async () => {
		for (const auth of [undefined, null, {}, { logout: null }]) {
			const { agent, wire } = await connected({ agentCapabilities: { auth } });
			assert.equal(await refusal(agent.logout()), 'unsupported');
			assert.deepEqual(
				wire.sent.map(({ method }) => method),
				['initialize'],
			);
		}
	});
});

describe('who is logged in', () => {
	const statuses: readonly [sent: unknown, status: AuthStatus][] = [
		[{ state: 'authenticated' }, { state: 'authenticated', accounts: [] }],
		[
			{ state: 'authenticated', accounts: [account, { label: 'Other' }, { noLabel: 1 }, null] },
			{
				state: 'authenticated',
				accounts: [
					{
						label: 'Work account',
						isActive: true,
						name: 'Ada Lovelace',
						email: 'ada@example.com',
						organization: 'Analytical Engines',
					},
					{ label: 'Other', isActive: false },
				],
			},
		],
		[{ state: 'not_required' }, { state: 'not_required', accounts: [] }],
		[{ state: 'from the future' }, { state: 'unknown', accounts: [] }],
		[null, { state: 'unknown', accounts: [] }],
	];
	for (const [sent, status] of statuses) {
		it(`is read from ${JSON.stringify(sent)?.slice(0, 40)}`, async () => {
			const answer = { agentCapabilities: { auth: { status: {} } } };
			const { agent, wire } = await connected(answer, { unstable: allUnstable });
			wire.answers.set('auth/status', () => sent);
			assert.deepEqual(await agent.authStatus(), status);
			const heard: AuthStatus[] = [];
			agent.onAuthStatus((update) => heard.push(update));
			wire.tell('auth/status_update', sent ?? {});
			assert.deepEqual(heard, [status]);
		});
	}

	it('is neither asked nor heard unless the draft is switched on [acp C128]', async () => {
		const { agent, wire } = await connected({ agentCapabilities: { auth: { status: {} } } });
		assert.equal(await refusal(agent.authStatus()), 'unsupported');
		const heard: AuthStatus[] = [];
		agent.onAuthStatus((update) => heard.push(update));
		wire.tell('auth/status_update', { state: 'authenticated' });
		assert.deepEqual(heard, []);
	});

	it('stands in no log [acp C127]', () => {
		const redactor = new Redactor();
		const answer = { id: 4, result: { state: 'authenticated', accounts: [account] } };
		const update = { method: 'auth/status_update', params: { state: 'authenticated', accounts: [account] } };
		const older = {
			method: '_auth/status_update',
			params: { authStatus: { kind: 'oauth', detail: 'ada@example.com', label: 'Work account' } },
		};
		const lines: string[] = [];
		const traffic = new TrafficLog({
			redactor,
			sink: { append: (line) => lines.push(line) },
		});
		for (const message of [answer, update, older]) traffic.record('in', message);
		const logs = [
			lines.join(''),
			[answer, update, older].map((message) => redactor.json(message)).join('\n'),
		];
		for (const text of logs) {
			for (const value of [account.label, account.name, account.email, account.organization])
				assert.ok(!text.includes(value), value);
			assert.equal(text.split('"state":"authenticated"').length, 3);
			assert.match(text, /auth\/status_update/u);
		}
	});
});
