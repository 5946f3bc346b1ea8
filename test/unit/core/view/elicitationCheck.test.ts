import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElicitationField, FieldValue } from '../../../../src/core/session/model/elicitation.ts';
import { checkForm, checkValue, isAnswerable } from '../../../../src/core/view/elicitationCheck.ts';
import { matchesPattern } from '../../../../src/core/view/safePattern.ts';

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>;

const base = { name: 'f', isRequired: false } as const;
const text = (fields: Partial<Field<'text'>> = {}): ElicitationField => ({
	...base,
	type: 'text',
	...fields,
});
const number = (fields: Partial<Field<'number'>> = {}): ElicitationField => ({
	...base,
	type: 'number',
	isInteger: false,
	...fields,
});
const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const one = (fields: Partial<Field<'choice'>> = {}): ElicitationField => ({
	...base,
	type: 'choice',
	choices,
	...fields,
});
const many = (fields: Partial<Field<'choices'>> = {}): ElicitationField => ({
	...base,
	type: 'choices',
	choices,
	...fields,
});
const required = { isRequired: true } as const;
const unknown: ElicitationField = { ...base, type: 'unknown', kind: 'object' };

/** A row: what it shows, the field, values that fit, values that do not. */
const rows: readonly [string, ElicitationField, (FieldValue | undefined)[], (FieldValue | undefined)[]][] = [
	['an optional text', text(), ['', 'x', undefined], [1, true, ['x']]],
	['a required text', text(required), ['x', ' '], ['', undefined]],
	[
		'lengths in code points',
		text({ minLength: 2, maxLength: 3 }),
		['😀😀', '😀😀😀', ''],
		['😀', '😀😀😀😀'],
	],
	[
		'an email address',
		text({ format: 'email' }),
		['a@b.c', 'a@localhost', ''],
		['a', 'a@', '@b', 'a b@c', 'a@b..c'],
	],
	[
		'an address',
		text({ format: 'uri' }),
		['https://a.b/c?d#e', 'urn:x:y'],
		['a.b', '/path', 'https://a b', 'https://'],
	],
	[
		'a day',
		text({ format: 'date' }),
		['2024-02-29'],
		['2025-02-29', '2025-13-01', '2025-1-1', 'today', '2025-01-01T00:00:00Z'],
	],
	[
		'a moment',
		text({ format: 'date-time' }),
		['2025-01-31T09:30:00Z', '2025-01-31t09:30:00.5+02:00'],
		[
			'2025-01-31T09:30',
			'2025-01-31',
			'2025-02-30T00:00:00Z',
			'2025-01-31T24:00:00Z',
			'2025-01-31T09:30:00+2',
		],
	],
	['a pattern, which is not anchored', text({ pattern: 'b+' }), ['abc', 'b', ''], ['ac']],
	['a pattern with anchors', text({ pattern: '^[a-z]+(-[a-z]+)*$' }), ['a', 'ab-cd-e'], ['A', 'a--b', 'a-']],
	['a pattern that is none', text({ pattern: '(' }), ['anything'], []],
	['any number', number(), [0, -1.5, undefined], [Number.NaN, Number.POSITIVE_INFINITY, '1', true]],
	['a required number', number(required), [0], [undefined]],
	['bounds, themselves allowed', number({ minimum: 1, maximum: 2 }), [1, 1.5, 2], [0.99, 2.01]],
	['a whole number', number({ isInteger: true }), [3, -3], [3.5]],
	['yes or no', { ...base, type: 'boolean', ...required }, [true, false], [undefined, 'true', 1]],
	['one choice', one(), ['a', undefined], ['d', 'A', '', 1, ['a'], '__proto__']],
	['a required choice', one(required), ['b'], [undefined]],
	[
		'several choices',
		many({ minItems: 2, maxItems: 2 }),
		[['a', 'b'], undefined, []],
		[['a'], ['a', 'b', 'c'], ['a', 'a'], ['a', 'd'], 'a'],
	],
	['required choices', many(required), [['a']], [[], undefined]],
	['required choices that may be none', many({ ...required, minItems: 0 }), [[]], [undefined]],
	['a kind we do not know', unknown, [undefined, 'x'], []],
	['a required kind we do not know', { ...unknown, ...required }, [], [undefined, 'x']],
	['a required choice of nothing', one({ ...required, choices: [] }), [], [undefined, 'a']],
];

describe('values of a form [acp C103]', () => {
	for (const [name, field, good, bad] of rows) {
		it(`checks ${name}`, () => {
			for (const value of good) assert.equal(checkValue(field, value), undefined, JSON.stringify(value));
			for (const value of bad) {
				const problem = checkValue(field, value);
				assert.match(problem ?? '', /^[A-Z].*[.}\])$*+\w]$/u, `${JSON.stringify(value)}: ${problem}`);
			}
		});
	}

	it('names what is wrong, and what would be right', () => {
		assert.equal(checkValue(number({ minimum: 3 }), 2), 'Enter 3 or more.');
		assert.equal(checkValue(text({ maxLength: 2 }), 'abc'), 'Enter at most 2 characters; these are 3.');
		assert.equal(checkValue(many({ minItems: 2 }), ['a']), 'Choose at least 2.');
	});

	it('does not draw what it does not know [acp C109]', () => {
		assert.equal(isAnswerable(unknown), false);
		assert.equal(isAnswerable(one({ choices: [] })), false);
		assert.equal(isAnswerable(text()), true);
	});
});

