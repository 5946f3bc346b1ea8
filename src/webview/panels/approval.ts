import { html, nothing, render } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { element, icon, textButton } from '../page/dom.ts';
import { InputGuard } from '../entries/inputGuard.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatNodes } from '../page/formatNodes.ts';
import type { PanelHost } from './panelHost.ts';

/** Asks before a command line is run, or an address is connected to, for the first time (hazard F3): shows all of it. */
export class Approval {
	readonly element = element('section', 'approval');
	readonly #host: PanelHost;
	readonly #guard = new InputGuard(() => undefined);
	#commandLine: string | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		this.element.ariaLabel = t('Approve the agent');
		this.element.hidden = true;
	}

	/** @param noticeId the notice that offers to approve, if the host made one */
	update(session: ViewSession | undefined, noticeId: EntryId | undefined): void {
		const agent = session?.agent.type === 'unapproved' ? session.agent : undefined;
		this.element.hidden = agent === undefined;
		if (agent === undefined || session === undefined) return;
		const { commandLine, isRemote } = agent;
		if (commandLine !== this.#commandLine) this.#guard.restart();
		this.#commandLine = commandLine;
		const approve = (event: Event): void => {
			if (!this.#guard.accepts(event)) return;
			this.#host.post({ type: 'notice', entryId: noticeId ?? '', action: 'approve' });
			// The button is about to go.
			this.#host.focusComposer();
		};
		render(
			html`<div class="permission-head">
					${icon('shield')}<span>${question(session.agentTitle, isRemote === true)}</span>
				</div>
				<pre
					class="permission-details"
					tabindex="0"
					role="group"
					aria-label=${isRemote === true ? t('Address') : t('Command line')}
				>
${untrustedTemplate(commandLine, { isMultiline: true })}</pre>
				${isRemote === true ? html`<p class="permission-description">${t('What you say goes there. Files and commands that it asks for are those of this machine.')}</p>` : nothing}
				<div class="button-row">${textButton('secondary', t('Approve'), approve)}</div>`,
			this.element,
		);
	}
}

function question(agentTitle: string, isRemote: boolean): readonly unknown[] {
	const name = untrustedTemplate(agentTitle);
	return isRemote
		? formatNodes(t('Connect to this address as {0}?'), name)
		: formatNodes(t('Run this command as {0}?'), name);
}
