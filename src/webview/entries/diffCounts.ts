import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';

/**
 * `+3 −1`, spelled out for those who listen.
 * @param words what they hear instead
 */
export function diffCounts(
	added: number,
	removed: number,
	words = t('{0} added, {1} removed', added, removed),
): TemplateResult {
	return html`<span class="diff-counts"
		><span class="visually-hidden">${words}</span
		>${added > 0 ? html`<span class="added" aria-hidden="true">+${added}</span>` : nothing}${
			removed > 0 ? html`<span class="removed" aria-hidden="true">−${removed}</span>` : nothing
		}</span
	>`;
}
