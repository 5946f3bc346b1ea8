import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import { commandText } from '../settings/commandText.ts';
import { messageText } from '../common/displayText.ts';
import type { LoginProgram } from './loginTerminal.ts';

/** Asks before a login command runs that an agent chose: shows all of it (protocol.md 1.4). */
export async function confirmLoginCommand(agentTitle: string, program: LoginProgram): Promise<boolean> {
	const line = commandText(Object.keys(program.env), program.command, program.args);
	const copy = t('Copy Command');
	const run = t('Run in Terminal');
	// The first button has the focus: it must do no harm.
	const choice = await vscode.window.showWarningMessage(
		messageText(t('Run the login command of {0}?', agentTitle)),
		{
			modal: true,
			detail: `${visibleText(line, { isMultiline: true })}\n\n${t('The agent chose this command. It runs with your rights, in {0}.', program.cwd)}`,
		},
		copy,
		run,
	);
	if (choice === copy) await vscode.env.clipboard.writeText(line);
	return choice === run;
}
