/** Finds what can be attached by its name, and remembers what it offered: the view names things by their ids. */
import * as vscode from 'vscode';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { ViewAttachment, ViewMention } from '../../core/view/viewAttachment.ts';
import { isInWorkspace } from '../common/workspaceFolders.ts';
import { type Candidate, candidate } from './candidates.ts';
import { changesId, rangeId, rangeName } from './contextIds.ts';
import { editorCandidates, selectionCandidate } from './editorContext.ts';
import { changeCount, repositories } from './git.ts';
import { problemCandidates } from './problems.ts';
import { type MentionSources, rankMentions } from './rankMentions.ts';
import { WorkspaceIndex } from './workspaceIndex.ts';

/** For callers that load this bundle (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';

/** Offers that are remembered; the oldest are forgotten first. */
const maxOffers = 2_000;

export class MentionSearch {
	readonly #index = new WorkspaceIndex();
	readonly #offered = new BoundedMap<string, ViewAttachment>({ maxCount: maxOffers });

	/**
	 * Answers once with what is known at once, and a second time when symbols were found: language extensions may take
	 * seconds. Symbols stand at the end, so that nothing moves under the user's hand.
	 * @param sessions other conversations, of which this bundle knows nothing
	 */
	async find(
		query: string,
		answer: (items: readonly ViewMention[]) => void,
		sessions: readonly Candidate[] = [],
	): Promise<void> {
		const symbols = symbolCandidates(query).catch(() => []);
		const ranked = rankMentions(query, { ...(await this.#gather()), sessions }, limits.mentionRows);
		answer(this.#offer(ranked));
		const late = await symbols;
		if (late.length > 0) answer(this.#offer([...ranked, ...late]));
	}

	/** What was offered under that id. */
	offered(id: string): ViewAttachment | undefined {
		return this.#offered.get(id);
	}

	async #gather(): Promise<Omit<MentionSources, 'sessions'>> {
		const { files, folders } = await this.#index.tree();
		const selection = selectionCandidate();
		const near = [
			...(selection === undefined ? [] : [selection]),
			...editorCandidates(),
			...problemCandidates(),
			...changeCandidates(),
		];
		return { near, files, folders };
	}

	#offer(candidates: readonly Candidate[]): readonly ViewMention[] {
		for (const { attachment } of candidates) this.#offered.set(attachment.id, attachment);
		return candidates.map(({ mention }) => mention);
	}
}

/** One item for each repository in which something is not committed. */
function changeCandidates(): readonly Candidate[] {
	const all = repositories();
	return all.flatMap((repository) => {
		const count = changeCount(repository);
		if (count === 0) return [];
		const root = repository.rootUri;
		const name =
			all.length === 1 ? t('Git changes') : t('Git changes: {0}', vscode.workspace.asRelativePath(root));
		const id = changesId(root.toString());
		return [candidate({ type: 'changes', id, name }, count === 1 ? t('1 file') : t('{0} files', count))];
	});
}

/** Characters of a query for symbols. */
const minQuery = 2;
const maxSymbols = 15;

/** Symbols of the workspace, as the language extensions know them: those whose name resembles the query; none for a query that is too short to mean anything. */
async function symbolCandidates(query: string): Promise<readonly Candidate[]> {
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
