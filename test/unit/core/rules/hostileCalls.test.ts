/** Calls that say one thing and do another, and rules that are not taken in by them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { allow, command, decide, deny, glob, start } from './decide.ts';
import { type AskedSample, edit, run } from './samples.ts';

describe('a kind that says less than the call', () => {
	const diff = { type: 'diff', path: '/ws/a', oldText: 'a', newText: 'b' } as const;
	const removal = { type: 'file_change', operation: 'delete', path: '/ws/a' } as const;

	it('does not let a rule for it allow a command or a change [hazard C8]', () => {
		const reads = [allow({ kind: 'read' }), allow({ kind: 'search' }), allow({ kind: 'other' })];
		for (const kind of ['read', 'search', 'other'] as const) {
			for (const rawInput of [
				{ command: 'rm -rf ~' },
				{ command: ['rm', '-rf', '/'] },
				{ input: { cmd: 'rm -rf ~' } },
				'{"command": "rm -rf ~"}',
			]) {
				assert.equal(decide(reads, { call: { kind, rawInput } }), 'ask', JSON.stringify(rawInput));
			}
			for (const item of [diff, removal]) {
				assert.equal(decide(reads, { call: { kind, content: [item] } }), 'ask', item.type);
			}
		}
		const edits = [allow({ kind: 'edit', pattern: glob('**') })];
		assert.equal(decide(edits, { call: { kind: 'edit', content: [diff] } }), 'yes');
		assert.equal(decide(edits, { call: { kind: 'edit', content: [diff, removal] } }), 'ask');
		assert.equal(decide([allow({ kind: 'delete' })], { call: { kind: 'delete', content: [diff] } }), 'yes');
	});

	it('does not get it around a rule that denies what it does [hazard C8]', () => {
		const rules = [allow({}), deny({ kind: 'execute' }), deny({ kind: 'delete' })];
		assert.equal(decide(rules, { call: { kind: 'read', rawInput: { command: 'rm x' } } }), 'no');
		assert.equal(decide(rules, { call: { kind: 'edit', content: [removal] } }), 'no');
		assert.equal(decide(rules, { call: { kind: 'read', rawInput: { path: '/ws/a' } } }), 'yes');
	});
});

describe('the input of a tool', () => {
	const src = allow({ pattern: glob('src/**') });
	const at = (rawInput: unknown): string =>
		decide([src], { call: { ...edit('/ws/src/a.ts').call, rawInput } });

	it('hides no path by its name, a line break, its depth or its being a text [hazard C8]', () => {
		for (const name of ['data_file', 'contextPath', 'typescript_files', 'account_dir']) {
			assert.equal(at({ [name]: '/etc/passwd' }), 'ask', name);
		}
		assert.equal(at({ file_path: '/etc/\npasswd' }), 'ask');
		assert.equal(at('{"file_path": "/etc/passwd"}'), 'ask');
		let deep: unknown = { file_path: '/etc/passwd' };
		for (let depth = 0; depth < 10_000; depth++) deep = depth % 2 === 0 ? { a: deep } : [deep];
		assert.equal(at(deep), 'ask');
		assert.equal(at({ file_text: '/etc/passwd', path_type: 'x' }), 'yes');
	});

	it('that is longer than anybody looks is asked, and costs no time [hazard C8] [hazard A11]', () => {
		const rules = [allow({}), ...Array.from({ length: 200 }, () => deny({ pattern: start('git push') }))];
		const begin = performance.now();
		for (const long of [
			'a;'.repeat(500_000),
			`${' '.repeat(1_000_000)}!`,
			'x'.repeat(limits.ruleCommandChars),
		]) {
			assert.equal(decide(rules, { call: { kind: 'read', rawInput: { command: `ls ${long}` } } }), 'ask');
			assert.equal(decide(rules, run(`ls ${long}`)), 'ask');
			assert.equal(decide([...rules, deny({ kind: 'execute' })], run(long)), 'no');
		}
		assert.ok(performance.now() - begin < 5_000, `${performance.now() - begin} ms`);
	});

	it('that has more in it than anybody reads is asked, and costs no time either [hazard C8] [hazard A11]', () => {
		const many = (text: string): string[] => Array.from({ length: 50_000 }, (_none, n) => `${text}${n}`);
		const blanks = `${' '.repeat(30_000)}npm test`;
		const begin = process.cpuUsage();
		assert.equal(decide([src], { call: { kind: 'edit', rawInput: { files: many('lib/') } } }), 'ask');
		const exactly = allow({ pattern: command('npm test') });
		const words = `npm test ${many('').slice(0, 9_000).join(' ')}`;
		assert.equal(decide([exactly], run(words, { proposed_execpolicy_amendment: many('') })), 'ask');
		assert.equal(decide([exactly], run(blanks, { commands: many('npm test') })), 'ask');
		// Of this process alone, in microseconds: the machine may have other things to do.
		const { user } = process.cpuUsage(begin);
		assert.ok(user < 5_000_000, `${user} µs`);
	});

	it('that is relative to another folder is not covered by what counts for this one [hazard C8]', () => {
		assert.equal(at({ workdir: '/ws/evil', file_path: 'src/a.ts' }), 'ask');
		const inFolder = allow({ pattern: start('npm test'), scope: { type: 'folder', path: '/ws' } });
		assert.equal(decide([inFolder], run('npm test', { directory: '/evil' })), 'ask');
		assert.equal(decide([inFolder], run('npm test', { directory: '/ws/a' })), 'yes');
	});

	it('gives a command its arguments and its variables', () => {
		const rules = [allow({ pattern: command('npm test') }), allow({ pattern: start('npm') })];
		assert.equal(decide(rules.slice(0, 1), run('npm test', { args: ['--prefix', '/evil'] })), 'ask');
		assert.equal(decide(rules, run('npm', { args: ['x\n', '; rm'] })), 'ask');
		assert.equal(decide(rules, run('npm test', { env: 'PATH=/evil' })), 'ask');
		assert.equal(decide(rules, run('npm test\u00A0')), 'ask');
		assert.equal(
			decide([allow({}), deny({ pattern: start('npm test') })], run('npm', { args: ['test'] })),
			'no',
		);
	});
});

describe('a rule that denies a command by its first words', () => {
	const rules = [allow({}), deny({ pattern: start('git push') })];

	it('looks past what launches it, and does not care about case [hazard C8]', () => {
		for (const text of [
			'sudo -u me git push',
			'timeout 5 git push',
			'env -i A=1 git push',
			"bash -lc 'git push'",
			'if true; then git push; fi',
			'! git push',
			'GIT push',
			'git.exe push',
			String.raw`C:\\Git\\git.exe push`,
			String.raw`g\it push`,
			'git${IFS}push',
			'git\tpush',
			'{ "cmd": "x" } | xargs git push',
		]) {
			assert.equal(decide(rules, run(text)), 'no', text);
		}
		assert.equal(decide(rules, run('git commit -m push')), 'yes');
	});

	it('finds it in a list of words, whoever is given it', () => {
		const call = (input: object): AskedSample => ({
			call: { kind: 'execute', title: 'x', rawInput: input },
		});
		for (const input of [
			{ command: ['bash', '-lc', 'git push'] },
			{ command: ['bash', '-lc', 'cd x\ngit push'] },
			{ command: ['git', 'push'] },
			{ input: { cmd: ['/bin/sh', '-c', 'ls && git push'] } },
			{ commands: ['ls', 'git push'] },
			{ commands: [['ls'], ['git', 'push']] },
			{ command: [['bash', '-c', 'git push']] },
			{ shell_command: 'git push' },
		]) {
			assert.equal(decide(rules, call(input)), 'no', JSON.stringify(input));
		}
		assert.equal(decide(rules, call({ command: ['git', 'commit', '-m', 'git push later'] })), 'yes');
	});
});

describe('a rule that ends', () => {
	it('does not allow longer because the clock was set back; one that denies still does [hazard C8]', () => {
		const end = { type: 'time', at: 20 } as const;
		assert.equal(decide([allow({ end, createdAt: 10 })], run('ls'), { now: 15 }), 'yes');
		assert.equal(decide([allow({ end, createdAt: 10 })], run('ls'), { now: 5 }), 'ask');
		assert.equal(decide([allow({}), deny({ end, createdAt: 10 })], run('ls'), { now: 5 }), 'no');
	});
});
