/** Where Git stands, read from repositories that git itself has made, and from such as an attacker would make. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { GitMovement } from '../../../../../src/core/changes/checkpoints/gitPoint.ts';
import { GitReader } from '../../../../../src/node/changes/git/gitReader.ts';

const isPosix = process.platform !== 'win32';

class Repository {
	readonly root: string;

	constructor(root: string) {
		this.root = root;
		mkdirSync(root, { recursive: true });
	}

	git(...args: readonly string[]): string {
		const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: this.root };
		const who = ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
		return execFileSync('git', [...who, ...args], {
			cwd: this.root,
			encoding: 'utf8',
			env: { ...process.env, ...own },
			stdio: ['ignore', 'pipe', 'ignore'],
		}).trim();
	}

	write(name: string, text: string | Uint8Array): void {
		const file = path.join(this.root, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}

	commit(text: string): string {
		this.write('a', text);
		this.git('add', '-A');
		this.git('commit', '-qm', text);
		return this.git('rev-parse', 'HEAD');
	}
}

function folderOf(t: TestContext): string {
	const folder = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'git-')));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** With two commits, on `main`. */
function repositoryIn(
	folder: string,
	...init: readonly string[]
): { repo: Repository; first: string; second: string } {
	const repo = new Repository(folder);
	repo.git('init', '-qb', 'main', ...init);
	const [first, second] = [repo.commit('one'), repo.commit('two')];
	return { repo, first, second };
}

/** What moves in `work`, without the folder. */
function moved(root: string, work: () => void): readonly Omit<GitMovement, 'folder'>[] {
	const reader = new GitReader();
	const points = reader.points([root]);
	work();
	return reader.movements(points).map((one) => {
		const { folder: _, ...rest } = one;
		return rest;
	});
}

/** Every file with its content and times. */
function everything(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
		const file = path.join(entry.parentPath, entry.name);
		const { mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
		return [file, mtimeNs, ctimeNs, entry.isFile() ? readFileSync(file).toString('base64') : ''].join(' ');
	});
}

