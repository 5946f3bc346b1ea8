/** What a permission is about, as it is shown before the answer and after it. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { changeLine } from '../../core/view/fileChange.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { ViewPermission, ViewToolContent } from '../../core/view/viewEntry.ts';
import { icon } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';

export function permissionHead(title: string): TemplateResult {
	return html`<div class="permission-head">
		${icon('shield')}<span class="permission-title">${untrustedTemplate(title)}</span>
	</div>`;
}

/** Its white space is kept, so there is none in the template. */
export function permissionText(text: string): TemplateResult {
	return html`<p class="permission-description">${untrustedTemplate(text, { isMultiline: true })}</p>`;
}

/** What the agent says, marked as a quotation: lines of ours stand between a question and its answers as well. */
export function quotedText(text: string): TemplateResult {
	const shown = untrustedTemplate(text, { isMultiline: true });
	return html`<blockquote class="permission-description">${shown}</blockquote>`;
}

/** @param beside what is drawn beside it */
export function permissionDetails(
	entry: ViewPermission,
	beside: readonly ViewToolContent[],
): TemplateResult | typeof nothing {
	const { details: text, note, cwdLabel, document: plan } = entry;
	if (text === '') return plan === undefined ? permissionText(note ?? '') : nothing;
	const place = formatNodes(t('in {0}'), html`<code>${untrustedTemplate(cwdLabel ?? '')}</code>`);
	const rows = rowLines(beside);
	const isInRows = entry.namesFiles === true && text.split('\n').every((line) => rows.has(line));
	const inChanges = isInRows ? 'in-changes' : '';
	return html`<pre
			class="permission-details ${inChanges}"
			tabindex="0"
			role="group"
			aria-label=${t('Details')}
		>
${untrustedTemplate(text, { isMultiline: true })}</pre>
		${cwdLabel === undefined ? nothing : html`<p class="permission-description">${place}</p>`}`;
}

/** What the rows of files among these say, each in the words of the details. */
function rowLines(content: readonly ViewToolContent[]): ReadonlySet<string> {
	return new Set(
		content.flatMap((item) => {
			if (item.type === 'diff') return [visibleText(item.label)];
			if (item.type !== 'file_change') return [];
			const { label: path, oldLabel: oldPath, ...change } = item;
			return [changeLine({ ...change, path, oldPath }, (name) => visibleText(name))];
		}),
	);
}
