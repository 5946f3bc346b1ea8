import { html, nothing, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { sendNowLabel } from '../../core/view/sendNow.ts';
import type { QueueAction } from '../../core/view/fromView.ts';
import type { ViewQueuedPrompt, ViewSession } from '../../core/view/viewSession.ts';
import { element, iconAction, iconElement } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { KeyedRows } from '../page/keyedRows.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { PanelHost } from './panelHost.ts';

/** The messages that wait for their turn, above the composer: each can be edited, removed, moved and sent now. */
export class QueueList {
	readonly element = element('section', 'queue-panel');
	readonly #host: PanelHost;
	readonly #count = element('span', 'queue-count');
	readonly #resume = element('button', 'button secondary');
	readonly #rows: KeyedRows;
	#key: string | undefined;
	#shown: Pick<ViewSession, 'queue' | 'queuePause'> = {};
	/** The row whose text the user asked for: it comes back into the composer, and the focus goes with it. */
	#asked: string | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		this.#rows = new KeyedRows('queue-list', (next) =>
			next === null ? host.focusComposer() : moveFocus(next),
		);
		this.element.ariaLabel = t('Queued messages');
		this.element.hidden = true;
		this.#resume.type = 'button';
		this.#resume.textContent = t('Resume');
		this.#resume.addEventListener('click', () => {
			host.post({ type: 'resumeQueue' });
			host.focusComposer();
		});
		this.element.append(
			element('div', 'queue-head muted', iconElement('list-ordered'), this.#count, this.#resume),
			this.#rows.element,
		);
		this.#rows.element.addEventListener('keydown', (event) => this.#pressed(event));
	}

	update(session: ViewSession): void {
		const { key, queue = [], queuePause, agent } = session;
		if (key === this.#key) this.#announce(session);
		this.#key = key;
		this.#shown = session;
		this.element.hidden = queue.length === 0;
		const pause = pauseText(queuePause);
		const count = t('Queued: {0}', queue.length);
		this.#count.textContent = pause === '' ? count : `${count} · ${pause}`;
		// What waits for a login follows it by itself.
		const isAwaitingLogin = agent.type === 'login_required' && agent.hasPromptAwaitingLogin;
		this.#resume.hidden = queuePause === undefined || isAwaitingLogin;
		const isBack = this.#asked !== undefined && queue.every(({ id }) => id !== this.#asked);
		if (isBack) this.#asked = undefined;
		if (isBack && this.element.contains(document.activeElement)) this.#host.focusComposer();
		this.#rows.draw(new Map(queue.map((prompt) => [prompt.id, this.#row(prompt, session)])));
	}

	#announce({ queue = [], queuePause }: ViewSession): void {
		const { queue: before = [], queuePause: pauseBefore } = this.#shown;
		const count = t('Queued: {0}', queue.length);
		if (queuePause !== pauseBefore && queuePause !== undefined)
			this.#host.announce(`${pauseText(queuePause)}. ${count}`);
		else if (queue.length > before.length) this.#host.announce(`${t('Message queued.')} ${count}`);
		else if (queue.length < before.length) this.#host.announce(count);
	}

	#pressed(event: KeyboardEvent): void {
		const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined;
		if (direction === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		// Elsewhere in the chat these keys step through the messages of the user.
		event.preventDefault();
		event.stopPropagation();
		const row = [...this.#rows.element.children].findIndex((one) => one.contains(document.activeElement));
		const prompt = this.#shown.queue?.[row];
		if (prompt !== undefined) this.#move(prompt, direction);
	}

	#move({ id }: ViewQueuedPrompt, action: 'up' | 'down'): void {
		const here = this.#here();
		const place = here.findIndex((one) => one.id === id) + (action === 'up' ? 0 : 2);
		if (place < 1 || place > here.length) return;
		this.#host.post({ type: 'changeQueue', queueId: id, action });
		this.#host.announce(t('Moved to place {0} of {1}', place, here.length));
	}

	#here(queue = this.#shown.queue ?? []): readonly ViewQueuedPrompt[] {
		return queue.filter(({ place }) => place === 'here');
	}

	#row(prompt: ViewQueuedPrompt, session: ViewSession): TemplateResult {
		const { queue = [] } = session;
		const { id, text, place, isNext, isDoubtful } = prompt;
		// It is underway: nothing can be done about it now.
		const isGoing = place !== 'here' && place !== 'agent';
		const line = text.trim().split('\n', 1)[0] ?? '';
		const shown = visibleText(line);
		const here = this.#here(queue);
		const change = (action: QueueAction) => (): void =>
			this.#host.post({ type: 'changeQueue', queueId: id, action });
		const move = (direction: 'up' | 'down') => (): void => this.#move(prompt, direction);
		const edit = (): void => {
			this.#asked = id;
			this.#host.post({ type: 'withdrawPrompt', queueId: id });
		};
		const sendNow = sendNowLabel(session, isDoubtful);
		// One that is inert stays, so that the focus does.
		const button = (name: string, title: string, isInert: boolean, run: () => void): TemplateResult =>
			iconAction(name, { label: `${title}: ${shown}`, title, isInert }, run);
		const note = placeText(prompt);
		return html`<span class="queue-text" title=${visibleText(text, { isMultiline: true })}
				>${untrustedTemplate(line)}</span
			>
			${note === '' ? nothing : html`<span class="queue-place muted">${note}</span>`}
			<span class="queue-actions"
				>${button('edit', t('Edit'), isGoing, edit)}
				${
					place === 'here' && here.length > 1
						? html`${button('arrow-up', t('Move up (Alt+Up)'), here[0] === prompt, move('up'))}
							${button('arrow-down', t('Move down (Alt+Down)'), here.at(-1) === prompt, move('down'))}`
						: nothing
				}
				${place === 'here' ? button('send', sendNow, isNext === true, change('sendNow')) : nothing}
				${place === 'here' ? button('trash', t('Remove'), false, change('remove')) : nothing}</span
			>`;
	}
}

function placeText({ place, isNext, isDoubtful }: ViewQueuedPrompt): string {
	if (place === 'withdrawing') return t('Taking back…');
	if (place === 'steering') return t('Sending into the turn…');
	if (place === 'steered') return t('in the turn, not read yet');
	if (place === 'agent') return t('with the agent');
	if (isDoubtful === true) return t('has perhaps arrived');
	return isNext === true ? t('goes out next') : '';
}

function pauseText(pause: ViewSession['queuePause']): string {
	if (pause === undefined) return '';
	if (pause === 'doubt') return t('Paused: a message has perhaps arrived');
	return pause === 'login' ? t('Paused until the login') : t('Paused after an error');
}
