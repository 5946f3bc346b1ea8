import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element } from '../page/dom.ts';
import { formatSeconds } from '../../core/view/quantities.ts';
import type { PanelHost } from './panelHost.ts';

interface Status {
	/** How the dot looks. */
	readonly look: 'working' | 'waiting' | 'exited' | 'ready';
	readonly text: string;
}

/** What the session is doing, in the words that people and tests know. */
function statusOf(session: ViewSession): Status {
	const { agent, turn } = session;
	if (turn.type === 'stopping') return { look: 'working', text: t('Stopping') };
	// Questions also come outside of a turn: a login may ask.
	const isAsked = session.pendingElicitations.length > 0 && session.pendingPermissions.length === 0;
	if (isAsked) return { look: 'waiting', text: t('Waiting for your answer') };
	// What runs beside the turn may ask when the turn is over.
	if (session.pendingPermissions.length > 0) return { look: 'waiting', text: t('Waiting for permission') };
	if (turn.type === 'requires_action') return { look: 'waiting', text: t('Waiting for you') };
	if (agent.type === 'starting')
		return { look: 'working', text: agent.isRemote === true ? t('Connecting…') : t('Starting') };
	if (agent.type === 'unapproved') return { look: 'waiting', text: t('Not approved') };
	if (turn.type === 'running' && turn.isSilent === true)
		return { look: 'working', text: t('Working, no activity for a minute') };
	if (turn.type === 'running') return { look: 'working', text: workText(turn.stateName) };
	if (agent.type === 'login_required') return { look: 'waiting', text: t('Login required') };
	if (agent.type !== 'exited') return { look: 'ready', text: t('Ready') };
	return { look: 'exited', text: agent.retry === undefined ? t('Agent exited') : t('Connection lost') };
}

/** A state that we do not know is told by the agent's own name for it (acp C211, C233). */
function workText(name: string | undefined): string {
	return name === undefined ? t('Working') : t('Busy ({0})', visibleText(name).slice(0, 60));
}

/**
 * The state of the session and, while something runs, for how long, or how long it is to the next try. Only a change of
 * state is announced.
 */
export class StatusLine {
	readonly element = element('div', 'status-line');
	readonly #status = element('span', 'status-state');
	readonly #elapsed = element('span', 'status-elapsed');
	/** Leads to the question, which may be out of sight (acp C237). */
	readonly #show = element('button', 'button link-button status-show', t('Show'));
	readonly #host: PanelHost;
	#waiting: EntryId | undefined;
	#since: number | undefined;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		this.#show.type = 'button';
		this.#show.ariaLabel = t('Show what waits for you');
		this.#show.addEventListener('click', () => this.showWaiting());
		this.#status.role = 'status';
		// It ticks: read out each second it would be noise.
		this.#elapsed.ariaHidden = 'true';
		this.element.append(element('span', 'status-dot'), this.#status, this.#show, this.#elapsed);
	}

	update(session: ViewSession): void {
		const { look, text } = statusOf(session);
		// Writing the same text again may be announced again.
		if (this.#status.textContent !== text) this.#status.textContent = text;
		this.element.dataset['look'] = look;
		this.#waiting = session.pendingPermissions[0] ?? session.pendingElicitations[0];
		const hadFocus = this.#show === document.activeElement;
		this.#show.hidden = this.#waiting === undefined;
		if (hadFocus && this.#show.hidden) this.#host.focusComposer();
		this.#count(sinceOf(session));
	}

	/** Leads to what waits for the user. False when nothing does. */
	showWaiting(): boolean {
		if (this.#waiting === undefined) return false;
		this.#host.reveal(this.#waiting);
		return true;
	}

	#count(since: number | undefined): void {
		this.#since = since;
		this.#tick();
		if (since === undefined) {
			clearInterval(this.#timer);
			this.#timer = undefined;
		} else {
			this.#timer ??= setInterval(() => this.#tick(), 1000);
		}
	}

	#tick(): void {
		this.#elapsed.textContent = this.#since === undefined ? '' : timeText(Date.now() - this.#since);
	}
}

/** @param ms since something began; less than 0 until it does */
function timeText(ms: number): string {
	const text = formatSeconds(Math.abs(ms));
	if (text === '0s') return '';
	return ms < 0 ? t('next try in {0}', text) : text;
}

function sinceOf({ agent, turn }: ViewSession): number | undefined {
	if (turn.type === 'stopping') return turn.stopAt;
	if (turn.type !== 'idle') return turn.startedAt;
	if (agent.type === 'exited') return agent.retry?.at;
	return agent.type === 'starting' ? agent.since : undefined;
}
