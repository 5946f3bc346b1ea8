/**
 * Runs suites one after the other and says at the end what ran.
 *   node test/tools/test.ts                 all of them
 *   node test/tools/test.ts unit webview    those whose name is, or begins with, a given word
 * A suite without a single test counts as failed: an empty suite must not look green.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { type Suite, suites } from './suites.ts';

interface Outcome {
	readonly suite: Suite;
	readonly seconds: number;
	readonly passed: number;
	readonly failed: number;
	readonly skipped: readonly string[];
}

const chosen = process.argv.slice(2);
const isChosen = ({ name }: Suite): boolean =>
	chosen.length === 0 || chosen.some((word) => name.startsWith(word));

async function runSuite(suite: Suite): Promise<Outcome> {
	const results = `test-results/${suite.name}.jsonl`;
	await rm(results, { force: true });
	console.log(`\n── ${suite.name} ──`);
	const started = performance.now();
	const code = await run(suite, results);
	const seconds = (performance.now() - started) / 1000;
	if (!suite.hasResults)
		return { suite, seconds, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] };
	const tests = await readResults(results);
	const failed = tests.filter(({ state }) => state === 'failed').length;
	const passed = tests.filter(({ state }) => state === 'passed').length;
	const skipped = tests
		.filter(({ state }) => state === 'skipped')
		.map(({ name, reason }) => `${name}: ${reason}`);
	const isBroken = failed === 0 && (code !== 0 || tests.length === 0);
	if (isBroken) console.error(`${suite.name} ended with code ${code} after ${tests.length} tests.`);
	return { suite, seconds, passed, failed: isBroken ? 1 : failed, skipped };
}

const endSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

function run({ name, command, args, env }: Suite, results: string): Promise<number> {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			stdio: 'inherit',
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

interface TestResult {
	readonly name: string;
	readonly state: string;
	readonly reason?: string;
}

async function readResults(file: string): Promise<TestResult[]> {
	const text = await readFile(file, 'utf8').catch(() => '');
	return text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as TestResult);
}

function printTable(outcomes: readonly Outcome[]): void {
	console.log('\nsuite                 passed  failed  skipped  seconds');
	for (const { suite, passed, failed, skipped, seconds } of outcomes) {
		const columns = [passed, failed, skipped.length, seconds.toFixed(1)].map((value) =>
			String(value).padStart(8),
		);
		console.log(`${suite.name.padEnd(20)}${columns.join('')}`);
		for (const reason of skipped) console.log(`    skipped: ${reason}`);
	}
}

await mkdir('test-results', { recursive: true });
const outcomes: Outcome[] = [];
for (const suite of suites.filter(isChosen)) {
	const outcome = await runSuite(suite);
	outcomes.push(outcome);
	// Nothing after a broken build says anything.
	if (suite.name === 'build' && outcome.failed > 0) break;
}
printTable(outcomes);
const sum = (count: (outcome: Outcome) => number): number =>
	outcomes.reduce((total, one) => total + count(one), 0);
const failed = sum((outcome) => outcome.failed);
const skipped = sum((outcome) => outcome.skipped.length);
console.log(
	`\n${sum(({ passed }) => passed)} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
);
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
