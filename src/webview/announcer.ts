import { t } from '../core/base/l10n.ts';
import type { ViewEntry } from '../core/view/viewEntry.ts';
import { sayAttempt } from './entries/attemptSlot.ts';
import { staleAnswerAt, staleAnswerText } from './staleAnswer.ts';
import { element } from './page/dom.ts';
import { callStatus } from '../core/view/entryWords.ts';
import { visibleText } from '../core/view/visibleText.ts';
import { isFinal } from '../core/base/toolCall.ts';

/** Longest part of an answer that is read out by itself. The rest is there to be read. */
const maxChars = 600;

/**
 * Says through a live region what a sighted reader notices: an answer once it is complete, a tool call that ended,
 * a question at once. The transcript itself is silent, or each piece of a growing answer would be spoken.
 */
export class Announcer {
	readonly element = element('div', 'visually-hidden');
	readonly #polite = element('div');
	readonly #urgent = element('div');

	constructor() {
		this.#polite.ariaLive = 'polite';
		this.#urgent.ariaLive = 'assertive';
		this.element.append(this.#polite, this.#urgent);
	}

	entryChanged(entry: ViewEntry, before: ViewEntry | undefined, agentTitle: string): void {
		sayAttempt(entry, before, (text) => this.say(text));
		switch (entry.type) {
			case 'permission': {
				if (isAsked(entry) && (before === undefined || !isAsked(before)))
					this.#say(this.#urgent, t('Permission needed: {0}', entry.title));
				const staleAnswer = staleAnswerAt(entry);
				if (staleAnswer !== undefined && staleAnswer !== staleAnswerAt(before))
					this.#say(this.#urgent, staleAnswerText());
				return;
			}
			case 'elicitation': {
				const question = t('Question from {0}: {1}', agentTitle, entry.message);
				if (before === undefined && entry.state.type === 'pending') this.#say(this.#urgent, question);
				return;
			}
			case 'notice':
				if (before === undefined) this.#say(this.#polite, entry.title);
				return;
			case 'tool_call': {
				const isNews = before?.type === 'tool_call' && before.status !== entry.status;
				if (isNews && isFinal(entry.status))
					this.#say(this.#polite, `${entry.title}: ${callStatus(entry.status)}`);
				return;
			}
			case 'message': {
				const wasOpen = before?.type !== 'message' || !before.isComplete;
				if (entry.role === 'agent' && entry.isComplete && wasOpen) this.#say(this.#polite, spoken(entry));
				return;
			}
			case 'plan':
			case 'compaction':
			case 'subagent':
			case 'attempt':
		}
	}

	/** Says something that is not an entry. */
	say(text: string): void {
		this.#say(this.#polite, text);
	}

	/** The same, before anything else. */
	alert(text: string): void {
		this.#say(this.#urgent, text);
	}

	#say(region: HTMLElement, text: string): void {
		if (text === '') return;
		// A node of its own is an addition, which is what live regions speak.
		region.append(element('p', '', visibleText(text)));
		while (region.childElementCount > 5) region.firstElementChild?.remove();
	}
}

function spoken(entry: Extract<ViewEntry, { type: 'message' }>): string {
	const text = entry.content.map((content) => (content.type === 'text' ? content.text : '')).join('');
	return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** The rules of the user are through with it, and none of them answered. */
function isAsked(entry: ViewEntry): boolean {
	return (
		entry.type === 'permission' && entry.state.type === 'pending' && entry.state.isAwaitingRules !== true
	);
}
