import { html, nothing, render, type TemplateResult } from 'lit-html';
import { locale, t } from '../../core/base/l10n.ts';
import type { QuotaWindow } from '../../core/session/model/quota.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element, icon } from '../page/dom.ts';
import { ring, warnAt } from './usageMeter.ts';

const hoursOfDay = 24;
const hoursOfWeek = 168;
/** Longest time that a timer takes. */
const longestTimerMs = 2 ** 31 - 1;

/** How much of the account's limits is used: the tightest of them, and all of them with their times in its tooltip. */
export class QuotaMeter {
	readonly element = element('div', 'quota');
	#windows: readonly QuotaWindow[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor() {
		this.element.hidden = true;
	}

	update(windows: readonly QuotaWindow[]): void {
		if (windows === this.#windows) return;
		this.#windows = windows;
		this.#draw();
	}

	readonly #draw = (): void => {
		const now = Date.now();
		const tightest = this.#windows
			.filter((window) => !hasReset(window, now) && shareOf(window) !== undefined)
			.toSorted((a, b) => (shareOf(b) ?? 0) - (shareOf(a) ?? 0))[0];
		this.element.hidden = tightest === undefined;
		render(tightest === undefined ? nothing : meter(tightest, this.#windows, now), this.element);
		this.#awaitReset(now);
	};

	/** What is said of a window counts until it begins anew. */
	#awaitReset(now: number): void {
		clearTimeout(this.#timer);
		const times = this.#windows.flatMap(({ resetsAt = 0 }) => (resetsAt > now ? [resetsAt] : []));
		if (times.length === 0) return;
		this.#timer = setTimeout(this.#draw, Math.min(Math.min(...times) - now, longestTimerMs));
	}
}

function meter(tightest: QuotaWindow, windows: readonly QuotaWindow[], now: number): TemplateResult {
	const share = shareOf(tightest) ?? 0;
	const percent = percentOf(share);
	const lines = windows.map((window) => lineOf(window, now));
	const isTight = share > warnAt || tightest.warning !== undefined;
	return html`<span
		class="usage-context ${isTight ? 'warn' : ''}"
		role="meter"
		aria-label=${t('Quota: {0} % used', percent)}
		aria-valuemin="0"
		aria-valuemax="100"
		aria-valuenow=${Math.min(percent, 100)}
		aria-valuetext=${lines.join('; ')}
		title=${lines.join('\n')}
	>
		${isTight ? icon('warning') : ring(share)}
		<span class="usage-text">${t('{0} % of quota', percent)}</span>
	</span>`;
}

/** A limit that is reached is used up, whatever share the agent names. */
function shareOf({ used, warning }: QuotaWindow): number | undefined {
	return warning === 'reached' ? Math.max(1, used ?? 1) : used;
}

function hasReset({ resetsAt }: QuotaWindow, now: number): boolean {
	return resetsAt !== undefined && resetsAt <= now;
}

/** What is not used up is less than all. */
function percentOf(share: number): number {
	const percent = Math.round(share * 100);
	return share < 1 ? Math.min(percent, 99) : percent;
}

function lineOf(window: QuotaWindow, now: number): string {
	const name = nameOf(window);
	if (hasReset(window, now)) return t('{0}: began anew {1}', name, timeOf(window.resetsAt ?? 0, now));
	const share = shareOf(window);
	const used = share === undefined ? t('in use') : t('{0} % used', percentOf(share));
	if (window.resetsAt === undefined) return `${name}: ${used}`;
	return t('{0}: {1}, begins anew {2}', name, used, timeOf(window.resetsAt, now));
}

function nameOf({ hours, label }: QuotaWindow): string {
	const name = label === undefined ? undefined : visibleText(label);
	if (hours === undefined) return name ?? t('Quota');
	const limit = limitOf(hours);
	return name === undefined ? limit : `${limit} (${name})`;
}

function limitOf(hours: number): string {
	if (hours === hoursOfWeek) return t('Weekly limit');
	return hours === hoursOfDay ? t('Daily limit') : t('Limit of {0} hours', hours);
}

/** With the day where that is another one. */
function timeOf(at: number, now: number): string {
	const isNear = Math.abs(at - now) < hoursOfDay * 60 * 60_000;
	const day = isNear ? {} : { dateStyle: 'medium' as const };
	return new Intl.DateTimeFormat(locale(), { ...day, timeStyle: 'short' }).format(at);
}
