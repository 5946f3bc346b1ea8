import { visibleText } from '../../core/view/hostileText.ts';
import type { ViewElicitation } from '../../core/view/viewModel.ts';
import { element, iconElement } from '../dom.ts';
import { foreignText } from '../foreignText.ts';
import type { Answering, AnsweringContext } from './elicitationAnswering.ts';
import { ElicitationForm } from './elicitationForm.ts';
import { outcomeLine } from './elicitationOutcome.ts';
import { ElicitationUrl } from './elicitationUrl.ts';
import { dropForm } from './form/keptForms.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { InputGuard } from './inputGuard.ts';

/**
 * A question of the agent, with the means to answer it. Nothing can be answered in the first moment, like a
 * permission (hazard C6). Once it is settled one line remains, without the answer (acp C108).
 */
export class ElicitationView implements EntryView<ViewElicitation> {
	readonly element: HTMLElement;
	readonly #context: EntryContext;
	/** Ids are unique in their session only. */
	readonly #key: string;
	readonly #guard = new InputGuard(() => this.#answering?.refresh());
	#entry: ViewElicitation;
	#answering: Answering | undefined;

	constructor(entry: ViewElicitation, context: EntryContext) {
		this.#context = context;
		this.#entry = entry;
		this.#key = JSON.stringify([context.memory.sessionKey, entry.id]);
		this.element = createArticle(entry.id, 'elicitation');
		document.addEventListener('visibilitychange', this.#restartIfShown);
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
		document.removeEventListener('visibilitychange', this.#restartIfShown);
	}

	/** To a person, a card in a view that was hidden appears now. */
	readonly #restartIfShown = (): void => {
		if (document.visibilityState !== 'visible') return;
		this.#guard.restart();
		this.#answering?.refresh();
	};

	#draw(): void {
		const agent = this.#context.agentTitle();
		this.element.ariaLabel = `Question from ${visibleText(agent)}`;
		this.element.dataset['state'] = this.#entry.state.type;
		const hadFocus = this.element.contains(document.activeElement);
		if (this.#entry.state.type === 'pending') this.#drawQuestion(agent);
		else this.#drawOutcome(agent);
		// The control with the focus is gone; its card takes it, or the keyboard would lose its place.
		if (hadFocus && !this.element.contains(document.activeElement))
			this.element.focus({ preventScroll: true });
	}

	#drawQuestion(agent: string): void {
		this.#answering = this.#createAnswering();
		const asks = element('span', '', foreignText(agent), ' asks');
		this.element.replaceChildren(
			element('div', 'elicitation-head', iconElement('question'), asks),
			element('p', 'elicitation-message', foreignText(this.#entry.message, { isMultiline: true })),
			this.#answering.element,
		);
	}

	#drawOutcome(agent: string): void {
		this.#answering = undefined;
		dropForm(this.#key);
		this.element.replaceChildren(outcomeLine(this.#entry, agent));
	}

	#createAnswering(): Answering {
		const { mode, target, id } = this.#entry;
		const context: AnsweringContext = {
			guard: this.#guard,
			copy: (text) => this.#context.post({ type: 'copy', text }),
			answer: (action, values) => {
				// A second click on the way is not another answer.
				this.#guard.restart();
				this.#answering?.refresh();
				const more = values === undefined ? {} : { values };
				this.#context.post({ type: 'elicitation', entryId: id, action, ...more });
			},
		};
		return mode.type === 'form'
			? new ElicitationForm(mode, this.#key, context)
			: new ElicitationUrl(mode.url, target, context);
	}
}
