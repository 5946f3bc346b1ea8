/** Makes the user notice a question that nobody looks at: a count for the badge, and one notification each. */
import * as vscode from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { messageText } from './displayText.ts';
import type { HostedSession } from './hostedSession.ts';

export interface AttentionParts {
	/** The session is on the screen. */
	isShown(hosted: HostedSession): boolean;
	/** Brings the session to the front. */
	show(hosted: HostedSession): Promise<void>;
}

const answer = 'Answer';

export class ElicitationAttention implements Disposable {
	readonly #parts: AttentionParts;
	readonly #pending = new Map<HostedSession, readonly string[]>();
	readonly #changed = new Emitter<number>();

	/** Fires with the number of pending questions. */
	readonly onDidChangeCount = this.#changed.event;

	constructor(parts: AttentionParts) {
		this.#parts = parts;
	}

	get count(): number {
		return [...this.#pending.values()].reduce((sum, { length }) => sum + length, 0);
	}

	/** Follows a session until it is disposed. */
	watch(hosted: HostedSession): Disposable {
		const watching = hosted.session.onDidChange((changes) => {
			if (changes.some(({ type }) => type === 'session')) this.#sync(hosted);
		});
		return {
			dispose: () => {
				watching.dispose();
				if (this.#pending.delete(hosted)) this.#changed.fire(this.count);
			},
		};
	}

	dispose(): void {
		this.#changed.dispose();
	}

	#sync(hosted: HostedSession): void {
		const before = this.#pending.get(hosted) ?? [];
		const now = hosted.session.state.pendingElicitations;
		if (before === now || (before.length === 0 && now.length === 0)) return;
		this.#pending.set(hosted, now);
		this.#changed.fire(this.count);
		for (const entryId of now) if (!before.includes(entryId)) this.#notify(hosted, entryId);
	}

	/** What is asked stands in the chat: a notification is read in passing, and can be on a shared screen. */
	#notify(hosted: HostedSession, entryId: string): void {
		if (this.#parts.isShown(hosted)) return;
		void vscode.window
			.showInformationMessage(messageText(`${hosted.session.state.agentTitle} asks you something.`), answer)
			.then((choice) => {
				const isPending = this.#pending.get(hosted)?.includes(entryId) === true;
				if (choice === answer && isPending) return this.#parts.show(hosted);
				return undefined;
			});
	}
}
