import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentPort, AgentProvider, ProviderChoice } from '../../../src/core/session/model/agentPort.ts';
import { chooseProvider } from '../../../src/host/agents/providerPicker.ts';
import { FakeAgent } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { answering } from './quickPicks.ts';
import { hostTest } from './registry.ts';

const required: AgentProvider = {
	providerId: 'main',
	supported: ['openai', 'anthropic'],
	isRequired: true,
	current: { apiType: 'openai', baseUrl: 'https://old.test' },
};
const other: AgentProvider = { ...required, providerId: 'other', isRequired: false };

interface Heard {
	readonly port: AgentPort;
	readonly set: ProviderChoice[];
	readonly disabled: string[];
}

async function agentWith(providers: readonly AgentProvider[]): Promise<Heard> {
	const { port } = await new FakeAgent(false).acquire();
	const set: ProviderChoice[] = [];
	const disabled: string[] = [];
	return {
		port: {
			...port,
			listProviders: () => Promise.resolve(providers),
			setProvider: async (choice) => void set.push(choice),
			disableProvider: async (providerId) => void disabled.push(providerId),
		},
		set,
		disabled,
	};
}

/** Types this address wherever one is asked for. */
async function typing(address: string, run: () => Promise<unknown>): Promise<void> {
	const window = vscode.window as { showInputBox: unknown };
	const original = window.showInputBox;
	window.showInputBox = (options: vscode.InputBoxOptions) => {
		assert.equal(typeof options.validateInput?.('file:///etc/passwd'), 'string');
		assert.equal(options.validateInput?.(address), undefined);
		return Promise.resolve(address);
	};
	try {
		await run();
	} finally {
		window.showInputBox = original;
	}
}

hostTest('a model provider gets another address, which has to be a web address', async () => {
	const { port, set } = await agentWith([required]);
	await typing('https://new.test/v1', () =>
		answering(
			[
				(rows) => rows[0],
				(rows) => {
					// One that is required cannot be switched off.
					assert.deepEqual(
						rows.map(({ label }) => label),
						['Change Address…'],
					);
					return rows[0];
				},
				(rows) => rows[1],
			],
			() => chooseProvider(port),
		),
	);
	assert.deepEqual(set, [{ providerId: 'main', apiType: 'anthropic', baseUrl: 'https://new.test/v1' }]);
});

hostTest('a model provider that is not required can be switched off', async () => {
	const { port, set, disabled } = await agentWith([required, other]);
	await answering([(rows) => rows[1], (rows) => rows[1]], () => chooseProvider(port));
	assert.deepEqual(disabled, ['other']);
	assert.deepEqual(set, []);
});
