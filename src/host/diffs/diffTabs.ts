import { lazyBundle } from '../common/lazyBundle.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Baselines } from './baselines.ts';
import type * as DiffsBundle from './openDiffs.ts';

/**
 * What tool calls change, as native diff tabs. Both sides are read-only documents of ours, bounded in number and
 * size, and closed with their session (hazard D9). What applies and compares patches is loaded with the first diff.
 */
export class DiffTabs {
	readonly #documents: ReadonlyDocuments;
	readonly #baselines: Baselines;

	constructor(documents: ReadonlyDocuments, baselines: Baselines) {
		this.#documents = documents;
		this.#baselines = baselines;
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
		const baselineOf = (path: string): string | undefined => this.#baselines.get(hosted, call.id, path);
		await openDiffs({ hosted, call: shown, documents: this.#documents, baselineOf }, index);
	}

	/** Closes the tabs of a session and forgets their text. */
	closeSession(hosted: HostedSession): void {
		this.#documents.closeGroup(hosted.session.state.key);
	}
}
