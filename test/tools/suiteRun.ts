/** Runs one suite, with its second try, and leaves the final state of each test in its results file. */
import { spawn } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { RunPlace } from './runPlace.ts';
import { filesToTryAgain, mergeTries } from './secondTry.ts';
import { shareBrowser } from '../vscode/launcher/browser.ts';
import { sizeEnv } from './sized.ts';
import type { Suite } from './suites.ts';
import { formatResults, isFailed, parseResults, type TestResult } from './testResult.ts';

/** What became of a suite. */
export interface Outcome {
	readonly suite: Suite;
	readonly seconds: number;
	/** A check that is no test, such as the type check, is one result with the name of the suite. */
	readonly tests: readonly TestResult[];
}

export interface RunOptions {
	/** Gets `<suite>.jsonl`; the results of a second try are in `again` below it. */
	readonly folder: string;
	/** False: what the suite prints is dropped. */
	readonly isLoud: boolean;
	/** Time that processes may take to end after the suite, in milliseconds. */
	readonly patienceMs?: number;
}

/** Never rejects because of a failing suite: the outcome says so. */
export async function runSuite(suite: Suite, options: RunOptions): Promise<Outcome> {
	const started = performance.now();
	const place = await RunPlace.open(options.patienceMs);
	const browser = suite.hasBrowser === true ? await shareBrowser() : undefined;
	try {
		const env = { ...suite.env, ...place.env, ...browser?.env, ...sizeEnv };
		const placed: Suite = { ...suite, env };
		const tests = suite.hasResults ? await runTests(placed, options) : [await runCheck(placed, options)];
		await browser?.close();
		const left = await noteLeftovers(suite, await place.leftovers(), options);
		return { suite, seconds: (performance.now() - started) / 1000, tests: [...tests, ...left] };
	} finally {
		await browser?.close();
		await place.close();
	}
}

/** A suite that leaves something behind has failed, even if all its tests pass. */
async function noteLeftovers(
	{ name, hasResults }: Suite,
	left: readonly string[],
	{ folder }: RunOptions,
): Promise<TestResult[]> {
	if (left.length === 0) return [];
	const failed: TestResult = {
		suite: name,
		name: `what ${name} leaves behind`,
		state: 'failed',
		error: left.join('\n'),
	};
	if (hasResults) await appendFile(path.join(folder, `${name}.jsonl`), formatResults([failed]));
	return [failed];
}

async function runCheck(suite: Suite, { isLoud }: RunOptions): Promise<TestResult> {
	const code = await run(suite, { results: '', isLoud });
	const { name } = suite;
	return code === 0
		? { suite: name, name, state: 'passed' }
		: { suite: name, name, state: 'failed', error: `It ended with code ${code}; what it said stands above.` };
}

async function runTests(suite: Suite, { folder, isLoud }: RunOptions): Promise<readonly TestResult[]> {
	const results = path.join(folder, `${suite.name}.jsonl`);
	const first = await runFiles(suite, { results, isLoud });
	const files = suite.hasSecondTry === true ? filesToTryAgain(first) : [];
	if (files.length === 0) return first;
	if (isLoud) console.log(`\n── ${suite.name}, second try of ${files.join(', ')} ──`);
	const again = path.join(folder, 'again', `${suite.name}.jsonl`);
	const second = await runFiles({ ...suite, files }, { results: again, isLoud });
	const tests = mergeTries(first, second);
	await writeFile(results, formatResults(tests));
	return tests;
}

interface FileRun {
	readonly results: string;
	readonly isLoud: boolean;
}

/** Results of the tests, and a failed one more when the suite broke or had none: that must not look green. */
async function runFiles(suite: Suite, options: FileRun): Promise<TestResult[]> {
	await mkdir(path.dirname(options.results), { recursive: true });
	await rm(options.results, { force: true });
	const code = await run(suite, options);
	const tests = parseResults(await readFile(options.results, 'utf8').catch(() => ''));
	if (tests.length > 0 && (code === 0 || tests.some(isFailed))) return tests;
	const error = `It ended with code ${code} after ${tests.length} tests, none of which failed.`;
	return [...tests, { suite: suite.name, name: `all of ${suite.name}`, state: 'failed', error }];
}

const endSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

function run({ name, command, args, files = [], env }: Suite, { results, isLoud }: FileRun): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(command, [...args, ...files], {
			stdio: isLoud ? 'inherit' : 'ignore',
			env: { ...process.env, ...env, ACP_TEST_RESULTS: results, ACP_TEST_SUITE: name },
		});
		// A suite ends what it started; without this it would outlive an interrupted run.
		const passOn = (signal: NodeJS.Signals): void => {
			child.once('exit', () => process.exit(128 + constants.signals[signal]));
			child.kill(signal);
		};
		for (const signal of endSignals) process.once(signal, passOn);
		child.once('error', (error) => {
			console.error(error.message);
			resolve(1);
		});
		child.once('exit', (code) => {
			for (const signal of endSignals) process.off(signal, passOn);
			resolve(code ?? 1);
		});
	});
}
