import { t } from '../../core/base/l10n.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { iconButton } from '../page/dom.ts';

interface SendActions {
	readonly submit: () => void;
	readonly stop: () => void;
}

/** Send, and while the agent works Stop beside it. */
export class SendButtons {
	readonly send: HTMLButtonElement;
	readonly stop: HTMLButtonElement;

	constructor({ submit, stop }: SendActions) {
		this.send = iconButton('send', t('Send'), submit);
		this.stop = iconButton('debug-stop', t('Stop'), stop);
		this.send.classList.add('send');
		this.stop.classList.add('stop');
	}

	update(turn: ViewSession['turn'] | undefined, isEmpty: boolean): void {
		const isBusy = turn !== undefined && turn.type !== 'idle';
		this.send.title = isBusy ? t('Send: waits in the queue until the agent takes it up') : t('Send');
		this.stop.hidden = !isBusy;
		this.send.ariaDisabled = isEmpty ? 'true' : null;
		this.stop.ariaDisabled = turn?.type === 'stopping' ? 'true' : null;
	}
}
