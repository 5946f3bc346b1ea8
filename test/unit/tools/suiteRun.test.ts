/** Whole suites, tiny and made up, through the runner and the reporter of `npm test`. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isLongRun } from '../../tools/sized.ts';
import { runSuite } from '../../tools/suiteRun.ts';
import type { Suite } from '../../tools/suites.ts';
import { summaryLines } from '../../tools/summary.ts';
import { isAlive, until } from '../node/support.ts';
import { parseResults } from '../../tools/testResult.ts';

const reporter = fileURLToPath(new URL('../../tools/resultsReporter.ts', import.meta.url));

/** Fails on its first run, and passes when it finds the mark that it left then. */
const failsOnce = `
import { existsSync, writeFileSync } from 'node:fs';
const isAgain = existsSync(import.meta.filename + '.mark');
writeFileSync(import.meta.filename + '.mark', '');
`;

describe('a suite', () => {
	let folder = '';
	// In here node would take the suite's own run for a test file of this one.
	const context = process.env['NODE_TEST_CONTEXT'];
	before(async () => {
		delete process.env['NODE_TEST_CONTEXT'];
		folder = await mkdtemp(path.join(tmpdir(), 'acp-suites-'));
	});
	after(async () => {
		if (context !== undefined) process.env['NODE_TEST_CONTEXT'] = context;
		await rm(folder, { recursive: true, force: true });
	});

	/** @param files name to code @returns the summary, and what stands in the results file */
	async function run(
		name: string,
		files: Readonly<Record<string, string>>,
	): Promise<{ lines: string[]; results: string[] }> {
		const paths: string[] = [];
		for (const [file, code] of Object.entries(files)) {
			const place = path.join(folder, `${name}-${file}.mjs`);
			await writeFile(place, `import { after, before, describe, it } from 'node:test';\n${code}`);
			paths.push(place);
		}
		const suite: Suite = {
			name,
			command: process.execPath,
			args: ['--test', `--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
			files: paths,
			hasResults: true,
			hasSecondTry: true,
		};
		const outcome = await runSuite(suite, { folder, isLoud: false, patienceMs: 1000 });
		const results = parseResults(await readFile(path.join(folder, `${name}.jsonl`), 'utf8').catch(() => ''));
		return {
			lines: summaryLines([outcome]),
			results: results
				.filter((result) => result.state !== 'file')
				.map(({ name, state, unsteady }) =>
					[path.basename(name), state, ...(unsteady === undefined ? [] : ['unsteady'])].join(' '),
				),
		};
	}

	it('names what failed, where and why, right before the count', async () => {
		const { lines } = await run('failing', {
			one: `it('breaks', () => { throw new Error('\\u001b[31mNo bread'); }); it('holds', () => {});`,
		});
		assert.equal(lines.at(-1), '1 passed, 1 failed');
		const start = lines.findIndex((line) => line.startsWith('failed: failing '));
		assert.match(lines[start] ?? '', /failing-one\.mjs$/u);
		assert.deepEqual(lines.slice(start + 1, start + 3), ['    breaks', '        Error: No bread']);
		assert.ok(lines.length - start <= 10);
	});

	it('counts a test that passes alone as passed, and says that it is unsteady', async () => {
		const { lines, results } = await run('unsteady', {
			one: `${failsOnce} it('waits', () => { if (!isAgain) throw new Error('Too early'); }); it('holds', () => {});`,
			two: `it('is left alone', () => {});`,
		});
		assert.deepEqual(results.toSorted(), ['holds passed', 'is left alone passed', 'waits passed unsteady']);
		assert.equal(lines.at(-1), '3 passed, 0 failed, 1 unsteady among the passed');
		assert.match(lines.join('\n'), /unsteady: unsteady .*-one\.mjs\n {4}waits\n {8}Error: Too early\n/u);
	});

	// Four processes, for what is rare.
	if (isLongRun) {
		it('tries a file again that could not be loaded or did not clean up', async () => {
			const { results } = await run('whole', {
				one: `${failsOnce} if (!isAgain) throw new Error('Not yet'); it('runs', () => {});`,
				two: `${failsOnce} after(() => { if (!isAgain) throw new Error('Still open'); }); it('ends', () => {});`,
			});
			assert.deepEqual(results.toSorted(), [
				'ends passed',
				'runs passed',
				'whole-one.mjs passed unsteady',
				'whole-two.mjs passed unsteady',
			]);
		});
	}

	it('fails when it leaves a process or a temporary file behind, names them, and ends them [hazard F7]', async () => {
		const { lines, results } = await run('untidy', {
			one: `
				import { spawn } from 'node:child_process';
				import { mkdtempSync, writeFileSync } from 'node:fs';
				import os from 'node:os';
				import path from 'node:path';
				it('looks fine', () => {
					mkdtempSync(path.join(os.tmpdir(), 'acp-host-forgotten-'));
					const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
					child.unref();
					writeFileSync(import.meta.filename + '.pid', String(child.pid));
				});`,
		});
		assert.deepEqual(results, ['looks fine passed', 'what untidy leaves behind failed']);
		assert.equal(lines.at(-1), '1 passed, 1 failed');
		assert.match(lines.join('\n'), /process \d+: .*setInterval/u);
		assert.match(lines.join('\n'), /temporary file: acp-host-forgotten-/u);
		const pid = Number(await readFile(path.join(folder, 'untidy-one.mjs.pid'), 'utf8'));
		await until(() => !isAlive(pid));
	});

	it('fails when it has no test', async () => {
		const { lines } = await run('empty', { one: '' });
		assert.match(lines.at(-1) ?? '', /, 1 failed$/u);
	});

	it('fails when it cannot be started', async () => {
		const suite: Suite = { name: 'gone', command: process.execPath, args: ['gone.mjs'], hasResults: true };
		const lines = summaryLines([await runSuite(suite, { folder, isLoud: false })]);
		assert.equal(lines.at(-1), '0 passed, 1 failed');
		assert.match(lines.join('\n'), /all of gone\n {8}It ended with code 1 after 0 tests/u);
	});
});
