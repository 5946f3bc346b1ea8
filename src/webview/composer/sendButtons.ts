import { t } from '../../core/base/l10n.ts';
import { sendNowLabel } from '../../core/view/sendNow.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { iconButton } from '../page/dom.ts';

/** Send, and while the agent works Stop and Send now beside it. */
export class SendButtons {
	readonly send: HTMLButtonElement;
	readonly sendNow: HTMLButtonElement;
	readonly stop: HTMLButtonElement;

	readonly #focusField: () => void;

	/** @param on what the buttons do, and what takes the focus of one that goes away */
	constructor(on: Readonly<Record<'submit' | 'sendNow' | 'stop' | 'focusField', () => void>>) {
		const { submit, sendNow, stop } = on;
		this.#focusField = on.focusField;
		this.send = iconButton('send', t('Send'), submit);
		this.sendNow = iconButton('debug-step-into', t('Send now'), sendNow);
		this.stop = iconButton('debug-stop', t('Stop'), stop);
		this.send.classList.add('send');
		this.sendNow.classList.add('send-now');
		this.stop.classList.add('stop');
	}

	update(session: ViewSession | undefined, isEmpty: boolean): void {
		const turn = session?.turn;
		const isBusy = turn !== undefined && turn.type !== 'idle';
		this.send.title = isBusy ? t('Send: waits in the queue until the agent takes it up') : t('Send');
		this.#hide(this.stop, !isBusy);
		this.#hide(this.sendNow, !isBusy || isEmpty);
		if (session !== undefined) {
			const label = sendNowLabel(session);
			this.sendNow.ariaLabel = label;
			this.sendNow.title = t('{0} (Alt+Enter)', label);
		}
		this.send.ariaDisabled = isEmpty ? 'true' : null;
		this.stop.ariaDisabled = turn?.type === 'stopping' ? 'true' : null;
	}

	#hide(button: HTMLButtonElement, isHidden: boolean): void {
		const hasFocus = document.activeElement === button;
		button.hidden = isHidden;
		if (isHidden && hasFocus) this.#focusField();
	}
}
