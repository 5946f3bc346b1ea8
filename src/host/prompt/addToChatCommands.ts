/** The commands of "Add to Chat". They load with the window, and what they do with the first view. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { chatBundle } from '../chat/chatSurfaces.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import { problemsId, rangeId, rangeName } from '../mentions/contextIds.ts';
import type { AddToChatParts } from './addToChat.ts';

export function registerAddToChat(
	parts: AddToChatParts & { readonly log: vscode.LogOutputChannel },
): Disposable {
	const store = new DisposableStore();
	store.add(
		registerGuarded(parts.log, {
			'acpHost.addToChat': (argument) => chatBundle().addEditor(parts, argument),
			'acpHost.addFilesToChat': (clicked, selected) => chatBundle().addFiles(parts, clicked, selected),
			'acpHost.addTerminalSelectionToChat': () => chatBundle().addTerminalSelection(parts),
			'acpHost.addProblemToChat': (problems) => chatBundle().addProblem(parts, problems),
		}),
	);
	store.add(
		vscode.languages.registerCodeActionsProvider({ pattern: '**' }, new ProblemActions(), {
			providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
		}),
	);
	return store;
}

/** A quick fix for every problem: to ask the agent. */
class ProblemActions implements vscode.CodeActionProvider {
	provideCodeActions(
		{ uri }: vscode.TextDocument,
		_range: vscode.Range,
		{ diagnostics }: vscode.CodeActionContext,
	): vscode.CodeAction[] {
		const [first] = diagnostics;
		if (first === undefined) return [];
		const starts = diagnostics.map(({ range }) => range.start.line + 1);
		const ends = diagnostics.map(({ range }) => range.end.line + 1);
		const lines = { startLine: Math.min(...starts), endLine: Math.max(...ends) };
		const action = new vscode.CodeAction(t('Add to ACP Chat'), vscode.CodeActionKind.QuickFix);
		action.diagnostics = [...diagnostics];
		const name = t('Problems: {0}', rangeName(vscode.workspace.asRelativePath(uri), lines));
		const id = problemsId(rangeId({ uri: uri.toString(), ...lines }));
		action.command = { command: 'acpHost.addProblemToChat', title: action.title, arguments: [{ id, name }] };
		return [action];
	}
}
