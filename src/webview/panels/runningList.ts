import { html, nothing, render, type TemplateResult } from 'lit-html';
import { t } from '../../core/base/l10n.ts';
import type { ViewRunning, ViewSession } from '../../core/view/viewSession.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { element, foldButton, icon, iconAction, keepingFocus, stopButton, uniqueId } from '../page/dom.ts';
import { untrustedTemplate } from '../page/untrustedText.ts';
import { formatSeconds } from '../../core/view/quantities.ts';
import { KeyedRows } from '../page/keyedRows.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { PanelHost } from './panelHost.ts';

const icons: Readonly<Record<ViewRunning['type'], string>> = {
	terminal: 'terminal',
	tool_call: 'tools',
	subagent: 'organization',
	other: 'question',
};

/**
 * What runs by itself, above the composer and also between turns (acp C243): how much in one line, each with its time
 * and the way to stop it when unfolded.
 */
export class RunningList {
	readonly element = element('section', 'running-panel');
	readonly #host: PanelHost;
	readonly #head = element('div');
	readonly #rows: KeyedRows;
	#running: readonly ViewRunning[] = [];
	#isOpen = false;
	#timer: ReturnType<typeof setInterval> | undefined;

	constructor(host: PanelHost) {
		this.#host = host;
		// Not the next row: what was meant for one thing must not stop another.
		this.#rows = new KeyedRows('running-list', () => moveFocus(this.#fold));
		this.#rows.element.id = uniqueId('running');
		this.element.ariaLabel = t('Running commands');
		this.element.hidden = true;
		this.element.append(this.#head, this.#rows.element);
	}

	update({ running }: ViewSession): void {
		this.#running = running;
		const hadFocus = this.element.contains(document.activeElement);
		// What has the focus may not be stoppable any more.
		keepingFocus(
			this.element,
			() => this.#draw(),
			() => this.#fold,
		);
		this.#tick();
		if (hadFocus && running.length === 0) this.#host.focusComposer();
	}

	get #fold(): HTMLElement | null {
		return this.#head.querySelector('button');
	}

	/** The times are updated only while they are visible. */
	#tick(): void {
		const isTicking = this.#isOpen && this.#running.length > 0;
		if (isTicking) this.#timer ??= setInterval(() => this.#draw(), 1000);
		else {
			clearInterval(this.#timer);
			this.#timer = undefined;
		}
	}

	#draw(): void {
		const shown = this.#isOpen ? this.#running : [];
		const [first] = this.#running;
		this.element.hidden = first === undefined;
		this.#rows.element.hidden = !this.#isOpen;
		if (first !== undefined) render(this.#headOf(first), this.#head);
		this.#rows.draw(new Map(shown.map((one) => [`${one.type} ${one.id}`, this.#row(one)])));
	}

	#headOf(first: ViewRunning): TemplateResult {
		const isCommands = this.#running.every(({ type }) => type === 'terminal');
		const label = html`<span class="running-label muted">${untrustedTemplate(first.label)}</span>`;
		const shown = html`${icon(isCommands ? 'terminal' : 'pulse')}
			<span>${countText(this.#running.length, isCommands)}</span>
			${this.#isOpen ? nothing : label}`;
		const fold = { isOpen: this.#isOpen, controls: this.#rows.element.id };
		return foldButton('running-fold', fold, this.#toggle, shown);
	}

	#row(one: ViewRunning): TemplateResult {
		const { type, label, startedAt, terminalId, canStop, isStopping = false } = one;
		const name = visibleText(label);
		const time = startedAt === undefined ? '' : formatSeconds(Date.now() - startedAt);
		return html`${icon(icons[type])}
			${
				type === 'terminal'
					? html`<code class="running-label" title=${name}>${untrustedTemplate(label)}</code>`
					: html`<span class="running-label" title=${name}>${untrustedTemplate(label)}</span>`
			}
			${canStop ? nothing : html`<span class="running-owner muted" title=${t('The agent runs it, and offers no way to stop it alone.')}>${t('by the agent')}</span>`}
			<span class="running-time muted">${isStopping ? t('Stopping…') : time}</span>
			${terminalId === undefined ? nothing : this.#open(terminalId, name)}
			${canStop ? stopButton(name, isStopping, () => this.#stop(one)) : nothing}`;
	}

	#open(terminalId: string, name: string): TemplateResult {
		const said = { label: t('Open {0} in Terminal', name), title: t('Open in Terminal') };
		return iconAction('link-external', said, () => this.#host.post({ type: 'openTerminal', terminalId }));
	}

	#stop({ type, id }: ViewRunning): void {
		const { post } = this.#host;
		if (type === 'terminal') post({ type: 'stopTerminal', terminalId: id });
		else if (type === 'tool_call') post({ type: 'cancelToolCall', entryId: id });
		else if (type === 'subagent') post({ type: 'cancelSubagent', entryId: id });
	}

	readonly #toggle = (): void => {
		this.#isOpen = !this.#isOpen;
		this.#draw();
		this.#tick();
	};
}

function countText(count: number, isCommands: boolean): string {
	if (!isCommands) return t('{0} running', count);
	return count === 1 ? t('1 command running') : t('{0} commands running', count);
}
