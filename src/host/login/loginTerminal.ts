/** Runs a login in a terminal of the editor, where the user can answer what it asks. */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { childEnv } from '../../node/childEnv.ts';
import { reportingExit, resolveCommand } from '../../node/spawnCommand.ts';
import type { LoginOutcome } from './loginOutcome.ts';

export interface LoginProgram {
	/** What the terminal's tab says. */
	readonly title: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Added to the environment. */
	readonly env: Readonly<Record<string, string>>;
	/** Absolute path. */
	readonly cwd: string;
}

/**
 * Resolves when the program ended: code 0 is success, anything else and a terminal that was closed are not (acp C27).
 * Rejects with AgentError `spawn` for a command that cannot be run on this platform.
 */
export function runInTerminal(program: LoginProgram, signal: AbortSignal): Promise<LoginOutcome> {
	const terminal = vscode.window.createTerminal(terminalOptions(program));
	const store = new DisposableStore();
	const ended = new Promise<LoginOutcome>((resolve) => {
		store.add(
			vscode.window.onDidCloseTerminal((closed) => {
				if (closed === terminal) resolve(outcomeOf(closed.exitStatus));
			}),
		);
		const abort = (): void => {
			resolve({ type: 'cancelled' });
			terminal.dispose();
		};
		signal.addEventListener('abort', abort, { once: true });
		store.add({ dispose: () => signal.removeEventListener('abort', abort) });
		if (signal.aborted) abort();
	});
	terminal.show();
	return ended.finally(() => store.dispose());
}

function terminalOptions(program: LoginProgram): vscode.TerminalOptions {
	const env = childEnv(process.env, program.env);
	const line = { command: program.command, args: program.args, cwd: program.cwd, env };
	const { file, args, isVerbatim } = reportingExit(resolveCommand(line));
	return {
		name: program.title,
		shellPath: file,
		// A string is a whole command line: only Windows takes one, and only there it is verbatim.
		shellArgs: isVerbatim ? args.join(' ') : [...args],
		cwd: program.cwd,
		// Not strict: VS Code adds what opens a browser on the user's side of a remote window.
		env,
		isTransient: true,
		iconPath: new vscode.ThemeIcon('key'),
	};
}

function outcomeOf(status: vscode.TerminalExitStatus | undefined): LoginOutcome {
	const isExit = status?.reason === vscode.TerminalExitReason.Process;
	if (status === undefined || !isExit || status.code === undefined) {
		return { type: 'failed', message: t('The terminal was closed before the login had ended.') };
	}
	if (status.code === 0) return { type: 'done' };
	return { type: 'failed', message: describe(status.code) };
}

function describe(code: number): string {
	if (code === 127) return t('The login ended with exit code 127: its program was not found.');
	// What a shell says of a program that a signal ended.
	return code > 128 && code < 160
		? t('The login ended with signal {0}.', code - 128)
		: t('The login ended with exit code {0}.', code);
}
