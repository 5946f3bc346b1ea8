import { t } from '../../core/base/l10n.ts';
import type { AgentNotice } from '../../core/session/model/sessionState.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element, iconButton, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { PanelHost } from './panelHost.ts';

const severityText: Readonly<Record<AgentNotice['severity'], () => string>> = {
	info: () => t('Information'),
	warning: () => t('Warning'),
	error: () => t('Error'),
};

/** What the agent wants noticed now, above the composer until it is dismissed (acp C69). Plain text only. */
export class AgentNotices {
	readonly element = element('section', 'agent-notices');
	readonly #list = element('ul');
	readonly #host: PanelHost;
	readonly #shown = new Map<string, HTMLElement>();
	/** What was read out, of all sessions: one that comes back on show is not read out again. */
	readonly #said = new Set<string>();
	#sessionKey: string | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		this.element.ariaLabel = t('Notices of the agent');
		this.element.hidden = true;
		this.element.append(this.#list);
	}

	/** A notice that stays keeps its element, so that it stays unfolded and focused. */
	update(sessionKey: string, notices: readonly AgentNotice[]): void {
		if (sessionKey !== this.#sessionKey) {
			this.#shown.clear();
			this.#list.replaceChildren();
		}
		this.#sessionKey = sessionKey;
		const ids = new Set(notices.map(({ id }) => id));
		for (const [id, item] of this.#shown) if (!ids.has(id)) this.#remove(id, item);
		for (const notice of notices) if (!this.#shown.has(notice.id)) this.#add(notice);
		this.element.hidden = notices.length === 0;
	}

	#add(notice: AgentNotice): void {
		const { id, severity, title, description } = notice;
		const dismiss = iconButton('close', t('Dismiss: {0}', visibleText(title)), () =>
			this.#host.post({ type: 'dismissNotice', id }),
		);
		const mark = iconElement(severity);
		const item = element('li', 'agent-notice', mark, textOf(notice), dismiss);
		item.dataset['severity'] = severity;
		this.#shown.set(id, item);
		this.#list.append(item);
		const saidId = `${this.#sessionKey} ${id}`;
		if (this.#said.has(saidId)) return;
		this.#said.add(saidId);
		const more = description === undefined ? '' : `. ${description.slice(0, 300)}`;
		this.#host.announce(`${severityText[severity]()}: ${title}${more}`, severity === 'error');
	}

	#remove(id: string, item: HTMLElement): void {
		const hadFocus = item.contains(document.activeElement);
		const next = item.nextElementSibling ?? item.previousElementSibling;
		this.#shown.delete(id);
		item.remove();
		if (!hadFocus) return;
		const button = next?.querySelector<HTMLElement>('.icon-button');
		if (button) moveFocus(button);
		else this.#host.focusComposer();
	}
}

/** The title; with a description it unfolds. */
function textOf({ severity, title, description }: AgentNotice): HTMLElement {
	const kind = element('span', 'visually-hidden', `${severityText[severity]()}: `);
	if (description === undefined || description.trim() === '') {
		return element('div', 'agent-notice-text', kind, untrustedText(title));
	}
	const body = element('div', 'agent-notice-detail', untrustedText(description, { isMultiline: true }));
	body.tabIndex = 0;
	return element('details', 'agent-notice-text', element('summary', '', kind, untrustedText(title)), body);
}
