import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { ViewElicitation } from '../../core/view/viewEntry.ts';
import { element, iconElement } from '../page/dom.ts';
import { untrustedText } from '../page/untrustedText.ts';
import { LazyScript } from '../page/lazyScript.ts';
import { formatNodes } from '../page/formatNodes.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { ElicitationControls, ElicitationControlsContext } from './elicitationButtons.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { InputGuard } from './inputGuard.ts';
import type { ElicitationState } from '../../core/session/model/elicitation.ts';

/** Loaded with the first question. */
const controlsScript = new LazyScript(() => import('./elicitationControls.ts'));

/**
 * A question of the agent, with the controls to answer it. Nothing can be answered in the first moment, like a
 * permission (hazard C6). Once it is settled one line remains, without the answer (acp C108).
 */
export class ElicitationView implements EntryView<ViewElicitation> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	/** Ids are unique in their session only. */
	readonly #key: string;
	readonly #guard = new InputGuard(
		() => this.#answering?.refresh(),
		() => this.#restartGuard(),
	);
	#entry: ViewElicitation;
	#answering: ElicitationControls | undefined;

	constructor(entry: ViewElicitation, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.#key = JSON.stringify([context.memory.sessionKey, entry.id]);
		this.element = createArticle(entry.id, 'elicitation');
		this.#guard.restart();
		this.#draw();
	}

	/** A question does not change while it waits, so what was typed stays untouched. */
	update(entry: ViewElicitation): void {
		const before = this.#entry;
		this.#entry = entry;
		if (JSON.stringify(before) !== JSON.stringify(entry)) this.#draw();
	}

	dispose(): void {
		this.#answering?.keep?.();
		this.#guard.dispose();
	}

	#restartGuard(): void {
		this.#guard.restart();
		this.#answering?.refresh();
	}

	#draw(): void {
		const agent = this.#context.agentTitle();
		this.element.ariaLabel = t('Question from {0}', visibleText(agent));
		this.element.dataset['state'] = this.#entry.state.type;
		const hadFocus = this.element.contains(document.activeElement);
		if (this.#entry.state.type === 'pending') this.#drawQuestion(agent);
		else this.#drawOutcome(agent);
		// The control with the focus is gone; its card takes it, or the keyboard would lose its place.
		if (hadFocus && !this.element.contains(document.activeElement)) moveFocus(this.element);
	}

	#drawQuestion(agent: string): void {
		const place = element('div');
		const asks = element('span', '', ...formatNodes(t('{0} asks'), untrustedText(agent)));
		this.element.replaceChildren(
			element('div', 'elicitation-head', iconElement('question'), asks),
			element('p', 'elicitation-message', untrustedText(this.#entry.message, { isMultiline: true })),
			place,
		);
		controlsScript.whenLoaded(
			({ createElicitationControls }) => {
				// The question may have been settled, or drawn anew, in the meantime.
				if (place.parentNode !== this.element) return;
				this.#guard.restart();
				this.#answering = createElicitationControls(this.#entry, this.#key, this.#answeringContext());
				place.replaceWith(this.#answering.element);
			},
			(failure) => {
				place.role = 'alert';
				place.textContent = t(
					'The form could not be loaded ({0}). Close this view and open it again.',
					failure,
				);
			},
		);
	}

	#drawOutcome(agent: string): void {
		this.#answering = undefined;
		controlsScript.loaded?.dropForm(this.#key);
		this.element.replaceChildren(outcomeLine(this.#entry, agent));
	}

	#answeringContext(): ElicitationControlsContext {
		return {
			guard: this.#guard,
			copy: (text) => this.#context.post({ type: 'copy', text }),
			answer: (action, values) => {
				// A second click on the way is not another answer.
				this.#restartGuard();
				const more = values === undefined ? {} : { values };
				this.#context.post({ type: 'elicitation', entryId: this.#entry.id, action, ...more });
			},
		};
	}
}

/** What became of a question, in one line that never says what was answered (acp C108). */
function outcomeLine({ state, mode, message }: ViewElicitation, agentTitle: string): HTMLElement {
	const { icon, text } = outcomeOf(state, mode.type, agentTitle);
	const asked = element('span', 'outcome-message', untrustedText(message));
	return element(
		'p',
		'elicitation-outcome',
		iconElement(icon),
		element('span', 'outcome-text', untrustedText(text)),
		asked,
	);
}

const cancelledBy = {
	user: () => t('Cancelled'),
	agent: () => t('Cancelled: the agent withdrew the question'),
	exit: () => t('Cancelled: the agent is gone'),
};

function outcomeOf(
	state: ElicitationState,
	mode: 'form' | 'url',
	agentTitle: string,
): { readonly icon: string; readonly text: string } {
	switch (state.type) {
		case 'accepted':
			if (state.isWaiting) return { icon: 'globe', text: t('Waiting for {0}…', agentTitle) };
			return { icon: 'check', text: mode === 'url' ? t('Done') : t('Answered') };
		case 'declined':
			return { icon: 'circle-slash', text: t('Declined') };
		case 'cancelled':
			return { icon: 'circle-slash', text: cancelledBy[state.by]() };
		case 'pending':
			return { icon: 'question', text: t('Waiting for your answer') };
	}
}
