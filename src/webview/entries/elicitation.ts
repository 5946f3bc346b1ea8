import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/hostileText.ts';
import type { ViewElicitation } from '../../core/view/viewEntry.ts';
import { element, iconElement } from '../page/dom.ts';
import { foreignText } from '../page/foreignText.ts';
import { placed } from '../page/placed.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { Answering, AnsweringContext } from './elicitationAnswering.ts';
import { outcomeLine } from './elicitationOutcome.ts';
import { createArticle, type EntryContext, type EntryView } from './entryView.ts';
import { InputGuard } from './inputGuard.ts';
import type * as Means from './questionMeans.ts';

type QuestionMeans = typeof Means;

/** Once a question was shown. */
let means: QuestionMeans | undefined;

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
		const asks = element('span', '', ...placed(t('{0} asks'), foreignText(agent)));
		this.element.replaceChildren(
			element('div', 'elicitation-head', iconElement('question'), asks),
			element('p', 'elicitation-message', foreignText(this.#entry.message, { isMultiline: true })),
			place,
		);
		if (means === undefined) void this.#loadMeans(place);
		else this.#placeAnswering(place, means);
	}

	async #loadMeans(place: HTMLElement): Promise<void> {
		try {
			means = await import('./questionMeans.ts');
			// The question may have been settled, or drawn anew, in the meantime.
			if (place.isConnected) this.#placeAnswering(place, means);
		} catch (error) {
			place.role = 'alert';
			place.textContent = t(
				'The form could not be loaded ({0}). Close this view and open it again.',
				String(error),
			);
		}
	}

	#placeAnswering(place: HTMLElement, { createAnswering }: QuestionMeans): void {
		this.#guard.restart();
		this.#answering = createAnswering(this.#entry, this.#key, this.#answeringContext());
		place.replaceWith(this.#answering.element);
	}

	#drawOutcome(agent: string): void {
		this.#answering = undefined;
		means?.dropForm(this.#key);
		this.element.replaceChildren(outcomeLine(this.#entry, agent));
	}

	#answeringContext(): AnsweringContext {
		return {
			guard: this.#guard,
			copy: (text) => this.#context.post({ type: 'copy', text }),
			answer: (action, values) => {
				// A second click on the way is not another answer.
				this.#guard.restart();
				this.#answering?.refresh();
				const more = values === undefined ? {} : { values };
				this.#context.post({ type: 'elicitation', entryId: this.#entry.id, action, ...more });
			},
		};
	}
}
