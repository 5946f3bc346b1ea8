/**
 * Commands that the agent runs itself. Their output goes to the client in `_meta` of the tool call
 * (docs/protocol.md#output-in-_meta).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toError } from '../../core/base/errors.ts';
import { textContent, type Turn } from '../turn.ts';
import type { Command } from './terminal.ts';

/** @returns the exit code; undefined when the command could not be started. Ends the command when the turn is cancelled. */
export async function runOwnCommand(turn: Turn, command: Command): Promise<number | null | undefined> {
	const { cwd } = turn.session;
	const toolCallId = await turn.startTool({
		title: command.title,
		kind: 'execute',
		status: 'in_progress',
		rawInput: { command: command.command, args: command.args, cwd },
	});
	const content = [{ type: 'terminal' as const, terminalId: toolCallId }];
	const info = { terminal_info: { terminal_id: toolCallId, cwd } };
	await turn.updateTool(toolCallId, { content, _meta: info });
	let output = '';
	const onOutput = (data: string): void => {
		// What a killed command still had to say comes too late.
		if (turn.signal.aborted) return;
		output += data;
		// The record keeps the whole output at the end.
		const _meta = { terminal_output: { terminal_id: toolCallId, data } };
		void turn.sendOnly({ sessionUpdate: 'tool_call_update', toolCallId, _meta });
	};
	try {
		const exitCode = await runHere(command, cwd, turn.signal, onOutput);
		await turn.updateTool(toolCallId, {
			status: exitCode === 0 ? 'completed' : 'failed',
			content,
			rawOutput: { output, exitCode },
			_meta: exitOf(toolCallId, exitCode),
		});
		return exitCode;
	} catch (error) {
		const _meta = exitOf(toolCallId, null, turn.signal.aborted ? 'SIGTERM' : undefined);
		const reason = turn.signal.aborted ? [] : [textContent(`It did not start: ${toError(error).message}`)];
		await turn.sendOnly({
			sessionUpdate: 'tool_call_update',
			toolCallId,
			status: 'failed',
			content: [...content, ...reason],
			_meta,
		});
		turn.signal.throwIfAborted();
		return undefined;
	}
}

async function runHere(
	{ command, args, env }: Command,
	cwd: string,
	signal: AbortSignal,
	onOutput: (data: string) => void,
): Promise<number | null> {
	const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
	const child = spawn(command, args, {
		cwd,
		signal,
		env: { ...process.env, ...own },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	child.stdout.setEncoding('utf8').on('data', onOutput);
	// `once` rejects with the error of a command that cannot be started, and with the abort.
	const [exitCode] = (await once(child, 'close')) as [number | null];
	return exitCode;
}

function exitOf(terminalId: string, exitCode: number | null, signal: string | null = null) {
	return { terminal_exit: { terminal_id: terminalId, exit_code: exitCode, signal } };
}
