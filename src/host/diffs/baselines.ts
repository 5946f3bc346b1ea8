import { BoundedMap } from '../../core/base/boundedMap.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { sourcePath } from '../../core/diff/changeSides.ts';
import type { Change } from '../../core/session/model/events.ts';
import { isFinal } from '../../core/base/toolCall.ts';
import type { DiffContent, FileChange } from '../../core/session/model/toolContent.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type * as DiffsBundle from './openDiffs.ts';
import type { SessionReads } from './unrequestedReads.ts';

/**
 * The text of each file before its edit: taken when a call first shows a diff that is not made yet. The old side of
 * a finished call is this text, not what the disk holds by then.
 */
export class Baselines {
	// Bounded, since a long session edits many files.
	readonly #kept = new BoundedMap<string, string>({
		maxCount: limits.diffDocuments,
		maxWeight: limits.diffBytes,
		weigh: (text) => text.length * 2,
	});
	readonly #looks = new WeakMap<HostedSession, SessionReads>();

	/** Follows a session and takes the text of files about to be edited. */
	watch(hosted: HostedSession): Disposable {
		return hosted.session.onDidChange((changes) => this.#look(hosted, changes));
	}

	/** The text before the edit, where it was seen. */
	get(hosted: HostedSession, toolCallEntryId: string, path: string): string | undefined {
		return this.#kept.get(keyOf(hosted, toolCallEntryId, path));
	}

	#look(hosted: HostedSession, changes: readonly Change[]): void {
		for (const change of changes) {
			if (change.type !== 'entry') continue;
			const call = hosted.session.state.entries.get(change.id);
			if (call?.type !== 'tool_call') continue;
			if (isFinal(call.status)) {
				this.#looks.get(hosted)?.of(call.id).end();
				continue;
			}
			for (const item of call.content) {
				if (isDiff(item)) void this.#take(hosted, call.id, item);
			}
		}
	}

	async #take(hosted: HostedSession, callId: string, item: DiffContent | FileChange): Promise<void> {
		const path = item.type === 'diff' ? item.path : sourcePath(item);
		if (item.type === 'file_change' && item.operation === 'add') return;
		const { SessionReads, readUnrequested, mayBeBefore } = lazyBundle<typeof DiffsBundle>('./diffs.cjs');
		const looks = this.#looks.get(hosted) ?? new SessionReads();
		this.#looks.set(hosted, looks);
		try {
			const text = await readUnrequested(looks.of(callId), path, hosted.session.state.cwd);
			if (text !== undefined && mayBeBefore(text, item)) this.#kept.set(keyOf(hosted, callId, path), text);
		} catch {
			// No such file, or none that can be shown: there is no text before the edit.
		}
	}
}

function keyOf(hosted: HostedSession, toolCallEntryId: string, path: string): string {
	return `${hosted.session.state.key}\n${toolCallEntryId}\n${path}`;
}
