/** The commands about options. Each stands in package.json under the same id. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { OptionChooser } from './optionChooser.ts';

export interface OptionCommandParts {
	readonly chooser: OptionChooser;
	readonly log: vscode.LogOutputChannel;
	/** The session that the chat view shows. */
	inView(): HostedSession | undefined;
	/** The session of the editor tab that is active, if that is one of ours. */
	inActiveTab(): HostedSession | undefined;
}

export function registerOptionCommands(parts: OptionCommandParts): Disposable {
	const { chooser } = parts;
	return registerGuarded(parts.log, {
		'acpHost.selectMode': () => withSession(parts, (hosted) => chooser.pickCategory(hosted, 'mode')),
		'acpHost.selectModel': () => withSession(parts, (hosted) => chooser.pickCategory(hosted, 'model')),
		'acpHost.selectOption': () => withSession(parts, (hosted) => chooser.pick(hosted)),
		'acpHost.cycleMode': () => withSession(parts, (hosted) => chooser.cycleMode(hosted)),
	});
}

async function withSession(
	parts: OptionCommandParts,
	run: (hosted: HostedSession) => Promise<void>,
): Promise<void> {
	const hosted = parts.inActiveTab() ?? parts.inView();
	if (hosted !== undefined) return run(hosted);
	const start = t('New Session');
	const choice = await vscode.window.showInformationMessage(t('There is no session yet.'), start);
	if (choice === start) await vscode.commands.executeCommand('acpHost.newSession');
}
