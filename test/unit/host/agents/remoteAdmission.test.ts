/** An agent at an address, as the window lets it in: what is shown, what is started, and what a refusal comes to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Memento, SecretStorage } from 'vscode';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { setTranslations, spoken } from '../../../../src/core/base/l10n.ts';
import type { AgentLogs } from '../../../../src/host/agents/agentLogs.ts';
import type { RememberedProtocols } from '../../../../src/host/agents/rememberedProtocols.ts';
import type { StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import type { AgentServiceParts } from '../../../../src/host/agents/agentService.ts';
import { parseAgents } from '../../../../src/host/settings/agentDefinition.ts';
import { redactorOf, secretsOfDefinition } from '../../../../src/host/settings/agentSecrets.ts';
import { parseEndpoint } from '../../../../src/host/settings/parseEndpoint.ts';
import { PassedServers } from '../../../../src/host/settings/passedServers.ts';
import type { Settings } from '../../../../src/host/settings/settings.ts';
import { useVscode } from '../fakeVscode.ts';
import { only } from '../../only.ts';

const { AgentService } = await import('../../../../src/host/agents/agentService.ts');
const { Approvals } = await import('../../../../src/host/agents/approvals.ts');
const { RemoteAccess } = await import('../../../../src/host/login/remoteAccess.ts');
const { LoginSecrets } = await import('../../../../src/host/login/loginSecrets.ts');

/** A window whose secrets are known, with what it would start. */
async function openWindow(agents: () => object) {
	useVscode({ workspace: { isTrusted: true } });
	const state = new Map<string, unknown>();
	const vault = new Map<string, string>();
	const storage = only<Memento>({
		get: (key: string) => state.get(key) as never,
		update: async (key: string, value: unknown) => void state.set(key, value),
	});
	const secrets = new LoginSecrets(
		only<SecretStorage>({
			get: async (key) => vault.get(key),
			store: async (key, value) => void vault.set(key, value),
		}),
		storage,
	);
	await secrets.setHeaders('Far', { 'wss://agents.example token': 'very-secret' });
	const read = () => parseAgents(agents(), (entry) => parseEndpoint(entry, false));
	const settings = only<Settings>({
		get agents() {
			return read();
		},
		agent: (name) => read().agents.find((one) => one.name === name),
		offer: { files: true, terminals: true, terminalLogin: true, forms: true, urls: true },
		unstable: new Set(),
		logsTraffic: false,
	});
	const access = new RemoteAccess({ secrets, storage, allowsHttp: () => false });
	const started: StartOptions[] = [];
	const start = (options: StartOptions): Promise<never> => {
		started.push(options);
		return Promise.reject(new AgentError('spawn', 'It said no.', { code: 401 }));
	};
	Object.assign(globalThis, {
		require: () => ({ RunningAgent: { start }, redactorOf, secretsOfDefinition, setTranslations }),
	});
	const service = new AgentService(
		only<AgentServiceParts>({
			settings,
			approvals: new Approvals(storage),
			enteredEnv: () => Promise.reject(new Error('There is no environment there.')),
			access: () => access,
			given: new PassedServers(),
			logs: only<AgentLogs>({ channel: () => only({}) }),
			protocols: only<RememberedProtocols>({ toAsk: () => 1 }),
			startOptions: only({}),
		}),
	);
	return { service, source: service.sourceFor('Far', '/folder'), started, vault };
}

const entry = { url: 'wss://agents.example/acp', headers: { Authorization: 'Bearer ${secret:token}' } };

describe('an agent at an address', () => {
	it('is connected to only once it is approved, and again when a name of a header changes [hazard F3]', async () => {
		let headers: Record<string, string> = entry.headers;
		const { service, source, started } = await openWindow(() => ({ Far: { ...entry, headers } }));
		assert.deepEqual([source.isApproved(), source.isRemote?.()], [false, true]);
		assert.equal(source.commandLine(), 'wss://agents.example/acp Authorization: …${secret:token}');
		await assert.rejects(source.acquire(), (error) => AgentError.is(error, 'denied'));
		await service.approve('Far', '/folder');
		assert.equal(source.isApproved(), true);
		headers = { Authorization: 'Token ${secret:token}' };
		assert.equal(source.isApproved(), true);
		headers = { ...headers, 'X-Team': 'blue' };
		assert.equal(source.isApproved(), false);
		assert.deepEqual(started, []);
	});

	it('is given its secret and offered no login by a program of this machine; a refusal leads to the secret', async () => {
		const { service, source, started, vault } = await openWindow(() => ({ Far: entry }));
		await service.approve('Far', '/folder');
		await assert.rejects(source.acquire(), (error) => AgentError.is(error, 'secretRefused'));
		const [{ definition, offer, redactor } = assert.fail()] = started;
		assert.ok(definition.type === 'remote');
		assert.equal(definition.headers['Authorization'], 'Bearer very-secret');
		assert.deepEqual([offer.terminalLogin, offer.files, offer.terminals], [false, true, true]);
		assert.equal(redactor?.text('It said very-secret.'), 'It said [redacted].');
		await service.forgetSecrets('Far', '/folder');
		assert.doesNotMatch([...vault.values()].join(), /very-secret/u);
	});

	it('whose address is none is nothing to approve: the reason is told instead', async (t) => {
		t.after(() => delete process.env['ACP_HOST_TEST_PART']);
		process.env['ACP_HOST_TEST_PART'] = 'javascript:alert(1)';
		const { source } = await openWindow(() => ({ Far: { url: '${env:ACP_HOST_TEST_PART}' } }));
		assert.equal(source.isApproved(), true);
		await assert.rejects(source.acquire(), /acpHost\.agents → "Far": "url" begins with "javascript:"/u);
	});

	it('that is wrong in the settings is named with its reason', async () => {
		const { source } = await openWindow(() => ({ Far: { url: 'wss://agents.example', command: 'a' } }));
		await assert.rejects(source.acquire(), (error) => {
			assert.ok(AgentError.is(error));
			return /"Far": has both "command" and "url"/u.test(error.words.map(spoken).join());
		});
	});
});
