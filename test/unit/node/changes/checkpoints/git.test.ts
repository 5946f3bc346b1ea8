/** What a plan says of Git: where it stood at the checkpoint, and that a restore leaves it where it is. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, readdirSync, readFileSync, type StatSyncOptions, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { GitMovement } from '../../../../../src/core/changes/checkpoints/gitPoint.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

class Repository extends Workspace {
	constructor(test: TestContext) {
		super(test);
		this.git('init', '-qb', 'main');
		this.commit('a', 'one\n');
	}

	git(...args: readonly string[]): string {
		return this.gitIn('.', ...args);
	}

	gitIn(folder: string, ...args: readonly string[]): string {
		const who = ['-c', 'user.name=A', '-c', 'user.email=a@b'];
		const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
		const options = { cwd: this.path(folder), encoding: 'utf8', env } as const;
		return execFileSync('git', [...who, ...args], options).trim();
	}

	commit(name: string, content: string, folder = '.'): string {
		this.write(path.join(folder, name), content);
		this.gitIn(folder, 'add', '-A');
		this.gitIn(folder, 'commit', '-qm', content);
		return this.gitIn(folder, 'rev-parse', 'HEAD');
	}

	/** Each file of `.git` with its content. */
	bytesOfGit(): readonly string[] {
		const folder = this.path('.git');
		return readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => path.join(parentPath, name))
			.map((file) => `${file} ${readFileSync(file).toString('base64')}`);
	}
}

async function begun(t: TestContext): Promise<{ all: Sessions; ws: Repository }> {
	const ws = new Repository(t);
	return { ws, all: new Sessions(ws, await ws.watched()) };
}

/** What is said of each repository, without the commits. */
const said = (git: readonly GitMovement[], { root }: Workspace): readonly unknown[] =>
	git.map(({ folder, head, ...rest }) => [
		path.relative(root, folder),
		...(head === undefined ? [] : [head.before.branch, head.after.branch]),
		...Object.keys(rest),
	]);

describe('a plan to go back', () => {
	it('says how Git has moved since, and going back and forth leaves every byte of it [hazard D15]', async (t) => {
		const { all, ws } = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.write('a', 'stashed\n');
			ws.git('stash');
			ws.git('switch', '-qc', 'feature');
			ws.commit('a', 'agent\n');
		});
		const { git } = await all.plan(first);
		assert.deepEqual(said(git, ws), [['', 'main', 'feature', 'added']]);
		const before = ws.bytesOfGit();
		await all.goTo(first);
		assert.equal(readFileSync(ws.path('a'), 'utf8'), 'one\n');
		// Git stands where it stood before going back.
		const back = await all.engine.checkpoints.planRestore({ session: 's', id: await all.redoable() }, []);
		assert.deepEqual(back?.git, []);
		await all.redo();
		assert.deepEqual(ws.bytesOfGit(), before);
	});

	it('says nothing where Git stands as it stood, or there is none', async (t) => {
		const { all, ws } = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		assert.deepEqual((await all.plan(first)).git, []);
		const plain = new Workspace(t);
		const others = new Sessions(plain, await plain.watched());
		const second = await others.prompt();
		await others.agent(second, () => void plain.write('a', 'agent\n'));
		assert.deepEqual((await others.plan(second)).git, []);
	});

	it('knows it after a reload, and of repositories further in, from the first prompt on', async (t) => {
		const ws = new Repository(t);
		ws.write('tools/.gitkeep', '');
		ws.gitIn('tools', 'init', '-qb', 'inner');
		ws.commit('b', 'one\n', 'tools');
		// Nobody has looked yet.
		const all = new Sessions(ws, ws.engine());
		const first = await all.prompt();
		await all.agent(first, () => {
			ws.gitIn('tools', 'switch', '-qc', 'moved');
			ws.commit('b', 'agent\n', 'tools');
		});
		assert.deepEqual(said((await all.plan(first)).git, ws), [['tools', 'inner', 'moved']]);
		all.engine = ws.engine();
		assert.deepEqual(said((await all.plan(first)).git, ws), [['tools', 'inner', 'moved']]);
	});
});

describe('a journal that names a repository elsewhere', () => {
	it('has it looked at by nobody', async (t) => {
		const { all, ws } = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		const folder = path.join(ws.store, 'journal');
		const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('changes-'));
		const text = readFileSync(path.join(folder, name), 'utf8');
		const elsewhere = JSON.stringify(path.join(ws.base, 'elsewhere'));
		const forged = text.replaceAll(`"folder":${JSON.stringify(ws.root)}`, `"folder":${elsewhere}`);
		assert.notEqual(forged, text);
		writeFileSync(path.join(folder, name), forged);
		all.engine = ws.engine();
		assert.deepEqual((await all.plan(first)).git, []);
	});
});

describe('a repository that cannot be looked at', () => {
	it('such as one whose path is too long, is unknown, and takes no checkpoint and no change away', async (t) => {
		const ws = new Workspace(t);
		ws.write('a', 'one\n');
		mkdirSync(ws.path('deep/.git'), { recursive: true });
		const real = fs.lstatSync;
		const mock = t.mock.method(fs, 'lstatSync', (file: string, options?: StatSyncOptions) => {
			if (file === ws.path('deep/.git')) throw Object.assign(new Error('too long'), { code: 'ENAMETOOLONG' });
			return real(file, options);
		});
		syncBuiltinESMExports();
		t.after(() => {
			mock.mock.restore();
			syncBuiltinESMExports();
		});
		// Nobody has looked yet: the look of the prompt finds the repository.
		const all = new Sessions(ws, ws.engine());
		for (const text of ['agent\n', 'again\n']) {
			const prompt = await all.prompt();
			await all.agent(prompt, () => void ws.write('a', text));
			assert.deepEqual(await all.planned(prompt), ['x ~ a agent']);
			assert.deepEqual((await all.plan(prompt)).git, [{ folder: ws.path('deep'), isUnknown: true }]);
		}
	});
});

describe('restores', () => {
	it('are told with the one that can be redone, until an agent changes something', async (t) => {
		const { all, ws } = await begun(t);
		const first = await all.prompt();
		await all.agent(first, () => void ws.write('a', 'agent\n'));
		const told = async (): Promise<readonly boolean[]> =>
			(await all.engine.checkpoints.restores()).map(({ isRedo }) => isRedo);
		assert.deepEqual(await told(), []);
		await all.goTo(first);
		assert.deepEqual(await told(), [true]);
		await all.redo();
		assert.deepEqual(await told(), [false, true]);
		const second = await all.prompt();
		assert.deepEqual(await told(), [false, false]);
		await all.agent(second, () => void ws.write('a', 'again\n'));
		assert.deepEqual(await told(), [false, false]);
	});
});
