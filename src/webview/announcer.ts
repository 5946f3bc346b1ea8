import { t } from '../core/base/l10n.ts';
import type { EntryId } from '../core/session/model/entry.ts';
import { writtenText } from '../core/view/projectContent.ts';
import type { ViewEntry, ViewMessage } from '../core/view/viewEntry.ts';
import { sayAttempt } from './entries/attemptSlot.ts';
import { staleAnswerAt, staleAnswerText } from './staleAnswer.ts';
import { element } from './page/dom.ts';
import { callStatus } from '../core/view/entryWords.ts';
import { visibleText } from '../core/view/visibleText.ts';
import { isFinal } from '../core/base/toolCall.ts';

/** Longest part of an answer that is read out by itself. The rest is there to be read. */
const maxChars = 600;
/** A message that is complete may still grow: chunks of several take turns (acp C247), and none ends outside of a turn. */
const pauseMs = 500;

/**
 * Says through a live region what a sighted reader notices: an answer once it is complete, a tool call that ended,
 * a question at once. The transcript itself is silent, or each piece of a growing answer would be spoken.
 */
export class Announcer {
	readonly element = element('div', 'visually-hidden');
	readonly #polite = element('div');
	readonly #urgent = element('div');
	/** Messages of which not all was said, and the characters that were. */
	readonly #unsaid = new Map<EntryId, { readonly entry: ViewMessage; readonly said: number }>();
	#pause: ReturnType<typeof setTimeout> | undefined;

	constructor() {
		this.#polite.ariaLive = 'polite';
		this.#urgent.ariaLive = 'assertive';
		this.element.append(this.#polite, this.#urgent);
	}

	entryChanged(entry: ViewEntry, before: ViewEntry | undefined, agentTitle: string): void {
		sayAttempt(entry, before, (text) => this.say(text));
		switch (entry.type) {
			case 'permission': {
				if (isAsked(entry) && !isAsked(before)) this.say(t('Permission needed: {0}', entry.title), true);
				const staleAnswer = staleAnswerAt(entry);
				if (staleAnswer !== undefined && staleAnswer !== staleAnswerAt(before))
					this.say(staleAnswerText(), true);
				return;
			}
			case 'elicitation': {
				const question = t('Question from {0}: {1}', agentTitle, entry.message);
				if (before === undefined && entry.state.type === 'pending') this.say(question, true);
				return;
			}
			case 'notice':
				if (before === undefined) this.say(entry.title);
				return;
			case 'tool_call': {
				const isNews = before?.type === 'tool_call' && before.status !== entry.status;
				if (isNews && isFinal(entry.status)) this.say(`${entry.title}: ${callStatus(entry.status)}`);
				return;
			}
			case 'message': {
				if (entry.role !== 'agent') return;
				const known = before?.type === 'message' && before.isComplete ? before.content : [];
				const said = this.#unsaid.get(entry.id)?.said ?? writtenText(known).length;
				this.#unsaid.set(entry.id, { entry, said });
				clearTimeout(this.#pause);
				this.#pause = setTimeout(() => this.readOut(), pauseMs);
				return;
			}
			case 'plan':
			case 'compaction':
			case 'subagent':
			case 'attempt':
		}
	}

	/** What is left to say of another conversation is not said. */
	leave(): void {
		this.#unsaid.clear();
	}

	/** Says what is left of the messages that are complete. */
	readOut(): void {
		for (const [id, { entry, said }] of this.#unsaid) {
			if (!entry.isComplete) continue;
			this.#unsaid.delete(id);
			const text = writtenText(entry.content).slice(said);
			append(this.#polite, text.length > maxChars ? `${text.slice(0, maxChars)}…` : text);
		}
	}

	/** @param isUrgent said before anything else */
	say(text: string, isUrgent = false): void {
		this.readOut();
		append(isUrgent ? this.#urgent : this.#polite, text);
	}
}

function append(region: HTMLElement, text: string): void {
	if (text === '') return;
	// A node of its own is an addition, which is what live regions speak.
	region.append(element('p', '', visibleText(text)));
	while (region.childElementCount > 5) region.firstElementChild?.remove();
}

/** The rules of the user are through with it, and none of them answered. */
function isAsked(entry: ViewEntry | undefined): boolean {
	return (
		entry?.type === 'permission' && entry.state.type === 'pending' && entry.state.isAwaitingRules !== true
	);
}
