import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RememberedOptions } from '../../../../src/host/options/rememberedOptions.ts';

/** What VS Code gives an extension to keep things in: plain JSON. */
class Storage {
	value: unknown;
	keys(): readonly string[] {
		return [];
	}
	get(): never {
		return this.value as never;
	}
	update(_key: string, value: unknown): Promise<void> {
		this.value = JSON.parse(JSON.stringify(value));
		return Promise.resolve();
	}
}

function remembering(isEnabled = true): {
	remembered: RememberedOptions;
	storage: Storage;
	lines: string[];
	enable: (on: boolean) => void;
} {
	const storage = new Storage();
	const lines: string[] = [];
	let isOn = isEnabled;
	const remembered = new RememberedOptions({
		storage,
		isEnabled: () => isOn,
		log: (line) => lines.push(line),
	});
	return { remembered, storage, lines, enable: (on) => (isOn = on) };
}

describe('remembered options', () => {
	it('are kept by agent, the last choice of each', async () => {
		const { remembered } = remembering();
		await remembered.note('A', 'mode', 'ask');
		await remembered.note('A', 'web', true);
		await remembered.note('A', 'mode', 'code');
		await remembered.note('B', 'mode', 'plan');
		assert.deepEqual(
			[...remembered.of('A').choices()],
			[
				['web', true],
				['mode', 'code'],
			],
		);
		assert.deepEqual([...remembered.of('B').choices()], [['mode', 'plan']]);
		assert.equal(remembered.of('C').choices().size, 0);
	});

	it('are neither kept nor set while the setting is off', async () => {
		const { remembered, storage, enable } = remembering(false);
		await remembered.note('A', 'mode', 'ask');
		assert.equal(storage.value, undefined);
		enable(true);
		await remembered.note('A', 'mode', 'ask');
		enable(false);
		assert.equal(remembered.of('A').choices().size, 0);
	});

	it('take any name, and whatever was stored', async () => {
		const { remembered, storage } = remembering();
		await remembered.note('constructor', '__proto__', 'x');
		await remembered.note('__proto__', 'toString', true);
		assert.deepEqual([...remembered.of('constructor').choices()], [['__proto__', 'x']]);
		assert.deepEqual([...remembered.of('__proto__').choices()], [['toString', true]]);
		assert.equal(remembered.of('toString').choices().size, 0);
		for (const odd of [null, 3, [], { A: 3 }, { A: { mode: 3, web: null, ok: 'v' } }]) {
			storage.value = odd;
			assert.ok(remembered.of('A').choices().size <= 1);
		}
	});

	it('are bounded; the newest stay', async () => {
		const { remembered } = remembering();
		for (let n = 0; n < 60; n++) await remembered.note('A', `o${n}`, 'v');
		const kept = [...remembered.of('A').choices().keys()];
		assert.equal(kept.length, 50);
		assert.equal(kept.at(-1), 'o59');
		for (let n = 0; n < 60; n++) await remembered.note(`agent ${n}`, 'o', 'v');
		assert.equal(remembered.of('A').choices().size, 0);
		assert.equal(remembered.of('agent 59').choices().size, 1);
	});

	it('leave one line in the log when they were set', () => {
		const { remembered, lines } = remembering();
		remembered.of('A').onApplied(['Mode', 'Model'], ['Web']);
		assert.deepEqual(lines, ['A: remembered options set again: Mode, Model; not taken by the agent: Web']);
	});
});
