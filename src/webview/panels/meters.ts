import type { QuotaWindow } from '../../core/session/model/quota.ts';
import type { SessionUsage } from '../../core/session/model/sessionState.ts';
import { element } from '../page/dom.ts';
import { QuotaMeter } from './quotaMeter.ts';
import { UsageMeter } from './usageMeter.ts';

/** How full the context of the session is, and how much of the account's limits is used. */
export class Meters {
	readonly #usage = new UsageMeter();
	readonly #quota: QuotaMeter;
	#windows: readonly QuotaWindow[] = [];

	constructor(place: HTMLElement) {
		const quota = element('div', 'quota');
		quota.hidden = true;
		this.#quota = new QuotaMeter(quota);
		place.append(this.#usage.element, quota);
	}

	update(usage: SessionUsage | undefined, windows: readonly QuotaWindow[]): void {
		this.#usage.update(usage);
		if (windows === this.#windows) return;
		this.#windows = windows;
		this.#quota.update(windows);
	}
}
