/** `npm start`: prints an address that answers, and Ctrl+C ends all of it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../launcher/cache.ts';

/** Command lines of all processes that name what `npm start` keeps its data in. */
async function startedProcesses(): Promise<string[]> {
	const found: string[] = [];
	for await (const file of glob('/proc/[0-9]*/cmdline')) {
		const line = (await readFile(file, 'utf8').catch(() => '')).replaceAll('\0', ' ');
		if (line.includes('.vscode-test/start/')) found.push(line);
	}
	return found;
}

it('npm start prints an address that answers, and Ctrl+C ends every process [hazard B1]', async (context) => {
	if (process.platform !== 'linux') return context.skip('looks for processes in /proc');
	const child = spawn(process.execPath, ['test/tools/start.ts'], {
		cwd: projectFolder,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	child.stdout.on('data', (data: Buffer) => (output += String(data)));
	for (let tries = 0; tries < 900 && !/http:\S+/u.test(output); tries++) await sleep(100);
	const address = /http:\S+/u.exec(output)?.[0];
	assert.ok(address, `no address in:\n${output}`);
	const answer = await fetch(address);
	assert.equal(answer.status, 200);
	assert.ok((await startedProcesses()).length > 0);
	child.kill('SIGINT');
	await once(child, 'exit');
	for (let tries = 0; tries < 50 && (await startedProcesses()).length > 0; tries++) await sleep(100);
	assert.deepEqual(await startedProcesses(), []);
});
