import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { RuleEffect } from '../../../../src/core/rules/rule.ts';
import { readRequestFacts } from '../../../../src/core/rules/requestFacts.ts';
import { evaluateRules } from '../../../../src/core/rules/evaluateRules.ts';
import { ruleSubjectsOf, typedPattern, typedProblem } from '../../../../src/host/permissions/ruleSubjects.ts';
import { endChoicesOf, scopeChoicesOf, ruleOf } from '../../../../src/host/permissions/ruleChoices.ts';
import type { InspectedRequest } from '../../../../src/host/permissions/answerByRules.ts';
import { askedPermission, type AskedSample, edit, run } from './samples.ts';

function look(sample: AskedSample): InspectedRequest {
	const facts = readRequestFacts(askedPermission(sample));
	const paths = facts.paths.map((literal) => ({ literal, canonical: literal }));
	const landing = (written: string): string[] => [path.posix.resolve(facts.cwd, written)];
	const [mentions, words] = [facts.mentions.map(landing), facts.words.map(landing)];
	return { facts, places: { cwd: facts.cwd, paths, mentions, words, folders: [], isProtected: false } };
}

function offered(sample: AskedSample, effect: RuleEffect = 'allow'): string[] {
	return ruleSubjectsOf(look(sample), effect).map(({ label, detail }) =>
		detail === undefined ? label : `${label}: ${detail}`,
	);
}

const everything = 'Everything: Whatever it is, also what the agent does not describe';

describe('what the wizard offers', () => {
	it('begins with the narrowest, and has only what could cover the permission', () => {
		assert.deepEqual(offered(run('git commit -m x y')), [
			'Exactly this command: git commit -m x y',
			'Commands that begin with these words: git commit -m',
			'Commands that begin with these words: git commit',
			'Commands that begin with these words: git',
			'Commands that begin with…',
			'Everything of this kind: run any command',
			everything,
		]);
		assert.deepEqual(offered(edit('/ws/src/a.ts')), [
			'This file: /ws/src/a.ts',
			'This folder and all below it: /ws/src',
			'Files like a pattern…',
			'Everything of this kind: edit files',
			everything,
		]);
		assert.deepEqual(offered({ subject: { type: 'other', kind: '_db' } }), [
			'Everything of this kind: do things of no known kind',
			everything,
		]);
	});

	it('does not offer to allow all that a shell or an interpreter is given', () => {
		for (const command of ['bash x', 'sh -c ls', 'sudo rm x', 'python -c 1', 'npx x', '/bin/env x']) {
			const starts = offered(run(command)).filter((label) =>
				label.startsWith('Commands that begin with these'),
			);
			assert.ok(!starts.includes(`Commands that begin with these words: ${command.split(' ')[0]}`), command);
			assert.ok(!starts.some((label) => label.endsWith(' -c')), command);
			assert.ok(offered(run(command), 'deny').length > offered(run(command)).length, 'denying is no danger');
		}
		assert.deepEqual(
			offered(run('ls; rm x')).filter((label) => label.includes(': ls')),
			['Exactly this command: ls; rm x'],
		);
	});

	it('does not offer to allow what begins with a variable or is given on to another shell [hazard C8]', () => {
		for (const command of ['A=1 npm test', 'env A=1 npm', 'sudo bash x', 'nohup env sh', 'xargs python']) {
			const starts = offered(run(command)).filter((label) =>
				label.startsWith('Commands that begin with these'),
			);
			const allowed = { 'sudo bash x': ['sudo bash x'] }[command] ?? [];
			assert.deepEqual(
				starts.map((label) => label.replace(/^[^:]*: /u, '')),
				allowed,
				command,
			);
		}
	});

	it('does not offer to allow a kind that says less than the call [hazard C8]', () => {
		const lying = { call: { kind: 'read', rawInput: { command: 'rm -rf x' } } } as const;
		assert.ok(!offered(lying).some((label) => label.startsWith('Everything of this kind')));
		assert.ok(offered(lying, 'deny').some((label) => label.startsWith('Everything of this kind')));
	});

	it('each covers the permission that it was made from, once it is typed where it has to be', () => {
		for (const sample of [run('npm test -- --watch'), edit('/ws/src/a.ts'), run('a && b')]) {
			const { facts, places } = look(sample);
			for (const breadth of ruleSubjectsOf({ facts, places }, 'allow')) {
				const typed = breadth.typed === 'glob' ? 'src/*.ts' : 'npm test';
				if (breadth.typed !== undefined && facts.commands[0] === 'a && b') continue;
				const pattern = breadth.pattern ?? typedPattern(breadth.typed ?? 'command', typed);
				for (const place of scopeChoicesOf(['Claude'], { path: '/ws', name: 'ws' }, 's1')) {
					for (const { end } of endChoicesOf(1_000, 's1')) {
						const rule = ruleOf('allow', { ...breadth, pattern }, place, end, 1_000);
						const decision = evaluateRules([rule], facts, places, { now: 1_001, isCaseSensitive: true });
						assert.equal(decision.type, 'answer', JSON.stringify(rule));
					}
				}
			}
		}
	});

	it('has every place for every agent, and no session outside of one', () => {
		assert.deepEqual(
			scopeChoicesOf(['A'], { path: '/ws', name: 'ws' }, 's').map(({ label }) => label),
			['In this session', 'In ws, A only', 'In ws, any agent', 'Everywhere, A only', 'Everywhere, any agent'],
		);
		assert.deepEqual(
			scopeChoicesOf(['A', 'B'], undefined, undefined).map(({ label }) => label),
			['Everywhere, A only', 'Everywhere, B only', 'Everywhere, any agent'],
		);
		assert.ok(endChoicesOf(0, undefined).every(({ end }) => end.type !== 'session'));
	});

	it('takes no pattern that reaches out of the folder or says nothing', () => {
		for (const wrong of [
			'',
			'  ',
			'/etc/**',
			'../x',
			'a/../b',
			'a//b',
			'./a',
			'C:/x',
			'~/x',
			String.raw`\\x`,
		]) {
			assert.ok(typedProblem('glob', wrong, 100) !== undefined, wrong);
		}
		for (const fine of ['src/**', '*.ts', '**/[id].tsx', 'a b']) {
			assert.equal(typedProblem('glob', fine, 100), undefined, fine);
		}
		assert.match(typedProblem('commandStart', 'x'.repeat(101), 100) ?? '', /100/u);
		assert.ok(typedProblem('command', ' ', 100) !== undefined);
	});
});
