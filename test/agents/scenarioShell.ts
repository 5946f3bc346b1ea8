/** Commands of the scenario agent: run by the client in version 1, by the agent itself since. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { JsonObject } from './fakeAgentScript.ts';
import { Cancelled, type ScenarioTurn } from './scenarioTurn.ts';

/** A program of Node, so that it is there on every machine. */
export interface Command {
	readonly title: string;
	readonly source: string;
}

export const hello: Command = {
	title: 'say hello',
	source: `process.stdout.write('hello from the shell\\n\\u001b[32mgreen\\u001b[0m ✓ 👋 done\\n')`,
};
export const failing: Command = {
	title: 'fail',
	source: `process.stderr.write('no such thing\\n'); process.exitCode = 3`,
};
export const endless: Command = {
	title: 'wait for ever',
	source: `process.stdout.write('waiting\\n'); setInterval(() => {}, 1000)`,
};

/** Runs it as a tool call and waits for its end. Stop ends it. @returns how it ended, in words */
export async function runCommand(turn: ScenarioTurn, command: Command): Promise<string> {
	return turn.context.shape === 'v1' ? runByClient(turn, command) : runByAgent(turn, command);
}

async function runByClient(turn: ScenarioTurn, { title, source }: Command): Promise<string> {
	const toolCallId = turn.updates.id('shell');
	const params = { command: process.execPath, args: ['-e', source] };
	const { terminalId } = await turn.ask('terminal/create', params);
	startCall(turn, toolCallId, title, terminalId);
	const kill = (): void => void turn.ask('terminal/kill', { terminalId });
	turn.signal.addEventListener('abort', kill);
	// Stop may have come before the command was known here.
	if (turn.signal.aborted) kill();
	const exit = await turn.ask('terminal/wait_for_exit', { terminalId });
	turn.signal.removeEventListener('abort', kill);
	await turn.ask('terminal/release', { terminalId });
	turn.check();
	return endCall(turn, toolCallId, exit);
}

async function runByAgent(turn: ScenarioTurn, command: Command): Promise<string> {
	const { toolCallId, terminalId, child } = startByAgent(turn, command);
	const kill = (): void => void child.kill();
	turn.signal.addEventListener('abort', kill);
	const exit = await exitOf(child);
	turn.signal.removeEventListener('abort', kill);
	turn.updates.terminal(terminalId, { exitStatus: exit });
	if (!turn.signal.aborted) return endCall(turn, toolCallId, exit);
	// A has no such status: there the client alone says so.
	if (turn.context.shape !== 'A') turn.updates.toolCall(toolCallId, { status: 'cancelled' });
	throw new Cancelled();
}

/** Starts it and does not wait. What it writes goes out in pieces that cut characters. */
export function startByAgent(
	turn: ScenarioTurn,
	{ title, source }: Command,
	capabilities: JsonObject = {},
): { toolCallId: string; terminalId: string; child: ChildProcess } {
	const toolCallId = turn.updates.id('shell');
	const terminalId = turn.updates.id('terminal');
	const { cwd } = turn.context.session;
	turn.updates.terminal(terminalId, { command: title, cwd, ...capabilities });
	startCall(turn, toolCallId, title, terminalId, capabilities);
	const child = spawn(process.execPath, ['-e', source], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const pass = (bytes: Buffer): void => {
		for (let at = 0; at < bytes.length; at += 7) turn.updates.output(terminalId, bytes.subarray(at, at + 7));
	};
	child.stdout.on('data', pass);
	child.stderr.on('data', pass);
	const end = (): void => void child.kill();
	process.once('exit', end);
	child.once('close', () => process.off('exit', end));
	return { toolCallId, terminalId, child };
}

async function exitOf(child: ChildProcess): Promise<JsonObject> {
	return new Promise((resolve) => {
		child.once('close', (exitCode, signal) => {
			resolve(signal === null ? { exitCode } : { signal });
		});
	});
}

function startCall(
	turn: ScenarioTurn,
	toolCallId: string,
	title: string,
	terminalId: unknown,
	fields: JsonObject = {},
): void {
	const content = [{ type: 'terminal', terminalId }];
	const rawInput = { command: title };
	const call = { title, kind: 'execute', status: 'in_progress', content, rawInput };
	turn.updates.toolCall(toolCallId, { ...call, ...fields });
}

function endCall(turn: ScenarioTurn, toolCallId: string, { exitCode, signal }: JsonObject): string {
	const isDone = exitCode === 0;
	turn.updates.toolCall(toolCallId, { status: isDone ? 'completed' : 'failed' });
	return `The command ended with ${typeof exitCode === 'number' ? exitCode : String(signal)}.`;
}
