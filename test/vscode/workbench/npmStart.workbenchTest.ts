/** `npm start`: prints an address that answers, has its agents where the settings say, and Ctrl+C ends all of it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
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

/**
 * What the first frame says that an agent answers.
 * @param name of the agent in the settings that `npm start` writes
 */
async function answerOf(
	name: string,
	request: { readonly method: string; readonly params: object },
): Promise<string> {
	const file = path.join(projectFolder, '.vscode-test/start/data/data/Machine/settings.json');
	const text = await readFile(file, 'utf8');
	const settings = JSON.parse(text) as { 'acpHost.agents': Record<string, { url: string }> };
	const url = settings['acpHost.agents'][name]?.url;
	assert.ok(url, `no address of ${name} in:\n${text}`);
	const socket = new WebSocket(url);
	try {
		await once(socket, 'open');
		// A Pioneer gateway takes ids of this length only.
		socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'a'.repeat(21), ...request }));
		const [frame] = (await once(socket, 'message')) as [Buffer];
		return String(frame);
	} finally {
		socket.terminate();
	}
}

it('npm start prints an address that answers, and Ctrl+C ends every process [hazard B1]', async (context) => {
	if (process.platform !== 'linux') return context.skip('looks for processes in /proc');
	const child = spawn(process.execPath, ['test/tools/start.ts'], {
		cwd: projectFolder,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		let output = '';
		child.stdout.on('data', (data: Buffer) => (output += String(data)));
		for (let tries = 0; tries < 900 && !/http:\S+/u.test(output); tries++) await sleep(100);
		const address = /http:\S+/u.exec(output)?.[0];
		assert.ok(address, `no address in:\n${output}`);
		const answer = await fetch(address);
		assert.equal(answer.status, 200);
		const initialize = { method: 'initialize', params: { protocolVersion: 1 } };
		assert.match(await answerOf('Demo Agent (remote)', initialize), /"protocolVersion":1/u);
		const workspace = { method: 'workspace/default', params: {} };
		assert.match(await answerOf('Demo Gateway', workspace), /"result":/u);
		assert.ok((await startedProcesses()).length > 0);
	} finally {
		const hasExited = child.exitCode === null ? once(child, 'exit') : undefined;
		child.kill('SIGINT');
		await hasExited;
	}
	for (let tries = 0; tries < 50 && (await startedProcesses()).length > 0; tries++) await sleep(100);
	assert.deepEqual(await startedProcesses(), []);
});
