import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initializeRequest, isV2Answer, readInitialized } from '../../../../../src/core/acp/v2/initialize.ts';
import { noCapabilities, unstableFeatures } from '../../../../../src/core/session/model/capabilities.ts';
import { initializeRequest as initializeRequestV1 } from '../../../../../src/core/acp/v1/initialize.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { allUnstable, clientInfo, fullOffer } from '../support.ts';
import { assertValidOutgoing } from '../wireSchema.ts';

const none = { offer: fullOffer, unstable: new Set<never>() };
const all = { offer: fullOffer, unstable: allUnstable };

/** What every agent with conversations can do. */
const baseline = {
	...noCapabilities,
	sessions: true,
	loadSession: true,
	resumeSession: true,
	closeSession: true,
	listSessions: true,
};

function capabilitiesOf(capabilities: unknown, options: Parameters<typeof readInitialized>[1] = none) {
	return readInitialized({ protocolVersion: 2, info: {}, capabilities }, options).capabilities;
}

describe('our initialize of version 2', () => {
	it('says the same in the words of both versions, each as its schema has it [acp C11] [acp C201]', () => {
		const options = { clientInfo, offer: fullOffer, unstable: new Set<never>() };
		const request = initializeRequest(options);
		const { info, capabilities, protocolVersion, ...rest } = request;
		const version1 = { ...rest, protocolVersion };
		assert.deepEqual(info, clientInfo);
		assert.deepEqual(capabilities, { auth: { terminal: {} }, elicitation: { form: {}, url: {} } });
		assert.deepEqual(version1, { ...initializeRequestV1(options), protocolVersion: 2 });
		assertValidOutgoing('request', 'initialize', { protocolVersion, info, capabilities }, 'v2');
		assertValidOutgoing('request', 'initialize', version1, 'stable');
	});

	it('claims a login in a terminal only where one can be had [acp C215]', () => {
		const offer = { ...fullOffer, terminalLogin: false };
		const { capabilities } = initializeRequest({ clientInfo, offer, unstable: new Set() });
		assert.deepEqual(capabilities, { elicitation: { form: {}, url: {} } });
	});

	it('claims of questions only the kinds that are asked [acp C23]', () => {
		const asked = (forms: boolean, urls: boolean): unknown =>
			initializeRequest({ clientInfo, offer: { ...fullOffer, forms, urls }, unstable: new Set() })
				.capabilities?.elicitation;
		assert.deepEqual(asked(true, false), { form: {} });
		assert.deepEqual(asked(false, true), { url: {} });
		assert.equal(asked(false, false), undefined);
	});

	it('sends of our name only what the protocol has [acp C11]', () => {
		const named = { ...clientInfo, secret: 'x' };
		const { info } = initializeRequest({ clientInfo: named, offer: fullOffer, unstable: new Set() });
		assert.deepEqual(info, clientInfo);
	});
});

