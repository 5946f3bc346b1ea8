/** The conversation on show as a document: to read, to listen to, to keep. Each command stands in package.json as well. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { conversationName } from '../../core/view/projectSession.ts';
import { documentName, sayWithButton } from '../common/displayText.ts';
import type { CommandsOf, readingCommandIds } from '../common/commandIds.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type * as Documents from '../conversations/conversationDocuments.ts';
import { pathLabel } from '../common/pathLabel.ts';

interface ReadingCommandParts {
	/** The session that the chat view shows. */
	inView(): HostedSession | undefined;
	/** The session of the editor tab that is active, if that is one of ours. */
	inActiveTab(): HostedSession | undefined;
	readonly documents: ReadonlyDocuments;
}

export function readingCommands(parts: ReadingCommandParts): CommandsOf<typeof readingCommandIds> {
	const show = (textOf: (state: SessionState) => string, ending: string): Promise<void> =>
		withConversation(parts, (state) =>
			parts.documents.showText(state.key, conversationName(state), textOf(state), ending),
		);
	return {
		'acpHost.openConversationAsMarkdown': () => show(markdownOf, 'md'),
		'acpHost.openConversationAsText': () =>
			show((state) => documents().conversationText(state, pathLabel), 'txt'),
		'acpHost.copyConversationAsMarkdown': () => withConversation(parts, copy),
		'acpHost.exportConversation': () => withConversation(parts, save),
	};
}

async function withConversation(
	parts: ReadingCommandParts,
	run: (state: SessionState) => Promise<void>,
): Promise<void> {
	const hosted = parts.inActiveTab() ?? parts.inView();
	if (hosted !== undefined && hosted.session.state.entries.size > 0) return run(hosted.session.state);
	if (hosted !== undefined)
		return void vscode.window.showInformationMessage(t('The conversation on show is still empty.'));
	const start = t('New Session');
	const choice = await vscode.window.showInformationMessage(t('There is no conversation on show.'), start);
	if (choice === start) await vscode.commands.executeCommand('acpHost.newSession');
}

async function copy(state: SessionState): Promise<void> {
	await vscode.env.clipboard.writeText(markdownOf(state));
	vscode.window.setStatusBarMessage(t('Conversation copied as Markdown'), 3000);
}

/** Copies a message as it was written. */
export async function copyMessage({ entries }: SessionState, entryId: string): Promise<void> {
	const entry = entries.get(entryId);
	if (entry?.type === 'message')
		await vscode.env.clipboard.writeText(documents().contentSource(entry.content));
}

async function save(state: SessionState): Promise<void> {
	const name = documentName(conversationName(state).replaceAll(/[<>:"|?*]/gu, '_'), 'md');
	const target = await vscode.window.showSaveDialog({
		title: t('Export Conversation'),
		saveLabel: t('Export'),
		defaultUri: vscode.Uri.joinPath(vscode.Uri.file(state.cwd), name),
		filters: { Markdown: ['md'] },
	});
	if (target === undefined) return;
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(markdownOf(state)));
	const told = t('Exported the conversation to {0}', pathLabel(target.fsPath));
	sayWithButton(vscode.window.showInformationMessage, told, t('Open'), () =>
		vscode.window.showTextDocument(target),
	);
}

function markdownOf(state: SessionState): string {
	return documents().conversationMarkdown(state, pathLabel);
}

function documents(): typeof Documents {
	return lazyBundle<typeof Documents>('./conversationDocuments.cjs');
}
