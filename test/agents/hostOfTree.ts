/**
 * A host with one agent that has a tree of three processes below it: `node hostOfTree.ts <folder> <kind of tree>`.
 * It prints their numbers as one line of JSON, and takes one line: how to end.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AgentProcess } from '../../src/node/agentProcess.ts';
import { childEnv } from '../../src/node/childEnv.ts';
import { Watchdog } from '../../src/node/watchdog/watchdog.ts';
import { fakeAgentCommand } from './fakeAgentCommand.ts';
import type { TreeFlag } from './fakeAgentScript.ts';
import { readPids } from './readPids.ts';

export type TreeKind = 'plain' | TreeFlag;

/** `deactivate` is what the window does: it waits for the stop, but not for ever, and is gone. */
export type HostEnd = 'stop' | 'kill' | 'deactivate' | 'exit';

export interface HostPids {
	readonly watchdog: number;
	readonly agent: number;
	readonly tree: readonly number[];
}

const depth = 3;
const [folder = '', kind = 'plain'] = process.argv.slice(2);
const flags: readonly TreeFlag[] = kind === 'plain' ? [] : [kind as TreeFlag, 'ignoreEof'];
const pids = path.join(folder, 'pids');
const watchdog = new Watchdog(
	fileURLToPath(new URL('../../src/node/watchdog/main.ts', import.meta.url)),
	console.error,
);
const { command, args, env } = fakeAgentCommand({
	ignoreTerm: flags.includes('ignoreTerm'),
	ignoreEof: flags.length > 0,
	start: [{ spawnTree: { depth, flags, pids } }],
});
const agent = await AgentProcess.start(
	{ command, args, cwd: folder, env: childEnv(process.env, env) },
	{ reaper: watchdog },
);
while (readPids(pids).length < depth) await sleep(10);
const numbers: HostPids = { watchdog: watchdog.pid ?? -1, agent: agent.pid, tree: readPids(pids) };
process.stdout.write(`${JSON.stringify(numbers)}\n`);

async function end(how: HostEnd): Promise<void> {
	switch (how) {
		case 'stop':
			return agent.stop();
		case 'kill':
			return agent.kill();
		case 'deactivate':
			await Promise.race([agent.stop(), sleep(500)]);
			watchdog.dispose();
			return process.exit();
		case 'exit':
			return process.exit();
	}
}

process.stdin.setEncoding('utf8').on('data', (line) => void end(String(line).trim() as HostEnd));
process.stdin.on('end', () => process.exit());
