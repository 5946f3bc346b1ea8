/** Rules and links that a repository brings along: what a word, or a folder beside a path, can make of them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import { answerByRules } from '../../../../src/host/permissions/answerByRules.ts';
import { askedPermission, type AskedSample, rule, run } from './samples.ts';

describe('links of a repository', () => {
	let root = '';
	let ws = '';

	before(async () => {
		root = await realpath(await mkdtemp(path.join(tmpdir(), 'acp-words-')));
		ws = path.join(root, 'ws');
		await mkdir(path.join(ws, 'sub'), { recursive: true });
		await mkdir(path.join(ws, 'secret'));
		await mkdir(path.join(root, 'out'));
		await writeFile(path.join(ws, 'secret', 'key'), '');
		for (const name of ['link', 'my way', 'a,b', 'a=b', 'a:b', ' edge', '-x', 'sub/away']) {
			await symlink(path.join(root, 'out'), path.join(ws, name));
		}
	});
	after(() => rm(root, { recursive: true, force: true }));

	async function decide(rules: readonly Rule[], sample: AskedSample): Promise<string> {
		const asked = askedPermission({ cwd: ws, ...sample });
		return (await answerByRules(asked, () => rules, [ws]))?.optionId ?? 'ask';
	}

	const here = (): Rule['scope'] => ({ type: 'folder', path: ws });
	const starting = (command: string): Rule => rule({ pattern: { type: 'commandStart', command } });

	it('are found in a word of a command, however it is quoted and whatever stands before it [hazard C8] [hazard D1]', async () => {
		const words = [
			'link/x',
			'"my way/x"',
			'my" "way/x',
			"my' 'way/x",
			'" edge/x"',
			'" "edge/x',
			'--to=" edge/x"',
			'my" way"/x',
			'"my way"/x',
			'"--to=my way/x"',
			'--to="my way"/x',
			'-t"my way"',
			'"@my way/x"',
			'@link/x',
			'+link/x',
			'#link/x',
			'x@link/x',
			'--to=a,b/x',
			'--to=a=b/x',
			'x,a:b/x',
			'-rtlink',
			'-rt"my way"',
			'-rftlink/x',
			'-- -x',
			'"--" "-x"',
		];
		const allowed: string[] = [];
		for (const word of words) {
			if ((await decide([starting('cp')], run(`cp evil ${word}`))) !== 'ask') allowed.push(word);
		}
		assert.deepEqual(allowed, []);
		for (const word of [
			'my file',
			'"my file"',
			'-link',
			'--to=x,y',
			'-rf',
			'--verbose',
			'-abcdef',
			'x@1.2.3',
		]) {
			assert.equal(await decide([starting('cp')], run(`cp evil ${word}`)), 'yes', word);
		}
	});

	it('are found below the folder that the call names beside its path [hazard C8] [hazard D1]', async () => {
		const edits = (rawInput: object): AskedSample => ({ call: { kind: 'edit', title: 'Edit', rawInput } });
		const rules = [rule({ kind: 'edit', scope: here() })];
		assert.equal(await decide(rules, edits({ path: 'sub/x', content: 'a' })), 'yes');
		assert.equal(await decide(rules, edits({ path: 'x', content: 'a', cwd: 'sub' })), 'yes');
		for (const name of ['away/x', '../link/x', '../../out/x']) {
			assert.equal(await decide(rules, edits({ path: name, content: 'a', cwd: 'sub' })), 'ask', name);
		}
	});

	it('and what is denied is found there as well [hazard C8]', async () => {
		const secret = path.join(ws, 'secret');
		const denied = rule({ effect: 'deny', pattern: { type: 'folder', path: secret } });
		const rules = [rule({ kind: 'edit', scope: here() }), denied];
		const edits = (rawInput: object): AskedSample => ({ call: { kind: 'edit', title: 'Edit', rawInput } });
		assert.equal(await decide(rules, edits({ path: 'secret/key', content: 'a' })), 'no');
		assert.equal(await decide(rules, edits({ path: 'key', content: 'a', cwd: secret })), 'no');
		assert.equal(await decide(rules, edits({ path: 'key', content: 'a', cwd: 'secret' })), 'no');
		assert.equal(await decide(rules, edits({ path: 'key', content: 'a', cwd: 'sub' })), 'yes');
	});

	it('first words allow no path that another rule denies or wants to be asked about [hazard C8]', async () => {
		const secret = path.join(ws, 'secret');
		for (const held of [
			rule({ effect: 'deny', pattern: { type: 'folder', path: secret } }),
			rule({ effect: 'deny', pattern: { type: 'file', path: `${secret}/key` }, kind: 'read' }),
			rule({ effect: 'ask', pattern: { type: 'glob', glob: 'secret/**' } }),
		]) {
			const rules = [starting('cat'), rule({ kind: 'execute' }), held];
			for (const word of [
				'secret/key',
				'./secret/key',
				'"secret"/key',
				'sub/../secret/key',
				'--from=secret/key',
			]) {
				assert.equal(await decide(rules, run(`cat ${word}`)), 'ask', word);
			}
			assert.equal(await decide(rules, run('cat sub/key')), 'yes');
		}
		const test = rule({ effect: 'deny', pattern: { type: 'folder', path: path.join(ws, 'test') } });
		assert.equal(await decide([starting('npm test'), test], run('npm test')), 'yes');
		assert.equal(await decide([starting('npm test'), test], run('npm test test')), 'yes');
		assert.equal(await decide([starting('npm test'), test], run('npm test test/a.ts')), 'ask');
	});
});
