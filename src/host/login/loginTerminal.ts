/** Runs a login in a terminal of the editor, where the user can answer what it asks. */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { AgentError } from '../../core/base/errors.ts';
import { isJsonObject } from '../../core/base/json.ts';
import { t } from '../../core/base/l10n.ts';
import { sentence } from '../../core/base/sentence.ts';
import * as limits from '../../core/base/limits.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type * as AgentBundle from '../agents/agentBundle.ts';
import type { LoginProgram } from '../agents/terminalCommand.ts';
import { messageText } from '../common/displayText.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { exposureText } from '../settings/agentDefinition.ts';
import { commandText } from '../settings/commandText.ts';

/** How a login ended. */
export type LoginOutcome =
	| { readonly type: 'done' }
	/** The user stopped the login, so no message is needed. */
	| { readonly type: 'cancelled' }
	/** One sentence for the user. */
	| { readonly type: 'failed'; readonly message: string };

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
	const { file, args, isVerbatim, cwd, env } =
		lazyBundle<typeof AgentBundle>('./runningAgent.cjs').terminalCommand(program);
	return {
		name: program.title,
		shellPath: file,
		// A string is a whole command line: only Windows takes one, and only there it is verbatim.
		shellArgs: isVerbatim ? args.join(' ') : [...args],
		cwd,
		// Not strict: VS Code adds what opens a browser on the user's side of a remote window.
		env: { ...workspaceEnv(), ...env },
		isTransient: true,
		iconPath: new vscode.ThemeIcon('key'),
	};
}

/** Takes away what settings of the workspace put into each terminal: a repository decides about no program of ours. */
function workspaceEnv(): Readonly<Record<string, null>> {
	const system = { win32: 'windows', darwin: 'osx' }[process.platform as string] ?? 'linux';
	const set = vscode.workspace.getConfiguration('terminal.integrated.env').inspect<unknown>(system);
	const names = [set?.workspaceValue, set?.workspaceFolderValue].flatMap((value) =>
		isJsonObject(value) ? Object.keys(value) : [],
	);
	return Object.fromEntries(names.map((name) => [name, null]));
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

/**
 * Asks before a login runs for which an agent chose something: shows all of it (docs/protocol.md#logins).
 * Rejects with AgentError `denied` for one that is too long to be shown.
 */
export async function confirmLoginCommand(agentTitle: string, program: LoginProgram): Promise<boolean> {
	const line = visibleText(loginLine(program), { isMultiline: true });
	if (line.length > limits.loginLineChars) {
		const words = sentence(
			'The login command of {0} is too long to be shown whole, so it is not run: {1} characters. Its documentation may name another way to log in.',
			visibleText(agentTitle),
			line.length,
		);
		throw new AgentError('denied', words);
	}
	const { launch, cwd } = program;
	const where =
		launch.type === 'exposed'
			? t('The agent chose this command. It runs with your rights, {0}.', exposureText(launch))
			: t('The agent chose this command. It runs with your rights, in {0}.', cwd);
	const copy = t('Copy Command');
	const run = t('Run in Terminal');
	// The first button has the focus: it must do no harm.
	const choice = await vscode.window.showWarningMessage(
		messageText(t('Run the login command of {0}?', agentTitle)),
		{
			modal: true,
			detail: `${line}\n\n${visibleText(where)}`,
		},
		copy,
		run,
	);
	if (choice === copy) await vscode.env.clipboard.writeText(loginLine(program));
	return choice === run;
}

/** With the values that the agent chose, but not with those of the user. */
function loginLine({ env, chosenEnv, command, args }: LoginProgram): string {
	const own = Object.keys(env).filter((name) => !Object.hasOwn(chosenEnv, name));
	return commandText(own, command, args, chosenEnv);
}
