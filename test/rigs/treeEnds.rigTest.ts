/** Five kinds of trees and five ways to end them: nothing is left, by the numbers of the processes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { HostEnd, HostPids, TreeKind } from '../agents/hostOfTree.ts';
import { figure } from '../tools/figure.ts';
import { sized } from '../tools/sized.ts';
import { isAlive, tempDir, until } from '../unit/node/support.ts';

/** What is promised, and the starting of a host is not part of. */
const promisedMs = 3_000;
const slack = 5;

const kinds: readonly TreeKind[] = ['plain', 'ignoreTerm', 'ignoreEof', 'setsid', 'holdStdout'];
const ends: readonly (readonly [HostEnd | 'SIGKILL', string])[] = [
	['stop', 'the session stops its agent'],
	['kill', 'Force Stop'],
	['deactivate', 'the extension is disabled or the window closes in good order'],
	['exit', 'the extension host ends without a word, as on reload'],
	['SIGKILL', 'the extension host is killed'],
];

const dir = tempDir();
const started: number[] = [];
after(() => {
	for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
});

let [slowest, count] = [0, 0];

async function endTree(kind: TreeKind, end: HostEnd | 'SIGKILL'): Promise<void> {
	const folder = path.join(dir, `${kind}-${end}`);
	mkdirSync(folder);
	const program = fileURLToPath(new URL('../agents/hostOfTree.ts', import.meta.url));
	const host = spawn(process.execPath, [program, folder, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
	started.push(host.pid ?? 0);
	const exit = once(host, 'exit');
	const [line] = (await once(host.stdout, 'data')) as [Buffer];
	const { agent, tree, watchdog } = JSON.parse(line.toString()) as HostPids;
	started.push(agent, ...tree, watchdog);
	assert.equal(tree.length, 3);
	const start = performance.now();
	if (end === 'SIGKILL') host.kill('SIGKILL');
	else host.stdin.write(`${end}\n`);
	const left = (): number[] => [agent, ...tree].filter(isAlive);
	await until(() => left().length === 0, promisedMs * slack, `left: ${left().join(', ')}`);
	count++;
	slowest = Math.max(slowest, performance.now() - start);
	host.stdin.end();
	await exit;
	await until(() => !isAlive(watchdog), 20_000, 'the watchdog is left');
}

describe(
	'nothing of a tree of three is left [hazard B1]',
	{
		concurrency: 4,
		skip: process.platform === 'win32',
	},
	() => {
		for (const [at, kind] of kinds.entries())
			for (const [end, what] of endsOf(at)) it(`that is ${kind}, after: ${what}`, () => endTree(kind, end));
	},
);

/** All of them, or two in turn, so that each end meets two kinds. */
function endsOf(at: number): typeof ends {
	return [...ends.slice(at), ...ends.slice(0, at)].slice(0, sized(ends.length, 2));
}

it('the slowest of the ends is told [hazard B1]', () => {
	figure('B1', `${count} ends, the slowest took ${Math.round(slowest)} ms`);
	assert.ok(slowest > 0);
});
