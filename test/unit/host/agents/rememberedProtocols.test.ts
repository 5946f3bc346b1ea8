import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProgramDefinition } from '../../../../src/host/settings/agentDefinition.ts';
import { RememberedProtocols } from '../../../../src/host/agents/rememberedProtocols.ts';

/** What VS Code gives an extension to keep things in: plain JSON. */
class Storage {
	value: unknown;
	writes = 0;
	keys(): readonly string[] {
		return [];
	}
	get(): never {
		return this.value as never;
	}
	update(_key: string, value: unknown): Promise<void> {
		this.writes++;
		this.value = JSON.parse(JSON.stringify(value));
		return Promise.resolve();
	}
}

const claude = { name: '@agentclientprotocol/claude-agent-acp', version: '0.100.0' };

const definitionOf = (
	command: string,
	protocol: ProgramDefinition['protocol'] = 'auto',
): ProgramDefinition => ({
	type: 'program',
	name: 'A',
	command,
	args: [],
	env: {},
	protocol,
	isBuiltIn: false,
});

describe('the version that an agent was last talked to in', () => {
	it('is remembered for its command line, from one window to the next', async () => {
		const storage = new Storage();
		const protocols = new RememberedProtocols(storage);
		assert.equal(protocols.toAsk(definitionOf('claude')), 1);
		await protocols.note(definitionOf('claude'), { asked: 1, spoken: 1, info: claude });
		const later = new RememberedProtocols(storage);
		assert.equal(later.toAsk(definitionOf('claude')), 2);
		assert.equal(later.toAsk(definitionOf('other')), 1);
		assert.equal(later.toAsk({ ...definitionOf('claude'), args: ['-x'] }), 1);
	});

	it('counts for less than what the user set', async () => {
		const protocols = new RememberedProtocols(new Storage());
		await protocols.note(definitionOf('claude'), { asked: 1, spoken: 1, info: claude });
		assert.equal(protocols.toAsk(definitionOf('claude', 1)), 1);
		assert.equal(protocols.toAsk(definitionOf('unknown', 2)), 2);
	});

	it('is forgotten where 2 failed', async () => {
		const protocols = new RememberedProtocols(new Storage());
		const definition = definitionOf('claude');
		await protocols.note(definition, { asked: 1, spoken: 1, info: claude });
		await protocols.note(definition, { asked: 2, spoken: 1, info: claude });
		assert.equal(protocols.toAsk(definition), 1);
		await protocols.note(definition, { asked: 1, spoken: 1, info: claude });
		assert.equal(protocols.toAsk(definition), 1);
	});

	it('is written only when it changed, and kept for the newest hundred', async () => {
		const storage = new Storage();
		const protocols = new RememberedProtocols(storage);
		for (let n = 0; n < 3; n++) {
			await protocols.note(definitionOf('claude'), { asked: 2, spoken: 2, info: claude });
		}
		assert.equal(storage.writes, 1);
		for (let n = 0; n < 100; n++) {
			await protocols.note(definitionOf(`agent ${n}`), { asked: 1, spoken: 1, info: claude });
		}
		assert.equal(Object.keys(Object(storage.value)).length, 100);
		assert.equal(protocols.toAsk(definitionOf('claude')), 1);
		assert.equal(protocols.toAsk(definitionOf('agent 99')), 2);
	});

	it('means nothing where the storage holds something else', async () => {
		for (const value of ['x', null, [1], { a: 1 }, { a: { agent: 'x', ask: 9 } }]) {
			const storage = new Storage();
			storage.value = value;
			const protocols = new RememberedProtocols(storage);
			assert.equal(protocols.toAsk(definitionOf('claude')), 1);
			await protocols.note(definitionOf('claude'), { asked: 1, spoken: 1, info: claude });
			assert.equal(protocols.toAsk(definitionOf('claude')), 2);
		}
	});
});
