/** The extension host of a real VS Code is killed -9: the agent, what it started and what it ran in a terminal vanish. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { listProcesses, type ProcessInfo, treeOf } from '../../../src/node/processTree.ts';
import { figure } from '../../tools/figure.ts';
import { readPids } from '../../agents/readPids.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const pids = path.join(os.tmpdir(), `acp-host-watchdog-${process.pid}`);
export const watchdogAgents = fakeAgents({
	Stubborn: {
		ignoreEof: true,
		ignoreTerm: true,
		start: [{ spawnTree: { depth: 2, flags: ['ignoreEof', 'ignoreTerm', 'setsid'], pids } }],
		on: {
			'session/prompt': [
				{
					request: {
						method: 'terminal/create',
						params: { sessionId: '$session', command: `echo $$ >> ${pids}; trap '' TERM; sleep 1000` },
					},
				},
				{ text: 'It runs.' },
				{ sleep: 100_000 },
			],
		},
	},
});

/** A process by its number. */
function find(pid: number | undefined): ProcessInfo {
	const found = listProcesses().find((entry) => entry.pid === pid);
	assert.ok(found !== undefined, `${pid} does not live`);
	return found;
}

function isExtensionHost(pid: number): boolean {
	return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('extensionHost');
}

/** @param open the window, of no use afterwards; its agents are those above */
export function describeWatchdog(open: () => Workbench): void {
	after(() => rm(pids, { force: true }));

	it('kill -9 of the extension host leaves nothing of the agent and its commands [hazard B2]', async () => {
		await startSession(open(), 'Stubborn');
		await open().chat.send('go');
		await eventually(
			async () => readPids(pids).length,
			(count) => count === 3,
		);
		const [member, , command] = readPids(pids);
		let agent = find(member);
		while (!isExtensionHost(agent.parent)) agent = find(agent.parent);
		const host = find(agent.parent);
		const ours = [
			...treeOf(listProcesses(), agent.pid),
			...treeOf(listProcesses(), command),
			...treeOf(listProcesses(), host.pid).filter(({ pid }) =>
				readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('watchdog.cjs'),
			),
		];
		assert.ok(ours.length >= 5, `${ours.length} processes`);
		process.kill(host.pid, 'SIGKILL');
		const left = (): number[] => {
			const now = listProcesses();
			return ours
				.filter(({ pid, startedAt }) =>
					now.some((entry) => entry.pid === pid && entry.startedAt === startedAt),
				)
				.map(({ pid }) => pid);
		};
		const start = performance.now();
		await eventually(
			async () => left(),
			(pidsLeft) => pidsLeft.length === 0,
			25_000,
		);
		figure('B2', `in a real VS Code: nothing left after ${Math.round(performance.now() - start)} ms`);
	});
}
