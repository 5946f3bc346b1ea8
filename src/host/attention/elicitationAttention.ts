/** Makes the user notice a question that is out of sight: a count for the badge, and one notification each. */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { t } from '../../core/base/l10n.ts';
import { agentInSession } from '../../core/view/projectSession.ts';
import type { Notifications } from './notifications.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

/** Counts questions that wait out of sight, and notifies once of each. */
export class ElicitationAttention implements Disposable {
	readonly #notifications: Pick<Notifications, 'notify'>;
	readonly #pending = new Map<HostedSession, readonly string[]>();
	readonly #changed = new Emitter<number>();

	/** Fires with the number of pending questions. */
	readonly onDidChangeCount = this.#changed.event;

	constructor(notifications: Pick<Notifications, 'notify'>) {
		this.#notifications = notifications;
	}

	/** Sessions with questions. */
	get sessions(): readonly HostedSession[] {
		return [...this.#pending].flatMap(([hosted, { length }]) => (length > 0 ? [hosted] : []));
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
		const known = new Set(before);
		for (const entryId of now) if (!known.has(entryId)) this.#notify(hosted, entryId);
	}

	#notify(hosted: HostedSession, entryId: string): void {
		void this.#notifications.notify(hosted, {
			kind: 'questions',
			text: t('{0} asks you something.', agentInSession(hosted.session.state)),
			button: t('Answer'),
			isStill: () => this.#pending.get(hosted)?.includes(entryId) === true,
		});
	}
}
