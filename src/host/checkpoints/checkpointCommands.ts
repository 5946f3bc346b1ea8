/** The commands of checkpoints. They load with the window and pass on to what loads with the first turn. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { object, read, text, withDefault } from '../../core/base/shape.ts';
import { isChatView } from '../chat/chatView.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { checkpointCommand, type CheckpointCommandId, checkpointCommandIds } from './checkpointCommandIds.ts';

/** What the menu over a message of the user passes, and a row of the tree of changes. */
const menuArgument = object({
	webview: withDefault(text, undefined),
	/** The entry of the prompt, or its checkpoint. */
	acpHostPrompt: withDefault(text, undefined),
	/** Key of the session of a row. */
	acpHostSession: withDefault(text, undefined),
});

interface CheckpointCommandParts {
	readonly log: vscode.LogOutputChannel;
	/** The session that the chat view shows. */
	inView(): HostedSession | undefined;
	/** The session of the editor tab that is active, if that is one of ours. */
	inActiveTab(): HostedSession | undefined;
	byKey(session: string): HostedSession | undefined;
	/** Reads the conversation and what is stored of its changes. @returns false where no changes are watched */
	begin(hosted: HostedSession): Promise<boolean>;
	/** Puts a message of the user into the composer, which gets the focus. */
	writeAgain(hosted: HostedSession, entryId: string): Promise<void>;
}

export function registerCheckpointCommands(parts: CheckpointCommandParts): Disposable {
	const passOn = (id: CheckpointCommandId): [string, (argument?: unknown) => Promise<void>] => [
		id,
		async (argument) => {
			const { webview, acpHostPrompt, acpHostSession } = read(menuArgument, argument) ?? {};
			const isInView = webview !== undefined && isChatView(webview);
			const shown = isInView ? parts.inView() : (parts.inActiveTab() ?? parts.inView());
			const isOfRow = webview === undefined && acpHostSession !== undefined;
			const hosted = isOfRow ? parts.byKey(acpHostSession) : shown;
			if (hosted === undefined || !(await parts.begin(hosted))) {
				// Where no changes are watched a message can still be written again.
				const isOnlyMessage = id === 'acpHost.editAndSendAgain' && acpHostPrompt !== undefined;
				if (hosted !== undefined && isOnlyMessage) {
					void vscode.window.showInformationMessage(
						t('The files stay as they are: no checkpoint of that message is kept.'),
					);
					return parts.writeAgain(hosted, acpHostPrompt);
				}
				void vscode.window.showInformationMessage(
					t(
						'There is no checkpoint to go back to: no agent has worked in this conversation yet, or its checkpoints are not kept any more.',
					),
				);
				return;
			}
			const { key } = hosted.session.state;
			const again: unknown = await vscode.commands.executeCommand(checkpointCommand, id, key, acpHostPrompt);
			if (typeof again === 'string') await parts.writeAgain(hosted, again);
		},
	];
	return registerGuarded(parts.log, Object.fromEntries(checkpointCommandIds.map(passOn)));
}
