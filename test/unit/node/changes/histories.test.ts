/** Random histories of a user and an agent on real files: nothing of the user is lost, and Undo All is the base. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { keepHunk, undoAll, undoHunk } from '../../../../src/core/changes/review.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { checkModel, type Random } from '../../../tools/seeded.ts';
import { uniqueLines } from '../../core/changes/texts.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const names = ['a', 'b', 'c'] as const;

/** `at` and `pick` are taken modulo what is there. */
interface Step {
	readonly type: 'agent' | 'agent_deletes' | 'user' | 'keep' | 'undo' | 'undo_all' | 'keep_all' | 'reload';
	readonly name: (typeof names)[number];
	readonly at: number;
	readonly removes: number;
	readonly id: number;
}

const types: readonly Step['type'][] = [
	'agent',
	'agent',
	'agent',
	'user',
	'user',
	'keep',
	'undo',
	'undo_all',
	'keep_all',
	'reload',
	'agent_deletes',
];

function steps(random: Random): readonly Step[] {
	return Array.from({ length: 14 }, (_, id) => ({
		type: types[random(types.length)] ?? 'user',
		name: names[random(names.length)] ?? 'a',
		at: random(1_000),
		removes: random(3),
		id,
	}));
}

class History {
	readonly #ws: Workspace;
	#engine: LocalEngine;
	/** Lines that the user wrote, and no answer of theirs took away. */
	readonly #own = new Set<string>();

	constructor(ws: Workspace, engine: LocalEngine) {
		this.#ws = ws;
		this.#engine = engine;
	}

	async do(step: Step): Promise<void> {
		const file = this.#ws.path(step.name);
		switch (step.type) {
			case 'agent':
				return this.#byAgent(() => this.#edit(step, `agent ${step.id}\n`));
			case 'agent_deletes':
				if (this.#text(file).includes('user')) return;
				return this.#byAgent(() => rmSync(file, { force: true }));
			case 'user':
				this.#edit({ ...step, removes: 0 }, `user ${step.id}\n`);
				this.#own.add(`${step.name} user ${step.id}\n`);
				await this.#engine.note([
					{ type: 'save', path: file, at: Date.now(), hash: hashOf(readFileSync(file)) },
				]);
				return void (await this.#engine.snapshot());
			case 'reload':
				this.#engine = this.#ws.engine();
				await this.#engine.snapshot();
				return this.#engine.copied();
			case 'keep_all':
				return this.#engine.keepFile(file);
			default:
				return this.#answer(step, file);
		}
	}

	check(): void {
		for (const line of this.#own) {
			const [name = '', ...rest] = line.split(' ');
			const text = this.#text(this.#ws.path(name));
			assert.ok(text.includes(rest.join(' ')), `lost: ${line}`);
		}
	}

	async #byAgent(work: () => void): Promise<void> {
		const command = { type: 'command', id: 'c', turn, command: 'x', from: Date.now() } as const;
		await this.#engine.note([command]);
		work();
		await this.#engine.snapshot();
		// Long over when the user saves the next time.
		await this.#engine.note([{ ...command, from: 0, to: 0 }]);
	}

	async #answer({ type, at }: Step, file: string): Promise<void> {
		const review = await this.#engine.review(file);
		if (review.type === 'whole') {
			const answer = type === 'keep' ? undefined : await this.#engine.restoreFile(file, 'keep');
			if (answer === undefined) return this.#engine.keepFile(file);
			if (answer.type === 'remove') {
				assert.equal(this.#text(file).includes('user'), false, 'a file with lines of the user would go');
				rmSync(file);
				await this.#engine.keepFile(file);
			} else assert.ok(answer.type === 'done' || answer.type === 'conflict', answer.type);
			return void (await this.#engine.snapshot());
		}
		if (review.type === 'nothing') return;
		const { texts, live, hunks } = review;
		const hunk = hunks[at % Math.max(hunks.length, 1)];
		if (hunk === undefined) return;
		if (type === 'undo_all') {
			const undone = undoAll(texts, live);
			return this.#apply(file, undone.texts, undone.live);
		}
		const answer = type === 'keep' ? keepHunk(texts, live, hunk) : undoHunk(texts, live, hunk);
		assert.notEqual(answer.type, 'drifted');
		if (answer.type === 'done') await this.#apply(file, answer.texts, answer.live);
	}

	/** As a host does: an edit that is the user's, saved, and then settled. */
	async #apply(file: string, texts: Parameters<LocalEngine['settle']>[1], live: string): Promise<void> {
		writeFileSync(file, live);
		await this.#engine.settle(file, texts);
		await this.#engine.note([{ type: 'save', path: file, at: Date.now(), hash: hashOf(Buffer.from(live)) }]);
		await this.#engine.snapshot();
		const after = await this.#engine.review(file, live);
		if (texts.base === texts.agent) assert.equal(after.type, 'nothing');
	}

	/** Puts a line in; lines of the user are not taken out. */
	#edit({ name, at, removes }: Step, line: string): void {
		const file = this.#ws.path(name);
		const lines = this.#text(file).match(/.*\n/gu) ?? [];
		const from = at % (lines.length + 1);
		const count = lines.slice(from, from + removes).some((one) => one.startsWith('user')) ? 0 : removes;
		writeFileSync(file, lines.toSpliced(from, count, line).join(''));
	}

	#text(file: string): string {
		return existsSync(file) ? readFileSync(file, 'utf8') : '';
	}
}

async function run(t: TestContext, all: readonly Step[]): Promise<void> {
	const ws = new Workspace(t);
	for (const name of names) ws.write(name, uniqueLines(name, 6).join(''));
	const history = new History(ws, await ws.watched());
	for (const step of all) {
		await history.do(step);
		history.check();
	}
	rmSync(ws.base, { recursive: true, force: true });
}

describe('random histories of a user and an agent', () => {
	it('lose no line of the user, whatever is kept, undone and reloaded', { timeout: 300_000 }, async (t) => {
		const runs = Number(process.env['HISTORIES'] ?? 50);
		await checkModel({ runs, steps, check: (all) => run(t, all) });
	});
});
