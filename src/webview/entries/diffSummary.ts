import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewToolContent } from '../../core/view/viewEntry.ts';
import { icon } from '../page/dom.ts';
import { foreignTemplate } from '../page/foreignText.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import { diffCounts } from './diffCounts.ts';

/** One changed file of a tool call. */
export type ViewDiff = Extract<ViewToolContent, { type: 'diff' }>;

const kinds = {
	create: { icon: 'diff-added', label: () => t('new file') },
	modify: { icon: 'diff-modified', label: () => t('changed') },
	delete: { icon: 'diff-removed', label: () => t('deleted') },
};

/** A row per changed file: what happened to it, its first changed lines, and the way to the editor. */
export function diffSummary(diff: ViewDiff, open: () => void): TemplateResult {
	const kind = kinds[diff.kind];
	return html`<div class="diff" data-kind=${diff.kind}>
		<div class="diff-head">
			${icon(kind.icon)}
			<span class="diff-path" title=${visibleText(diff.path)}>${foreignTemplate(diff.label)}</span>
			<span class="visually-hidden">${kind.label()}</span>
			${diffCounts(diff.added, diff.removed)} ${openButton(t('Open Diff'), diff.label, open)}
		</div>
		${diffPreview(diff)}
	</div>`;
}

/** There is one for each file, so its name has the file, too. */
export function openButton(text: string, label: string, open: () => void): TemplateResult {
	const name = `${text}: ${visibleText(label)}`;
	return html`<button type="button" class="button link-button" aria-label=${name} @click=${open}>
		${text}
	</button>`;
}

/** The first changed lines. */
export function diffPreview({
	preview,
	isPreviewCut,
}: Pick<ViewDiff, 'preview' | 'isPreviewCut'>): TemplateResult | typeof nothing {
	if (preview.length === 0) return nothing;
	return html`<pre class="diff-preview" tabindex="0" role="group" aria-label=${t('Changed lines')}>
${preview.map(previewLine)}${isPreviewCut ? html`<span class="diff-line muted">…</span>` : nothing}</pre>`;
}

function previewLine(line: string): TemplateResult {
	const sign = line.charAt(0);
	const kind = sign === '+' ? 'added' : sign === '-' ? 'removed' : '';
	return html`<span class="diff-line ${kind}">${foreignTemplate(line, { isMultiline: true })}</span>`;
}
