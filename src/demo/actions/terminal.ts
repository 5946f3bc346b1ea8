import type { TerminalOutputResponse } from '@agentclientprotocol/sdk';
import { toError } from '../../core/base/errors.ts';
import type { TerminalRef } from '../client.ts';
import { textContent, type Turn } from '../turn.ts';

export interface Command {
	readonly title: string;
	readonly command: string;
	readonly args: string[];
	readonly env: { name: string; value: string }[];
}

/** Terminal output that the client shall keep. */
const outputByteLimit = 64 * 1024;

/** Runs a command in a terminal of the client and waits for it. Undefined when that did not work. */
export async function runCommand(turn: Turn, command: Command): Promise<TerminalOutputResponse | undefined> {
	if (!turn.client.canRunTerminals) {
		await turn.say('This client does not offer `terminal/create`, so I skip the command.\n\n');
		return undefined;
	}
	const toolCallId = await turn.startTool({
		title: command.title,
		kind: 'execute',
		status: 'pending',
		rawInput: { command: command.command, args: command.args, cwd: turn.session.cwd },
	});
	return runInTool(turn, toolCallId, command);
}

/** The same inside a tool call that exists already. */
export async function runInTool(
	turn: Turn,
	toolCallId: string,
	command: Command,
): Promise<TerminalOutputResponse | undefined> {
	try {
		const terminal = await createTerminal(turn, command);
		return await watchTerminal(turn, toolCallId, terminal);
	} catch (error) {
		turn.signal.throwIfAborted();
		const reason = textContent(`The command could not be run: ${toError(error).message}`);
		await turn.updateTool(toolCallId, { status: 'failed', content: [reason] });
		return undefined;
	}
}

async function createTerminal(turn: Turn, { command, args, env }: Command): Promise<TerminalRef> {
	const { id: sessionId, cwd } = turn.session;
	const created = turn.client.createTerminal({ sessionId, command, args, env, cwd, outputByteLimit });
	try {
		return { sessionId, terminalId: (await turn.until(created)).terminalId };
	} catch (error) {
		// A terminal that arrives after the cancel must not keep running.
		void created.then(
			({ terminalId }) => dropTerminal(turn, { sessionId, terminalId }),
			() => undefined,
		);
		throw error;
	}
}

async function watchTerminal(
	turn: Turn,
	toolCallId: string,
	terminal: TerminalRef,
): Promise<TerminalOutputResponse> {
	let isReleased = false;
	try {
		const embedded = [{ type: 'terminal' as const, terminalId: terminal.terminalId }];
		await turn.updateTool(toolCallId, { status: 'in_progress', content: embedded });
		await turn.until(turn.client.waitForExit(terminal));
		const result = await turn.until(turn.client.terminalOutput(terminal));
		await turn.updateTool(toolCallId, {
			status: result.exitStatus?.exitCode === 0 ? 'completed' : 'failed',
			content: embedded,
			rawOutput: { output: result.output, exitCode: result.exitStatus?.exitCode ?? null },
		});
		isReleased = true;
		await turn.until(turn.client.releaseTerminal(terminal));
		return result;
	} finally {
		if (!isReleased) dropTerminal(turn, terminal);
	}
}

/** Ends a terminal without waiting for the answers: a cancelled turn has no time for them. */
function dropTerminal(turn: Turn, terminal: TerminalRef): void {
	turn.client.killTerminal(terminal).catch(() => undefined);
	turn.client.releaseTerminal(terminal).catch(() => undefined);
}
