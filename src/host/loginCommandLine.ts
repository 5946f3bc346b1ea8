import * as vscode from 'vscode';
import { visibleText } from '../core/view/hostileText.ts';
import { commandText } from './commandText.ts';
import { messageText } from './displayText.ts';
import type { LoginProgram } from './loginTerminal.ts';

/** Asks before a login command runs that an agent chose: shows all of it (protocol.md 1.4). */
export async function confirmLoginCommand(agentTitle: string, program: LoginProgram): Promise<boolean> {
	const line = commandText(Object.keys(program.env), program.command, program.args);
	const copy = 'Copy Command';
	const run = 'Run in Terminal';
	// The first button has the focus: it must do no harm.
	const choice = await vscode.window.showWarningMessage(
		messageText(`Run the login command of ${agentTitle}?`),
		{
			modal: true,
			detail: `${visibleText(line, { isMultiline: true })}\n\nThe agent chose this command. It runs with your rights, in ${program.cwd}.`,
		},
		copy,
		run,
	);
	if (choice === copy) await vscode.env.clipboard.writeText(line);
	return choice === run;
}
