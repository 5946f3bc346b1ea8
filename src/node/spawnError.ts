/** Says in words why a program could not be started (hazard B7). */
import { statSync } from 'node:fs';
import { AgentError, toError } from '../core/base/errors.ts';

/**
 * @param error what `spawn` threw or emitted
 * @param command the program, as the user wrote it
 * @param cwd its working directory; a bad one fails with the same code as a missing program
 */
export function toSpawnError(error: unknown, command: string, cwd: string): AgentError {
	if (AgentError.is(error)) return error;
	return new AgentError('spawn', `Could not start "${command}": ${explain(error, command, cwd)}`, {
		cause: error,
	});
}

function explain(error: unknown, command: string, cwd: string): string {
	const badCwd = explainCwd(cwd);
	if (badCwd !== undefined) return badCwd;
	const isPath = command.includes('/') || command.includes('\\');
	switch ((error as NodeJS.ErrnoException | undefined)?.code) {
		case 'ENOENT':
			return isPath ? 'no such file, or its interpreter is missing' : 'command not found on PATH';
		case 'EACCES':
		case 'EPERM':
			return 'it is not executable, or permission is denied';
		case 'ENOTDIR':
			return 'a part of its path is not a directory';
		case 'E2BIG':
			return 'its arguments and environment are too long';
		default:
			return toError(error).message;
	}
}

function explainCwd(cwd: string): string | undefined {
	try {
		return statSync(cwd).isDirectory() ? undefined : `the working directory ${cwd} is not a directory`;
	} catch {
		return `the working directory ${cwd} does not exist or cannot be read`;
	}
}
