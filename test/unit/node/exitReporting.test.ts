import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { reportingExit } from '../../../src/node/spawnCommand.ts';

/** How a program of a few lines of JavaScript ends, as VS Code's terminal sees it. */
function endOf(code: string, ...args: string[]): Promise<{ code: number | null; signal: string | null }> {
	const command = { file: process.execPath, args: ['-e', code, ...args], isVerbatim: false };
	const { file, args: all } = reportingExit(command, 'linux');
	const child = spawn(file, all, { stdio: 'ignore' });
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (exitCode, signal) => resolve({ code: exitCode, signal }));
	});
}

describe('[acp C27] a login program', { skip: process.platform === 'win32' }, () => {
	it('ends with its own exit code', async () => {
		assert.deepEqual(await endOf(''), { code: 0, signal: null });
		assert.deepEqual(await endOf('process.exit(3)'), { code: 3, signal: null });
	});

	it('that a signal ended has an exit code that is not 0', async () => {
		for (const [signal, number] of [
			['SIGKILL', 9],
			['SIGINT', 2],
			['SIGTERM', 15],
		] as const) {
			const code = `process.kill(process.pid, '${signal}'); setInterval(() => 0, 1000)`;
			assert.deepEqual(await endOf(code), { code: 128 + number, signal: null }, signal);
		}
	});

	it('gets its arguments as they are', async () => {
		const args = ['a b', '"', "'; exit 9 #", '$HOME', '`id`', '', '*', 'ü\n'];
		const code = `process.exit(JSON.stringify(process.argv.slice(1)) === ${JSON.stringify(JSON.stringify(args))} ? 0 : 1)`;
		assert.deepEqual(await endOf(code, ...args), { code: 0, signal: null });
	});

	it('is started as it is on Windows, where signals end nothing', () => {
		const command = { file: 'C:\\x.exe', args: ['a'], isVerbatim: false };
		assert.equal(reportingExit(command, 'win32'), command);
	});
});
