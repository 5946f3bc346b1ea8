import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { NoticeAction } from '../../core/session/model.ts';
import type { ViewNotice } from '../../core/view/viewModel.ts';
import { icon } from '../dom.ts';
import { foreignTemplate } from '../foreignText.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';

/** What the button of each action says. */
export const actionLabels: Readonly<Record<NoticeAction, string>> = {
	show_log: 'Show Log',
	restart: 'Restart Agent',
	open_settings: 'Open Settings',
	new_session: 'New Session',
	retry: 'Try Again',
	approve: 'Approve',
	force_stop: 'Force Stop',
	login: 'Log In',
	choose_mcp_servers: 'Choose Servers',
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
		this.element.ariaLabel = `Notice: ${visibleText(entry.title)}`;
		this.element.dataset['severity'] = entry.severity;
		render(
			html`${icon(entry.severity)}
				<div class="notice-text">
					<div class="notice-title">${foreignTemplate(entry.title)}</div>
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
		return html`<div class="notice-detail">${foreignTemplate(entry.detail, { isMultiline: true })}</div>`;
	}

	#button(entry: ViewNotice, action: NoticeAction, isFirst: boolean): TemplateResult {
		const click = (): void => this.#context.post({ type: 'notice', entryId: entry.id, action });
		return html`<button type="button" class="button ${isFirst ? '' : 'secondary'}" @click=${click}>
			${actionLabels[action]}
		</button>`;
	}
}
