/** Rules and real files: links, protected files, and paths that are not what they look like. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import { answerByRules } from '../../../../src/host/permissions/answerByRules.ts';
import { touchedWhile } from '../../node/touched.ts';
import { askedPermission, type AskedSample, edit, rule, run } from './samples.ts';

describe('a rule for a folder on the disk', () => {
	let root = '';
	let ws = '';

	before(async () => {
		root = await realpath(await mkdtemp(path.join(tmpdir(), 'acp-rules-')));
		ws = path.join(root, 'ws');
		await mkdir(path.join(ws, 'src'), { recursive: true });
		await mkdir(path.join(root, 'evil'));
		await writeFile(path.join(root, 'evil', 'a.ts'), '');
		await symlink(path.join(root, 'evil'), path.join(ws, 'src', 'linked'));
		await symlink(path.join(root, 'evil', 'new.ts'), path.join(ws, 'src', 'dangling.ts'));
		await symlink('loop', path.join(ws, 'src', 'loop'));
		await symlink(ws, path.join(root, 'alias'));
	});
	after(() => rm(root, { recursive: true, force: true }));

	async function decide(rules: readonly Rule[], sample: AskedSample): Promise<string> {
		const asked = askedPermission({ cwd: ws, ...sample });
		return (await answerByRules(asked, () => rules, [ws]))?.optionId ?? 'ask';
	}

	const inSrc = (): Rule => rule({ pattern: { type: 'folder', path: path.join(ws, 'src') } });

	it('allows what lies in it, also what does not exist yet, and however it is written', async () => {
		for (const name of ['src/a.ts', 'src/new/deep.ts', 'src/x/../a.ts', 'src//a.ts', './src/a.ts']) {
			assert.equal(await decide([inSrc()], edit(`${ws}/${name}`)), 'yes', name);
			assert.equal(await decide([inSrc()], edit(name)), 'yes', `relative ${name}`);
		}
		assert.equal(await decide([inSrc()], edit(path.join(root, 'alias', 'src', 'a.ts'))), 'yes');
		assert.equal(await decide([inSrc()], edit(`file://${ws}/src/a.ts`)), 'yes');
	});

	it('looks a few times at a path that climbs far, and not at one that none can open [hazard D11]', async () => {
		const far = `${ws}/src/${'n/'.repeat(1500)}${'../'.repeat(40)}a.ts`;
		const looks = await touchedWhile(() => decide([inSrc()], edit(far)));
		assert.ok(looks.length < 200, `${looks.length}`);
		const endless = `${ws}/src/n${'/.'.repeat(50_000)}/../a.ts`;
		assert.equal(await decide([inSrc()], edit(endless)), 'ask');
	});

	it('allows nothing that only seems to lie in it [hazard D1]', async () => {
		for (const name of [
			'src/../package.json',
			'src-evil/a.ts',
			'src/linked/a.ts',
			'src/linked/new.ts',
			'src/dangling.ts',
			'src/loop/a.ts',
			'src/a\0.ts',
			'~/a.ts',
			'~',
			'file://evil/src/a.ts',
		]) {
			const target = name.startsWith('src') ? `${ws}/${name}` : name;
			assert.equal(await decide([inSrc()], edit(target)), 'ask', name);
		}
	});

	it('costs little for a command of words that can be read in many ways, which is asked [hazard A11]', async () => {
		const signs = '@/'.repeat(28);
		const folders = Array.from({ length: 40 }, (_none, n) => `${ws}/${n}`);
		const floods: readonly [name: string, word: (n: number) => string, more?: object][] = [
			['signs', (n) => `${signs}${'a/'.repeat(1990)}${n}`],
			['wildcards', (n) => `${signs}${'A/'.repeat(1990)}**/${n}*`],
			['ways up', (n) => `${signs}${'../'.repeat(1300)}${n}`, { cwd: folders }],
		];
		for (const [name, word, more] of floods) {
			const command = `${Array.from({ length: 15 }, (_none, n) => word(n)).join(' ')} ;`;
			assert.ok(command.length < limits.ruleCommandChars);
			const begin = process.cpuUsage();
			assert.equal(await decide([rule({})], run(command, more)), 'ask', name);
			const { user } = process.cpuUsage(begin);
			assert.ok(user < 500_000, `${name}: ${user} µs`);
		}
		const climbs = Array.from({ length: 9_000 }, (_none, n) => `../${n.toString(36)}`);
		const begin = process.cpuUsage();
		assert.equal(await decide([rule({})], run(`${climbs.join(' ')} ;`, { cwd: folders })), 'ask');
		const { user } = process.cpuUsage(begin);
		assert.ok(user < 500_000, `short ways up: ${user} µs`);
	});

	it('allows nothing where a link and “..” make two places of one path [hazard D1] [hazard C8]', async () => {
		const up = `${ws}/src/linked/../a.ts`;
		for (const name of [up, 'src/linked/../a.ts', `${ws}/src/linked/../ws/src/a.ts/../../../x`]) {
			assert.equal(await decide([inSrc()], edit(name)), 'ask', name);
		}
		assert.equal(await decide([rule({}), rule({ effect: 'deny', kind: 'edit' })], edit(up)), 'no');
		assert.equal(await decide([inSrc()], edit(`${ws}/src/${'x/../'.repeat(41)}a.ts`)), 'ask');
	});

	it('takes no address and nobody else’s home for a file of the folder [hazard C8]', async () => {
		const all = rule({ pattern: { type: 'glob', glob: '**' } });
		for (const name of ['FILE:///etc/passwd', 'file://evil/a.ts', 'https://evil/a.ts', '~root/a.ts']) {
			const call = { kind: 'edit', rawInput: { uri: name } } as const;
			assert.equal(await decide([all], { call }), 'ask', name);
		}
	});

	it('allows nothing at all while a path of it cannot be looked at: another rule may deny it [hazard C8]', async () => {
		const many = Array.from({ length: limits.unrequestedPaths + 1 }, (_none, n) => `${ws}/src/${n}.ts`);
		for (const target of [[`${ws}/src/loop/a`], [`${ws}/a\0`], many]) {
			assert.equal(await decide([rule({})], edit(...target)), 'ask');
		}
		const folders = { cwd: Array.from({ length: limits.unrequestedPaths + 1 }, () => ws) };
		assert.equal(await decide([rule({})], run('ls', folders)), 'ask');
	});

	it('allows nothing while a place that is only mentioned was not looked at [hazard C8] [hazard D3]', async () => {
		const mentioned = (count: number): object => ({
			notes: Array.from({ length: count }, (_none, n) => `${ws}/src/${n}.ts`),
		});
		assert.equal(await decide([rule({})], run('ls', mentioned(limits.unrequestedPaths - 20))), 'yes');
		assert.equal(await decide([rule({})], run('ls', mentioned(limits.unrequestedPaths + 1))), 'ask');
	});

	it('looks for protected files through quotes, variables and in the title of a command [hazard D3]', async () => {
		for (const command of [
			'cp evil .vs"code"/settings.json',
			'cp evil .vs\\code/settings.json',
			'cp x $HOME/.bashrc',
			'cp x "${HOME}/.bashrc"',
			`cp x ${homedir()}/.bashrc`,
		]) {
			assert.equal(await decide([rule({})], run(command)), 'ask', command);
			assert.equal(await decide([rule({})], { call: { kind: 'execute', title: command } }), 'ask', command);
		}
	});

	it('looks where the words of a command lead, also by a link [hazard C8] [hazard D1]', async () => {
		const starts = [
			rule({ pattern: { type: 'commandStart', command: 'cp' } }),
			rule({ pattern: { type: 'commandStart', command: 'cp' }, scope: { type: 'folder', path: ws } }),
		];
		for (const one of starts) {
			assert.equal(await decide([one], run('cp a.ts src/b.ts')), 'yes');
			for (const to of ['src/linked', 'src/linked/new.ts', 'src/dangling.ts', 'src/loop/a', 'src/l*']) {
				assert.equal(await decide([one], run(`cp a.ts ${to}`)), 'ask', to);
			}
			assert.equal(await decide([one], run('cp a.ts b.ts', { workdir: `${ws}/src/linked` })), 'ask');
			const many = Array.from({ length: 201 }, (_none, n) => `${n}.ts`).join(' ');
			assert.equal(await decide([one], run(`cp ${many}`)), 'ask');
		}
		const exactly = rule({ pattern: { type: 'command', command: 'cp src/* src/linked' } });
		assert.equal(await decide([exactly], run('cp src/* src/linked')), 'yes');
	});

	it('denies what it denied by name, and asks where a denied file hides under another [hazard C8]', async () => {
		const denied = rule({ effect: 'deny', pattern: { type: 'glob', glob: '**/*.pem' } });
		const call = (rawInput: object): AskedSample => ({ call: { kind: 'other', rawInput } });
		assert.equal(await decide([rule({}), denied], call({ path: 'src/key.pem' })), 'no');
		assert.equal(await decide([rule({}), denied], call({ zone: 'src/key.pem' })), 'ask');
		assert.equal(await decide([rule({}), denied], call({ zone: 'src/key.ts' })), 'yes');
	});

	it('denies by either name of a file [hazard D1]', async () => {
		const everything = rule({});
		const evil = rule({ effect: 'deny', pattern: { type: 'folder', path: path.join(root, 'evil') } });
		assert.equal(await decide([everything, evil], edit(`${ws}/src/linked/a.ts`)), 'no');
		assert.equal(await decide([everything, evil], edit(`${ws}/src/a.ts`)), 'yes');
	});

	it('never allows what configures editors, agents, version control or the shell [hazard D3] [hazard C8]', async () => {
		const rules = [rule({}), rule({ pattern: { type: 'glob', glob: '**' } }), inSrc()];
		const home = homedir();
		for (const target of [
			`${ws}/.vscode/settings.json`,
			`${ws}/.VSCODE/tasks.json`,
			`${ws}/src/.git/hooks/pre-commit`,
			`${ws}/.claude/settings.local.json`,
			`${ws}/.mcp.json`,
			`${ws}/.cursor/mcp.json`,
			`${ws}/.zed/settings.json`,
			`${ws}/.gemini/settings.json`,
			`${ws}/.codex/config.toml`,
			`${ws}/x.code-workspace`,
			`${home}/.bashrc`,
			`${home}/.ssh/authorized_keys`,
			`${home}/.config/x`,
			'~/.profile',
			`${root}/evil/.vscode/settings.json`,
		]) {
			const exactly = rule({ pattern: { type: 'file', path: target } });
			assert.equal(await decide([...rules, exactly], edit(target)), 'ask', target);
			assert.equal(await decide([...rules, exactly], edit(`${ws}/src/a.ts`, target)), 'ask', target);
		}
	});

	it('does not allow a command that names such a file either, as far as its words tell [hazard D3]', async () => {
		for (const command of [
			'cp evil .vscode/settings.json',
			'cat "x/.git/config"',
			'tee --output=.mcp.json',
			'cp x ~/.bashrc',
		]) {
			const exactly = rule({ pattern: { type: 'command', command } });
			assert.equal(await decide([rule({}), exactly], run(command)), 'ask', command);
		}
		assert.equal(await decide([rule({})], run('git status')), 'yes');
	});

	it('asks about a call with more paths than anybody looks at', async () => {
		const many = Array.from({ length: limits.unrequestedPaths + 1 }, (_none, n) => `${ws}/src/${n}.ts`);
		assert.equal(await decide([inSrc()], edit(...many.slice(0, limits.unrequestedPaths))), 'yes');
		assert.equal(await decide([inSrc()], edit(...many)), 'ask');
	});
});
