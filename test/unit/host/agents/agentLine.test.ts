/** The line to an agent that is a program. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { startProcess } from '../../../../src/host/agents/agentLine.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { isAlive, tempDir, until } from '../../node/support.ts';
import { only } from '../../only.ts';

it('a line that is disposed of writes no more to the log, whatever the agent has printed by then', async () => {
	const logged: string[] = [];
	const folder = tempDir();
	const code = 'setInterval(() => process.stderr.write(`${process.pid}\\n`.repeat(1000)), 1)';
	const definition = {
		type: 'program' as const,
		name: 'Chatty',
		command: process.execPath,
		args: ['-e', code],
		env: {},
	};
	const line = await startProcess(
		only<StartOptions>({
			definition: only<StartOptions['definition']>(definition),
			folder,
			launchFolder: folder,
			log: only<StartOptions['log']>({ info: (text: string) => void logged.push(text) }),
		}),
		new Redactor([]),
	);
	await until(() => logged.length > 1000);
	line.dispose();
	const count = logged.length;
	const pid = Number(/\d+$/u.exec(logged.at(-1) ?? '')?.[0]);
	await until(() => !isAlive(pid));
	assert.equal(logged.length, count);
});
