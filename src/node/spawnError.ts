/** Says in words why a program could not be started (hazard B7). */
import { statSync } from 'node:fs';
import { AgentError, toError } from '../core/base/errors.ts';
import { t } from '../core/base/l10n.ts';

/**
 * @param error what `spawn` threw or emitted
 * @param command the program, as the user wrote it
 * @param cwd its working directory; a bad one fails with the same code as a missing program
 */
export function toSpawnError(error: unknown, command: string, cwd: string): AgentError {
	if (AgentError.is(error)) return error;
	return new AgentError('spawn', t('Could not start "{0}": {1}', command, explain(error, command, cwd)), {
		cause: error,
	});
}

function explain(error: unknown, command: string, cwd: string): string {
	const badCwd = explainCwd(cwd);
	if (badCwd !== undefined) return badCwd;
	const isPath = command.includes('/') || command.includes('\\');
	switch ((error as NodeJS.ErrnoException | undefined)?.code) {
		case 'ENOENT':
			return isPath ? t('no such file, or its interpreter is missing') : t('command not found on PATH');
		case 'EACCES':
		case 'EPERM':
			return t('it is not executable, or permission is denied');
		case 'ENOTDIR':
			return t('a part of its path is not a directory');
		case 'E2BIG':
			return t('its arguments and environment are too long');
		default:
			return toError(error).message;
	}
}

function explainCwd(cwd: string): string | undefined {
	try {
		return statSync(cwd).isDirectory() ? undefined : t('the working directory {0} is not a directory', cwd);
	} catch {
		return t('the working directory {0} does not exist or cannot be read', cwd);
	}
}
