/**
 * The conversation: one element per entry, keyed by its id. Changes are collected and drawn once per animation
 * frame; entries that did not change are not touched. `content-visibility` (in the CSS) makes the browser skip what
 * is out of sight, so there is no virtual list and find and select-all reach everything.
 */
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model.ts';
import type { ViewEntry, ViewSession } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element } from '../dom.ts';
import { createEntryView, type ShownEntry } from '../entries/createEntryView.ts';
import type { EntryContext } from '../entries/entryView.ts';
import type { ViewMemory } from '../viewMemory.ts';
import { PermissionIndex } from './permissionIndex.ts';
import type { Searched } from '../find/conversationFind.ts';
import { foldedText } from '../find/foldedText.ts';
import { scrollToRange } from '../find/scrollToRange.ts';
import { limits } from '../../core/base/limits.ts';
import { JumpButton } from './jumpButton.ts';
import { OlderEntries } from './olderEntries.ts';
import { promptBeside } from './promptSteps.ts';
import { RovingFocus } from './rovingFocus.ts';
import { ScrollFollower } from './scrollFollower.ts';
import { ToolGroups } from './toolGroups.ts';

/** Time for drawing in one frame. What is left comes in the next. */
const frameBudgetMs = 8;

/** What is to be drawn of one entry. Text after the entry, if both. */
interface Pending {
	entry?: ViewEntry;
	text: string;
}

export class Transcript {
	readonly element = element('div', 'transcript');
	readonly #scroller = element('div', 'scroller');
	readonly #list = element('div', 'entries');
	readonly #jump = new JumpButton(() => this.jumpToLatest());
	readonly #older: OlderEntries;
	readonly #post: Post;
	readonly #memory: ViewMemory;
	readonly #context: EntryContext;
	readonly #follower: ScrollFollower;
	readonly #focus: RovingFocus;
	readonly #shown = new Map<EntryId, ShownEntry>();
	readonly #permissions = new PermissionIndex();
	readonly #groups: ToolGroups;
	readonly #pending = new Map<EntryId, Pending>();
	readonly #output = new Map<string, string>();
	readonly #working = new Set<EntryId>();
	#agentTitle = '';
	#isFrameRequested = false;
	/** Entries that come are not where they belong yet. */
	#isResetting = false;

	constructor(post: Post, memory: ViewMemory) {
		this.#post = post;
		this.#memory = memory;
		this.#older = new OlderEntries(post, this.#scroller);
		this.#context = {
			post,
			memory,
			agentTitle: () => this.#agentTitle,
			isAwaitingPermission: (id) => this.#permissions.isAwaiting(id),
			requestWork: (id) => this.#requestWork(id),
		};
		this.#groups = new ToolGroups(this.#context);
		this.#list.role = 'log';
		this.#list.ariaLabel = t('Conversation');
		// A growing answer would be read out again and again; the announcer says what matters, once.
		this.#list.ariaLive = 'off';
		this.#scroller.append(this.#older.element, this.#list);
		this.element.append(this.#scroller, this.#jump.element);
		this.#follower = new ScrollFollower(this.#scroller, this.#list, (isAway) => this.#jump.show(isAway));
		this.#focus = new RovingFocus(this.#scroller, this.#list, () => this.#follower.release());
		this.#scroller.addEventListener('scrollend', () => this.#rememberPlace());
	}

