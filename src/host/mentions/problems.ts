/** What is wrong with the files of the workspace, as the editor's diagnostics say. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { type Candidate, candidate } from './candidates.ts';
import { type LineRange, parseProblemsId, problemsId } from './contextIds.ts';
import { type Problem, problemsText } from './contextText.ts';
import { isFileLike, filesInEditors } from './editorContext.ts';

const severities: Readonly<Record<vscode.DiagnosticSeverity, Problem['severity']>> = {
	[vscode.DiagnosticSeverity.Error]: 'error',
	[vscode.DiagnosticSeverity.Warning]: 'warning',
	[vscode.DiagnosticSeverity.Information]: 'info',
	[vscode.DiagnosticSeverity.Hint]: 'hint',
};

/** All problems as one item, and one for each open file that has some. */
export function problemCandidates(): readonly Candidate[] {
	const all = allProblems();
	if (all.length === 0) return [];
	const ofFiles = filesInEditors().flatMap((uri) => {
		const problems = problemsOf(uri);
		const name = t('Problems: {0}', vscode.workspace.asRelativePath(uri));
		const id = problemsId(uri.toString());
		return problems.length === 0 ? [] : [candidate({ type: 'problems', id, name }, countWords(problems))];
	});
	return [
		candidate({ type: 'problems', id: problemsId(), name: t('Problems') }, countWords(all)),
		...ofFiles,
	];
}

const counts: Readonly<Record<Problem['severity'], (count: number) => string>> = {
	error: (count) => (count === 1 ? t('1 error') : t('{0} errors', count)),
	warning: (count) => (count === 1 ? t('1 warning') : t('{0} warnings', count)),
	info: (count) => (count === 1 ? t('1 info') : t('{0} infos', count)),
	hint: (count) => (count === 1 ? t('1 hint') : t('{0} hints', count)),
};

/** `2 errors, 1 warning`, for the user. */
function countWords(problems: readonly Problem[]): string {
	return (['error', 'warning', 'info', 'hint'] as const)
		.map(
			(severity) => [severity, problems.filter((problem) => problem.severity === severity).length] as const,
		)
		.flatMap(([severity, count]) => (count === 0 ? [] : counts[severity](count)))
		.join(', ');
}

/** What is there now, in words for the agent. */
export function describeProblems(id: string, maxBytes: number): string {
	const { uri, lines } = parseProblemsId(id);
	if (uri === undefined) return problemsText('the workspace', allProblems(), maxBytes);
	const file = vscode.Uri.parse(uri, true);
	const path = vscode.workspace.asRelativePath(file);
	return problemsText(path, problemsOf(file, lines), maxBytes);
}

function allProblems(): readonly Problem[] {
	return vscode.languages
		.getDiagnostics()
		.filter(([uri]) => isFileLike(uri))
		.flatMap(([uri]) => problemsOf(uri));
}

/** Hints are not told: they are how editors grey things out. */
function problemsOf(uri: vscode.Uri, lines?: LineRange): readonly Problem[] {
	return vscode.languages
		.getDiagnostics(uri)
		.filter(({ severity }) => lines !== undefined || severity !== vscode.DiagnosticSeverity.Hint)
		.filter(({ range }) => lines === undefined || touches(range, lines))
		.map((diagnostic) => problemOf(uri, diagnostic));
}

function touches({ start, end }: vscode.Range, { startLine, endLine }: LineRange): boolean {
	return start.line + 1 <= endLine && end.line + 1 >= startLine;
}

function problemOf(uri: vscode.Uri, { range, severity, message, source, code }: vscode.Diagnostic): Problem {
	const value = typeof code === 'object' ? code.value : code;
	return {
		path: vscode.workspace.asRelativePath(uri),
		line: range.start.line + 1,
		column: range.start.character + 1,
		severity: severities[severity],
		message,
		source: [source, value].filter((part) => part !== undefined && part !== '').join(' '),
	};
}
