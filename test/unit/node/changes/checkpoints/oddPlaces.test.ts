/** Going back in workspaces as git lays them out, where a file cannot be written, and with a store that is damaged. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, {
	chmodSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hashOf } from '../../../../../src/node/changes/contentStore.ts';
import { Workspace } from '../workspace.ts';
import { Sessions, stateAt } from './sessions.ts';

const isPosix = process.platform !== 'win32';

function git(folder: string, ...args: readonly string[]): void {
	const user = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
	execFileSync('git', [...user, ...args], { cwd: folder, stdio: 'ignore' });
}

async function begun(t: TestContext): Promise<Sessions> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'dir/c']) ws.write(name, `${name}\n`);
	return new Sessions(ws, await ws.watched());
}

/** Everything that git has, byte for byte. */
function gitBytes(folder: string): readonly string[] {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.join(parentPath, name));
	return files
		.filter((file) => file.split(path.sep).includes('.git'))
		.map((file) => `${file} ${hashOf(readFileSync(file))}`)
		.toSorted();
}

/** An agent changes each of these files, and the user goes back and forth. */
async function thereAndBack(all: Sessions, names: readonly string[]): Promise<void> {
	const { ws } = all;
	await all.engine.snapshot();
	await all.engine.copied();
	const states = (): readonly string[] => names.map((name) => stateAt(ws.path(name)));
	const first = await all.prompt();
	const [before, bytes] = [states(), gitBytes(ws.root)];
	await all.agent(first, () => {
		for (const name of names) writeFileSync(ws.path(name), 'agent\n');
	});
	const after = states();
	await all.goTo(first);
	assert.deepEqual(states(), before);
	await all.redo();
	assert.deepEqual(states(), after);
	assert.deepEqual(gitBytes(ws.root), bytes);
}