	/**
	 * Shows exactly these entries. What was shown before and still is keeps its element.
	 * @param olderCount entries before them that are not there
	 */
	reset(
		session: ViewSession,
		entries: readonly ViewEntry[],
		isOtherSession: boolean,
		olderCount: number,
	): void {
		this.setSession(session);
		const place = isOtherSession ? undefined : this.#placeOfReader();
		this.#pending.clear();
		this.#output.clear();
		const ids = new Set(entries.map((entry) => entry.id));
		for (const id of [...this.#shown.keys()]) if (isOtherSession || !ids.has(id)) this.#remove(id);
		for (const entry of entries) this.#enqueue(entry);
		this.#isResetting = true;
		// A place in the middle is found only once all is drawn.
		this.#flush(
			isOtherSession && this.#memory.anchor !== undefined ? Number.POSITIVE_INFINITY : frameBudgetMs,
		);
		this.#isResetting = false;
		this.#putInOrder(entries);
		for (const { id } of entries) this.#groups.join(id);
		this.#focus.refresh();
		this.#older.update(olderCount);
		if (isOtherSession) {
			this.#jump.restart();
			this.#restorePlace();
		} else if (place?.target.isConnected === true) this.#follower.goTo(place.target, place.offset);
		else this.#follower.stay();
	}

	/** Brings all entries, as for finding something. */
	showAll(): void {
		this.#older.ask(true);
	}

	/** Older entries come after those that are there, and belong before them. */
	#putInOrder(entries: readonly ViewEntry[]): void {
		/** The last one that is in its place, by what it stands in: the list, or the steps of an entry. */
		const placed = new Map<Element, Element>();
		for (const { id } of entries) {
			const shown = this.#shown.get(id);
			if (shown === undefined) continue;
			this.#shown.delete(id);
			this.#shown.set(id, shown);
			const top = this.#groups.topOf(id, shown.view.element);
			const parent = top.parentElement;
			const last = parent === null ? undefined : placed.get(parent);
			if (parent === null || top === last) continue;
			const next = last === undefined ? parent.firstElementChild : last.nextElementSibling;
			if (top !== next) parent.insertBefore(top, next);
			placed.set(parent, top);
		}
	}

	setSession(session: ViewSession): void {
		this.#agentTitle = session.agentTitle;
	}

	/** The end comes into sight and stays there, as after sending. */
	follow(): void {
		this.#follower.follow();
	}

	/** The same from elsewhere in the transcript: who stood on the button, or in it, stands on the last entry then. */
	jumpToLatest(): void {
		const isInside = this.element.contains(document.activeElement);
		if (isInside) this.#focus.focusLast();
		this.#follower.follow();
	}

	/** Moves the focus to a message of the user. False if there is none further on. */
	stepPrompt(direction: 'previous' | 'next'): boolean {
		const prompt = promptBeside(this.#scroller, this.#list, direction, this.#follower.isFollowing);
		if (prompt === undefined) {
			if (direction === 'previous') this.#older.ask(false);
			return false;
		}
		this.#follower.goTo(prompt, 0);
		prompt.focus({ preventScroll: true });
		return true;
	}

	/** How `FindBar` looks into the transcript. @param entryOf what is known of an entry */
	searched(entryOf: (id: EntryId) => ViewEntry | undefined): Searched {
		return {
			list: this.#list,
			foldedText: (article) => {
				const entry = entryOf(idOf(article));
				return entry === undefined || this.#isUnfolded(entry.id) ? '' : foldedText(entry);
			},
			unfold: (article) => {
				this.#unfoldAround(article);
				this.#shown.get(idOf(article))?.view.unfold?.();
			},
			goTo: (article, range) => {
				const seen = this.#seen(article);
				if (range === undefined || seen !== article) return this.#follower.goTo(seen, 0);
				scrollToRange(this.#scroller, range, (target, offset) => this.#follower.goTo(target, offset));
			},
			firstSeen: () => this.#firstSeen()?.view.element,
		};
	}

	/** The entry, or the one that it is folded away in. */
	#seen(article: HTMLElement): HTMLElement {
		const folded = article.parentElement?.closest('[hidden]')?.closest<HTMLElement>('.entry');
		return folded ? this.#seen(folded) : article;
	}

	#isUnfolded(id: EntryId): boolean {
		return this.#memory.isExpanded(id) === true || this.#permissions.isAwaiting(id);
	}

	/** Brings an entry into sight and puts the focus on it. */
	reveal(id: EntryId): void {
		const article = this.#shown.get(id)?.view.element;
		if (article === undefined) return;
		const target = this.#seen(article);
		const { top, bottom } = target.getBoundingClientRect();
		const sight = this.#scroller.getBoundingClientRect();
		if (top < sight.top || bottom > sight.bottom) this.#follower.goTo(target, 0);
		target.focus({ preventScroll: true });
	}

