import type { Attempts } from '../../core/session/model/attempts.ts';
import type { ViewAttempt, ViewEntry } from '../../core/view/viewEntry.ts';
import { LazyScript } from '../page/lazyScript.ts';
import { LazySlot } from '../page/lazySlot.ts';
import type * as Lines from './attemptLine.ts';
import { createArticle, type EntryView } from './entryView.ts';

const script = new LazyScript(() => import('./attemptLine.ts'));

/** Where the attempts at something are shown. */
export class AttemptSlot extends LazySlot<Attempts, typeof Lines> {
	constructor() {
		super('attempts', script, ({ AttemptLine }, place) => new AttemptLine(place));
	}
}

/** The work of a turn that is tried again: one line, however many attempts there are. */
export class AttemptView implements EntryView<ViewAttempt> {
	readonly element: HTMLElement;
	readonly #slot = new AttemptSlot();

	constructor(entry: ViewAttempt) {
		this.element = createArticle(entry.id, 'attempt');
		this.element.append(this.#slot.element);
		this.update(entry);
	}

	update({ attempts }: ViewAttempt): void {
		script.whenLoaded(({ attemptWords }) => (this.element.ariaLabel = attemptWords(attempts)), String);
		this.#slot.update(attempts);
	}

	dispose(): void {
		this.#slot.dispose();
	}
}

/** Says an attempt once: when it is known, and how it went. When it runs is there to be read. */
export function sayAttempt(
	entry: ViewEntry,
	before: ViewEntry | undefined,
	say: (text: string) => void,
): void {
	const attempts = attemptsOf(entry);
	const known = attemptsOf(before);
	if (attempts === undefined || (attempts.number === known?.number && !hasNewEnd(attempts, known))) return;
	const name = entry.type === 'tool_call' ? `${entry.title}: ` : '';
	script.whenLoaded(({ attemptWords }) => say(`${name}${attemptWords(attempts)}`), String);
}

function hasNewEnd({ state }: Attempts, known: Attempts): boolean {
	return state !== known.state && state !== 'running' && state !== 'waiting';
}

function attemptsOf(entry: ViewEntry | undefined): Attempts | undefined {
	return entry?.type === 'attempt' || entry?.type === 'tool_call' ? entry.attempts : undefined;
}
