/** Going back in workspaces as git lays them out or as an agent may prepare them: files come back, and git notices nothing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hashOf } from '../../../../../src/node/changes/contentStore.ts';
import { ignoreCase } from '../ignoreCase.ts';
import { Workspace } from '../workspace.ts';
import { Sessions, stateAt } from './sessions.ts';

const isLinux = process.platform === 'linux';

function git(folder: string, ...args: readonly string[]): void {
	const user = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
	execFileSync('git', [...user, ...args], { cwd: folder, stdio: 'ignore' });
}

/** A repository with these files in its only commit. */
function committed(t: TestContext, files: Readonly<Record<string, string>>): Workspace {
	const ws = new Workspace(t);
	git(ws.root, 'init', '-q');
	for (const [name, text] of Object.entries(files)) ws.write(name, text);
	git(ws.root, 'add', '.');
	git(ws.root, 'commit', '-qm', 'all');
	return ws;
}

function filesBelow(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((one) => !one.isDirectory())
		.map(({ parentPath, name }) => path.join(parentPath, name));
}

const bytesIn = (folder: string): readonly string[] =>
	filesBelow(folder)
		.map((file) => `${file} ${hashOf(readFileSync(file))}`)
		.toSorted();

/** Each file of the workspace but those of git, with what it holds. */
const statesOf = ({ root }: Workspace): readonly string[] =>
	filesBelow(root)
		.filter((file) => !file.startsWith(path.join(root, '.git') + path.sep))
		.map((file) => `${path.relative(root, file)} ${stateAt(file)}`)
		.toSorted();

/** An agent does something, the user goes back and forth: all is as it was, and git keeps every byte. */
async function thereAndBack(ws: Workspace, work: () => void): Promise<void> {
	const all = new Sessions(ws, await ws.watched());
	const first = await all.prompt();
	const [before, bytes] = [statesOf(ws), bytesIn(ws.path('.git'))];
	await all.agent(first, work);
	const after = statesOf(ws);
	assert.notDeepEqual(after, before);
	await all.goTo(first);
	assert.deepEqual(statesOf(ws), before);
	await all.redo();
	assert.deepEqual(statesOf(ws), after);
	assert.deepEqual(bytesIn(ws.path('.git')), bytes);
}

