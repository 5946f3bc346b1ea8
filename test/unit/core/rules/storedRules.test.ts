import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import { parseRules } from '../../../../src/core/rules/storedRules.ts';
import { RuleStore } from '../../../../src/host/permissions/ruleStore.ts';
import { seededRandom } from '../session/driver/randomAgent.ts';
import { rule } from './samples.ts';

class FakeMemento {
	readonly kept = new Map<string, unknown>();
	keys(): readonly string[] {
		return [...this.kept.keys()];
	}
	// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as VS Code declares it
	get<T>(key: string): T | undefined {
		return this.kept.get(key) as T | undefined;
	}
	update(key: string, value: unknown): Promise<void> {
		this.kept.set(key, JSON.parse(JSON.stringify(value)));
		return Promise.resolve();
	}
}

const key = 'acpHost.permissionRules';
const inFolder = { type: 'folder', path: '/ws' } as const;

interface Rig {
	readonly store: RuleStore;
	readonly everywhere: FakeMemento;
	readonly workspace: FakeMemento;
	readonly lines: string[];
	time: number;
}

function openStore(): Rig {
	const rig = { everywhere: new FakeMemento(), workspace: new FakeMemento(), lines: [] as string[], time: 1 };
	const store = new RuleStore({
		everywhere: rig.everywhere,
		workspace: rig.workspace,
		now: () => rig.time,
		log: (line) => rig.lines.push(line),
	});
	return Object.assign(rig, { store });
}

describe('stored rules', () => {
	it('come back as they were', () => {
		const rules: readonly Rule[] = [
			rule({ effect: 'deny', agentName: 'Claude', kind: 'edit', pattern: { type: 'glob', glob: 'src/**' } }),
			rule({ scope: inFolder, end: { type: 'time', at: 5 } }),
			rule({ pattern: { type: 'command', command: 'ls' } }),
		];
		assert.deepEqual(parseRules(JSON.parse(JSON.stringify(rules)), 9), { rules, ignored: 0 });
	});

	it('that are broken, foreign or half there are ignored, whatever they are [hazard G4] [hazard C8]', () => {
		const whole = rule({
			effect: 'deny',
			kind: 'edit',
			pattern: { type: 'file', path: '/a' },
			scope: inFolder,
		});
		const values = [
			undefined,
			null,
			0,
			Number.NaN,
			'',
			' ',
			[],
			{},
			{ type: 'x' },
			{ type: 'any', path: 1 },
			true,
		];
		for (const value of ['x', 7, {}, null]) assert.deepEqual(parseRules(value, 9).rules, []);
		for (let seed = 1; seed <= 2_000; seed++) {
			const random = seededRandom(seed);
			const names = Object.keys(whole);
			const name = names[random(names.length)] ?? 'id';
			const value = values[random(values.length)];
			const broken: Record<string, unknown> = { ...whole, [name]: value };
			if (random(4) === 0) delete broken[name];
			for (const read of parseRules([broken, null, [], 'x'], 9).rules) {
				// Only what widens nothing may be missing: the kind is the one field without which a rule means more.
				assert.equal(read.effect, 'deny', `seed ${seed}`);
				assert.ok(read.id !== '' && read.createdAt >= 0, `seed ${seed}`);
			}
		}
	});

	it('never hold a rule of a session, nor two of one id', () => {
		const ofSession = rule({ scope: { type: 'session', sessionKey: 's' } });
		const untilEnd = rule({ end: { type: 'session', sessionKey: 's' } });
		assert.deepEqual(parseRules([ofSession, untilEnd], 9).rules, []);
		const twins = [rule({ id: 'x', effect: 'deny' }), rule({ id: 'x' })];
		for (const order of [twins, twins.toReversed()]) {
			const read = parseRules(order, 9).rules;
			assert.deepEqual(
				read.map(({ effect }) => effect),
				['deny'],
			);
		}
	});
});

describe('the store of rules', () => {
	it('keeps those for everywhere, for a folder and for a session in different places [hazard C8]', async () => {
		const { store, everywhere, workspace } = openStore();
		const rules = [
			rule({}),
			rule({ scope: inFolder }),
			rule({ scope: { type: 'session', sessionKey: 's' } }),
			rule({ scope: inFolder, end: { type: 'session', sessionKey: 's' } }),
		];
		for (const one of rules) await store.add(one);
		assert.equal(store.rules.length, 4);
		assert.deepEqual([everywhere.get(key), workspace.get(key)], [[rules[0]], [rules[1]]]);
		store.endSession('s');
		assert.deepEqual(store.rules, [rules[0], rules[1]]);
		await store.remove(({ id }) => id === rules[0]?.id);
		assert.deepEqual(store.rules, [rules[1]]);
		store.dispose();
	});

	it('does not take a rule for everywhere out of what a workspace keeps, and says so once [hazard C8] [hazard G4]', () => {
		const { store, workspace, lines } = openStore();
		void workspace.update(key, [rule({}), { nonsense: true }]);
		assert.deepEqual([store.rules, store.rules], [[], []]);
		assert.deepEqual(lines.length, 1);
		assert.match(lines[0] ?? '', /2 stored entries/u);
		store.dispose();
	});

	it('forgets what has run out, and tells those who show it', async () => {
		const rig = openStore();
		const { store, everywhere } = rig;
		await store.add(rule({ end: { type: 'time', at: 30 } }));
		const told = new Promise<void>((resolve) => store.onDidChange(resolve));
		assert.equal(store.rules.length, 1);
		rig.time = 30;
		assert.deepEqual(store.rules, []);
		const keepsAlive = setTimeout(() => undefined, 10_000);
		await told;
		clearTimeout(keepsAlive);
		await store.add(rule({}));
		assert.equal((everywhere.get(key) as unknown[]).length, 1);
		store.dispose();
	});

	it('does not bring back what has run out when the clock is set back [hazard C8]', async () => {
		const rig = openStore();
		const { store, everywhere } = rig;
		await store.add(rule({ end: { type: 'time', at: 30 } }));
		rig.time = 31;
		assert.deepEqual(store.rules, []);
		rig.time = 5;
		assert.deepEqual(store.rules, []);
		const late = rule({ end: { type: 'time', at: 90 }, createdAt: 40 });
		await store.add(late);
		assert.deepEqual([store.rules, everywhere.get(key)], [[], [late]], 'it waits for its time');
		store.dispose();
	});

	it('drops none of many without a word: the next one is refused', async () => {
		const { store } = openStore();
		for (let n = 0; n < 200; n++) await store.add(rule({}));
		await assert.rejects(store.add(rule({})), /200 permission rules/u);
		assert.equal(store.rules.length, 200);
		store.dispose();
	});
});
