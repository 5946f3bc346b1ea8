import { html, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ViewChangedSince } from '../../core/view/viewEntry.ts';
import type { Post } from '../page/api.ts';
import { iconButton } from '../page/dom.ts';
import { diffCounts } from './fileReview.ts';

type CheckpointAction = Extract<FromView, { type: 'checkpoint' }>['action'];

/** Under a message of the user: what agents have changed since it was sent, and what can be done about that. */
export class CheckpointLine {
	readonly #counts = document.createElement('span');

	constructor(place: HTMLElement, entryId: EntryId, post: Post) {
		const button = (icon: string, name: string, action: CheckpointAction): HTMLElement => {
			const made = iconButton(icon, name, () => post({ type: 'checkpoint', action, entryId }));
			made.tabIndex = -1;
			return made;
		};
		const buttons = [
			button('discard', t('Restore to Here…'), 'restore'),
			button('diff-multiple', t('Compare'), 'compare'),
			button('edit', t('Edit and Send Again…'), 'edit'),
		];
		place.role = 'group';
		place.ariaLabel = t('Changed since this message');
		place.append(this.#counts, ...buttons);
		// As with other buttons of a message: a stop of the Tab key only where the focus is.
		const article = place.closest('article');
		const setStops = (index: number): void => {
			for (const one of buttons) one.tabIndex = index;
		};
		article?.addEventListener('focusin', () => setStops(0));
		article?.addEventListener('focusout', () => setStops(-1));
		if (article?.contains(document.activeElement) === true) setStops(0);
	}

	/** @param since undefined where nothing is other than it was */
	update(since: ViewChangedSince | undefined): void {
		if (since === undefined) return;
		const { files, added, removed } = since;
		const counted = files === 1 ? t('1 file changed since') : t('{0} files changed since', files);
		render(html`${counted} ${diffCounts(added, removed)}`, this.#counts);
	}
}
