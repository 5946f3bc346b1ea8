/**
 * Reads files only because an agent names them. The user did not ask for it, so the reads are few, small and inside of
 * the workspace.
 */
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import * as limits from '../../core/base/limits.ts';
import { probeFile } from '../fileProbe.ts';
import { placeToLook } from '../pathGuard.ts';

/** The reads for one session, which waits for its own only. */
export class SessionReads {
	readonly #gate = new ConcurrencyLimit(limits.unrequestedAtOnce);
	/** They stay with the session: a call that goes on after its end is not looked at anew. */
	readonly #calls = new Map<string, UnrequestedReads>();

	of(callId: string): UnrequestedReads {
		const looks = this.#calls.get(callId) ?? new UnrequestedReads(this.#gate);
		this.#calls.set(callId, looks);
		return looks;
	}
}

/** The reads for one tool call (hazard D11). */
export class UnrequestedReads {
	readonly #gate: ConcurrencyLimit;
	readonly #paths = new Set<string>();
	#bytes = 0;
	#isOver = false;

	/** @param gate how many of a session are looked at, at a time */
	constructor(gate: ConcurrencyLimit) {
		this.#gate = gate;
	}

	/**
	 * Reads the file at a path, once.
	 * @param roots where the agent may look, absolute
	 * @param read is given the path without links
	 * @returns undefined for what is not looked at: outside, no file, too much, too late, or looked at before
	 */
	async at<Found>(
		path: string,
		roots: readonly string[],
		read: (place: string) => Promise<Found>,
	): Promise<Found | undefined> {
		if (this.#isOver || this.#paths.has(path) || this.#paths.size >= limits.unrequestedPaths)
			return undefined;
		// Calls without end wait for nothing.
		if (this.#gate.waiting >= limits.unrequestedWaiting) return undefined;
		this.#paths.add(path);
		return this.#gate.run(async () => {
			const place = this.#isOver ? undefined : await placeToLook(path, roots);
			const probe = place === undefined ? undefined : await probeFile(place);
			if (place === undefined || probe?.type !== 'file' || this.#isOver) return undefined;
			if (this.#bytes + probe.size > limits.unrequestedBytes) return undefined;
			this.#bytes += probe.size;
			return read(place);
		});
	}

	/** The call has ended: what was not looked at yet is not the text before it any more. */
	end(): void {
		this.#isOver = true;
		this.#paths.clear();
	}
}
