/** An agent that writes a lot to stderr: the newest lines are kept, within bounds, and a prompt is answered meanwhile. */
import assert from 'node:assert/strict';
import os from 'node:os';
import * as limits from '../../src/core/base/limits.ts';
import { AgentProcess } from '../../src/node/agentProcess.ts';
import { childEnv } from '../../src/node/childEnv.ts';
import { fakeAgentCommand } from '../agents/fakeAgentCommand.ts';
import { tell, watch, type Watched } from './watch.ts';

export interface StderrFigures extends Watched {
	readonly bytes: number;
	readonly lines: number;
}

const [, count = String(2 ** 30)] = process.argv.slice(2);
const bytes = Number(count);

async function flood(size: number): Promise<number> {
	const { command, args, env } = fakeAgentCommand({
		start: [{ stderrFlood: size }, { stderr: '\nthe last line\n' }, { die: { code: 0 } }],
	});
	const agent = await AgentProcess.start({
		command,
		args,
		cwd: os.tmpdir(),
		env: childEnv(process.env, env),
	});
	let lines = 0;
	agent.onStderr(() => lines++);
	const { stderrTail } = await agent.exited;
	const kept = stderrTail.split('\n');
	assert.equal(kept.at(-1), 'the last line');
	assert.ok(kept.length <= limits.stderrLines);
	assert.ok(Buffer.byteLength(stderrTail) <= limits.stderrBytes + limits.stderrLines);
	await agent.stop();
	return lines;
}

await flood(64 * 2 ** 20);
let lines = 0;
const watched = await watch(async () => {
	lines = await flood(bytes);
});
const figures: StderrFigures = { ...watched, bytes, lines };
tell(figures);
