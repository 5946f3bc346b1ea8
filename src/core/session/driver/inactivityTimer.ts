/**
 * Marks a turn in which nothing happens for `limits.silenceHintMs`, and does no more: an agent may think for as long as
 * it likes (hazard B5).
 */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import * as limits from '../../base/limits.ts';
import type { SessionEvent } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';

interface InactivityTimerParts {
	readonly state: SessionState;
	readonly clock: Clock;
	readonly dispatch: (event: SessionEvent) => void;
}

export class InactivityTimer implements Disposable {
	readonly #parts: InactivityTimerParts;
	#timer: Disposable | undefined;

	constructor(parts: InactivityTimerParts) {
		this.#parts = parts;
	}

	/** To be called after each event of the session: every event counts as activity. */
	onEvent({ type }: SessionEvent): void {
		if (type === 'turn_silent') return;
		const { state, dispatch } = this.#parts;
		if (state.turn.type === 'idle') return this.dispose();
		if (state.turn.type === 'running' && state.turn.isSilent === true)
			dispatch({ type: 'turn_silent', isSilent: false });
		// One timer for a whole stretch of events: it is asked when it is due, not set again for each.
		if (this.#timer === undefined) this.#wait(limits.silenceHintMs);
	}

	dispose(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
	}

	#wait(ms: number): void {
		const { state, clock, dispatch } = this.#parts;
		this.#timer = clock.setTimer(ms, () => {
			this.#timer = undefined;
			const left = state.happenedAt + limits.silenceHintMs - clock.now();
			if (left > 0) this.#wait(left);
			else if (state.turn.type === 'running') dispatch({ type: 'turn_silent', isSilent: true });
		});
	}
}
