import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { OutputBuffer } from '../../../src/node/outputBuffer.ts';
import { isShellLine, type TerminalOptions, TerminalProcess } from '../../../src/node/terminalProcess.ts';
import { isAlive, randomIntegers, seed, tempDir, until } from './support.ts';

const dir = tempDir();
const skip = process.platform === 'win32';

function run(
	command: string,
	args: string[] = [],
	options: Partial<TerminalOptions> = {},
): Promise<TerminalProcess> {
	return TerminalProcess.start({ command, args, cwd: dir, env: childEnv(process.env), ...options });
}

function runNode(code: string, ...args: string[]): Promise<TerminalProcess> {
	return run(process.execPath, ['-e', code, ...args]);
}

describe('a terminal', { skip }, () => {
	it('[acp C89] is there before the command ends; [acp C92] it has no exit status while it runs', async () => {
		const start = performance.now();
		const terminal = await run('sleep', ['30']);
		assert.ok(performance.now() - start < 200 * 5);
		assert.deepEqual(terminal.output(), { output: '', truncated: false });
		await terminal.kill();
		assert.deepEqual(await terminal.exited, { exitCode: null, signal: 'SIGTERM' });
	});

	it('[acp C90] [acp C92] kill answers the waiters and keeps the output; so does release', async () => {
		for (const how of ['kill', 'dispose'] as const) {
			const terminal = await runNode("console.log('started'); setInterval(() => {}, 1000)");
			const waiters = [terminal.exited, terminal.exited];
			await until(() => terminal.output().output === 'started\n');
			await terminal[how]();
			const exit = { exitCode: null, signal: how === 'kill' ? 'SIGTERM' : 'SIGKILL' };
			assert.deepEqual(await Promise.all(waiters), [exit, exit]);
			assert.deepEqual(terminal.output(), { output: 'started\n', truncated: false, exitStatus: exit });
			assert.equal(isAlive(terminal.pid), false);
			await terminal.kill();
			terminal.dispose();
		}
	});

	it('gives the exit code, and all of the output of a short command', async () => {
		const terminal = await runNode("process.stdout.write('out'); process.exitCode = 3");
		assert.deepEqual(await terminal.exited, { exitCode: 3, signal: null });
		assert.deepEqual(terminal.output(), {
			output: 'out',
			truncated: false,
			exitStatus: { exitCode: 3, signal: null },
		});
	});

	it('[hazard B10] hands arguments on untouched', async () => {
		const args = ['a b', '$HOME', '"', "'", '', '*', '`id`', 'x;y', '\n', 'é'];
		const terminal = await runNode('console.log(JSON.stringify(process.argv.slice(1)))', '--', ...args);
		await terminal.exited;
		assert.deepEqual(JSON.parse(terminal.output().output), args);
	});

	it('runs a whole shell line through the shell, in its folder and with its environment', async () => {
		const env = childEnv(process.env, { WORD: 'hello' });
		const terminal = await run('echo "$WORD" | tr a-z A-Z && pwd && exit 5', [], { env });
		assert.deepEqual(await terminal.exited, { exitCode: 5, signal: null });
		assert.equal(terminal.output().output, `HELLO\n${dir}\n`);
	});

	it('merges stdout and stderr and never splits a character', async () => {
		const code =
			"const fs = require('fs'); const b = Buffer.from('é漢😀'); for (const x of b) { fs.writeSync(1, Buffer.from([x])); fs.writeSync(2, Buffer.from([x])); }";
		const pieces: string[] = [];
		const terminal = await runNode(code);
		terminal.onData((text) => pieces.push(text));
		await terminal.exited;
		const { output } = terminal.output();
		assert.equal(pieces.join(''), output);
		assert.deepEqual(Array.from(output).toSorted(), Array.from('é漢😀é漢😀').toSorted());
	});

	it('[acp C88] keeps the newest bytes only', async () => {
		const terminal = await run('printf "😀%.0s" 1 2 3 4 5', [], { outputByteLimit: 10 });
		await terminal.exited;
		assert.deepEqual(terminal.output(), {
			output: '😀😀',
			truncated: true,
			exitStatus: { exitCode: 0, signal: null },
		});
	});

	it('bounds the output when the agent names no limit', async () => {
		const terminal = await runNode("process.stdout.write('x'.repeat(3 * 1024 * 1024))");
		await terminal.exited;
		assert.equal(terminal.output().output.length, limits.terminalBytes);
	});

	it('[acp C93] [hazard B1] takes everything it started with it', async () => {
		for (const how of ['kill', 'dispose'] as const) {
			const pids = join(dir, how);
			const terminal = await run(
				`sleep 60 & echo $! >> ${pids}; (trap '' TERM; sleep 61) & echo $! >> ${pids}; setsid sleep 62 & echo $! >> ${pids}; wait`,
			);
			await until(() => existsSync(pids) && readFileSync(pids, 'utf8').trimEnd().split('\n').length === 3);
			// The last one needs a moment to make its session.
			await new Promise((resolve) => setTimeout(resolve, 50));
			await terminal[how]();
			const list = readFileSync(pids, 'utf8').trimEnd().split('\n').map(Number);
			await until(() => !list.some(isAlive), 3000, `alive after ${how}: ${list.filter(isAlive).join(', ')}`);
		}
	});

	it('is told as ended although something it started holds its output; release ends that too', async () => {
		const pids = join(dir, 'background');
		const terminal = await run(`sleep 60 & echo $! > ${pids}`);
		assert.deepEqual(await terminal.exited, { exitCode: 0, signal: null });
		const pid = Number(readFileSync(pids, 'utf8'));
		assert.ok(isAlive(pid));
		terminal.dispose();
		await until(() => !isAlive(pid));
	});

	it('[hazard B7] rejects when there is no such program', async () => {
		await assert.rejects(run('no-such-program'), (error) => AgentError.is(error, 'spawn'));
	});
});

