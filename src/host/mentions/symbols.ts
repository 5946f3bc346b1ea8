/** Symbols of the workspace, as the language extensions know them. */
import * as vscode from 'vscode';
import { isInWorkspace } from '../common/workspaceFolders.ts';
import { type Candidate, candidate } from './candidates.ts';
import { rangeId, rangeName } from './contextIds.ts';

const minQuery = 2;
const maxSymbols = 15;

/** Those whose name resembles the query; none for a query that is too short to mean anything. */
export async function symbolCandidates(query: string): Promise<readonly Candidate[]> {
	if (query.length < minQuery || /[/\\.:]/u.test(query)) return [];
	const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
		'vscode.executeWorkspaceSymbolProvider',
		query,
	);
	const candidates: Candidate[] = [];
	for (const symbol of found ?? []) {
		if (candidates.length >= maxSymbols) break;
		if (await isInWorkspace(symbol.location.uri)) candidates.push(symbolCandidate(symbol));
	}
	return candidates;
}

function symbolCandidate({ name, location: { uri, range } }: vscode.SymbolInformation): Candidate {
	const lines = { startLine: range.start.line + 1, endLine: range.end.line + 1 };
	const place = rangeName(vscode.workspace.asRelativePath(uri), { ...lines, endLine: lines.startLine });
	return candidate({ type: 'symbol', id: rangeId({ uri: uri.toString(), ...lines }), name }, place);
}
