import type { QuotaWindow } from '../../core/session/model/quota.ts';
import { element } from '../page/dom.ts';
import { LazyScript } from '../page/lazyScript.ts';
import type { QuotaMeter } from './quotaMeter.ts';

const script = new LazyScript(() => import('./quotaMeter.ts'));

/** Where the quota is shown. The meter comes with a script that is loaded when an agent first tells of one. */
export class QuotaSlot {
	readonly element = element('div', 'quota');
	#windows: readonly QuotaWindow[] = [];
	#meter: QuotaMeter | undefined;

	constructor() {
		this.element.hidden = true;
	}

	update(windows: readonly QuotaWindow[] = []): void {
		if (windows === this.#windows) return;
		this.#windows = windows;
		if (windows.length === 0 && this.#meter === undefined) return;
		script.whenLoaded(
			({ QuotaMeter }) => {
				this.#meter ??= new QuotaMeter(this.element);
				this.#meter.update(this.#windows);
			},
			// Where it cannot be had, what is used is not known, as with agents that do not say it.
			() => undefined,
		);
	}
}
