import type { QuotaWindow } from '../../core/session/model/quota.ts';
import type { SessionUsage } from '../../core/session/model/sessionState.ts';
import { QuotaMeter } from './quotaMeter.ts';
import { UsageMeter } from './usageMeter.ts';

/** How full the context of the session is, and how much of the account's limits is used. */
export class Meters {
	readonly #usage = new UsageMeter();
	readonly #quota = new QuotaMeter();

	constructor(place: HTMLElement) {
		place.append(this.#usage.element, this.#quota.element);
	}

	update(usage: SessionUsage | undefined, windows: readonly QuotaWindow[]): void {
		this.#usage.update(usage);
		this.#quota.update(windows);
	}
}
