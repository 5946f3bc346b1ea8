import * as vscode from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import { limits } from '../core/base/limits.ts';
import { RingBuffer } from '../core/base/ringBuffer.ts';
import type { Change } from '../core/session/events.ts';
import type { DiffContent } from '../core/session/model.ts';
import { isFinal } from '../core/session/toolCalls.ts';
import type { HostedSession } from './hostedSession.ts';
import { readCurrentText } from './workspaceFiles.ts';

interface Baseline {
	readonly key: string;
	readonly text: string;
}

/**
 * The text of each file before its edit: taken when a call first shows a diff that is not made yet. The old side of
 * a finished call is this text, not what the disk holds by then.
 */
export class Baselines {
	// Newest wins; bounded, since a long session edits many files.
	#kept = new RingBuffer<Baseline>(limits.diffDocuments, limits.diffBytes, ({ text }) => text.length * 2);
	readonly #asked = new Set<string>();

	/** Follows a session and takes the text of files about to be edited. */
	watch(hosted: HostedSession): Disposable {
		return hosted.session.onDidChange((changes) => this.#look(hosted, changes));
	}

	/** The text before the edit, where it was seen. */
	get(hosted: HostedSession, toolCallEntryId: string, path: string): string | undefined {
		const key = keyOf(hosted, toolCallEntryId, path);
		return this.#kept.toArray().findLast((kept) => kept.key === key)?.text;
	}

	#look(hosted: HostedSession, changes: readonly Change[]): void {
		for (const change of changes) {
			if (change.type !== 'entry') continue;
			const call = hosted.session.state.entries.get(change.id);
			if (call?.type !== 'tool_call' || isFinal(call.status)) continue;
			for (const item of call.content) {
				if (item.type === 'diff') void this.#take(keyOf(hosted, call.id, item.path), item);
			}
		}
	}

	async #take(key: string, { path, oldText }: DiffContent): Promise<void> {
		if (this.#asked.has(key)) return;
		this.#asked.add(key);
		try {
			const text = await readCurrentText(vscode.Uri.file(path));
			// An agent may report a diff after it wrote; then this is not the text before.
			if (oldText === null || text.includes(oldText)) this.#kept.push({ key, text });
		} catch {
			// No such file, or none that can be shown: there is no text before the edit.
		}
	}
}

function keyOf(hosted: HostedSession, toolCallEntryId: string, path: string): string {
	return `${hosted.session.state.key}\n${toolCallEntryId}\n${path}`;
}
