/** A tree of processes for the fake agent to leave behind: each one starts the next and then just lives. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TreeFlag } from './fakeAgentScript.ts';

/** One member, as source text: bundled or not, there is no second file to find. */
const member = `
const { appendFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [source, depth, flags, pids] = process.argv.slice(1);
const has = (flag) => flags.split(',').includes(flag);
if (has('ignoreTerm')) process.on('SIGTERM', () => {});
if (!has('ignoreEof')) process.stdin.on('end', () => process.exit()).resume();
process.stdin.on('error', () => {});
if (Number(depth) > 1) {
	const out = has('holdStdout') ? 'inherit' : 'ignore';
	spawn(process.execPath, ['-e', source, source, String(depth - 1), flags, pids], {
		stdio: ['pipe', out, 'ignore'],
		// Only the last one leaves the group: the hardest to find.
		detached: has('setsid') && Number(depth) === 2,
	});
}
appendFileSync(pids, process.pid + '\\n');
setInterval(() => {}, 1000);
`;

/** Starts `depth` processes below this one and resolves when all of them live. */
export async function spawnTree(depth: number, flags: readonly TreeFlag[], pids: string): Promise<void> {
	const before = countLines(pids);
	const out = flags.includes('holdStdout') ? 'inherit' : 'ignore';
	spawn(process.execPath, ['-e', member, member, String(depth), flags.join(','), pids], {
		stdio: ['pipe', out, 'ignore'],
		detached: flags.includes('setsid') && depth === 1,
	});
	while (countLines(pids) < before + depth) await sleep(10);
}

function countLines(path: string): number {
	return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
