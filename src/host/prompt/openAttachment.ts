/** Shows in the editor what a chip stands for. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { ViewAttachment } from '../../core/view/viewAttachment.ts';
import { messageText } from '../common/displayText.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SessionNode } from '../sessionsView/sessionsTreeNodes.ts';
import { parseProblemsId, parseRangeId, parseSessionId } from '../mentions/contextIds.ts';
import { lookAtRange } from './attachmentSources.ts';

/** Pictures and sounds show themselves: for them nothing happens. */
export async function openAttachment(
	attachment: ViewAttachment,
	sessions: Pick<Sessions, 'byKey'>,
	documents: Pick<ReadonlyDocuments, 'showText'>,
): Promise<void> {
	switch (attachment.type) {
		case 'file':
			return openFile(attachment.id, attachment.name);
		case 'folder':
			return void (await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.parse(attachment.id)));
		case 'range':
		case 'symbol': {
			// Where the lines are now.
			const found = await lookAtRange(attachment, Number.MAX_SAFE_INTEGER);
			const range = parseRangeId(attachment.id);
			if (range === undefined) return;
			const { startLine, endLine } = found?.lines ?? range;
			const last = new vscode.Position(endLine - 1, Number.MAX_SAFE_INTEGER);
			return openFile(
				range.uri,
				attachment.name,
				new vscode.Range(new vscode.Position(startLine - 1, 0), last),
			);
		}
		case 'problems': {
			const { uri, lines } = parseProblemsId(attachment.id);
			if (uri === undefined)
				return void (await vscode.commands.executeCommand('workbench.actions.view.problems'));
			const at = new vscode.Position((lines?.startLine ?? 1) - 1, 0);
			return openFile(uri, attachment.name, lines === undefined ? undefined : new vscode.Range(at, at));
		}
		case 'changes':
			return void (await vscode.commands.executeCommand('workbench.view.scm'));
		case 'session': {
			const state = sessions.byKey(parseSessionId(attachment.id))?.session.state;
			if (state === undefined) return tellGone(attachment.name);
			const node: SessionNode = { type: 'hosted', agent: state.agentName, key: state.key };
			return void (await vscode.commands.executeCommand('acpHost.openSession', node));
		}
		case 'terminal':
		case 'undone':
			// Texts that differ may begin alike: the id keeps them apart.
			return documents.showText(attachment.id, attachment.name, attachment.text ?? '');
		case 'image':
		case 'audio':
	}
}

function tellGone(name: string): void {
	void vscode.window.showInformationMessage(messageText(t('{0} is not there (any more).', name)));
}

/** Opens it in the editor that VS Code has for its kind, such as a preview of pictures; a folder in the explorer. */
async function openFile(uri: string, name: string, selection?: vscode.Range): Promise<void> {
	const target = vscode.Uri.parse(uri, true);
	try {
		const { type } = await vscode.workspace.fs.stat(target);
		const isFolder = (type & vscode.FileType.Directory) !== 0;
		if (isFolder) return void (await vscode.commands.executeCommand('revealInExplorer', target));
	} catch {
		// A document that was never saved is nowhere but in its editor.
		const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
		if (!isOpen) return tellGone(name);
	}
	const options = { preview: true, ...(selection === undefined ? {} : { selection }) };
	await vscode.commands.executeCommand('vscode.open', target, options);
}
