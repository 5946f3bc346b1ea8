/** A restore that is killed at any point: the next start finds all of it done or nothing, and goes on from there. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hashOf } from '../../../../../src/node/changes/contentStore.ts';
import { closedMark } from '../../../../../src/node/changes/journalFiles.ts';
import { figure } from '../../../../tools/figure.ts';
import { sized } from '../../../../tools/sized.ts';
import { uniqueLines } from '../../../core/changes/texts.ts';
import { Workspace } from '../workspace.ts';
import { Sessions, stateAt } from './sessions.ts';

const more = ['more/1', 'more/2', 'more/3', 'more/4', 'more/5', 'more/6'] as const;
const names = [
	...['a', 'b', 'gone', 'from', 'to', 'new/deep/f', 'new/g', 'link', 'place', 'place/in'],
	...more,
] as const;
const isPosix = process.platform !== 'win32';

/** A workspace and a store as they are before a restore, to begin with time and again. */
class Prepared {
	readonly ws: Workspace;
	readonly prompt: string;
	readonly #all: Sessions;
	readonly #saved: string;

	private constructor(ws: Workspace, all: Sessions, prompt: string) {
		this.ws = ws;
		this.prompt = prompt;
		this.#all = all;
		this.#saved = path.join(ws.base, 'saved');
		// Its window is gone, and its process is not.
		writeFileSync(closedMark(path.join(ws.store, 'journal'), process.pid), '');
		for (const name of ['ws', 'store']) {
			cpSync(path.join(ws.base, name), path.join(this.#saved, name), {
				recursive: true,
				verbatimSymlinks: true,
			});
		}
	}

	static async make(t: TestContext): Promise<Prepared> {
		const ws = new Workspace(t);
		for (const name of ['a', 'b', 'gone', 'from', 'place', ...more])
			ws.write(name, uniqueLines(name, 200).join(''));
		if (isPosix) symlinkSync('a', ws.path('link'));
		const all = new Sessions(ws, await ws.watched());
		const prompt = await all.prompt();
		await all.agent(prompt, () => {
			ws.write('a', uniqueLines('agent', 100).join(''));
			ws.write('b', uniqueLines('b', 200).toSpliced(3, 2, 'agent\n').join(''));
			rmSync(ws.path('gone'));
			renameSync(ws.path('from'), ws.path('to'));
			ws.write('new/deep/f', 'made\n');
			ws.write('new/g', 'made\n');
			rmSync(ws.path('place'));
			ws.write('place/in', 'made\n');
			for (const name of more) ws.write(name, uniqueLines(`agent in ${name}`, 20).join(''));
			if (!isPosix) return;
			rmSync(ws.path('link'));
			symlinkSync('b', ws.path('link'));
		});
		return new Prepared(ws, all, prompt);
	}

	states(): readonly string[] {
		return names.map((name) => `${name}: ${shortened(stateAt(this.ws.path(name)))}`);
	}

	anew(): void {
		for (const name of ['ws', 'store']) {
			rmSync(path.join(this.ws.base, name), { recursive: true });
			cpSync(path.join(this.#saved, name), path.join(this.ws.base, name), {
				recursive: true,
				verbatimSymlinks: true,
			});
		}
	}

	/** @returns true where it was killed before it was done */
	async isKilled(killAt: number): Promise<boolean> {
		const script = path.join(import.meta.dirname, 'killedRestore.ts');
		const args = [script, this.ws.base, 's', this.prompt, String(killAt)];
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		let [text, errors] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
		child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
		await once(child, 'close');
		if (child.signalCode === 'SIGKILL') return true;
		assert.match(text, /"type":"done"/u, errors);
		assert.doesNotMatch(text, /drifted|failed/u);
		return false;
	}

	/** As the next window does. */
	async nextStart(): Promise<Sessions> {
		this.#all.engine = this.ws.engine();
		await this.#all.engine.snapshot();
		await this.#all.engine.copied();
		return this.#all;
	}

	/** What a restore writes beside the files and takes away again. */
	leftovers(): readonly string[] {
		const files = readdirSync(this.ws.base, { recursive: true, encoding: 'utf8' });
		return files.filter((file) => !file.startsWith('saved') && /\.acp-host-|restore-\d/u.test(file));
	}
}

/** Enough to tell which it is. */
function shortened(state: string): string {
	return `${state.slice(0, 20)} … ${state.length} ${hashOf(Buffer.from(state)).slice(0, 8)}`;
}

describe('a restore that is killed between any two writes', () => {
	it(
		'is done or was never begun after the next start, and what the user changed meanwhile stays [hazard D15]',
		{ timeout: 600_000 },
		async (t) => {
			const all = await Prepared.make(t);
			const before = all.states();
			assert.equal(await all.isKilled(0), false);
			const after = all.states();
			assert.notDeepEqual(after, before);
			// Not a multiple of three: each third kill is one where the user writes meanwhile.
			const step = sized(1, 10);
			let [kills, forward] = [0, 0];
			for (let killAt = 1; ; killAt += step) {
				all.anew();
				if (!(await all.isKilled(killAt))) break;
				kills++;
				const mine = killAt % 3 === 0 ? all.ws.write('b', 'written by the user meanwhile\n') : undefined;
				const sessions = await all.nextStart();
				if (mine !== undefined) {
					assert.equal(readFileSync(mine, 'utf8'), 'written by the user meanwhile\n', `kill ${killAt}`);
					continue;
				}
				const states = all.states();
				const isForward = JSON.stringify(states) === JSON.stringify(after);
				if (!isForward) assert.deepEqual(states, before, `kill ${killAt}`);
				assert.deepEqual(all.leftovers(), [], `kill ${killAt}`);
				if (!isForward) continue;
				forward++;
				await sessions.redo();
				assert.deepEqual(all.states(), before, `redo after kill ${killAt}`);
			}
			assert.ok(kills >= 50 / step, `${kills} kills`);
			assert.ok(forward > kills / 2, `${forward} of ${kills}`);
			figure('D15', `${kills} kills in the middle of a restore: ${forward} gone on with, 0 left between`);
		},
	);

	it('goes back where what it needs is gone', async (t) => {
		const all = await Prepared.make(t);
		const before = all.states();
		// In the middle: some files are written.
		assert.equal(await all.isKilled(30), true);
		assert.notDeepEqual(all.states(), before);
		const contents = path.join(all.ws.store, 'contents');
		const needed = new Set<string>();
		for (const name of readdirSync(path.join(all.ws.store, 'journal')).filter((one) =>
			one.startsWith('restore-'),
		)) {
			const text = readFileSync(path.join(all.ws.store, 'journal', name), 'utf8');
			const hashesOf = (side: string): readonly string[] =>
				[...text.matchAll(new RegExp(`"${side}":\\{[^}]*"hash":"([0-9a-f]{64})"`, 'gu'))].map(
					([, hash = '']) => hash,
				);
			// Not what stands there now, such as a file that was moved.
			const kept = new Set(hashesOf('now'));
			for (const hash of hashesOf('target')) if (!kept.has(hash)) needed.add(hash);
		}
		assert.ok(needed.size > 0);
		for (const hash of needed) rmSync(path.join(contents, hash.slice(0, 2), hash), { force: true });
		await all.nextStart();
		assert.deepEqual(all.states(), before);
		assert.deepEqual(all.leftovers(), []);
		assert.ok(lstatSync(all.ws.path('new/deep/f')).isFile());
	});
});
