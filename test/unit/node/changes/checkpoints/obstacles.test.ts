/** What is in the way of a restore: each file is as it was or as it is to be, with the reason, and nothing is half. */
import assert from 'node:assert/strict';
import fs, {
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { closedMark } from '../../../../../src/node/changes/journalFiles.ts';
import { Workspace } from '../workspace.ts';
import { Sessions, stateAt } from './sessions.ts';

const isPosix = process.platform !== 'win32';
const names = ['a', 'b', 'c', 'dir/d', 'made'] as const;

/** An agent has changed all of these, and made the last. @returns the prompt before it */
async function changed(t: TestContext): Promise<{ readonly all: Sessions; readonly prompt: string }> {
	const ws = new Workspace(t);
	for (const name of names.slice(0, -1)) ws.write(name, `${name} of the user\n`);
	const all = new Sessions(ws, await ws.watched());
	const prompt = await all.prompt();
	await all.agent(prompt, () => {
		for (const name of names) ws.write(name, `${name} of the agent\n`);
	});
	return { all, prompt };
}

/** Whose each file is now. */
const whose = ({ ws }: Sessions): readonly string[] =>
	names.map((name) => stateAt(ws.path(name)).replace(/^.* of the (\w+)\n$/u, '$1'));

const user = ['user', 'user', 'user', 'user', 'nothing'];

/** Calls with such a path fail from now on. @returns what lets them succeed again */
function failing(
	t: TestContext,
	name: 'linkSync' | 'openSync' | 'renameSync' | 'rmSync' | 'writeSync' | 'appendFileSync' | 'writeFileSync',
	code: string,
	isMeant: (target: unknown) => boolean,
): () => void {
	const real = fs[name] as (...args: readonly unknown[]) => unknown;
	const { mock } = t.mock.method(fs, name, (...args: readonly unknown[]) => {
		if (isMeant(args[0])) throw Object.assign(new Error(`${code}: ${name}`), { code });
		return real(...args);
	});
	syncBuiltinESMExports();
	return () => {
		mock.restore();
		syncBuiltinESMExports();
	};
}

function leftovers({ ws }: Sessions): readonly string[] {
	const all = readdirSync(ws.base, { recursive: true, encoding: 'utf8' });
	return all.filter((file) => /\.acp-host-|(?:^|\/)restore-/u.test(file));
}

/** Goes back. @returns what became of each file, as `name type`, with the reason of what failed */
async function answersOf(all: Sessions, prompt: string, meanwhile: () => void): Promise<readonly string[]> {
	const plan = await all.plan(prompt);
	meanwhile();
	const paths = plan.files.map((file) => file.path);
	const answer = await all.engine.checkpoints.restore(plan.id, paths);
	assert.ok(answer.type === 'done', JSON.stringify(answer));
	return answer.files
		.map(({ path: file, answer: one }) => {
			const reason = one.type === 'failed' ? `: ${one.reason}` : '';
			return `${path.relative(all.ws.root, file)} ${one.type}${reason}`;
		})
		.toSorted();
}

describe('a restore in whose middle the disk is full', { skip: process.platform !== 'linux' }, () => {
	it('leaves each file whole, says which were not written and why, and goes on once there is room', async (t) => {
		const { all, prompt } = await changed(t);
		let writes = 0;
		const isBeside = (descriptor: unknown): boolean =>
			readlinkSync(`/proc/self/fd/${String(descriptor)}`).includes('.acp-host-');
		const ends = [
			failing(t, 'writeSync', 'ENOSPC', (descriptor) => isBeside(descriptor) && ++writes > 2),
			// Nor can it be written down then.
			failing(t, 'appendFileSync', 'ENOSPC', () => writes > 2),
		];
		const answers = await answersOf(all, prompt, () => undefined);
		for (const end of ends) end();
		assert.deepEqual(answers, [
			'a done',
			'b done',
			'c failed: Error: ENOSPC: writeSync',
			'dir/d failed: Error: ENOSPC: writeSync',
			'made done',
		]);
		assert.deepEqual(whose(all), ['user', 'user', 'agent', 'agent', 'nothing']);
		assert.deepEqual(leftovers(all), []);
		await all.goTo(prompt);
		assert.deepEqual(whose(all), user);
		all.engine = all.ws.engine();
		await all.engine.snapshot();
		assert.deepEqual(await all.planned(prompt), []);
	});
});

describe('a file that may not be written', () => {
	for (const [what, name, target] of [
		['replaced', 'renameSync', /\.acp-host-/u],
		['opened beside it', 'openSync', /\.acp-host-/u],
		['removed', 'rmSync', /\/made$/u],
	] as const) {
		it(`and cannot be ${what} is told of, and the others go back`, async (t) => {
			const { all, prompt } = await changed(t);
			// A folder of which only one call may fail: whoever runs the tests may write everywhere.
			let left = 1;
			const isMeant = (file: unknown): boolean => target.test(String(file)) && left-- > 0;
			const end = failing(t, name, 'EACCES', isMeant);
			const answers = await answersOf(all, prompt, () => (left = 1));
			end();
			assert.deepEqual(
				answers.filter((one) => !one.endsWith(' done')),
				[`${name === 'rmSync' ? 'made' : 'a'} failed: Error: EACCES: ${name}`],
			);
			assert.equal(whose(all).filter((one) => one === 'agent').length, 1);
			assert.deepEqual(leftovers(all), []);
			await all.goTo(prompt);
			assert.deepEqual(whose(all), user);
		});
	}
});

describe('a file that became something else while its plan was shown', () => {
	it('is left where it is a folder, with all that is in it', async (t) => {
		const { all, prompt } = await changed(t);
		const answers = await answersOf(all, prompt, () => {
			rmSync(all.ws.path('a'));
			mkdirSync(all.ws.path('a'));
			all.ws.write('a/mine', 'mine\n');
			rmSync(all.ws.path('made'));
			all.ws.write('made/mine', 'mine\n');
		});
		assert.match(answers.join('\n'), /^a (?:drifted|failed: A folder stands in its place\.)\n/u);
		assert.match(answers.join('\n'), /\nmade drifted$/u);
		assert.equal(readFileSync(all.ws.path('a/mine'), 'utf8'), 'mine\n');
		assert.equal(readFileSync(all.ws.path('made/mine'), 'utf8'), 'mine\n');
		assert.equal(stateAt(all.ws.path('b')), '644 b of the user\n');
	});

	it('is left where it is a link, and so is what that leads to', { skip: !isPosix }, async (t) => {
		const { all, prompt } = await changed(t);
		const outside = path.join(all.ws.base, 'outside');
		writeFileSync(outside, 'a of the agent\n');
		const answers = await answersOf(all, prompt, () => {
			for (const name of ['a', 'made']) {
				rmSync(all.ws.path(name));
				symlinkSync(outside, all.ws.path(name));
			}
		});
		assert.deepEqual([answers[0], answers.at(-1)], ['a drifted', 'made drifted']);
		assert.equal(stateAt(all.ws.path('a')), `link to ${outside}`);
		assert.equal(readFileSync(outside, 'utf8'), 'a of the agent\n');
	});
});

describe('a save in the moment between the last look at a file and its going', () => {
	for (const [what, name, file] of [
		['written', 'renameSync', 'a'],
		['removed', 'rmSync', 'made'],
	] as const) {
		it(
			`is there afterwards, in a file that was to be ${what} [hazard D15]`,
			{ skip: !isPosix },
			async (t) => {
				const { all, prompt } = await changed(t);
				const real = fs[name] as (...args: readonly unknown[]) => void;
				let isOpen = true;
				const { mock } = t.mock.method(fs, name, (...args: readonly unknown[]) => {
					const target = String(args[name === 'rmSync' ? 0 : 1]);
					if (isOpen && target.endsWith(`/${file}`)) {
						isOpen = false;
						// Opened before, and written to after: the name is another file's by then.
						const descriptor = fs.openSync(all.ws.path(file), 'a');
						fs.writeSync(descriptor, 'saved by the user\n');
						real(...args);
						fs.writeSync(descriptor, 'and more\n');
						fs.closeSync(descriptor);
					} else real(...args);
				});
				syncBuiltinESMExports();
				const answers = await answersOf(all, prompt, () => undefined);
				mock.restore();
				syncBuiltinESMExports();
				assert.ok(!isOpen && answers.includes(`${file} drifted`), answers.join());
				const text = readFileSync(all.ws.path(file), 'utf8');
				assert.equal(text, `${file} of the agent\nsaved by the user\nand more\n`);
				assert.deepEqual(leftovers(all), []);
				assert.equal(whose(all).filter((one) => one === 'agent').length, 0);
			},
		);
	}
});

describe('a file that comes in the moment between the last look at its place and a restore of it', () => {
	for (const [what, makes] of [
		['file', (at: string) => writeFileSync(at, 'of the user\n')],
		['link', (at: string) => symlinkSync('of the user\n', at)],
	] as const) {
		it(
			`stays, and is told of, where a ${what} is to come back [hazard D15]`,
			{ skip: !isPosix },
			async (t) => {
				const { all, prompt } = await deleted(t, makes);
				const isOpen = atPut(t, (target) => writeFileSync(target, 'made by the user\n'));
				const answers = await answersOf(all, prompt, () => undefined);
				t.mock.restoreAll();
				syncBuiltinESMExports();
				assert.deepEqual([answers, isOpen()], [['a drifted', 'b done'], false]);
				assert.equal(readFileSync(all.ws.path('a'), 'utf8'), 'made by the user\n');
				assert.deepEqual(leftovers(all), []);
			},
		);

		it(`does not come, and the ${what} does, on a disk that knows no second names`, async (t) => {
			const { all, prompt } = await deleted(t, makes);
			const end = failing(t, 'linkSync', 'EPERM', () => true);
			const answers = await answersOf(all, prompt, () => undefined);
			end();
			assert.deepEqual(answers, ['a done', 'b done']);
			assert.deepEqual(await all.planned(prompt), []);
			assert.deepEqual(leftovers(all), []);
		});
	}

	/** The user had `a` and `b`, and the agent has deleted both. */
	async function deleted(
		t: TestContext,
		makes: (at: string) => void,
	): Promise<{ readonly all: Sessions; readonly prompt: string }> {
		const ws = new Workspace(t);
		for (const name of ['a', 'b']) makes(ws.path(name));
		const all = new Sessions(ws, await ws.watched());
		const prompt = await all.prompt();
		await all.agent(prompt, () => {
			for (const name of ['a', 'b']) rmSync(ws.path(name));
		});
		return { all, prompt };
	}

	/** Right before `a` is put into its place, by whichever call. @returns whether that is still to come */
	function atPut(t: TestContext, meanwhile: (target: string) => void): () => boolean {
		let isOpen = true;
		for (const name of ['linkSync', 'renameSync', 'symlinkSync'] as const) {
			const real = fs[name];
			t.mock.method(fs, name, (from: string, target: string) => {
				if (isOpen && target.endsWith('/a')) {
					isOpen = false;
					meanwhile(target);
				}
				real(from, target);
			});
		}
		syncBuiltinESMExports();
		return () => isOpen;
	}
});

describe('a journal', () => {
	const journalOf = ({ ws }: Sessions): string => {
		const folder = path.join(ws.store, 'journal');
		const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('changes-'));
		return path.join(folder, name);
	};

	it('that is damaged in its middle offers the points that can be told, and does nothing else', async (t) => {
		const { all, prompt } = await changed(t);
		const file = journalOf(all);
		const lines = readFileSync(file, 'utf8').split('\n');
		const at = lines.findIndex((line) => line.includes('"record"'));
		writeFileSync(
			file,
			lines.toSpliced(at, 1, lines[at]?.slice(0, 40) ?? '', '\0\0\0', '{"type":"record"}').join('\n'),
		);
		all.engine = all.ws.engine();
		await all.engine.snapshot();
		const plan = await all.engine.checkpoints.planRestore({ session: 's', id: prompt }, []);
		for (const one of plan?.files ?? []) assert.notEqual(one.state.type, 'conflict');
		assert.ok(
			all.ws.log.some((line) => line.includes('cannot be read')),
			all.ws.log.join('\n'),
		);
		assert.deepEqual(
			whose(all),
			names.map(() => 'agent'),
		);
	});

	it('of a newer release is left alone, and its points are offered by nobody here', async (t) => {
		const { all, prompt } = await changed(t);
		const file = journalOf(all);
		const newer = readFileSync(file, 'utf8').replace(/"version":\d+/u, '"version":999');
		writeFileSync(file, newer);
		all.engine = all.ws.engine();
		await all.engine.snapshot();
		assert.equal(await all.engine.checkpoints.planRestore({ session: 's', id: prompt }, []), undefined);
		assert.deepEqual(await all.engine.checkpoints.checkpoints('s'), []);
		assert.equal(readFileSync(file, 'utf8'), newer);
		const next = await all.prompt();
		await all.agent(next, () => void all.ws.write('b', 'later\n'));
		await all.goTo(next);
		assert.deepEqual(
			whose(all),
			names.map(() => 'agent'),
		);
	});

	for (const [what, text] of [
		['damaged', '{"version":1,"parts":[{'],
		['of a newer release', '{"version":999,"id":"x","parts":[]}'],
		['empty', ''],
	] as const) {
		it(`of a restore that is ${what} restores nothing, is said, and is left`, async (t) => {
			const { all, prompt } = await changed(t);
			const folder = path.join(all.ws.store, 'journal');
			const name = `restore-1-99999999-${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.json`;
			writeFileSync(path.join(folder, name), text);
			writeFileSync(closedMark(folder, 99_999_999), '');
			all.engine = all.ws.engine();
			await all.engine.snapshot();
			assert.deepEqual(
				whose(all),
				names.map(() => 'agent'),
			);
			assert.ok(
				all.ws.log.some((line) => line.includes(`${name} cannot be read`)),
				all.ws.log.join('\n'),
			);
			await all.goTo(prompt);
			assert.deepEqual(whose(all), user);
			assert.equal(readFileSync(path.join(folder, name), 'utf8'), text);
		});
	}
});
