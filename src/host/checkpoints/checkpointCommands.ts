/** The commands of checkpoints. They load with the window and pass on to what loads with the first turn. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { object, read, text, withDefault } from '../../core/base/shape.ts';
import { isChatView } from '../chat/chatView.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { checkpointCommand, type CheckpointCommandId, checkpointCommandIds } from './checkpointCommandIds.ts';

/** What the menu over a message of the user passes. */
const menuArgument = object({
	webview: withDefault(text, undefined),
	/** The entry of the prompt. */
	acpHostPrompt: withDefault(text, undefined),
});

interface CheckpointCommandParts {
	readonly log: vscode.LogOutputChannel;
	/** The session that the chat view shows. */
	inView(): HostedSession | undefined;
	/** The session of the editor tab that is active, if that is one of ours. */
	inActiveTab(): HostedSession | undefined;
}

export function registerCheckpointCommands(parts: CheckpointCommandParts): Disposable {
	const passOn = (id: CheckpointCommandId): [string, (argument?: unknown) => Promise<void>] => [
		id,
		async (argument) => {
			const { webview, acpHostPrompt } = read(menuArgument, argument) ?? {};
			const isInView = webview !== undefined && isChatView(webview);
			const hosted = isInView ? parts.inView() : (parts.inActiveTab() ?? parts.inView());
			const known = await vscode.commands.getCommands();
			if (hosted === undefined || !known.includes(checkpointCommand)) {
				void vscode.window.showInformationMessage(
					t('There is no checkpoint to go back to: no agent has worked here yet.'),
				);
				return;
			}
			await vscode.commands.executeCommand(checkpointCommand, id, hosted.session.state.key, acpHostPrompt);
		},
	];
	return registerGuarded(parts.log, Object.fromEntries(checkpointCommandIds.map(passOn)));
}