describe('where Git stands', () => {
	it('is its branch and commit, read and never written', (t) => {
		const { repo, second } = repositoryIn(folderOf(t));
		const before = everything(repo.root);
		const [point] = new GitReader().points([repo.root]);
		assert.deepEqual([point?.folder, point?.head], [repo.root, { branch: 'main', commit: second }]);
		assert.deepEqual(point?.stashes, []);
		assert.match(point?.index ?? '', /^[0-9a-f]{64}$/u);
		assert.deepEqual(everything(repo.root), before);
	});

	it('is the same when nothing but the times of files and the form of branches changed', (t) => {
		const { repo } = repositoryIn(folderOf(t));
		repo.git('branch', 'deep/branch');
		assert.deepEqual(
			moved(repo.root, () => {
				repo.write('a', 'two');
				repo.git('status');
				repo.git('update-index', '--refresh');
				repo.git('pack-refs', '--all');
				repo.git('gc', '-q');
			}),
			[],
		);
	});

	it('moves with commits and branches, and tells where the branch of then is', (t) => {
		const { repo, first, second } = repositoryIn(folderOf(t));
		const main = { branch: 'main', commit: second };
		assert.deepEqual(
			moved(repo.root, () => repo.git('switch', '-qc', 'deep/feature', first)),
			[
				{
					head: {
						before: main,
						after: { branch: 'deep/feature', commit: first },
						oldBranch: { type: 'at', commit: second },
					},
				},
			],
		);
		assert.deepEqual(
			moved(repo.root, () => repo.git('checkout', '-q', '--detach', second)),
			[
				{
					head: {
						before: { branch: 'deep/feature', commit: first },
						after: { commit: second },
						oldBranch: { type: 'at', commit: first },
					},
				},
			],
		);
		repo.git('switch', '-q', 'main');
		assert.deepEqual(
			moved(repo.root, () => {
				repo.git('switch', '-q', 'deep/feature');
				repo.git('pack-refs', '--all');
				repo.git('branch', '-qD', 'main');
			}),
			[
				{
					head: {
						before: main,
						after: { branch: 'deep/feature', commit: first },
						oldBranch: { type: 'gone' },
					},
				},
			],
		);
	});

	it('moves to a branch that has the name of a folder of the branch before', (t) => {
		const { repo, second } = repositoryIn(folderOf(t));
		repo.git('switch', '-qc', 'topic/part');
		const move = (): void => {
			repo.git('switch', '-q', 'main');
			repo.git('branch', '-qD', 'topic/part');
			repo.git('switch', '-qc', 'topic');
		};
		const [before, after] = ['topic/part', 'topic'].map((branch) => ({ branch, commit: second }));
		assert.deepEqual(moved(repo.root, move), [{ head: { before, after, oldBranch: { type: 'gone' } } }]);
	});

	it('moves from no commit to the first one', (t) => {
		const repo = new Repository(folderOf(t));
		repo.git('init', '-qb', 'main');
		const [move] = moved(repo.root, () => void repo.commit('one'));
		assert.deepEqual(move?.head?.before, { branch: 'main' });
		assert.equal(move?.head?.after.commit, repo.git('rev-parse', 'HEAD'));
	});

	it('moves with stashes that come and go', (t) => {
		const { repo } = repositoryIn(folderOf(t));
		const stash = (text: string): string => {
			repo.write('a', text);
			repo.git('stash');
			return repo.git('rev-parse', 'stash');
		};
		let [one, two] = ['', ''];
		assert.deepEqual(
			moved(repo.root, () => void (one = stash('s1'))),
			[{ added: 1 }],
		);
		assert.deepEqual(
			moved(repo.root, () => void (two = stash('s2'))),
			[{ added: 1 }],
		);
		assert.deepEqual(
			moved(repo.root, () => repo.git('stash', 'drop', 'stash@{1}')),
			[{ gone: [one] }],
		);
		assert.deepEqual(
			moved(repo.root, () => {
				repo.git('stash', 'drop');
				stash('s3');
			}),
			[{ added: 1, gone: [two] }],
		);
	});

	for (const version of ['2', '3', '4']) {
		it(`moves with what is staged, whatever the times of files, in an index of version ${version}`, (t) => {
			const { repo } = repositoryIn(folderOf(t));
			for (const name of ['b', 'dir/c', 'dir/cc', 'ö']) repo.write(name, name);
			repo.git('add', '-A');
			repo.git('commit', '-qm', 'three');
			if (version === '3') {
				repo.write('meant', '');
				repo.git('add', '-N', 'meant');
			}
			if (version === '4') repo.git('update-index', '--index-version', '4');
			assert.equal(readFileSync(path.join(repo.root, '.git', 'index')).readUInt32BE(4), Number(version));
			repo.write('b', 'new');
			assert.deepEqual(
				moved(repo.root, () => repo.git('add', 'b')),
				[{ isIndexChanged: true }],
			);
			const again = (): void => {
				repo.write('dir/c', 'dir/c');
				repo.git('status');
			};
			assert.deepEqual(moved(repo.root, again), []);
		});
	}

	it('is read of repositories with the other hash, of working trees, of submodules and from folders inside', (t) => {
		const folder = folderOf(t);
		const { repo, first, second } = repositoryIn(path.join(folder, 'sha256'), '--object-format=sha256');
		assert.equal(second.length, 64);
		repo.write('b', '');
		assert.deepEqual(
			moved(repo.root, () => repo.git('add', 'b')),
			[{ isIndexChanged: true }],
		);
		assert.equal(moved(repo.root, () => repo.git('reset', '-q', '--soft', first)).length, 1);

		const { repo: main } = repositoryIn(path.join(folder, 'main'));
		main.git('worktree', 'add', '-q', path.join(folder, 'tree'), '-b', 'side');
		main.git('submodule', 'add', '-q', path.join(folder, 'main'), 'sub/mod');
		const tree = new Repository(path.join(folder, 'tree'));
		const branches = (...folders: readonly string[]): readonly unknown[] =>
			new GitReader().points(folders.map((one) => path.join(folder, one))).map(({ head }) => head?.branch);
		assert.deepEqual(branches('main', 'tree', 'main/sub/mod'), ['main', 'side', 'main']);
		mkdirSync(path.join(folder, 'main', 'x', 'y'), { recursive: true });
		assert.deepEqual(branches('main/x/y', 'main/x', 'main'), ['main']);
		assert.equal(moved(tree.root, () => void tree.commit('in the tree'))[0]?.head?.before.branch, 'side');
	});

	it('is unknown, and told as that, where branches are kept in another form', (t) => {
		const folder = folderOf(t);
		const repo = new Repository(folder);
		repo.git('init', '-q');
		// As git leaves it for programs that do not know the form (reftable).
		repo.write('.git/HEAD', 'ref: refs/heads/.invalid\n');
		assert.deepEqual(new GitReader().points([folder]), [{ folder }]);
		assert.deepEqual(
			moved(folder, () => undefined),
			[{ isUnknown: true }],
		);
	});
});