describe('a whole form', () => {
	it('gives every problem by name and nothing that was not asked for [acp C103]', () => {
		const fields = [text({ name: 'a', ...required }), number({ name: 'b', minimum: 1 }), one({ name: 'c' })];
		const checked = checkForm(fields, { b: 0, c: 'a', extra: 'x' });
		assert.deepEqual([...checked.problems.keys()], ['a', 'b']);
		assert.deepEqual(checked.values, { c: 'a' });
	});

	it('leaves out empty optional texts and lists that may not be empty', () => {
		const fields = [text({ name: 'a' }), many({ name: 'b', minItems: 1 }), many({ name: 'c' })];
		const { problems, values } = checkForm(fields, { a: '', b: [], c: [] });
		assert.equal(problems.size, 0);
		assert.deepEqual(values, { c: [] });
	});

	it('takes names that mean something to JavaScript as any other', () => {
		const names = ['__proto__', 'constructor', 'toString'];
		const fields = names.map((name) => text({ name, ...required }));
		assert.equal(checkForm(fields, {}).problems.size, 3);
		const given = Object.fromEntries(names.map((name) => [name, 'x']));
		const { problems, values } = checkForm(fields, given);
		assert.equal(problems.size, 0);
		assert.deepEqual(
			Object.entries(values),
			names.map((name) => [name, 'x']),
		);
	});
});

describe('a pattern of an agent', () => {
	const attacks = ['a'.repeat(900), '-aaa'.repeat(225), 'ab'.repeat(450), 'a b'.repeat(300)];

	it('never stops the window, whatever it is', () => {
		const evil = [
			'^(a+)+$',
			'^(a*)*$',
			'^(a|a)+$',
			'^(a|aa)+$',
			'^(?:a?){30}a{30}$',
			'^(a*){20}$',
			'^a*a*a*a*a*a*a*b$',
			'a*a*a*a*a*b',
			String.raw`^(\w+\s?)*$`,
			'^((a+)b?)*$',
			'^(.*)*x$',
			String.raw`^(a+)\1+$`,
			String.raw`^(?<n>a+)\k<n>+$`,
			'^(-a*-?)*$',
			'^(-a*a*)*$',
			'^(-(a|aa|aaa)*)*$',
			`^${'(a|a)'.repeat(38)}$`,
			'^(a|a){60}$',
			'^(?:(?:a|b)|[ab]){40}$',
			'^(?=(a+)+$)',
			'^([a-z]+)*$',
			`^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
			`^${'(a{0,9}){0,9}'.repeat(5)}$`,
			'^(?i:a+)+$',
		];
		const started = performance.now();
		for (const pattern of evil) {
			for (const attack of attacks) {
				for (const length of [30, 200, 900]) matchesPattern(pattern, `${attack.slice(0, length)}!`);
			}
		}
		assert.ok(performance.now() - started < 5000, `${performance.now() - started} ms`);
	});

	it('is only a remark when it is too long, too costly or the text is', () => {
		assert.equal(matchesPattern('a'.repeat(201), 'b'), undefined);
		assert.equal(matchesPattern('^(a+)+$', 'b'), undefined);
		assert.equal(matchesPattern('^a$', 'b'.repeat(1001)), undefined);
	});

	it('is run when it is one of those that people write', () => {
		const usual: [string, string, string][] = [
			[String.raw`^\d{3}-\d{4}$`, '123-4567', '1234567'],
			[String.raw`^[A-Z]{2,5}$`, 'ABC', 'abc'],
			[String.raw`^\d+\.\d+\.\d+$`, '1.20.3', '1.2'],
			[String.raw`^v?\d+(\.\d+)*$`, 'v1.2.3', 'v1.'],
			['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'my-project-2', 'My_Project'],
			[String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,}$`, 'a@b.io', 'a@b'],
			['^(feature|fix|chore)/.+$', 'fix/it', 'other/it'],
			[String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`, 'Abcdefg1', 'abcdefg1'],
			[String.raw`^\p{L}+$`, 'Zoë', 'Zo3'],
			['^[\\w.\\-]+$', 'a.b-c', 'a b'],
			['^#[0-9a-fA-F]{6}$', '#00ffAA', '#00ff'],
			[String.raw`^/(?:[^/]+/)+$`, '/a/b/', '/a'],
		];
		for (const [pattern, good, bad] of usual) {
			assert.equal(matchesPattern(pattern, good), true, pattern);
			assert.equal(matchesPattern(pattern, bad), false, pattern);
		}
	});
});
