import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { problemsId, rangeId, rangeName } from './contextIds.ts';

/** A quick fix for every problem: to ask the agent. */
export class ProblemActions implements vscode.CodeActionProvider {
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