describe('going back brings [hazard D15]', () => {
	it('what is checked out of a sparse checkout, and makes nothing that is not', async (t) => {
		const ws = committed(t, { 'in/a': 'a\n', 'in/b': 'b\n', 'out/c': 'c\n' });
		git(ws.root, 'sparse-checkout', 'set', 'in');
		await thereAndBack(ws, () => {
			ws.write('in/a', 'agent\n');
			rmSync(ws.path('in/b'));
			ws.write('out/made', 'agent\n');
		});
		assert.equal(existsSync(ws.path('out/c')), false);
	});

	it('pointers of LFS as they stand there', async (t) => {
		const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
		const ws = committed(t, { 'big.bin': pointer, '.gitattributes': '*.bin filter=lfs -text\n' });
		const ran = path.join(ws.base, 'ran');
		for (const name of ['clean', 'smudge', 'process'])
			git(ws.root, 'config', `filter.lfs.${name}`, `touch ${ran}`);
		await thereAndBack(ws, () => void ws.write('big.bin', Buffer.of(0, 1, 2, 255)));
		assert.equal(existsSync(ran), false);
	});

	it('ends of lines, a byte order mark and a last line without an end, whatever git makes of them', async (t) => {
		const texts = {
			crlf: 'one\r\ntwo\r\n',
			mixed: 'one\r\ntwo\nthree\r\n',
			bom: '\uFEFFone\r\n',
			open: 'one\r\ntwo',
		};
		const ws = committed(t, { ...texts, '.gitattributes': '* text=auto eol=lf\n' });
		git(ws.root, 'config', 'core.autocrlf', 'input');
		await thereAndBack(ws, () => {
			for (const [name, text] of Object.entries(texts))
				ws.write(name, text.replaceAll('\r\n', '\n').replace('one', '1'));
		});
	});

	it('what git does not track: untracked, ignored by name, binary, created, deleted and renamed', async (t) => {
		const ws = committed(t, { tracked: 'x\n', '.gitignore': 'local.json\n' });
		ws.write('untracked/deep/u', 'u\n');
		ws.write('local.json', '{}\n');
		ws.write('bytes', Buffer.of(0, 255, 254, 10, 0));
		ws.write('empty', '');
		ws.write('from', 'moved\n'.repeat(10));
		await thereAndBack(ws, () => {
			rmSync(ws.path('untracked'), { recursive: true });
			ws.write('local.json', '{ "agent": true }\n');
			ws.write('bytes', Buffer.of(1, 0, 2));
			rmSync(ws.path('empty'));
			renameSync(ws.path('from'), ws.path('to'));
			ws.write('made/deep/m', 'm\n');
			rmSync(ws.path('tracked'));
		});
	});

	it('the same without any git', async (t) => {
		const ws = new Workspace(t);
		for (const name of ['a', 'b', 'dir/c']) ws.write(name, `${name}\n`);
		await thereAndBack(ws, () => {
			ws.write('a', 'agent\n');
			rmSync(ws.path('b'));
			renameSync(ws.path('dir/c'), ws.path('c'));
			ws.write('new/n', 'n\n');
		});
	});

	it('a name of which only the case was changed', { skip: !isLinux }, async (t) => {
		const ws = new Workspace(t);
		ws.write('name', 'text\n');
		await thereAndBack(ws, () => renameSync(ws.path('name'), ws.path('Name')));
	});

	it(
		'a name of which only the case was changed, on a disk that does not tell names by it',
		{ skip: !isLinux },
		async (t) => {
			const ws = new Workspace(t);
			ws.write('name', 'text\n');
			ignoreCase(t);
			await thereAndBack(ws, () => renameSync(ws.path('name'), ws.path('Name')));
		},
	);

	it('a folder of which only the case was changed, on such a disk', { skip: !isLinux }, async (t) => {
		const ws = new Workspace(t);
		for (const name of ['dir/deep/a', 'dir/b']) ws.write(name, `${name}\n`);
		ignoreCase(t);
		await thereAndBack(ws, () => {
			renameSync(ws.path('dir'), ws.path('Dir'));
			ws.write('Dir/b', 'agent\n');
		});
	});

	it(
		'names on a disk that does not tell them by their case, and loses none',
		{ skip: !isLinux },
		async (t) => {
			const ws = new Workspace(t);
			for (const name of ['Readme', 'a', 'dir/B']) ws.write(name, `${name}\n`);
			ignoreCase(t);
			await thereAndBack(ws, () => {
				ws.write('Readme', 'agent\n');
				rmSync(ws.path('a'));
				ws.write('dir/B', 'agent\n');
				ws.write('dir/New', 'agent\n');
			});
		},
	);
});

describe('going back in a repository that an agent has prepared', () => {
	it('runs nothing that it names, and writes nothing into it [hazard D15]', { skip: !isLinux }, async (t) => {
		const ws = committed(t, { a: 'a\n', b: 'b\n', '.gitattributes': '* filter=evil diff=evil merge=evil\n' });
		const ran = path.join(ws.base, 'ran');
		const trap = path.join(ws.base, 'trap');
		writeFileSync(trap, `#!/bin/sh\necho "$0 $@" >> '${ran}'\ncat\n`);
		chmodSync(trap, 0o755);
		const programs = ['core.fsmonitor', 'core.editor', 'core.pager', 'core.sshCommand', 'diff.external'];
		const filters = ['clean', 'smudge', 'process'].map((name) => `filter.evil.${name}`);
		for (const key of [...programs, ...filters, 'diff.evil.textconv', 'merge.evil.driver', 'alias.status'])
			git(ws.root, 'config', key, key.startsWith('alias') ? `!${trap}` : trap);
		const hooks = ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction'];
		for (const hook of hooks) {
			writeFileSync(ws.path(`.git/hooks/${hook}`), `#!/bin/sh\necho hook >> '${ran}'\n`);
			chmodSync(ws.path(`.git/hooks/${hook}`), 0o755);
		}
		git(ws.root, 'config', 'core.hooksPath', ws.path('.git/hooks'));
		git(ws.root, 'config', 'remote.origin.promisor', 'true');
		git(ws.root, 'config', 'remote.origin.url', `ext::${trap}`);
		git(ws.root, 'config', 'core.worktree', ws.home);
		// What git itself ran while it was told all that.
		rmSync(ran, { force: true });
		await thereAndBack(ws, () => {
			ws.write('a', 'agent\n');
			rmSync(ws.path('b'));
			ws.write('.gitattributes', '* filter=evil2\n');
		});
		assert.equal(existsSync(ran), false, existsSync(ran) ? readFileSync(ran, 'utf8') : '');
		assert.deepEqual(readdirSync(ws.home), []);
	});
});