	/** Shows an entry as it is now; one that is new comes at the end. */
	put(entry: ViewEntry): void {
		const isKnown = this.#shown.has(entry.id) || this.#pending.has(entry.id);
		if (!isKnown && entry.subagentId === undefined) this.#jump.added();
		this.#enqueue(entry);
	}

	#enqueue(entry: ViewEntry): void {
		// It holds all output so far: what waits must not come after it once more.
		if (entry.type === 'tool_call' && this.#output.size > 0) this.#appendOutputs();
		this.#pending.set(entry.id, { entry, text: '' });
		this.#requestFrame();
	}

	appendText(id: EntryId, text: string): void {
		const pending = this.#pending.get(id) ?? { text: '' };
		// An entry that waits holds its text already: the store put it there before.
		pending.text += text;
		this.#pending.set(id, pending);
		this.#requestFrame();
	}

	appendOutput(terminalId: string, text: string): void {
		this.#output.set(terminalId, (this.#output.get(terminalId) ?? '') + text);
		this.#requestFrame();
	}

	showRaw(id: EntryId, input: string, output: string): void {
		this.#shown.get(id)?.view.showRaw?.(input, output);
	}

	#requestWork(id: EntryId): void {
		this.#working.add(id);
		this.#requestFrame();
	}

	#requestFrame(): void {
		if (this.#isFrameRequested) return;
		this.#isFrameRequested = true;
		requestAnimationFrame(() => {
			this.#isFrameRequested = false;
			this.#flush();
		});
	}

	#flush(budgetMs = frameBudgetMs): void {
		const deadline = performance.now() + budgetMs;
		for (const [id, { entry, text }] of this.#pending) {
			if (entry !== undefined) this.#draw(entry);
			if (text !== '') this.#shown.get(id)?.view.appendText?.(text);
			this.#working.add(id);
		}
		this.#pending.clear();
		if (this.#output.size > 0) this.#appendOutputs();
		// The newest first: that is what the reader sees.
		for (const id of [...this.#working].reverse()) {
			if (this.#shown.get(id)?.view.work?.(deadline) ?? true) this.#working.delete(id);
			if (performance.now() > deadline) break;
		}
		if (this.#working.size > 0) this.#requestFrame();
	}

	#appendOutputs(): void {
		for (const { view } of this.#shown.values()) {
			if (view.appendOutput === undefined) continue;
			for (const [terminalId, text] of this.#output) view.appendOutput(terminalId, text);
		}
		this.#output.clear();
	}

	#draw(entry: ViewEntry): void {
		const affected = this.#permissions.put(entry);
		const known = this.#shown.get(entry.id);
		if (known === undefined) this.#add(entry);
		else if (!known.update(entry)) this.#replace(entry, known);
		this.#group(entry);
		if (known === undefined) this.#parentOf(entry)?.addStep?.(1);
		if (known?.view.element.hidden === true) this.#focus.refresh();
		this.#followCard(entry, known === undefined);
		for (const id of affected.redraw) {
			this.#shown.get(id)?.view.refresh?.();
			this.#groups.refresh(id);
		}
		if (entry.type === 'permission' && entry.state.type === 'pending')
			this.#unfoldAround(this.#shown.get(entry.id)?.view.element);
		for (const id of affected.changed) this.#shown.get(id)?.restartGuard();
	}

	/** Reads and searches in a row stand as one. */
	#group(entry: ViewEntry): void {
		const { id } = entry;
		const article = this.#shown.get(id)?.view.element;
		if (article === undefined) return;
		this.#groups.put(entry, article);
		if (this.#isResetting) return;
		this.#groups.join(id);
		// The last one may be folded away now.
		if (this.#groups.topOf(id, article) !== article) this.#focus.refresh();
	}

	/** A question comes into sight with its beginning, also one that is higher than the view. */
	#followCard(entry: ViewEntry, isNew: boolean): void {
		if (entry.type !== 'permission' && entry.type !== 'elicitation') return;
		const card = this.#shown.get(entry.id)?.view.element;
		if (card === undefined) return;
		if (entry.state.type !== 'pending') this.#follower.dismiss(card);
		else if (isNew) this.#follower.present(card);
	}

	#add(entry: ViewEntry): void {
		const created = createEntryView(entry, this.#context);
		this.#shown.set(entry.id, created);
		const parent = this.#parentOf(entry);
		(parent?.steps ?? this.#list).append(created.view.element);
		this.#focus.added(created.view.element);
		this.#forgetOlder();
	}

	/** A long conversation that is read at its end keeps the page small. */
	#forgetOlder(): void {
		const { size } = this.#shown;
		if (size < 2 * limits.viewEntries || size % 100 !== 0 || !this.#follower.isFollowing) return;
		if (!this.#list.contains(document.activeElement)) this.#post({ type: 'forgetOlder' });
	}

	/** What a subagent does stands inside of its entry, in the order it came. */
	#parentOf({ id, subagentId }: ViewEntry): ShownEntry['view'] | undefined {
		if (subagentId === undefined || subagentId === id) return undefined;
		return this.#shown.get(subagentId)?.view;
	}

	/** A question must not be hidden in a folded subagent. */
	#unfoldAround(article: HTMLElement | undefined): void {
		let around = article?.parentElement?.closest<HTMLElement>('.entry');
		for (; around; around = around.parentElement?.closest<HTMLElement>('.entry')) {
			(this.#shown.get(idOf(around))?.view ?? this.#groups.at(around))?.unfold?.();
		}
	}

	#replace(entry: ViewEntry, known: ShownEntry): void {
		const created = createEntryView(entry, this.#context);
		known.view.element.replaceWith(created.view.element);
		known.view.dispose?.();
		this.#shown.set(entry.id, created);
		this.#focus.refresh();
	}

	#remove(id: EntryId): void {
		const known = this.#shown.get(id);
		known?.view.dispose?.();
		const article = known?.view.element;
		const top = article === undefined ? undefined : this.#groups.topOf(id, article);
		const around = top?.parentElement?.closest<HTMLElement>('.entry');
		this.#groups.remove(id);
		article?.remove();
		this.#shown.get(around?.dataset['entryId'] ?? '')?.view.addStep?.(-1);
		this.#shown.delete(id);
		this.#working.delete(id);
		this.#permissions.remove(id);
		this.#focus.refresh();
	}

	/** What the reader has at the top, if they are not at the end. */
	#placeOfReader(): { target: HTMLElement; offset: number } | undefined {
		const target = this.#follower.isFollowing ? undefined : this.#firstSeen()?.view.element;
		if (target === undefined) return undefined;
		const { top } = this.#scroller.getBoundingClientRect();
		return { target, offset: target.getBoundingClientRect().top - top };
	}

	/** Keeps the entry at the top and how far it is scrolled, so that a new life of the view shows the same. */
	#rememberPlace(): void {
		if (this.#follower.isFollowing) return this.#memory.setAnchor(undefined);
		const place = this.#placeOfReader();
		if (place !== undefined) this.#memory.setAnchor({ id: idOf(place.target), offset: place.offset });
	}

	#firstSeen(): ShownEntry | undefined {
		const { top } = this.#scroller.getBoundingClientRect();
		for (const shown of this.#shown.values()) {
			if (shown.view.element.getBoundingClientRect().bottom > top) return shown;
		}
		return undefined;
	}

	#restorePlace(): void {
		const anchor = this.#memory.anchor;
		const target = anchor === undefined ? undefined : this.#shown.get(anchor.id)?.view.element;
		if (anchor === undefined || target === undefined) return this.#follower.follow();
		this.#follower.goTo(this.#seen(target), anchor.offset);
	}
}

function idOf(article: HTMLElement): EntryId {
	return article.dataset['entryId'] ?? '';
}
