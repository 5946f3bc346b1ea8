import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewFileReview } from '../../core/view/viewChanges.ts';
import type { ViewChange } from '../../core/view/viewEntry.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { iconAction } from '../page/dom.ts';

/** What the user was seen to answer of all of a change. */
export function answeredWord(type: Exclude<ViewFileReview['type'], 'waits'>): string {
	if (type === 'kept_and_undone') return t('Kept and undone');
	return type === 'kept' ? t('Kept') : t('Undone');
}

/** Lines of one change: those that wait, else those that the agent told of. */
export function shownCounts(change: ViewChange): Pick<ViewChange, 'added' | 'removed'> {
	return change.review?.type === 'waits' ? change.review : change;
}

/** @param label path as people read it */
export function keepButton(label: string, keep: (event: MouseEvent) => void, more?: string): TemplateResult {
	const name = withMore(t('Keep {0}', visibleText(label)), more);
	return iconAction('check', { label: name, title: withMore(t('Keep'), more) }, keep);
}

/** The button stays where nothing can be undone, and says so. */
export function undoButton(
	label: string,
	isUndoable: boolean,
	undo: (event: MouseEvent) => void,
	more?: string,
): TemplateResult {
	const name = withMore(t('Undo {0}', visibleText(label)), more);
	const why = t('What was there before is not known, so it cannot be undone.');
	const said = isUndoable
		? { label: name, title: withMore(t('Undo'), more) }
		: { label: `${name}: ${why}`, title: why, isInert: true };
	return iconAction('discard', said, undo);
}

/** @param more what is to be known before the button is pressed */
function withMore(name: string, more: string | undefined): string {
	return more === undefined ? name : `${name}: ${more}`;
}

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
