/** What is mentioned: how it is found, named and looked at. What needs a window is in the host and workbench tests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { candidate, type Candidate, fileCandidate } from '../../../../src/host/mentions/candidates.ts';
import {
	changesId,
	parseChangesId,
	parseProblemsId,
	parseRangeId,
	problemsId,
	rangeId,
	rangeName,
} from '../../../../src/host/mentions/contextIds.ts';
import {
	changesText,
	countText,
	type Problem,
	problemsText,
	quotedText,
} from '../../../../src/host/mentions/contextText.ts';
import { findAgain, fingerprintOf, Lines } from '../../../../src/host/mentions/rangeText.ts';
import { rankMentions } from '../../../../src/host/mentions/rankMentions.ts';

const file = (path: string): Candidate => fileCandidate('file', `file:///ws/${path}`, path);
const folder = (path: string): Candidate => fileCandidate('folder', `file:///ws/${path}`, path);
const none = { near: [], files: [], folders: [], sessions: [] };

describe('mentions', () => {
	const labels = (query: string, gathered: Partial<Parameters<typeof rankMentions>[1]>, limit = 50) =>
		rankMentions(query, { ...none, ...gathered }, limit).map(({ mention }) => mention.label);

	it('begin with what the user looks at, then the files, then the folders; each is there once', () => {
		const selection = candidate(
			{ type: 'range', id: 'file:///ws/b.ts#L3-L9', name: 'b.ts:3-9' },
			'Selection',
		);
		const open = fileCandidate('file', 'file:///ws/b.ts', 'b.ts', 'Open editor');
		const gathered = {
			near: [selection, open],
			files: [file('a.ts'), file('b.ts')],
			folders: [folder('src')],
		};
		assert.deepEqual(labels('', gathered), ['b.ts:3-9', 'b.ts', 'a.ts', 'src']);
		assert.deepEqual(labels('', gathered, 2), ['b.ts:3-9', 'b.ts']);
	});

	it('fit by their letters in order, the last part of the path before the others', () => {
		const files = ['composer/index.ts', 'src/composer.ts', 'src/deep/composer.ts', 'readme.md'].map(file);
		assert.deepEqual(labels('composer', { files }).slice(0, 3), [
			'src/composer.ts',
			'src/deep/composer.ts',
			'composer/index.ts',
		]);
		assert.deepEqual(labels('dcomp', { files }), ['src/deep/composer.ts']);
		assert.deepEqual(labels('deep/comp', { files }), ['src/deep/composer.ts']);
		assert.deepEqual(labels(String.raw`deep\comp`, { files }), ['src/deep/composer.ts']);
		assert.deepEqual(labels('./readme', { files }), ['readme.md']);
		assert.deepEqual(labels('zzz', { files }), []);
	});

	it('that are open go before others that fit as well, files before folders', () => {
		const files = [file('lib/session.ts'), file('src/session.ts')];
		const near = [fileCandidate('file', 'file:///ws/src/session.ts', 'src/session.ts', 'Open editor')];
		assert.equal(labels('session', { near, files })[0], 'src/session.ts');
		assert.deepEqual(labels('api', { files: [file('x/api')], folders: [folder('y/api')] }), [
			'x/api',
			'y/api',
		]);
	});

	it('are found by what they are, too', () => {
		const near = [
			candidate({ type: 'range', id: 'file:///ws/b.ts#L3', name: 'b.ts:3' }, 'Selection'),
			candidate({ type: 'problems', id: 'problems:', name: 'Problems' }, '2 errors'),
		];
		assert.deepEqual(labels('sel', { near }), ['b.ts:3']);
		assert.deepEqual(labels('prob', { near }), ['Problems']);
	});

	it('have the newest conversations before the files, and all that fit a query', () => {
		const sessions = ['Fix the parser', 'Parser again', 'Third', 'Fourth'].map((name, n) =>
			candidate({ type: 'session', id: `session:${n}`, name }, 'Claude'),
		);
		const files = [file('parser.ts'), file('z.ts')];
		assert.deepEqual(labels('', { sessions, files }), [
			'Fix the parser',
			'Parser again',
			'Third',
			'parser.ts',
			'z.ts',
			'Fourth',
		]);
		assert.deepEqual(labels('parser', { sessions, files }).toSorted(), [
			'Fix the parser',
			'Parser again',
			'parser.ts',
		]);
		assert.equal(labels('fourth', { sessions, files })[0], 'Fourth');
		assert.equal(labels('claude', { sessions, files }).length, 4, 'by the agent, too');
	});

	it('are found at once among very many', () => {
		const files = Array.from({ length: 20_000 }, (_none, n) =>
			file(`packages/p${n % 100}/src/module${n}.ts`),
		);
		labels('module', { files });
		const start = performance.now();
		assert.equal(labels('module19999', { files })[0], 'packages/p99/src/module19999.ts');
		assert.ok(performance.now() - start < 1_000);
	});
});

describe('the name of something attached', () => {
	it('says which lines of which file, and is read back', () => {
		const range = { uri: 'file:///ws/a%20b.ts', startLine: 3, endLine: 9 };
		assert.equal(rangeId(range), 'file:///ws/a%20b.ts#L3-L9');
		assert.deepEqual(parseRangeId(rangeId(range)), range);
		assert.equal(rangeId({ ...range, endLine: 3 }), 'file:///ws/a%20b.ts#L3');
		assert.deepEqual(parseRangeId('file:///a#L3'), { uri: 'file:///a', startLine: 3, endLine: 3 });
		assert.equal(rangeName('src/a.ts', range), 'src/a.ts:3-9');
		assert.equal(rangeName('src/a.ts', { startLine: 3, endLine: 3 }), 'src/a.ts:3');
	});

	it('is no range when it is none, and never one that ends before it begins', () => {
		for (const id of ['file:///a', '#L3', 'file:///a#L', 'file:///a#L3-', 'file:///a#L99999999999'])
			assert.equal(parseRangeId(id), undefined, id);
		assert.deepEqual(parseRangeId('file:///a#L9-L3'), { uri: 'file:///a', startLine: 9, endLine: 9 });
		assert.deepEqual(parseRangeId('file:///a#L0'), { uri: 'file:///a', startLine: 1, endLine: 1 });
	});

	it('says whose problems or changes', () => {
		assert.deepEqual(parseProblemsId(problemsId()), {});
		assert.deepEqual(parseProblemsId(problemsId('file:///a')), { uri: 'file:///a' });
		assert.deepEqual(parseProblemsId(problemsId('file:///a#L3-L4')), {
			uri: 'file:///a',
			lines: { uri: 'file:///a', startLine: 3, endLine: 4 },
		});
		assert.equal(parseChangesId(changesId('file:///ws')), 'file:///ws');
	});
});

describe('lines that were attached', () => {
	const text = ['one', 'two', 'three', 'four', 'five'].join('\n');
	const range = { startLine: 2, endLine: 3 };
	const fingerprint = fingerprintOf('two\nthree');
	const textAt = (now: string): string => {
		const lines = new Lines(now);
		return lines.text(findAgain(lines, range, fingerprint));
	};

	it('are whole lines, whatever ends them', () => {
		assert.equal(new Lines(text).text(range), 'two\nthree');
		assert.equal(new Lines(text.replaceAll('\n', '\r\n')).text(range), 'two\nthree');
		assert.equal(new Lines(text).text({ startLine: 5, endLine: 9 }), 'five');
		assert.equal(new Lines(text).text({ startLine: 9, endLine: 9 }), '');
		assert.equal(new Lines('').text({ startLine: 1, endLine: 1 }), '');
		assert.equal(new Lines('a\n').count, 2);
	});

	it('are found again where they moved to', () => {
		assert.equal(textAt(text), 'two\nthree');
		assert.equal(textAt(`new\nnew\n${text}`), 'two\nthree');
		assert.equal(textAt(text.slice(4)), 'two\nthree');
		const moved = new Lines(`new\n${text}`);
		assert.deepEqual(findAgain(moved, range, fingerprint), { startLine: 3, endLine: 4 });
	});

	it('are the nearest of several that are the same', () => {
		const lines = new Lines(`two\nthree\n${'x\n'.repeat(9)}y\ntwo\nthree`);
		assert.deepEqual(findAgain(lines, { startLine: 11, endLine: 12 }, fingerprint), {
			startLine: 13,
			endLine: 14,
		});
	});

	it('are what stands there now when somebody changed them, within the file', () => {
		assert.equal(textAt(text.replace('two', 'TWO')), 'TWO\nthree');
		assert.equal(textAt('one'), 'one');
		assert.deepEqual(findAgain(new Lines(text), { startLine: 4, endLine: 99 }, undefined), {
			startLine: 4,
			endLine: 5,
		});
	});

	it('are looked for without delay in a large file', () => {
		const large = new Lines('same line\n'.repeat(200_000));
		const start = performance.now();
		findAgain(large, { startLine: 50_000, endLine: 60_000 }, '7-none');
		assert.ok(performance.now() - start < 1_000);
	});
});

describe('what is attached, in words', () => {
	const problem = (line: number, severity: Problem['severity'], message = 'Bad'): Problem => ({
		path: 'src/a.ts',
		line,
		column: 5,
		severity,
		message,
		source: 'ts 2304',
	});

	it('lists problems, the worst first, with their places', () => {
		const text = problemsText('src/a.ts', [problem(9, 'warning'), problem(3, 'error', 'No x\nat all')], 1000);
		assert.equal(
			text,
			[
				'Problems in src/a.ts (1 error, 1 warning):',
				'',
				'- src/a.ts:3:5 error: No x',
				'  at all (ts 2304)',
				'- src/a.ts:9:5 warning: Bad (ts 2304)',
			].join('\n'),
		);
		assert.equal(problemsText('a', [], 1000), 'Problems in a: none at the moment.');
		assert.equal(countText([problem(1, 'error'), problem(2, 'error')]), '2 errors');
	});

	it('says how many problems are left out', () => {
		const many = Array.from({ length: 100 }, (_none, n) => problem(n, 'error'));
		const text = problemsText('a', many, 1000);
		const listed = text.split('\n').filter((line) => line.startsWith('- ')).length;
		assert.ok(listed > 10 && listed < 40);
		assert.match(text, new RegExp(String.raw`\(${100 - listed} more are left out`, 'u'));
	});

	it('shows changes as a diff, cut at a line and said to be', () => {
		const diff = `--- a\n+++ b\n${'+line\n'.repeat(1000)}`;
		const whole = changesText('ws', { diff, untracked: ['new.ts'] }, 100_000);
		assert.ok(whole.includes('```diff\n--- a\n+++ b\n+line\n'));
		assert.match(whole, /- new\.ts$/u);
		const cut = changesText('ws', { diff, untracked: [] }, 100);
		assert.match(cut, /\n\+line\n```\n\n\(Cut: the whole diff has 6 KB\.\)$/u);
		assert.match(changesText('ws', { diff: '', untracked: [] }, 100), /unchanged/u);
	});

	it('quotes in a fence that the text cannot close', () => {
		assert.equal(quotedText('a.ts:3', 'x\n'), 'a.ts:3\n\n```ts\nx\n```');
		assert.equal(quotedText('a.md:3-4', '```\nx\n````'), 'a.md:3-4\n\n`````md\n```\nx\n````\n`````');
	});
});
