import { callName } from '../changes/entryNames.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type * as DiffsBundle from './openDiffs.ts';

/** What knows files as they were before single calls changed them. */
export interface CallTextSource {
	/**
	 * @param session its key
	 * @param call entry of the call
	 * @param path as the agent writes it
	 * @returns undefined where it was not seen; then the diff is made of what the agent sent and of what is there now
	 */
	textBefore(session: string, call: string, path: string): Promise<string | undefined>;
}

/**
 * What tool calls change, as native diff tabs. Both sides are read-only documents of ours, bounded in number and
 * size, and closed with their session (hazard D9). What applies and compares patches is loaded with the first diff.
 */
export class DiffTabs {
	readonly #documents: ReadonlyDocuments;
	readonly #texts: CallTextSource;

	constructor(documents: ReadonlyDocuments, texts: CallTextSource) {
		this.#documents = documents;
		this.#texts = texts;
	}

	/**
	 * Opens the changes of a tool call, or the one at `index`; see `openDiffs`.
	 * @param entryId of the call, or of a permission that was settled: then the changes are those that it asked about
	 */
	async open(hosted: HostedSession, entryId: string, index?: number): Promise<void> {
		const { entries } = hosted.session.state;
		const entry = entries.get(entryId);
		const call = entry?.type === 'permission' ? entries.get(entry.parentId ?? '') : entry;
		if (call?.type !== 'tool_call') return;
		const asked = entry?.type === 'permission' ? entry.asked : undefined;
		const shown = asked === undefined ? call : { ...call, ...asked, id: entryId };
		const { openDiffs } = lazyBundle<typeof DiffsBundle>('./diffs.cjs');
		const { key } = hosted.session.state;
		const textBefore = (path: string): Promise<string | undefined> =>
			this.#texts.textBefore(key, callName(call), path);
		await openDiffs({ hosted, call: shown, documents: this.#documents, textBefore }, index);
	}

	/** Closes the tabs of a session and forgets their text. */
	closeSession(hosted: HostedSession): void {
		this.#documents.closeGroup(hosted.session.state.key);
	}
}
