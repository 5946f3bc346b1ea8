/** Which sessions work, and which have ended a turn that the user has not seen yet. */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { TurnEnd } from '../../core/session/model/turnState.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { workShownMs } from '../sessions/listChanges.ts';

/** How a turn ended that the user did not end. */
export type TurnResult = 'done' | 'failed';

interface TurnEndParts {
	isSeen(hosted: HostedSession): boolean;
	/** A turn ended unseen. */
	onEnd(hosted: HostedSession, result: TurnResult): void;
}

/** Follows the turns of all sessions; remembers the outcome of each until its session is seen. */
export class TurnEnds implements Disposable {
	readonly #parts: TurnEndParts;
	readonly #turns = new Map<HostedSession, SessionState['turn']['type']>();
	readonly #unseen = new Map<HostedSession, TurnResult>();
	readonly #changed = new Emitter<void>();
	#workTimer: ReturnType<typeof setTimeout> | undefined;

	/** Fires when what follows is different; for a turn that begins only if it still runs a moment later. */
	readonly onDidChange = this.#changed.event;

	constructor(parts: TurnEndParts) {
		this.#parts = parts;
	}

	/** Sessions that are at work, the one that began last comes last. */
	get working(): readonly HostedSession[] {
		return [...this.#turns].flatMap(([hosted, turn]) => (turn === 'idle' ? [] : [hosted]));
	}

	unseen(result: TurnResult): readonly HostedSession[] {
		return [...this.#unseen].flatMap(([hosted, ended]) => (ended === result ? [hosted] : []));
	}

	/** Follows a session until it is disposed. */
	watch(hosted: HostedSession): Disposable {
		const watching = hosted.session.onDidChange((changes) => {
			if (changes.some(({ type }) => type === 'session')) this.#sync(hosted);
		});
		return {
			dispose: () => {
				watching.dispose();
				const wasUnseen = this.#unseen.delete(hosted);
				if (this.#turns.delete(hosted) || wasUnseen) this.#changed.fire();
			},
		};
	}

	/** The user may be looking at it now. */
	noteSeen(): void {
		const seen = [...this.#unseen.keys()].filter((hosted) => this.#parts.isSeen(hosted));
		for (const hosted of seen) this.#unseen.delete(hosted);
		if (seen.length > 0) this.#changed.fire();
	}

	dispose(): void {
		clearTimeout(this.#workTimer);
		this.#changed.dispose();
	}

	#sync(hosted: HostedSession): void {
		const { type } = hosted.session.state.turn;
		const before = this.#turns.get(hosted) ?? 'idle';
		if (type === before) return;
		this.#turns.delete(hosted);
		this.#turns.set(hosted, type);
		const wasUnseen = type !== 'idle' && this.#unseen.delete(hosted);
		if (before === 'idle' && !wasUnseen) this.#tellOfWork();
		else this.#changed.fire();
		// The end of a turn that the user stopped is not reported. What comes of another, such as a login, is told after it.
		if (type === 'idle' && before !== 'stopping') setTimeout(() => this.#ended(hosted));
	}

	#tellOfWork(): void {
		this.#workTimer ??= setTimeout(() => {
			this.#workTimer = undefined;
			if (this.working.length > 0) this.#changed.fire();
		}, workShownMs);
	}

	#ended(hosted: HostedSession): void {
		const result = resultOf(hosted.session.state);
		// The next turn may run already, and the session may be gone.
		if (this.#turns.get(hosted) !== 'idle' || result === undefined || this.#parts.isSeen(hosted)) return;
		this.#unseen.set(hosted, result);
		this.#changed.fire();
		this.#parts.onEnd(hosted, result);
	}
}

/** Such a turn did not come to what the user wanted. */
const failed: ReadonlySet<TurnEnd['reason'] | undefined> = new Set([
	'error',
	'blocked',
	'refusal',
	'max_tokens',
	'max_turn_requests',
] as const);

/** Undefined when the user let go of the agent. */
function resultOf({ agent, lastEnd }: SessionState): TurnResult | undefined {
	if (agent.type === 'login_required' || agent.type === 'unapproved') return 'failed';
	if (failed.has(lastEnd?.reason)) return 'failed';
	return agent.type === 'ready' ? 'done' : undefined;
}
