import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { NoticeAction } from '../../core/session/model/entry.ts';
import type { ViewNotice } from '../../core/view/viewEntry.ts';
import { icon, textButton } from '../page/dom.ts';
import { leaveFocus } from '../page/moveFocus.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';

/** What the button of each action says. */
const actionLabels: Readonly<Record<NoticeAction, () => string>> = {
	show_log: () => t('Show Log'),
	restart: () => t('Restart Agent'),
	reconnect: () => t('Reconnect Now'),
	open_settings: () => t('Open Settings'),
	new_session: () => t('New Session'),
	resume: () => t('Resume'),
	resume_turn: () => t('Go On'),
	retry: () => t('Try Again'),
	approve: () => t('Approve'),
	force_stop: () => t('Force Stop'),
	login: () => t('Log In'),
	enter_secret: () => t('Enter the Secret Again'),
	choose_mcp_servers: () => t('Choose Servers'),
	redo_restore: () => t('Redo'),
};

/** A line of ours in the transcript, with what can be done about it. */
export class NoticeView implements EntryView<ViewNotice> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;

	constructor(entry: ViewNotice, context: EntryContext) {
		this.#context = context;
		this.element = createArticle(entry.id, 'notice');
		this.update(entry);
	}

	update(entry: ViewNotice): void {
		// Buttons that are not offered any more go.
		if (entry.actions.length === 0) leaveFocus(this.element);
		this.element.ariaLabel = t('Notice: {0}', visibleText(entry.title));
		this.element.dataset['severity'] = entry.severity;
		render(
			html`${icon(entry.severity)}
				<div class="notice-text">
					<div class="notice-title">${untrustedTemplate(entry.title)}</div>
					${this.#detail(entry)}
					${
						entry.actions.length === 0
							? nothing
							: html`<div class="button-row">
									${entry.actions.map((action, index) => this.#button(entry, action, index === 0))}
								</div>`
					}
				</div>`,
			this.element,
		);
	}

	#detail(entry: ViewNotice): TemplateResult | typeof nothing {
		if (entry.detail === undefined || entry.detail === '') return nothing;
		return html`<div class="notice-detail">${untrustedTemplate(entry.detail, { isMultiline: true })}</div>`;
	}

	#button(entry: ViewNotice, action: NoticeAction, isFirst: boolean): TemplateResult {
		const click = (): void => this.#context.post({ type: 'notice', entryId: entry.id, action });
		return textButton(isFirst ? '' : 'secondary', actionLabels[action](), click);
	}
}
