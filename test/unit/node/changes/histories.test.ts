/**
 * Random histories of a user, an agent and a formatter on real files, with answers, reloads and crashes in between:
 * nothing of the user is lost, and Undo leaves nothing of the agent that was not kept.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { type Evidence, goneHash } from '../../../../src/core/changes/attribution.ts';
import { keepHunk, undoAll, undoHunk } from '../../../../src/core/changes/review.ts';
import { hashesOf } from '../../../../src/core/changes/record.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { checkModel, type Random } from '../../../tools/seeded.ts';
import { sized } from '../../../tools/sized.ts';
import { uniqueLines } from '../../core/changes/texts.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 's', turn: '1' };
const names = ['a', 'b', 'c', 'd', 'e'] as const;

type StepType =
	| 'command'
	| 'write'
	| 'write_formatted'
	| 'agent_deletes'
	| 'agent_moves'
	| 'user'
	| 'user_in_turn'
	| 'user_moves'
	| 'revert'
	| 'keep'
	| 'undo'
	| 'undo_all'
	| 'keep_all'
	| 'reload'
	| 'crash';

/** `at` is taken modulo what is there. */
interface Step {
	readonly type: StepType;
	readonly name: (typeof names)[number];
	readonly other: (typeof names)[number];
	readonly at: number;
	readonly removes: number;
	readonly id: number;
}

const types: readonly StepType[] = [
	...(['command', 'command', 'write', 'write', 'write_formatted', 'agent_deletes', 'agent_moves'] as const),
	...(['user', 'user', 'user_in_turn', 'user_in_turn', 'user_moves', 'revert'] as const),
	...(['keep', 'undo', 'undo', 'undo_all', 'keep_all', 'reload', 'crash'] as const),
];