describe('going back', () => {
	it('works over nested repositories, submodules and worktrees, and git keeps every byte [hazard D15]', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const other = path.join(ws.base, 'other');
		mkdirSync(other);
		writeFileSync(path.join(other, 'sub.txt'), 'sub\n');
		for (const folder of [other, ws.root]) {
			git(folder, 'init', '-q');
			git(folder, 'add', '.');
			git(folder, 'commit', '-qm', 'all');
		}
		git(ws.root, 'submodule', 'add', '-q', other, 'module');
		git(ws.root, 'worktree', 'add', '-q', 'tree');
		mkdirSync(ws.path('nested'));
		writeFileSync(ws.path('nested/n'), 'n\n');
		git(ws.path('nested'), 'init', '-q');
		await thereAndBack(all, ['a', 'dir/c', 'module/sub.txt', 'tree/a', 'nested/n', 'made']);
	});

	it('works in a repository with no commit', async (t) => {
		const all = await begun(t);
		git(all.ws.root, 'init', '-q');
		await thereAndBack(all, ['a', 'dir/c']);
	});

	it('never follows a link that takes the place of a folder', { skip: !isPosix }, async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const outside = path.join(ws.base, 'outside');
		mkdirSync(outside);
		writeFileSync(path.join(outside, 'c'), 'not yours\n');
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('dir/c', 'agent\n'));
		const plan = await all.plan(first);
		renameSync(ws.path('dir'), ws.path('away'));
		symlinkSync(outside, ws.path('dir'));
		const answer = await all.engine.checkpoints.restore(plan.id, [ws.path('dir/c')]);
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.files.map((file) => file.answer.type),
			['drifted'],
		);
		assert.equal(readFileSync(path.join(outside, 'c'), 'utf8'), 'not yours\n');
		assert.deepEqual(readdirSync(outside), ['c']);
	});

	it('comes over a link that an agent has put in the place of a folder', { skip: !isPosix }, async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const outside = path.join(ws.base, 'outside');
		mkdirSync(outside);
		const first = await all.prompt();
		await all.agent(first, () => {
			rmSync(ws.path('dir'), { recursive: true });
			symlinkSync(outside, ws.path('dir'));
		});
		await all.goTo(first);
		assert.equal(readFileSync(ws.path('dir/c'), 'utf8'), 'dir/c\n');
		assert.deepEqual(readdirSync(outside), []);
		await all.redo();
		assert.equal(stateAt(ws.path('dir')), `link to ${outside}`);
	});

	it('tells of each file that cannot be written, and does the others', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', 'agent\n');
			ws.write('dir/c', 'agent\n');
		});
		const real = fs.renameSync;
		// Whoever runs the tests may write everywhere.
		const mock = t.mock.method(fs, 'renameSync', (from: string, to: string) => {
			if (to.endsWith('/a'))
				throw Object.assign(new Error('EACCES: permission denied, rename'), { code: 'EACCES' });
			real(from, to);
		});
		syncBuiltinESMExports();
		const answer = await all.restore(first);
		mock.mock.restore();
		syncBuiltinESMExports();
		assert.ok(answer.type === 'done');
		assert.deepEqual(
			answer.files.map((file) => [path.relative(ws.root, file.path), file.answer.type]),
			[
				['a', 'failed'],
				['dir/c', 'done'],
			],
		);
		assert.deepEqual(readdirSync(ws.root).toSorted(), ['a', 'b', 'dir']);
		assert.deepEqual(await all.planned(first), ['x ~ a agent']);
	});

	it('leaves a moved file where it is while its old place cannot be written', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			renameSync(ws.path('dir/c'), ws.path('moved'));
			rmSync(ws.path('dir'), { recursive: true });
		});
		ws.write('dir', 'in the way\n');
		const answer = await all.restore(first, () => true);
		assert.ok(answer.type === 'done');
		assert.equal(answer.files.length, 2);
		assert.ok(answer.files.every((file) => file.answer.type !== 'done'));
		assert.equal(stateAt(ws.path('moved')), '644 dir/c\n');
		assert.equal(readFileSync(ws.path('dir'), 'utf8'), 'in the way\n');
		rmSync(ws.path('dir'));
		await all.goTo(first);
		assert.deepEqual([stateAt(ws.path('dir/c')), stateAt(ws.path('moved'))], ['644 dir/c\n', 'nothing']);
	});

	it('writes down what it did as one line, with what waits then', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		await all.goTo(first);
		const folder = path.join(ws.store, 'journal');
		const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('changes-'));
		const written = readFileSync(path.join(folder, name), 'utf8').split('\n');
		const told = written.filter((line) => line.includes('"restored"'));
		assert.equal(told.length, 1);
		assert.match(told[0] ?? '', /^\{"type":"together"/u);
	});

	it('gives a file that may only be read what it had', { skip: !isPosix }, async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', 'agent\n');
			chmodSync(ws.path('a'), 0o444);
		});
		await all.goTo(first);
		assert.equal(stateAt(ws.path('a')), '644 a\n');
	});

	it('names what the store has lost, and changes nothing where that shows only now', async (t) => {
		const all = await begun(t);
		const { ws } = all;
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', 'agent\n');
			ws.write('b', 'agent\n');
		});
		const fileOf = (content: string): string => {
			const hash = hashOf(Buffer.from(content));
			return path.join(ws.store, 'contents', hash.slice(0, 2), hash);
		};
		const plan = await all.plan(first);
		const damaged = readFileSync(fileOf('b\n'));
		writeFileSync(fileOf('b\n'), damaged.fill(0));
		const answer = await all.engine.checkpoints.restore(
			plan.id,
			plan.files.map((file) => file.path),
		);
		assert.deepEqual(answer, { type: 'not_kept' });
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'agent\n');
		rmSync(fileOf('a\n'));
		assert.deepEqual(await all.planned(first), ['  ~ a blocked not_copied', '  ~ b blocked not_copied']);
	});

	for (const part of ['restore-', 'waiting'])
		it(`is not begun where ${part} cannot be written down, and nothing of it is left`, async (t) => {
			const all = await begun(t);
			const { ws } = all;
			const first = await all.prompt();
			await all.agent(first, () => void ws.write('a', 'agent\n'));
			const plan = await all.plan(first);
			const real = fs.writeFileSync;
			const mock = t.mock.method(fs, 'writeFileSync', (file: string, ...rest: readonly unknown[]) => {
				if (path.basename(file).startsWith(part))
					throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
				(real as (...args: readonly unknown[]) => void)(file, ...rest);
			});
			syncBuiltinESMExports();
			const answer = await all.engine.checkpoints.restore(plan.id, [ws.path('a')]);
			mock.mock.restore();
			syncBuiltinESMExports();
			assert.equal(answer.type, 'failed');
			assert.equal(readFileSync(ws.path('a'), 'utf8'), 'agent\n');
			const names = readdirSync(path.join(ws.store, 'journal'));
			assert.deepEqual(
				names.filter((name) => name.startsWith('restore-')),
				[],
			);
		});
});
