/**
 * Keeps a process and everything it starts: `node keeper.ts <folders to delete, as JSON> <command> <args ...>`. Its end
 * of a pipe tells it when its owner is gone, even by SIGKILL: then it ends its whole group, politely first, and deletes
 * the folders. It must lead a process group of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const politeMs = 3000;
const [folders = '[]', command = '', ...args] = process.argv.slice(2);

// Signals reach the whole group, so its members end by themselves; the keeper is the last to go.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The reader is gone with the owner.
process.stderr.on('error', () => undefined);

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const childEnded = once(child, 'exit').catch((error: unknown) => console.error(error));
const ownerGone = once(process.stdin.resume(), 'end');
await Promise.race([childEnded, ownerGone]);
process.kill(-process.pid, 'SIGTERM');
await Promise.race([childEnded, wait(politeMs)]);
for (const folder of JSON.parse(folders) as string[]) {
	try {
		// A process that is just ending may still write, so a few tries are normal.
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	} catch (error) {
		console.error(error);
	}
}
process.kill(-process.pid, 'SIGKILL');
