/**
 * Random histories of a user and two agents on real files, that go back and forth between checkpoints, with reloads in
 * between: no line of the user is lost, nothing is touched that no agent has touched, and git notices nothing.
 */
import assert from 'node:assert/strict';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { LocalEngine } from '../../../../../src/node/changes/localEngine.ts';
import { checkModel, pick, type Random } from '../../../../tools/seeded.ts';
import { figure } from '../../../../tools/figure.ts';
import { sized } from '../../../../tools/sized.ts';
import { uniqueLines } from '../../../core/changes/texts.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

const names = ['a', 'b', 'c', 'new/d', 'new/deep/e'] as const;
const folders = ['new', 'new/deep', 'empty', 'new/empty/inner'] as const;
const types = [
	...([
		'prompt',
		'prompt',
		'agent',
		'agent',
		'agent',
		'agent_deletes',
		'agent_moves',
		'agent_folder',
	] as const),
	...(['user', 'user', 'user_beside', 'restore', 'restore', 'restore', 'redo', 'reload'] as const),
] as const;

/** Numbers are taken modulo what is there. */
interface Step {
	readonly type: (typeof types)[number];
	readonly session: 's' | 'o';
	readonly name: (typeof names)[number];
	readonly other: (typeof names)[number];
	readonly folder: (typeof folders)[number];
	readonly at: number;
	readonly removes: number;
	readonly id: number;
}

function steps(random: Random): readonly Step[] {
	return Array.from({ length: 18 }, (_, id) => ({
		type: pick(random, types),
		session: pick(random, ['s', 's', 'o'] as const),
		name: pick(random, names),
		other: pick(random, names),
		folder: pick(random, folders),
		at: random(1_000),
		removes: random(3),
		id,
	}));
}

/** What was there at a prompt, and whether only its session has changed anything since. */
interface Point {
	readonly id: string;
	readonly session: string;
	readonly files: ReadonlyMap<string, string>;
	isAlone: boolean;
}

class History {
	readonly #ws: Workspace;
	readonly #sessions: Sessions;
	readonly #points: Point[] = [];
	readonly #running = new Map<string, string>();
	readonly #own = new Set<string>();

	constructor(ws: Workspace, engine: LocalEngine) {
		this.#ws = ws;
		this.#sessions = new Sessions(ws, engine);
	}

