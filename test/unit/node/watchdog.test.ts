import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { WatchedTrees } from '../../../src/node/watchdog/watchedTrees.ts';
import { Watchdog, needsWatchdog } from '../../../src/node/watchdog/watchdog.ts';
import { listProcesses, startOf } from '../../../src/node/processTree.ts';
import { detachedOption } from '../../../src/node/spawnCommand.ts';
import { readPids } from '../../agents/readPids.ts';
import { isAlive, ownChildren, startFake, tempDir, until } from './support.ts';

const skip = process.platform === 'win32' && 'there is no watchdog on Windows';
const dir = tempDir();
const program = fileURLToPath(new URL('../../../src/node/watchdog/main.ts', import.meta.url));

/** Something to hold: the leader of its group, which lives until it is ended. */
function sleeper(): ChildProcess & { readonly pid: number } {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
		stdio: 'ignore',
		detached: true,
	});
	assert.ok(child.pid !== undefined);
	return child as ChildProcess & { readonly pid: number };
}

function gone(pid: number | undefined): Promise<void> {
	return until(() => pid !== undefined && !isAlive(pid), 20_000, `${pid} is still there`);
}

describe('the watchdog [hazard B2]', { skip }, () => {
	it('runs as long as there is something to hold, once for all of it', async () => {
		const watchdog = new Watchdog(program, assert.fail);
		assert.equal(watchdog.pid, undefined);
		const children = [sleeper(), sleeper(), sleeper()];
		const held = children.map(({ pid }) => watchdog.watch(pid));
		const { pid } = watchdog;
		assert.ok(pid !== undefined && isAlive(pid));
		assert.equal(ownChildren().length, children.length + 1);
		held[0]?.dispose();
		held[1]?.dispose();
		held[1]?.dispose();
		assert.equal(watchdog.pid, pid);
		held[2]?.dispose();
		assert.equal(watchdog.pid, undefined);
		await gone(pid);
		assert.deepEqual(
			children.map((child) => isAlive(child.pid)),
			[true, true, true],
			'what was let go of lives',
		);
		for (const child of children) child.kill('SIGKILL');
	});

	it('ends what is held, and nothing else, when it is disposed of', async () => {
		const watchdog = new Watchdog(program, assert.fail);
		const [held, free] = [sleeper(), sleeper()];
		watchdog.watch(held.pid);
		watchdog.watch(free.pid).dispose();
		const { pid } = watchdog;
		watchdog.dispose();
		await gone(held.pid);
		await gone(pid);
		assert.ok(isAlive(free.pid));
		free.kill('SIGKILL');
	});

	it('is started again when it is killed, and then holds the same', async () => {
		const watchdog = new Watchdog(program, assert.fail);
		const held = sleeper();
		watchdog.watch(held.pid);
		const first = watchdog.pid;
		// One that ends at once counts as one that does not work.
		for (const started = performance.now(); performance.now() - started < 1100;) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		process.kill(first ?? 0, 'SIGKILL');
		await until(() => watchdog.pid !== undefined && watchdog.pid !== first, 20_000);
		watchdog.dispose();
		await gone(held.pid);
	});

	it('is not ended by the signals that end a session', async () => {
		const watchdog = new Watchdog(program, assert.fail);
		const held = sleeper();
		const hold = watchdog.watch(held.pid);
		const { pid } = watchdog;
		assert.ok(pid !== undefined);
		// A signal before its first line would end it; then it is started anew, which is another promise.
		await new Promise((resolve) => setTimeout(resolve, 1100));
		for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
		await new Promise((resolve) => setTimeout(resolve, 200));
		assert.ok(isAlive(pid));
		hold.dispose();
		await gone(pid);
		held.kill('SIGKILL');
	});

	for (const [what, script] of [
		['cannot be found', path.join(dir, 'missing.ts')],
		['is no program', '/'],
	] as const) {
		it(`that ${what} is tried three times and told once; the agent runs all the same`, async () => {
			const lines: string[] = [];
			const watchdog = new Watchdog(script, (line) => lines.push(line));
			const held = sleeper();
			const hold: Disposable = watchdog.watch(held.pid);
			await until(() => lines.length > 0, 20_000);
			await new Promise((resolve) => setTimeout(resolve, 200));
			assert.equal(lines.length, 1);
			assert.match(lines[0] ?? '', /watchdog of the agents does not work/);
			assert.ok(isAlive(held.pid));
			hold.dispose();
			held.kill('SIGKILL');
		});
	}
});