function steps(random: Random): readonly Step[] {
	const name = (): Step['name'] => names[random(names.length)] ?? 'a';
	return Array.from({ length: 16 }, (_, id) => ({
		type: types[random(types.length)] ?? 'user',
		name: name(),
		other: name(),
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
	/** Lines of the agent that the user kept, or that nobody could see. */
	readonly #kept = new Set<string>();

	constructor(ws: Workspace, engine: LocalEngine) {
		this.#ws = ws;
		this.#engine = engine;
	}

	async do(step: Step): Promise<void> {
		const { type, name, other, id } = step;
		const file = this.#ws.path(name);
		// What it writes among lines of the user in a hunk may count as theirs: Undo then leaves it.
		if (type === 'command' || type.startsWith('write')) {
			if (await this.#isMixed(file)) this.#kept.add(`agent ${id}`);
		}
		switch (type) {
			case 'command':
				return this.#byCommand(() => this.#edit(step, `agent ${id}`));
			case 'agent_deletes':
				if (this.#text(file).includes('user')) return;
				return this.#byCommand(() => rmSync(file, { force: true }));
			case 'agent_moves':
				return this.#byCommand(() => void this.#move(name, other));
			case 'write':
			case 'write_formatted':
				await this.#engine.capture([file]);
				this.#edit(step, `agent ${id}`);
				await this.#engine.note([
					{ type: 'write', turn, path: file, at: Date.now(), hash: hashOf(readFileSync(file)) },
				]);
				if (type === 'write_formatted') writeFileSync(file, this.#text(file).replace(/ *\n/gu, ' \n'));
				return void (await this.#engine.snapshot());
			case 'user':
			case 'user_in_turn':
				this.#edit({ ...step, removes: 0 }, `user ${id}`);
				this.#own.add(`user ${id}`);
				await this.#saved(file);
				// Within a turn the agent writes before anybody looks again.
				if (type === 'user') await this.#engine.snapshot();
				return;
			case 'user_moves':
				if (!this.#move(name, other)) return;
				await this.#engine.note([{ type: 'save', path: file, at: Date.now(), hash: goneHash }]);
				await this.#saved(this.#ws.path(other));
				return void (await this.#engine.snapshot());
			case 'revert':
				return this.#revert(file);
			case 'crash':
				// What the agent wrote last is seen by nobody.
				this.#edit(step, `agent ${id}`);
				this.#kept.add(`agent ${id}`);
				await this.#open();
				return;
			case 'reload':
				return this.#open();
			case 'keep_all':
				this.#keep(this.#text(file).match(/agent \d+/gu) ?? []);
				return this.#engine.keepFile(file);
			default:
				return void (await this.#answer(type, step.at, file));
		}
	}

	/** Each line of the user is there, or is what Undo brings back of a file that the agent removed. */
	async check(): Promise<void> {
		const bases = (await this.#engine.pending()).flatMap(({ base }) => hashesOf(base));
		const kept = await Promise.all(bases.map((hash) => this.#engine.content(hash)));
		const texts = names.map((name) => this.#text(this.#ws.path(name)));
		const all = [...texts, ...kept.map((bytes) => Buffer.from(bytes ?? []).toString())].join('\n');
		for (const line of this.#own) assert.match(all, new RegExp(`^${line} ?$`, 'mu'), `lost: ${line}`);
	}

	/** Undoes all that waits, and asks for nothing. */
	async end(): Promise<void> {
		await this.#engine.snapshot();
		for (const { path: file } of await this.#engine.pending()) {
			const asked = await this.#answer('undo_all', 0, file);
			if (asked) continue;
			for (const line of this.#text(file).match(/agent \d+/gu) ?? []) {
				assert.ok(this.#kept.has(line), `${file} still has: ${line}`);
			}
		}
		await this.check();
	}

	async #isMixed(file: string): Promise<boolean> {
		const review = await this.#engine.review(file);
		if (review.type === 'whole')
			return review.pending.agent.type === 'absent' || review.pending.hasUserEdits === true;
		return review.type === 'text' && review.hunks.some(({ hasUserEdits }) => hasUserEdits);
	}

	async #open(): Promise<void> {
		this.#engine = this.#ws.engine();
		await this.#engine.snapshot();
		return this.#engine.copied();
	}

	async #byCommand(work: () => void): Promise<void> {
		const command = { type: 'command', id: 'c', turn, command: 'x', from: Date.now() } as const;
		await this.#engine.note([command]);
		work();
		await this.#engine.snapshot();
		// Long over when the user saves the next time.
		await this.#engine.note([{ ...command, from: 0, to: 0 }]);
	}

	async #saved(file: string): Promise<void> {
		const save: Evidence = { type: 'save', path: file, at: Date.now(), hash: hashOf(readFileSync(file)) };
		await this.#engine.note([save]);
	}

	#move(name: string, other: string): boolean {
		const [from, to] = [this.#ws.path(name), this.#ws.path(other)];
		if (!existsSync(from) || existsSync(to)) return false;
		renameSync(from, to);
		return true;
	}

	/** By hand, as with the editor's own undo: back to what was accepted, where nothing of the user is in it. */
	async #revert(file: string): Promise<void> {
		const review = await this.#engine.review(file);
		if (review.type !== 'text' || review.hunks.some(({ hasUserEdits }) => hasUserEdits)) return;
		writeFileSync(file, undoAll(review.texts, review.live).live);
		await this.#saved(file);
		await this.#engine.snapshot();
		const after = await this.#engine.review(file);
		// Lines of the user right beside it are told as edits in it.
		const waiting = after.type === 'text' ? after.hunks.filter(({ hasUserEdits }) => !hasUserEdits) : [];
		assert.deepEqual([after.type === 'whole', waiting], [false, []]);
	}

	#keep(lines: readonly string[]): void {
		for (const line of lines) this.#kept.add(line);
	}

	/** @returns true where the user would have been asked */
	async #answer(type: StepType, at: number, file: string): Promise<boolean> {
		const review = await this.#engine.review(file);
		if (review.type === 'nothing') return false;
		if (review.type === 'whole') return this.#answerWhole(type, file);
		const { texts, live, hunks } = review;
		if (type === 'undo_all') {
			const undone = undoAll(texts, live);
			await this.#apply(file, undone.texts, undone.live);
			return undone.conflicts.length > 0;
		}
		const hunk = hunks[at % Math.max(hunks.length, 1)];
		if (hunk === undefined) return false;
		const answer = type === 'keep' ? keepHunk(texts, live, hunk) : undoHunk(texts, live, hunk);
		assert.notEqual(answer.type, 'drifted');
		if (type === 'keep') this.#keep(hunk.added.join('').match(/agent \d+/gu) ?? []);
		if (answer.type === 'done') await this.#apply(file, answer.texts, answer.live);
		return answer.type === 'conflict';
	}

	async #answerWhole(type: StepType, file: string): Promise<boolean> {
		if (type === 'keep') {
			this.#keep(this.#text(file).match(/agent \d+/gu) ?? []);
			await this.#engine.keepFile(file);
			return false;
		}
		const answer = await this.#engine.restoreFile(file, 'keep');
		if (answer.type === 'remove') {
			rmSync(file, { force: true });
			await this.#engine.keepFile(file);
			await this.check();
		} else assert.ok(['done', 'conflict', 'drifted', 'unknown'].includes(answer.type), answer.type);
		await this.#engine.snapshot();
		return answer.type !== 'done' && answer.type !== 'remove';
	}

	/** As a host does: an edit that is the user's, saved, and then settled. */
	async #apply(file: string, texts: Parameters<LocalEngine['settle']>[1], live: string): Promise<void> {
		writeFileSync(file, live);
		await this.#engine.settle(file, texts);
		await this.#engine.note([{ type: 'save', path: file, at: Date.now(), hash: hashOf(Buffer.from(live)) }]);
		await this.#engine.snapshot();
		const after = await this.#engine.review(file, live);
		if (texts.base !== texts.agent || after.type !== 'text') return;
		// Its move is answered by itself.
		const waiting = (await this.#engine.pending()).find(({ path }) => path === file);
		assert.ok(waiting?.movedFrom !== undefined && after.hunks.length === 0, 'text');
	}

	/** Puts a line in; lines of the user are not taken out. */
	#edit({ name, at, removes }: Step, line: string): void {
		const file = this.#ws.path(name);
		const lines = this.#text(file).match(/.*\n/gu) ?? [];
		const from = at % (lines.length + 1);
		const count = lines.slice(from, from + removes).some((one) => one.startsWith('user')) ? 0 : removes;
		writeFileSync(file, lines.toSpliced(from, count, `${line}\n`).join(''));
	}

	#text(file: string): string {
		return existsSync(file) ? readFileSync(file, 'utf8') : '';
	}
}

async function run(t: TestContext, all: readonly Step[]): Promise<void> {
	const ws = new Workspace(t);
	try {
		for (const name of names.slice(0, 3)) ws.write(name, uniqueLines(name, 6).join(''));
		const history = new History(ws, await ws.watched());
		for (const step of all) {
			await history.do(step);
			await history.check();
		}
		await history.end();
	} finally {
		rmSync(ws.base, { recursive: true, force: true });
	}
}

describe('random histories of a user and an agent', () => {
	it(
		'lose no line of the user, and Undo leaves none of the agent [hazard D14]',
		{ timeout: 900_000 },
		async (t) => {
			const runs = Number(process.env['HISTORIES'] ?? sized(1_000, 8));
			await checkModel({ runs, steps, check: (all) => run(t, all) });
		},
	);
});
