import type { QuotaWindow } from '../../core/session/model/quota.ts';
import type { SessionUsage } from '../../core/session/model/sessionState.ts';
import { element } from '../page/dom.ts';
import { LazyScript } from '../page/lazyScript.ts';
import type { Meters } from './meters.ts';

const script = new LazyScript(() => import('./meters.ts'));

/** Where usage and quota are shown. Their meters come with a script that is loaded when an agent first tells of either. */
export class MeterSlot {
	readonly element = element('div', 'meters');
	#usage: SessionUsage | undefined;
	#quota: readonly QuotaWindow[] = [];
	#meters: Meters | undefined;

	update(usage: SessionUsage | undefined, quota: readonly QuotaWindow[] = []): void {
		this.#usage = usage;
		this.#quota = quota;
		if (usage === undefined && quota.length === 0 && this.#meters === undefined) return;
		script.whenLoaded(
			({ Meters }) => {
				this.#meters ??= new Meters(this.element);
				this.#meters.update(this.#usage, this.#quota);
			},
			// Where it cannot be had, what is used is not known, as with agents that do not say it.
			() => undefined,
		);
	}
}
