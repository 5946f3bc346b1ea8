import { html, nothing, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import { element, icon } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';
import type { PanelHost } from './panelHost.ts';

/** Permissions that wait out of sight. */
export interface AwayQuestions {
	/** The one that waits longest. */
	readonly id: EntryId;
	readonly title: string;
	/** With that one. */
	readonly count: number;
}

/** Says above the composer what waits for the user where that is out of sight, and leads there. */
export class WaitingStrip {
	readonly element = element('div', 'waiting-strip');
	readonly #host: PanelHost;

	constructor(host: PanelHost) {
		this.#host = host;
		this.element.hidden = true;
	}

	update(away: AwayQuestions | undefined): void {
		const hadFocus = this.element.contains(document.activeElement);
		this.element.hidden = away === undefined;
		render(away === undefined ? nothing : this.#button(away), this.element);
		if (hadFocus && away === undefined) this.#host.focusComposer();
	}

	#button({ id, title, count }: AwayQuestions): unknown {
		const name = html`<span class="waiting-title">${untrustedTemplate(title)}</span>`;
		const text = formatNodes<unknown>(t('Waits for your permission: {0}'), name).map((part) =>
			typeof part === 'string' ? html`<span class="waiting-words">${part}</span>` : part,
		);
		const more = count === 1 ? nothing : html`<span class="muted">${t('{0} more', count - 1)}</span>`;
		return html`<button type="button" class="waiting-show" @click=${() => this.#host.reveal(id)}>
			${icon('shield')}<span class="waiting-text">${text}</span> ${more}
			<span class="waiting-link">${t('Show')}</span>
		</button>`;
	}
}