	async do(step: Step): Promise<void> {
		const { type, session, name, other, id } = step;
		const file = this.#ws.path(name);
		switch (type) {
			case 'prompt':
				return this.#prompt(session);
			case 'agent':
				return this.#agent(session, () => this.#edit(step, `agent ${id}`));
			case 'agent_deletes':
				if (this.#text(file).includes('user')) return;
				return this.#agent(session, () => rmSync(file, { force: true }));
			case 'agent_moves':
				return this.#agent(session, () => this.#move(name, other));
			case 'agent_folder':
				return this.#agent(session, () => this.#toggle(step.folder));
			case 'user':
				this.#edit({ ...step, removes: 0 }, `user ${id}`);
				this.#own.add(`user ${id}`);
				await this.#sessions.user(name, this.#text(file));
				return this.#mix();
			case 'user_beside':
				return this.#sessions.user('beside', `${id}\n`);
			case 'reload':
				this.#sessions.engine = this.#ws.engine();
				await this.#sessions.engine.snapshot();
				return this.#sessions.engine.copied();
			case 'redo':
				return this.#redo(session);
			case 'restore':
				return this.#restore(step);
		}
	}

	check(): void {
		const all = [...this.#files().values()].join('\n');
		for (const line of this.#own) assert.match(all, new RegExp(`^${line}$`, 'mu'), `lost: ${line}`);
	}

	async #prompt(session: 's' | 'o'): Promise<void> {
		const files = this.#files();
		const id = await this.#sessions.prompt(session);
		this.#running.set(session, id);
		this.#points.push({ id, session, files, isAlone: true });
	}

	async #agent(session: 's' | 'o', work: () => void): Promise<void> {
		if (!this.#running.has(session)) await this.#prompt(session);
		const before = this.#files();
		await this.#sessions.agent(this.#running.get(session) ?? '', work);
		if (isSame(before, this.#files())) return;
		for (const point of this.#points) if (point.session !== session) point.isAlone = false;
	}

	async #restore({ at }: Step): Promise<void> {
		const point = this.#points[at % Math.max(this.#points.length, 1)];
		if (point === undefined) return;
		const before = this.#files();
		const planned = await this.#going(point.id, point.session);
		this.check();
		const after = this.#files();
		if (point.isAlone) assert.deepEqual(after, point.files, `back to ${point.id}`);
		for (const other of this.#points) if (other.session !== point.session) other.isAlone = false;
		if (planned.length === 0 || at % 2 === 0) return;
		await this.#redo(point.session);
		assert.deepEqual(this.#files(), before, `redone after ${point.id}`);
	}

	async #redo(session: string): Promise<void> {
		const all = await this.#sessions.engine.checkpoints.checkpoints(session);
		const last = all.find(({ isRedo }) => isRedo);
		if (last !== undefined) await this.#going(last.id, session);
		for (const other of this.#points) if (other.session !== session) other.isAlone = false;
	}

	/** Goes there. What is not in the plan is not touched. @returns what was in it */
	async #going(id: string, session: string): Promise<readonly string[]> {
		const { engine } = this.#sessions;
		await engine.snapshot();
		const plan = await engine.checkpoints.planRestore({ session, id }, []);
		assert.ok(plan !== undefined);
		const times = this.#times();
		const ticked = plan.files.filter(({ isTicked }) => isTicked);
		const answer = await engine.checkpoints.restore(
			plan.id,
			ticked.map((file) => file.path),
		);
		assert.ok(answer.type === 'done', JSON.stringify(answer));
		for (const one of answer.files) assert.equal(one.answer.type, 'done', JSON.stringify(one));
		const touched = new Set(ticked.flatMap(({ parts }) => parts.map((part) => part.path)));
		const now = this.#times();
		for (const [file, time] of times) if (!touched.has(file)) assert.equal(now.get(file), time, file);
		for (const file of now.keys()) assert.ok(times.has(file) || touched.has(file), `made: ${file}`);
		return [...touched];
	}

	#mix(): void {
		for (const point of this.#points) point.isAlone = false;
	}

	#move(name: string, other: string): void {
		const [from, to] = [this.#ws.path(name), this.#ws.path(other)];
		if (!existsSync(from) || existsSync(to)) return;
		mkdirSync(path.dirname(to), { recursive: true });
		renameSync(from, to);
	}

	/** Makes a folder, or removes it with all that is in it; not with lines of the user. */
	#toggle(name: string): void {
		const folder = this.#ws.path(name);
		if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
		else if (!filesBelow(folder).some((file) => this.#text(file).includes('user')))
			rmSync(folder, { recursive: true });
	}

	/** Puts a line in; lines of the user are not taken out. */
	#edit({ name, at, removes }: Step, line: string): void {
		const lines = this.#text(this.#ws.path(name)).match(/.*\n/gu) ?? [];
		const from = at % (lines.length + 1);
		const count = lines.slice(from, from + removes).some((one) => one.startsWith('user')) ? 0 : removes;
		this.#ws.write(name, lines.toSpliced(from, count, `${line}\n`).join(''));
	}

	#text(file: string): string {
		return existsSync(file) ? readFileSync(file, 'utf8') : '';
	}

	#files(): ReadonlyMap<string, string> {
		const all = names.map((name) => [name, this.#ws.path(name)] as const);
		const empty = ['new', 'new/deep', 'empty', 'new/empty', 'new/empty/inner'].filter((name) =>
			isEmptyFolder(this.#ws.path(name)),
		);
		return new Map([
			...all.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, this.#text(file)] as const),
			...empty.map((name) => [name, 'an empty folder'] as const),
		]);
	}

	#times(): ReadonlyMap<string, number> {
		return new Map(filesBelow(this.#ws.root).map((file) => [file, lstatSync(file).mtimeMs]));
	}
}

function filesBelow(folder: string): readonly string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => !entry.isDirectory())
		.map(({ parentPath, name }) => path.join(parentPath, name));
}

function isEmptyFolder(folder: string): boolean {
	return existsSync(folder) && lstatSync(folder).isDirectory() && readdirSync(folder).length === 0;
}

function isSame(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): boolean {
	return left.size === right.size && [...left].every(([name, text]) => right.get(name) === text);
}

function bytesOf(folder: string): readonly string[] {
	return filesBelow(folder)
		.map((file) => `${file} ${lstatSync(file).mtimeMs} ${readFileSync(file, 'base64')}`)
		.toSorted();
}

async function run(t: TestContext, all: readonly Step[]): Promise<void> {
	const ws = new Workspace(t);
	try {
		for (const name of names.slice(0, 3)) ws.write(name, uniqueLines(name, 6).join(''));
		const git = ws.path('.git');
		mkdirSync(path.join(git, 'refs'), { recursive: true });
		for (const name of ['HEAD', 'index', 'refs/main']) writeFileSync(path.join(git, name), `${name}\n`);
		const before = bytesOf(git);
		const history = new History(ws, await ws.watched());
		for (const step of all) {
			await history.do(step);
			history.check();
		}
		assert.deepEqual(bytesOf(git), before);
	} finally {
		rmSync(ws.base, { recursive: true, force: true });
	}
}

describe('random histories of a user and two agents with checkpoints', () => {
	it('lose no line of the user, and touch nothing else [hazard D15]', { timeout: 900_000 }, async (t) => {
		const runs = Number(process.env['HISTORIES'] ?? sized(1_000, 8));
		await checkModel({ runs, steps, check: (all) => run(t, all) });
		figure(
			'D15',
			`${runs} random histories: 0 lines of the user lost, 0 other files touched, .git as it was`,
		);
	});
});
