/**
 * What the extension host is to its agents, as a program to be killed: a watchdog, three agents with trees that are hard to
 * end, and a command in a terminal. `node doomedHost.ts <folder>` prints their numbers as one line of JSON, then lives.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AgentProcess } from '../../src/node/agentProcess.ts';
import { childEnv } from '../../src/node/childEnv.ts';
import { Watchdog } from '../../src/node/watchdog/watchdog.ts';
import { TerminalProcess } from '../../src/node/terminalProcess.ts';
import { fakeAgentCommand } from './fakeAgentCommand.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';
import { readPids } from './readPids.ts';

export interface DoomedPids {
	readonly watchdog: number;
	/** Agents, what they started, and the command with what it started. */
	readonly others: readonly number[];
}

const treeDepth = 2;

async function startAgent(folder: string, name: string, reaper: Watchdog): Promise<number[]> {
	const pids = path.join(folder, name);
	const script: FakeAgentScript = {
		ignoreEof: true,
		ignoreTerm: true,
		start: [{ spawnTree: { depth: treeDepth, flags: ['ignoreEof', 'ignoreTerm', 'setsid'], pids } }],
	};
	const { command, args, env } = fakeAgentCommand(script);
	const line = { command, args, cwd: folder, env: childEnv(process.env, env) };
	const agent = await AgentProcess.start(line, { reaper });
	while (readPids(pids).length < treeDepth) await sleep(10);
	return [agent.pid, ...readPids(pids)];
}

async function startCommand(folder: string, reaper: Watchdog): Promise<number[]> {
	const pids = path.join(folder, 'command');
	const command = `sleep 1000 & echo $! >> '${pids}'; trap '' TERM; wait`;
	const terminal = await TerminalProcess.start({
		command,
		args: [],
		cwd: folder,
		env: childEnv(process.env),
		reaper,
	});
	while (readPids(pids).length < 1) await sleep(10);
	return [terminal.pid, ...readPids(pids)];
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: doomedHost.ts <folder>');
const watchdog = new Watchdog(
	fileURLToPath(new URL('../../src/node/watchdog/main.ts', import.meta.url)),
	console.error,
);
const trees = await Promise.all([
	...['first', 'second', 'third'].map((name) => startAgent(folder, name, watchdog)),
	startCommand(folder, watchdog),
]);
const pids: DoomedPids = { watchdog: watchdog.pid ?? -1, others: trees.flat() };
process.stdout.write(`${JSON.stringify(pids)}\n`);
setInterval(() => undefined, 1000);
