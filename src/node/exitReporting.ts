/** Runs a program so that the end by a signal cannot be taken for exit code 0. */
import type { SpawnCommand } from './windowsCommand.ts';

/**
 * The terminal of VS Code reports code 0 for a program that a signal ended, such as by Ctrl+C. A shell around it says
 * 128 and the signal's number instead. It gets the program and its arguments as they are, as its own arguments, so
 * there is nothing to quote; being interactive stays possible, because the child has the terminal.
 */
export function reportingExit(
	command: SpawnCommand,
	platform: NodeJS.Platform = process.platform,
): SpawnCommand {
	if (platform === 'win32') return command;
	// The trap keeps the shell alive for its last word; children get the default back.
	const script = 'trap : INT QUIT; "$0" "$@"; exit $?';
	return { file: '/bin/sh', args: ['-c', script, command.file, ...command.args], isVerbatim: false };
}
