import { appendFile } from 'node:fs/promises';
import { figureName } from '../../tools/hazardRows.ts';
import { forbidNetwork, projectFolder } from './noNetwork.ts';
import { measured, networkWatch, registered, type RegisteredTest } from './registry.ts';

/** Starts each line that the launcher passes on to the terminal. */
const outputMark = '[host-suite] ';

/** Runs every registered test; rejects when one failed or when there is none. VS Code calls it as `run()`. */
export async function runRegistered(): Promise<void> {
	const rejections: unknown[] = [];
	const note = (reason: unknown): void => {
		// VS Code's own Git looks into folders that a test has removed meanwhile.
		if (!(reason instanceof Error && reason.message.startsWith('spawn git'))) rejections.push(reason);
	};
	process.on('unhandledRejection', note);
	const network = forbidNetwork(projectFolder());
	networkWatch.current = network;
	let failed = 0;
	for (const test of registered) {
		const { name, file } = test;
		const started = performance.now();
		const error = await outcomeOf(test, rejections);
		const ms = Math.round(performance.now() - started);
		print(`${error === undefined ? '✔' : '✖'} ${name} (${ms} ms)`);
		if (error !== undefined) {
			failed++;
			print(error);
		}
		const state = error === undefined ? 'passed' : 'failed';
		await record({ name, file, ms, state, ...(error === undefined ? {} : { error }) });
		for (const { hazard, text } of measured.splice(0)) {
			print(`figure [hazard ${hazard}] ${text}`);
			await record({ name: figureName(hazard), file, state: 'figure', figure: text });
		}
	}
	process.off('unhandledRejection', note);
	network.end();
	if (network.attempts.length > 0) throw new Error(`The network was tried:\n${network.attempts.join('\n')}`);
	print(`${registered.length - failed} passed, ${failed} failed`);
	if (failed > 0 || registered.length === 0)
		throw new Error(`${failed} of ${registered.length} tests failed`);
}

async function outcomeOf(
	{ run, timeoutMs }: Pick<RegisteredTest, 'run' | 'timeoutMs'>,
	rejections: unknown[],
): Promise<string | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`No end within ${timeoutMs} ms`)), timeoutMs);
	});
	try {
		await Promise.race([run(), late]);
		const [rejection] = rejections.splice(0);
		return rejection === undefined ? undefined : `Unhandled rejection: ${describe(rejection)}`;
	} catch (error) {
		return describe(error);
	} finally {
		clearTimeout(timer);
	}
}

/** The workbench forwards every console line of the window; the mark tells ours from its own. */
function print(text: string): void {
	for (const line of text.split('\n')) console.log(`${outputMark}${line}`);
}

function describe(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function record(result: object): Promise<void> {
	const file = process.env['ACP_HOST_TEST_RESULTS'];
	if (file !== undefined) await appendFile(file, `${JSON.stringify({ suite: 'host', ...result })}\n`);
}
