/**
 * Runs suites, a few of them at the same time, and says at the end what ran, and which tests failed with what.
 *   node test/tools/test.ts                 all of them
 *   node test/tools/test.ts unit webview    those whose name is, or begins with, a given word
 *   node test/tools/test.ts --long          at full size (`sized.ts`), with what takes long by nature
 * A suite without a single test counts as failed: an empty suite must not look green. So does one that leaves a process
 * or a temporary file of ours behind (`runPlace.ts`).
 *
 * A suite that drives an editor through a browser has a second try (`secondTry.ts`), because on a shared machine such
 * a test can fail by no fault of the code: if at most five of its tests fail, their files run once more, alone. What
 * keeps that honest: a test that needed it is counted and listed as unsteady, with its error.
 */
import { type Suite, suiteGroups } from './suites.ts';
import { type Outcome, runSuite } from './suiteRun.ts';
import { countsOf, summaryLines } from './summary.ts';

const chosen = process.argv.slice(2).filter((word) => word !== '--long');
const isChosen = ({ name }: Suite): boolean =>
	chosen.length === 0 || chosen.some((word) => name.startsWith(word));

const outcomes: Outcome[] = [];

async function runLane(suites: readonly Suite[]): Promise<void> {
	for (const suite of suites) outcomes.push(await runSuite(suite, { folder: 'test-results', isLoud: true }));
}

for (const group of suiteGroups) {
	const lanes = group.map((suites) => suites.filter(isChosen)).filter((suites) => suites.length > 0);
	const names = lanes.map((suites) => suites.map(({ name }) => name).join(' then '));
	if (lanes.length > 0) console.log(`\n── ${names.join(', ')} ──`);
	await Promise.all(lanes.map(runLane));
	// Nothing after a broken build says anything.
	if (group.flat().some(({ name }) => name === 'build') && countsOf(outcomes).failed > 0) break;
}
for (const line of summaryLines(outcomes)) console.log(line);
process.exitCode = outcomes.length > 0 && countsOf(outcomes).failed === 0 ? 0 : 1;
