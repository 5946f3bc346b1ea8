import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { NoticeAction } from '../../core/session/model/entry.ts';
import type { ViewAgentState, ViewAuthMethod, ViewSession } from '../../core/view/viewSession.ts';
import { element, icon, textButton, uniqueId } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { PanelHost } from './panelHost.ts';

type LoginRequired = Extract<ViewAgentState, { type: 'login_required' }>;

/**
 * The agent wants the user to log in: why, the ways it offers, how far a login is, and what went wrong (acp C30). The
 * prompt that waits for it can be taken back.
 */
export class LoginPanel {
	readonly element = element('section', 'approval login');
	readonly #host: PanelHost;
	readonly #titleId = uniqueId('login');
	#announced = '';

	constructor(host: PanelHost) {
		this.#host = host;
		this.element.setAttribute('aria-labelledby', this.#titleId);
		this.element.hidden = true;
	}

	update(session: ViewSession): void {
		const login = session.agent.type === 'login_required' ? session.agent : undefined;
		const hadFocus = this.element.contains(document.activeElement);
		render(login === undefined ? nothing : this.#content(session.agentTitle, login), this.element);
		this.element.hidden = login === undefined;
		this.#announce(session, login);
		// What was pressed may be gone: the focus must not fall out of the page.
		if (hadFocus && !this.element.contains(document.activeElement)) this.#refocus(login);
	}

	#content(agentTitle: string, login: LoginRequired): TemplateResult {
		const { attempt, methods } = login;
		const running =
			attempt?.type === 'running' ? methods.find(({ id }) => id === attempt.methodId) : undefined;
		return html`<div class="permission-head" id=${this.#titleId}>
				${icon('key')}<span>${formatNodes(t('Log in to {0}'), untrustedTemplate(agentTitle))}</span>
			</div>
			<p class="permission-description">${untrustedTemplate(login.reason, { isMultiline: true })}</p>
			${attempt?.type === 'failed' ? this.#failure(attempt) : nothing}
			${login.hasPromptAwaitingLogin ? this.#awaitingPrompt() : nothing}
			${attempt?.type === 'running' ? this.#progress(running) : this.#choices(login)}`;
	}

	#failure({ methodId, message }: { readonly methodId: string; readonly message: string }): TemplateResult {
		return html`<div class="login-error">
			${icon('error')}<span class="login-error-text"
				>${untrustedTemplate(message, { isMultiline: true })}</span
			>
			${textButton('secondary', t('Try Again'), () => this.#host.post({ type: 'login', methodId }))}
		</div>`;
	}

	#progress(method: ViewAuthMethod | undefined): TemplateResult {
		return html`<div class="login-progress">
			${icon('loading codicon-modifier-spin')}<span class="login-progress-text">${progressText(method)}</span>
			${textButton('secondary', t('Cancel'), () => this.#host.post({ type: 'cancelLogin' }))}
		</div>`;
	}

	#choices({ methods }: LoginRequired): TemplateResult {
		const list =
			methods.length === 0
				? html`<p class="login-none">
						${t('The agent offers no way to log in from here. Its documentation says how; come back when it is done.')}
					</p>`
				: html`<ul class="login-methods">
						${methods.map((method, index) => this.#method(method, `${this.#titleId}-${index}`))}
					</ul>`;
		return html`${list}
			<div class="button-row">
				${this.#action('retry', t('Check Again'), t('You have logged in by some other way'))}
				${this.#action('show_log', t('Show Log'), t('What the agent says'))}
			</div>`;
	}

	#method(method: ViewAuthMethod, noteId: string): TemplateResult {
		const isKnown = method.type !== 'other' && method.type !== 'elsewhere';
		const login = (): void => {
			if (isKnown) this.#host.post({ type: 'login', methodId: method.id });
		};
		return html`<li>
			<button
				type="button"
				class=${isKnown ? 'button secondary wide' : 'button secondary wide inert'}
				aria-disabled=${isKnown ? nothing : 'true'}
				aria-describedby=${noteId}
				@click=${login}
			>
				${icon(iconOf(method))}<span>${untrustedTemplate(method.name)}</span>
			</button>
			<div class="login-note" id=${noteId}>
				${
					method.description === undefined
						? nothing
						: html`<span>${untrustedTemplate(method.description)}</span>`
				}
				<span>${loginWayNote(method)}</span>
			</div>
		</li>`;
	}

	#awaitingPrompt(): TemplateResult {
		const takeBack = (): void => {
			this.#host.post({ type: 'takeBackPrompt' });
			this.#host.focusComposer();
		};
		return html`<div class="login-awaiting">
			<span>${t('Your message goes out after the login.')}</span>
			${textButton('link-button', t('Put back into the message field'), takeBack)}
		</div>`;
	}

	#action(action: NoticeAction, label: string, title: string): TemplateResult {
		const run = (): void => this.#host.post({ type: 'notice', entryId: '', action });
		return html`<button type="button" class="button secondary" title=${title} @click=${run}>
			${label}
		</button>`;
	}

	#refocus(login: LoginRequired | undefined): void {
		const next = this.element.querySelector<HTMLElement>('button:not([aria-disabled])');
		if (login === undefined || next === null) this.#host.focusComposer();
		else moveFocus(next);
	}

	/** Each state of affairs once; what is shown is posted again and again. */
	#announce({ agentTitle }: ViewSession, login: LoginRequired | undefined): void {
		const text = announcement(agentTitle, login);
		if (text === this.#announced) return;
		this.#announced = text;
		if (text !== '') this.#host.announce(text);
	}
}

function announcement(agentTitle: string, login: LoginRequired | undefined): string {
	if (login === undefined) return '';
	const { attempt, methods, reason } = login;
	if (attempt?.type === 'failed') return t('The login failed: {0}', attempt.message);
	if (attempt?.type === 'running') return progressText(methods.find(({ id }) => id === attempt.methodId));
	return t('{0} wants you to log in: {1}', agentTitle, reason);
}

function progressText(method: ViewAuthMethod | undefined): string {
	switch (method?.type) {
		case 'terminal':
			return t('Finish the login in the terminal.');
		case 'command':
			return t('Look at the command first, then finish the login in the terminal.');
		case 'env_var':
			return t('Enter the values at the top of the window.');
		case 'agent':
		case 'elsewhere':
		case 'other':
		case undefined:
			return t('Waiting for the login. The agent may have opened your browser.');
	}
}

function loginWayNote({ type }: ViewAuthMethod): string {
	switch (type) {
		case 'terminal':
			return t('Opens a terminal.');
		case 'command':
			return t('Runs a command of the agent in a terminal, after you saw it.');
		case 'env_var':
			return t('Asks for a key, which is kept in the secret storage of VS Code.');
		case 'elsewhere':
			return t('Needs a program of this machine, where this agent does not run.');
		case 'other':
			return t('Not supported here.');
		case 'agent':
			return '';
	}
}

function iconOf({ type }: ViewAuthMethod): string {
	switch (type) {
		case 'terminal':
		case 'command':
			return 'terminal';
		case 'env_var':
			return 'key';
		case 'elsewhere':
		case 'other':
			return 'circle-slash';
		case 'agent':
			return 'account';
	}
}