describe('trees under the watchdog [hazard B2]', { skip }, () => {
	it('are not those of a later process with the same number', async () => {
		const stranger = sleeper();
		const trees = new WatchedTrees();
		trees.take(`+${stranger.pid} 12345`);
		assert.deepEqual(trees.members(), []);
		await trees.end(0, 1000);
		assert.ok(isAlive(stranger.pid));
		stranger.kill('SIGKILL');
	});

	it('are ended with a grandchild of another session that lost its parent after the first look', async () => {
		const pids = path.join(dir, 'lost');
		const { process: agent } = await startFake({
			start: [{ spawnTree: { depth: 2, flags: ['setsid', 'ignoreEof', 'ignoreTerm'], pids } }],
		});
		await until(() => readPids(pids).length === 2, 20_000);
		const trees = new WatchedTrees();
		trees.take(`+${agent.pid} ${startOf(agent.pid)}`);
		assert.equal(trees.members().length, 3);
		const members = readPids(pids);
		const child = listProcesses().find(({ parent }) => parent === agent.pid)?.pid;
		const grandchild = members.find((pid) => pid !== child);
		for (const pid of [child, agent.pid]) process.kill(pid ?? 0, 'SIGKILL');
		await gone(child);
		assert.ok(isAlive(grandchild ?? 0));
		await trees.end(0, 5000);
		await gone(grandchild);
	});

	it('are found by their group when the leader left before the first look', async () => {
		const code = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
			setInterval(() => {}, 1000)`;
		const leader = spawn(process.execPath, ['-e', code], { stdio: 'ignore', detached: true });
		const { pid } = leader;
		assert.ok(pid !== undefined);
		const trees = new WatchedTrees();
		trees.take(`+${pid} ${startOf(pid)}`);
		const other = new WatchedTrees();
		other.take(`+${pid} ${startOf(pid)}`);
		await until(() => other.members().length === 2, 20_000);
		leader.kill('SIGKILL');
		await gone(pid);
		assert.equal(trees.members().length, 1);
		await trees.end(0, 5000);
		assert.deepEqual(other.members(), []);
	});

	it('that have ended are forgotten, and what is no message is ignored', () => {
		const trees = new WatchedTrees();
		trees.take(`+${process.pid} ${startOf(process.pid)}`);
		for (const line of ['', '+', '-', '+x', 'hello', '-1e3']) trees.take(line);
		assert.ok(trees.members().some(({ pid }) => pid === process.pid));
		trees.take(`-${process.pid}`);
		assert.deepEqual(trees.members(), []);
	});

	it('that leave by themselves have the time for it', async () => {
		const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300)'], {
			stdio: 'ignore',
			detached: true,
		});
		const exit = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
		const trees = new WatchedTrees();
		trees.take(`+${child.pid} ${startOf(child.pid ?? 0)}`);
		await trees.end(20_000, 0);
		assert.deepEqual(await exit, [0, null]);
	});
});

describe('on Windows [hazard B2] (rules only, not run there)', () => {
	it('there is no watchdog: the job of Node ends children that are not detached', () => {
		assert.equal(needsWatchdog('win32'), false);
		assert.deepEqual(detachedOption('win32'), { detached: false });
	});

	it('elsewhere each agent leads a group of its own, and there is one', () => {
		for (const platform of ['linux', 'darwin', 'freebsd'] as const) {
			assert.equal(needsWatchdog(platform), true);
			assert.deepEqual(detachedOption(platform), { detached: true });
		}
	});
});
