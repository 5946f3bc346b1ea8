/** What is kept of conversations on the disk, and how the user gets rid of it. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { messageText } from '../common/displayText.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { Sessions } from './sessions.ts';

interface StoredConversationParts {
	readonly sessions: Sessions;
	readonly log: vscode.LogOutputChannel;
}

/** Registers the command that deletes the stored conversations. It stands in package.json as well. */
export function registerStoredConversationCommands({ sessions, log }: StoredConversationParts): Disposable {
	return registerGuarded(log, {
		'acpHost.deleteStoredConversations': () => deleteStored(sessions),
	});
}

async function deleteStored(sessions: Sessions): Promise<void> {
	const action = t('Delete');
	const detail = t(
		'They are kept on this computer so that they can be shown after a reload. Their checkpoints are deleted with them; changes that wait for your answer are not. Sessions that are open stay open, and what agents keep themselves is not touched.',
	);
	const question = t('Delete the stored conversations of this workspace?');
	const choice = await vscode.window.showWarningMessage(
		messageText(question),
		{ modal: true, detail },
		action,
	);
	if (choice !== action) return;
	const count = await sessions.deleteStored();
	const done =
		count === 1 ? t('Deleted 1 stored conversation.') : t('Deleted {0} stored conversations.', count);
	void vscode.window.showInformationMessage(messageText(done));
}
