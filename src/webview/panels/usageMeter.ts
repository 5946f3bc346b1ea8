import { html, nothing, render, svg, type TemplateResult } from 'lit-html';
import { locale, t, oneDecimal } from '../../core/base/l10n.ts';
import type { SessionUsage } from '../../core/session/model/sessionState.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element } from '../page/dom.ts';

/** From this share of the context on the meter warns. */
export const warnAt = 0.9;
const radius = 6;
const length = 2 * Math.PI * radius;

/** How full the agent's context is, and what the session has cost. Copes with any numbers (acp C72). */
export class UsageMeter {
	readonly element = element('div', 'usage');

	constructor() {
		this.element.hidden = true;
	}

	update(usage: SessionUsage | undefined): void {
		this.element.hidden = usage === undefined;
		if (usage === undefined) return;
		const { used, size, cost } = usage;
		render(
			html`${size > 0 ? meter(used, size) : unmeasured(used)}
			${cost === undefined ? nothing : costLabel(formatCost(cost))}`,
			this.element,
		);
	}
}

function meter(used: number, size: number): TemplateResult {
	const share = used / size;
	const percent = Math.round(share * 100);
	const title = t(
		'{0} of {1} tokens ({2} %)',
		used.toLocaleString(locale()),
		size.toLocaleString(locale()),
		percent,
	);
	return html`<span
		class="usage-context ${share > warnAt ? 'warn' : ''}"
		role="meter"
		aria-label=${t('Context: {0} % used', percent)}
		aria-valuemin="0"
		aria-valuemax="100"
		aria-valuenow=${Math.min(percent, 100)}
		aria-valuetext=${title}
		title=${t('Context: {0}', title)}
	>
		${ring(share)}
		<span class="usage-text">${formatTokens(used)} / ${formatTokens(size)}</span>
	</span>`;
}

/** A ring that is filled as far as that. @param share 1 for all */
export function ring(share: number): TemplateResult {
	const filled = Math.min(share, 1) * length;
	return html`<svg class="usage-ring" viewBox="0 0 16 16" aria-hidden="true">
		${svg`<circle cx="8" cy="8" r=${radius} class="usage-track" /><circle
			cx="8" cy="8" r=${radius} class="usage-fill"
			stroke-dasharray="${filled.toFixed(2)} ${length.toFixed(2)}" transform="rotate(-90 8 8)" />`}
	</svg>`;
}

/** The agent does not know how large its context is. */
function unmeasured(used: number): TemplateResult {
	return html`<span class="usage-context" title=${t('Tokens in the context')}
		><span class="usage-text">${t('{0} tokens', formatTokens(used))}</span></span
	>`;
}

function costLabel(cost: string): TemplateResult {
	const text = visibleText(cost);
	return html`<span class="usage-cost" title=${t('Cost of the session so far: {0}', text)}
		><span class="visually-hidden">${t('Cost:')} </span>${text}</span
	>`;
}

/** `850`, `1.2k`, `200k`, `1.1M`. */
export function formatTokens(tokens: number): string {
	if (tokens < 1000) return String(Math.round(tokens));
	if (tokens < 9_950) return `${oneDecimal(tokens / 1000)}k`;
	if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`;
	return `${oneDecimal(tokens / 1_000_000)}M`;
}

/** In the reader's way for a currency of ISO 4217, else the number and the unit: `1.5 credits`. */
export function formatCost({ amount, currency }: NonNullable<SessionUsage['cost']>): string {
	// Less than a cent is still not nothing.
	const isTiny = amount !== 0 && Math.abs(amount) < 0.01;
	if (/^[a-z]{3}$/i.test(currency)) {
		const digits = isTiny ? { maximumFractionDigits: 4 } : {};
		return new Intl.NumberFormat(locale(), { style: 'currency', currency, ...digits }).format(amount);
	}
	const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: isTiny ? 4 : 2 }).format(amount);
	return `${number} ${currency.slice(0, 20)}`.trim();
}
