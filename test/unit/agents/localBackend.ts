/** Files and commands of this machine, for agents of version 1 in tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../../../src/core/base/errors.ts';
import type { SessionBackend, TerminalExit } from '../../../src/core/session/model/sessionTarget.ts';
import type { Session } from '../../../src/core/session/driver/session.ts';

interface Command {
	readonly child: ChildProcess;
	readonly exited: Promise<TerminalExit>;
	output: string;
	exit?: TerminalExit;
}

export function localBackend(session: Session): SessionBackend {
	const commands = new Map<string, Command>();
	const find = (terminalId: string): Command => {
		const command = commands.get(terminalId);
		if (command === undefined)
			throw new ServiceError('notFound', `${terminalId} does not exist.`, terminalId);
		return command;
	};
	const killAll = (): void => {
		for (const { child } of commands.values()) child.kill();
	};
	return {
		files: {
			readTextFile: (file) =>
				readFile(file, 'utf8').catch(() => {
					throw new ServiceError('notFound', `${file} does not exist.`, file);
				}),
			writeTextFile: async (file, content) => {
				await mkdir(path.dirname(file), { recursive: true });
				await writeFile(file, content);
			},
		},
		terminals: {
			create: ({ command, args, cwd }) => {
				const terminalId = `t${commands.size + 1}`;
				session.dispatch({ type: 'terminal_created', terminalId, label: command });
				commands.set(
					terminalId,
					start(session, terminalId, spawn(command, args, { cwd: cwd ?? session.state.cwd })),
				);
				return Promise.resolve(terminalId);
			},
			output: (terminalId) => {
				const { output, exit } = find(terminalId);
				return { output, isTruncated: false, ...(exit === undefined ? {} : { exit }) };
			},
			waitForExit: (terminalId) => find(terminalId).exited,
			kill: (terminalId) => void find(terminalId).child.kill(),
			release: (terminalId) => void commands.delete(terminalId),
		},
		refuseWaiting: () => undefined,
		killCommands: killAll,
		releaseCommands: killAll,
		dispose: killAll,
	};
}

function start(session: Session, terminalId: string, child: ChildProcess): Command {
	const exited = new Promise<TerminalExit>((resolve) => {
		child.once('close', (exitCode, signal) => {
			command.exit = { exitCode, signal };
			session.dispatch({ type: 'own_terminal_exited', terminalId, exitCode, signal });
			resolve(command.exit);
		});
	});
	const command: Command = { child, exited, output: '' };
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		command.output += text;
		session.dispatch({ type: 'own_terminal_output', terminalId, data: text });
	});
	return command;
}