describe('[acp C88] truncation', () => {
	it('cuts from the start on a character boundary', () => {
		for (const [limit, expected] of [
			[12, 'aé漢😀'],
			[10, 'aé漢😀'],
			[9, 'é漢😀'],
			[8, '漢😀'],
			[7, '漢😀'],
			[6, '😀'],
			[3, ''],
			[0, ''],
		] as const) {
			const buffer = new OutputBuffer(limit);
			buffer.append('aé漢😀');
			assert.equal(buffer.toString(), expected, `limit ${limit}`);
			assert.equal(buffer.isTruncated, limit < 10);
		}
	});

	it(`equals the cut of the whole, however it was appended, seed ${seed}`, () => {
		const random = randomIntegers();
		const alphabet = Array.from('ab\né漢😀');
		for (let n = 0; n < 500; n++) {
			const limit = random(60);
			const buffer = new OutputBuffer(limit);
			let whole = '';
			for (let piece = random(20); piece > 0; piece--) {
				const text = Array.from({ length: random(10) }, () => alphabet[random(alphabet.length)]).join('');
				buffer.append(text);
				whole += text;
			}
			let expected = whole;
			while (Buffer.byteLength(expected) > limit) expected = Array.from(expected).slice(1).join('');
			assert.equal(buffer.toString(), expected);
			assert.equal(buffer.isTruncated, expected !== whole);
		}
	});
});

it('keeps the newest of very many single bytes without growing slow', () => {
	const limit = 2 ** 20;
	const buffer = new OutputBuffer(limit);
	const began = performance.now();
	for (let n = 0; n < 2 * limit; n++) {
		buffer.append(n < limit ? 'a' : 'b');
		// A step that costs as much as the list is long takes minutes; one that does not takes a second.
		if (n % 1024 === 0) assert.ok(performance.now() - began < 30_000, `${n} bytes took too long`);
	}
	const text = buffer.toString();
	assert.deepEqual([text.length, text.includes('a'), buffer.isTruncated], [limit, false, true]);
});

it('tells a shell line from a program', () => {
	const lines = [
		'ls -la',
		'a|b',
		'a;b',
		'cd x && y',
		'echo $X',
		'~/bin/x',
		'X=1 y',
		'a > b',
		'a\nb',
		'`x`',
		'"/a b/c" d',
	];
	for (const line of lines) {
		assert.equal(isShellLine(line, undefined), true, line);
		assert.equal(isShellLine(line, null), true, line);
		assert.equal(isShellLine(line, []), true, line);
		assert.equal(isShellLine(line, ['x']), false, line);
	}
	for (const program of ['ls', '/usr/bin/env', './run.sh', 'C:\\x\\y.exe', 'g++', 'a-b_c.d'])
		assert.equal(isShellLine(program, []), false, program);
	assert.equal(
		isShellLine('/opt/My Tool/bin', [], (path) => path === '/opt/My Tool/bin'),
		false,
	);
});
