import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Memento, SecretStorage } from 'vscode';
import { LoginSecrets } from '../../../../src/host/login/loginSecrets.ts';

/** Both storages of VS Code, as plain maps. */
function openSecrets(): { secrets: LoginSecrets; kept: Map<string, string>; state: Map<string, unknown> } {
	const kept = new Map<string, string>();
	const state = new Map<string, unknown>();
	const storage = {
		get: async (key: string) => kept.get(key),
		store: async (key: string, value: string) => void kept.set(key, value),
		delete: async (key: string) => void kept.delete(key),
	} as Partial<SecretStorage> as SecretStorage;
	const memento = {
		get: (key: string) => state.get(key),
		update: async (key: string, value: unknown) => void state.set(key, value),
	} as Partial<Memento> as Memento;
	return { secrets: new LoginSecrets(storage, memento), kept, state };
}

describe('what was entered to log in', () => {
	it('is kept for its agent only, and a later login adds to it', async () => {
		const { secrets } = openSecrets();
		await secrets.add('One', { KEY: 'a', REGION: 'eu' });
		await secrets.add('One', { KEY: 'b' });
		await secrets.add('Two', { KEY: 'c' });
		assert.deepEqual(await secrets.env('One'), { KEY: 'b', REGION: 'eu' });
		assert.deepEqual(await secrets.env('Two'), { KEY: 'c' });
		assert.deepEqual(await secrets.env('Three'), {});
		assert.deepEqual(secrets.agentNames, ['One', 'Two']);
	});

	it('stands in the secret storage and nowhere else [hazard F5]', async () => {
		const { secrets, kept, state } = openSecrets();
		await secrets.add('One', { KEY: 'very-secret-value' });
		assert.ok(JSON.stringify([...kept]).includes('very-secret-value'));
		assert.ok(!JSON.stringify([...state]).includes('very-secret-value'));
	});

	it('is gone once it is forgotten', async () => {
		const { secrets, kept } = openSecrets();
		await secrets.add('One', { KEY: 'a' });
		await secrets.add('Two', { KEY: 'b' });
		await secrets.forget('One');
		assert.deepEqual(await secrets.env('One'), {});
		assert.deepEqual(secrets.agentNames, ['Two']);
		assert.equal(kept.size, 1);
	});

	it('is kept apart for headers, and all of it is known and forgotten together', async () => {
		const { secrets, kept } = openSecrets();
		await secrets.setHeaders('One', { 'wss://a.example token': 'h1' });
		assert.deepEqual(secrets.agentNames, ['One']);
		await secrets.add('One', { KEY: 'e1' });
		assert.deepEqual(await secrets.env('One'), { KEY: 'e1' });
		assert.deepEqual(await secrets.headers('One'), { 'wss://a.example token': 'h1' });
		assert.deepEqual(await secrets.values('One'), ['e1', 'h1']);
		await secrets.forget('One');
		assert.deepEqual([await secrets.values('One'), kept.size], [[], 0]);
	});

	it('counts as nothing when it cannot be read', async () => {
		const { secrets, kept } = openSecrets();
		await secrets.add('One', { KEY: 'a' });
		for (const broken of ['{', '[]', '{"KEY":1}', 'null']) {
			kept.set([...kept.keys()][0] ?? '', broken);
			assert.deepEqual(await secrets.env('One'), {}, broken);
		}
	});
});