describe('a repository that means ill', () => {
	/** What is told of a repository after `work` has been done to it. */
	function told(t: TestContext, work: (repo: Repository, outside: string) => void): unknown {
		const folder = folderOf(t);
		const { repo } = repositoryIn(path.join(folder, 'ws'));
		const outside = path.join(folder, 'outside');
		mkdirSync(outside);
		writeFileSync(path.join(outside, 'secret'), `${'5ec'.repeat(13)}e\n`);
		work(repo, outside);
		const [{ folder: _, ...rest } = { folder: '' }] = new GitReader().points([repo.root]);
		return rest;
	}

	for (const [name, head] of [
		['that leads out', 'ref: refs/heads/../../../../outside/secret\n'],
		['that names another file', 'ref: ../../etc/passwd\n'],
		['that names no branch', 'ref: refs/heads/\n'],
		['with a control character', 'ref: refs/heads/a\u001b[31m\n'],
		['of two lines', 'ref: refs/heads/main\nref: refs/heads/side\n'],
		['with a NUL', 'ref: refs/heads/a\0b\n'],
		['without end', `ref: refs/heads/${'a'.repeat(10_000_000)}`],
		['that is no text', new Uint8Array([0xff, 0xfe, 0, 1])],
		['that is empty', ''],
	] as const) {
		it(`has a HEAD ${name}: nothing is told`, (t) => {
			assert.deepEqual(
				told(t, (repo) => repo.write('.git/HEAD', head)),
				{},
			);
		});
	}

	it('links its folder, HEAD or a branch to files outside: nothing is told', { skip: !isPosix }, (t) => {
		const linked = (name: string, content: string) => (repo: Repository, outside: string) => {
			const file = path.join(repo.root, name);
			rmSync(file, { recursive: true });
			symlinkSync(path.join(outside, content), file);
		};
		assert.deepEqual(told(t, linked('.git/HEAD', 'secret')), {});
		assert.deepEqual(told(t, linked('.git/refs/heads/main', 'secret')), {});
		assert.deepEqual(told(t, linked('.git/refs', '.')), {});
		assert.deepEqual(
			told(t, (repo, outside) => {
				repo.write('a', 'stashed');
				repo.git('stash');
				linked('.git/logs', '.')(repo, outside);
				assert.deepEqual(Object.keys(new GitReader().points([repo.root])[0] ?? {}), [
					'folder',
					'head',
					'index',
				]);
				linked('.git/HEAD', 'secret')(repo, outside);
			}),
			{},
		);
		assert.deepEqual(
			told(t, (repo, outside) => {
				renameSync(path.join(repo.root, '.git'), path.join(outside, 'moved'));
				symlinkSync(path.join(outside, 'moved'), path.join(repo.root, '.git'));
			}),
			{},
		);
	});

	it('has pipes in the place of its files: nobody waits for them', { skip: !isPosix }, (t) => {
		const piped = (name: string) => (repo: Repository) => {
			rmSync(path.join(repo.root, name), { force: true, recursive: true });
			execFileSync('mkfifo', [path.join(repo.root, name)]);
		};
		assert.deepEqual(told(t, piped('.git')), {});
		assert.deepEqual(told(t, piped('.git/HEAD')), {});
		assert.deepEqual(told(t, piped('.git/refs/heads/main')), {});
		assert.deepEqual(Object.keys(told(t, piped('.git/index')) as object), ['head', 'stashes']);
	});

	it('names a folder as its own that is another one’s: nothing is told', (t) => {
		const named = (line: (outside: string) => string) => (repo: Repository, outside: string) => {
			renameSync(path.join(repo.root, '.git'), path.join(outside, 'theirs'));
			repo.write('.git', line(outside));
		};
		assert.deepEqual(
			told(
				t,
				named((outside) => `gitdir: ${outside}/theirs\n`),
			),
			{},
		);
		assert.deepEqual(
			told(
				t,
				named(() => 'gitdir: ../outside/theirs\n'),
			),
			{},
		);
		assert.deepEqual(
			told(
				t,
				named(() => String.raw`gitdir: \\host\share\x`),
			),
			{},
		);
		assert.deepEqual(
			told(
				t,
				named(() => `gitdir: ${'x/'.repeat(100_000)}`),
			),
			{},
		);
	});

	it('names its own folder over a link: nothing is told', { skip: !isPosix }, (t) => {
		const folder = folderOf(t);
		const { repo } = repositoryIn(path.join(folder, 'main'));
		repo.git('worktree', 'add', '-q', path.join(folder, 'tree'), '-b', 'side');
		const heads = (): readonly unknown[] =>
			new GitReader().points([path.join(folder, 'tree')]).map(({ head }) => head?.branch);
		assert.deepEqual(heads(), ['side']);
		symlinkSync(path.join(folder, 'main'), path.join(folder, 'tree', 'link'));
		writeFileSync(path.join(folder, 'tree', '.git'), 'gitdir: link/.git/worktrees/tree\n');
		assert.deepEqual(heads(), [undefined]);
	});

	it('has an index that is cut, too long for its names, or none: nothing of it is told', (t) => {
		const index = (bytes: (old: Buffer) => Uint8Array) => (repo: Repository) =>
			repo.write('.git/index', bytes(readFileSync(path.join(repo.root, '.git', 'index'))));
		const endless = Buffer.from('DIRC\0\0\0\u0002ÿÿÿÿ', 'latin1');
		for (const bytes of [
			(old: Buffer) => old.subarray(0, 90),
			(old: Buffer) => Buffer.concat([endless, old.subarray(12)]),
			() => Buffer.alloc(1_000_000),
			() => endless,
			(old: Buffer) => Buffer.concat([old.subarray(0, -20), Buffer.from('link\0\0\0\0'), old.subarray(-20)]),
		])
			assert.deepEqual(Object.keys(told(t, index(bytes)) as object), ['head', 'stashes']);
	});
});