describe('the answer of an agent of version 2', () => {
	it('without session means that there are no conversations, whatever else stands there [acp C204]', () => {
		for (const session of [undefined, null, true, 1, 'yes', []]) {
			assert.deepEqual(capabilitiesOf({ ...everyCapabilityV2, session }), noCapabilities);
		}
		for (const capabilities of [undefined, null, 3, 'lots', []]) {
			assert.deepEqual(capabilitiesOf(capabilities), noCapabilities);
		}
	});

	it('with a bare session has what every agent has, and nothing more [acp C204] [acp C217]', () => {
		assert.deepEqual(capabilitiesOf({ session: {} }), baseline);
	});

	it('counts an object as a yes and everything else as a no [acp C217] [acp C227]', () => {
		const no = { prompt: { image: true, audio: null }, mcp: { stdio: true, http: 'yes' }, delete: true };
		assert.deepEqual(capabilitiesOf({ session: { ...no, additionalDirectories: [] } }), baseline);
		const yes = {
			prompt: { image: {}, audio: { _meta: {} }, embeddedContext: {} },
			mcp: { stdio: {}, http: {} },
			delete: {},
			additionalDirectories: {},
		};
		assert.deepEqual(capabilitiesOf({ session: yes }), {
			...baseline,
			promptImage: true,
			promptAudio: true,
			promptEmbeddedContext: true,
			mcpStdio: true,
			mcpHttp: true,
			deleteSession: true,
			additionalDirectories: true,
		});
	});

	it('counts drafts only where the user switched them on, each by its own switch [acp C128]', () => {
		const opened = new Map<string, readonly string[]>([
			['plans', []],
			['subagents', []],
			['fork', ['forkSession']],
			['archive', ['archiveSession']],
			['sessionStatus', ['sessionStatus']],
			['setTitle', ['setTitle']],
			['systemPrompt', ['systemPrompt', 'systemPromptOverride']],
			['authStatus', ['authStatus']],
			['providers', ['providers']],
			['mcpOverAcp', ['mcpAcp']],
		]);
		const stable = capabilitiesOf(everyCapabilityV2);
		for (const feature of unstableFeatures) {
			const own = Object.fromEntries((opened.get(feature) ?? ['?']).map((name) => [name, true]));
			assert.deepEqual(capabilitiesOf(everyCapabilityV2, { ...none, unstable: new Set([feature]) }), {
				...stable,
				...own,
			});
		}
		assert.deepEqual(capabilitiesOf({ session: {} }, all), baseline);
		const append = capabilitiesOf({ session: { systemPrompt: { mode: { override: true } } } }, all);
		assert.deepEqual([append.systemPrompt, append.systemPromptOverride], [true, false]);
	});

	it('has a logout exactly where it has a login [acp C212]', () => {
		const logoutWith = (authMethods: unknown): boolean =>
			readInitialized({ info: {}, capabilities: { session: {} }, authMethods }, none).capabilities.logout;
		for (const authMethods of [undefined, null, [], {}, [1], [{ type: 'agent' }]]) {
			assert.equal(logoutWith(authMethods), false, JSON.stringify(authMethods));
		}
		assert.equal(logoutWith([{ type: 'agent', methodId: 'a', name: 'A' }]), true);
		const { capabilities } = readInitialized(
			{ info: {}, authMethods: [{ type: '_sso', methodId: 'a' }] },
			none,
		);
		assert.deepEqual(capabilities, { ...noCapabilities, logout: true });
	});

	it('says who it is, as far as it can be read', () => {
		const infoOf = (info: unknown): unknown => readInitialized({ info }, none).info;
		assert.deepEqual(infoOf({ name: 'a', title: 'A', version: '1', more: 1 }), {
			name: 'a',
			title: 'A',
			version: '1',
		});
		assert.deepEqual(infoOf({ name: 'a', title: null, version: 3 }), { name: 'a' });
		for (const info of [undefined, null, 'a', []]) assert.deepEqual(infoOf(info), {});
	});

	it('is one of version 2 by its fields, not by its number [acp C207]', () => {
		for (const answer of [{ info: {} }, { capabilities: {} }, { info: 'x', agentInfo: {} }]) {
			assert.equal(isV2Answer(answer), true, JSON.stringify(answer));
		}
		for (const answer of [{}, { agentInfo: {}, agentCapabilities: {} }, { info: null, agentInfo: {} }]) {
			assert.equal(isV2Answer(answer), false, JSON.stringify(answer));
		}
	});
});

describe('ways to log in of version 2', () => {
	const read = (item: unknown): unknown => readInitialized({ authMethods: [item] }, none).authMethods[0];

	for (const [what, item, method] of [
		[
			'the agent’s own way',
			{ type: 'agent', methodId: 'a', name: 'A' },
			{ id: 'a', name: 'A', type: 'agent' },
		],
		[
			'a terminal with a list of variables',
			{
				type: 'terminal',
				methodId: 't',
				name: 'T',
				description: 'd',
				args: ['--login', 3],
				env: [{ name: 'K', value: 'v' }, { name: 'N' }, 'x'],
			},
			{ id: 't', name: 'T', description: 'd', type: 'terminal', args: ['--login'], env: { K: 'v' } },
		],
		[
			'a bare terminal',
			{ type: 'terminal', methodId: 't', name: 'T' },
			{ id: 't', name: 'T', type: 'terminal', args: [], env: {} },
		],
		['the id of version 1', { type: 'agent', id: 'a', name: 'A' }, { id: 'a', name: 'A', type: 'agent' }],
		['both ids', { type: 'agent', methodId: 'm', id: 'a', name: 'A' }, { id: 'm', name: 'A', type: 'agent' }],
		['no type', { methodId: 'a', name: 'A' }, { id: 'a', name: 'A', type: 'agent' }],
		['no name', { type: 'agent', methodId: 'a' }, { id: 'a', name: 'a', type: 'agent' }],
		[
			'a vendor’s type',
			{ type: '_sso', methodId: 's', name: 'S' },
			{ id: 's', name: 'S', type: 'other', kind: '_sso' },
		],
		[
			'a future type',
			{ type: 'passkey', methodId: 's', name: 'S' },
			{ id: 's', name: 'S', type: 'other', kind: 'passkey' },
		],
		[
			'a type that only version 1 had',
			{ type: 'env_var', methodId: 'e', name: 'E', vars: [{ name: 'KEY' }] },
			{ id: 'e', name: 'E', type: 'other', kind: 'env_var' },
		],
		[
			'a command that nobody asked for',
			{ type: 'agent', methodId: 'c', name: 'C', _meta: { 'terminal-auth': { command: 'rm' } } },
			{ id: 'c', name: 'C', type: 'agent' },
		],
		['no id', { type: 'agent', name: 'A' }, undefined],
		['no object', 'agent', undefined],
	] as const) {
		it(`are read with ${what} [acp C214]`, () => assert.deepEqual(read(item), method));
	}
});
