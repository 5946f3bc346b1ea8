/**
 * The conversation: one element per entry, keyed by its id. Changes are collected and drawn once per animation
 * frame; entries that did not change are not touched. `content-visibility` (in the CSS) makes the browser skip what
 * is out of sight, so there is no virtual list and find and select-all reach everything.
 */
import { t } from '../../core/base/l10n.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { ToView } from '../../core/view/toView.ts';
import type { ViewEntry } from '../../core/view/viewEntry.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import { element } from '../page/dom.ts';
import { moveFocus } from '../page/moveFocus.ts';
import type { EntryContext } from '../entries/entryView.ts';
import type { ViewMemory } from '../page/viewMemory.ts';
import * as limits from '../../core/base/limits.ts';
import { DrawQueue } from './drawQueue.ts';
import { EntryDrawing } from './entryDrawing.ts';
import { JumpButton } from './jumpButton.ts';
import { OlderEntries } from './olderEntries.ts';
import { PermissionIndex } from './permissionIndex.ts';
import { promptBeside } from './promptSteps.ts';
import { QuestionSight } from './questionSight.ts';
import { type Place, ReaderPlace } from './readerPlace.ts';
import { RovingFocus } from './rovingFocus.ts';
import { ScrollFollower } from './scrollFollower.ts';
import { idOf, seenFor, ShownEntries } from './shownEntries.ts';
import { ToolGroups } from './toolGroups.ts';
import { WaitingPlaces } from './waitingPlaces.ts';

/** The transcript as it is searched. */
export interface SearchedParts {
	readonly scroller: HTMLElement;
	readonly list: HTMLElement;
	readonly follower: ScrollFollower;
	readonly place: ReaderPlace;
	readonly shown: ShownEntries;
	/** The reader sees all that the entry holds. */
	isUnfolded(id: EntryId): boolean;
	/** What is known of an entry. */
	entryOf(id: EntryId): ViewEntry | undefined;
}

export class Transcript {
	readonly element = element('div', 'transcript');
	/** What changes waits here to be drawn. */
	readonly queue: DrawQueue;
	readonly #scroller = element('div', 'scroller');
	readonly #list = element('div', 'entries');
	/** What to do in a conversation that is open and in which nothing was said. */
	readonly #hint = element(
		'p',
		'empty-hint',
		t('Say what you want. / lists what the agent knows, @ adds files and more.'),
	);
	readonly #jump = new JumpButton(() => this.jumpToLatest());
	readonly #older: OlderEntries;
	readonly #post: Post;
	readonly #memory: ViewMemory;
	readonly #follower: ScrollFollower;
	readonly #focus: RovingFocus;
	readonly #place: ReaderPlace;
	readonly #permissions = new PermissionIndex();
	readonly #groups: ToolGroups;
	readonly #shown: ShownEntries;
	readonly #drawing: EntryDrawing;
	#agentTitle = '';
	/** The host was asked to let go of the oldest. */
	#isForgetting = false;
	/** With as many entries the page lets go of the oldest: twice as many as it was filled with. */
	#mostEntries = 2 * limits.viewEntries;

	/** @param onAway which of the questions that wait are out of sight */
	constructor(post: Post, memory: ViewMemory, onAway: (away: ReadonlySet<EntryId>) => void) {
		this.#post = post;
		this.#memory = memory;
		this.#older = new OlderEntries(post, this.#scroller);
		const context: EntryContext = {
			post,
			memory,
			agentTitle: () => this.#agentTitle,
			questionsAbout: (id) => this.#permissions.about(id),
			callOf: (id) => this.#permissions.callOf(id),
			subjectShown: (id) => {
				for (const permission of this.#permissions.about(id))
					this.#shown.get(permission.id)?.view.restartGuard?.();
			},
			requestWork: (id) => this.queue.addWork(id),
		};
		this.#groups = new ToolGroups(context);
		this.#shown = new ShownEntries(this.#list, this.#groups);
		this.#list.role = 'log';
		this.#list.ariaLabel = t('Conversation');
		// A growing answer would be read out again and again; the announcer says what matters, once.
		this.#list.ariaLive = 'off';
		this.#scroller.append(this.#older.element, this.#list, this.#hint);
		this.element.append(this.#scroller, this.#jump.element);
		this.#follower = new ScrollFollower(this.#scroller, this.#list, (isAway) => this.#jump.show(isAway));
		this.#focus = new RovingFocus(this.#scroller, this.#list, () => this.#follower.release());
		this.#place = new ReaderPlace(this.#scroller, this.#follower, this.#shown, memory);
		this.#drawing = new EntryDrawing({
			context,
			shown: this.#shown,
			groups: this.#groups,
			permissions: this.#permissions,
			waiting: new WaitingPlaces(this.#list),
			sight: new QuestionSight(this.#scroller, onAway),
			follower: this.#follower,
			focus: this.#focus,
		});
		this.queue = new DrawQueue(this.#drawing, this.#shown);
	}

	/** Shows exactly these entries. What was shown before and still is keeps its element. */
	reset(
		{ session, entries, olderCount = 0, names = {} }: Extract<ToView, { type: 'snapshot' }>,
		isOtherSession: boolean,
	): void {
		this.setSession(session);
		this.#isForgetting = false;
		// What the reader, or a search, has asked for does not leave again with the next entry.
		this.#mostEntries = 2 * Math.max(limits.viewEntries, entries.length);
		const isRestoring = isOtherSession || this.#place.isAwaited;
		const place = isRestoring ? undefined : this.#place.current;
		this.queue.clear();
		this.#drawing.beginReset();
		const ids = new Set(entries.map((entry) => entry.id));
		for (const id of this.#shown.ids) if (isOtherSession || !ids.has(id)) this.#remove(id);
		for (const entry of entries) this.queue.put(entry);
		// A place in the middle is found only once all is drawn.
		const isAllNeeded = isRestoring && this.#memory.anchor !== undefined;
		this.queue.flush(isAllNeeded ? Number.POSITIVE_INFINITY : undefined);
		this.#shown.putInOrder(entries);
		this.#drawing.placeAll(entries);
		this.#focus.refresh();
		this.#older.update(olderCount);
		if (isOtherSession) this.#jump.restart();
		if (isRestoring) this.#place.restore();
		else this.#stayAt(place, names);
	}

	/**
	 * Takes entries off the page, and keeps in sight what the reader has there.
	 * @param olderCount entries before those that are left
	 */
	forget(ids: readonly EntryId[], olderCount: number): void {
		this.#isForgetting = false;
		this.#mostEntries = 2 * limits.viewEntries;
		const place = this.#place.current;
		for (const id of ids) this.#remove(id);
		this.#older.update(olderCount);
		this.#stayAt(place);
	}

	/** Brings all entries, as for finding something. */
	showAll(): void {
		this.#older.ask(true);
	}

	setSession(session: ViewSession): void {
		this.#agentTitle = session.agentTitle;
		this.#hint.hidden = session.agent.type !== 'ready';
	}

	/** The end comes into sight and stays there, as after sending. */
	follow(): void {
		this.#follower.follow();
	}

	/** The same from elsewhere in the transcript: a focus on the button, or in it, moves to the last entry. */
	jumpToLatest(): void {
		if (this.element.contains(document.activeElement)) this.#focus.focusLast();
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

	/** What the find looks into. @param entryOf what is known of an entry */
	searched(entryOf: SearchedParts['entryOf']): SearchedParts {
		return {
			scroller: this.#scroller,
			list: this.#list,
			follower: this.#follower,
			place: this.#place,
			shown: this.#shown,
			isUnfolded: (id) => this.#memory.isExpanded(id) === true || this.#permissions.about(id).length > 0,
			entryOf,
		};
	}

	/** Brings an entry into sight and puts the focus on it. */
	reveal(id: EntryId): void {
		// What came in this very frame may be asked for.
		this.queue.flush();
		const article = this.#shown.elementOf(id);
		if (article === undefined) return;
		const target = seenFor(article);
		const sight = this.#scroller.getBoundingClientRect();
		// A question is seen with the card that it stands in, where that has room.
		const card = target.parentElement?.closest('.tool-call') ?? target;
		const shown = card.getBoundingClientRect().height > sight.height ? target : card;
		const { top, bottom } = shown.getBoundingClientRect();
		if (top < sight.top || bottom > sight.bottom) this.#follower.goTo(shown, 0);
		moveFocus(target);
	}

	/** Shows an entry as it is now; one that is new comes at the end. */
	put(entry: ViewEntry): void {
		const isKnown = this.#shown.get(entry.id) !== undefined || this.queue.isWaiting(entry.id);
		const isInside = this.#shown.parentOf(entry) !== undefined;
		if (!isKnown && entry.subagentId === undefined && !isInside) this.#jump.added();
		this.queue.put(entry);
		if (!isKnown) this.#forgetOlder();
	}

	showRaw(id: EntryId, input: string, output: string): void {
		this.#shown.get(id)?.view.showRaw?.(input, output);
	}

	#remove(id: EntryId): void {
		this.queue.forget(id);
		if (this.#shown.get(id) !== undefined) this.#drawing.remove(id);
	}

	/** @param names by the name that an entry had the one that it has now */
	#stayAt(place: Place | undefined, names: Readonly<Record<EntryId, EntryId>> = {}): void {
		if (place === undefined) return this.#follower.stay();
		const { target, offset } = place;
		const now = target.isConnected ? target : this.#shown.elementOf(names[idOf(target)] ?? '');
		if (now === undefined) this.#follower.stay();
		else this.#follower.goTo(seenFor(now), offset);
	}

	/** A long conversation that is read at its end keeps the page small: also what is not drawn yet counts. */
	#forgetOlder(): void {
		if (this.#shown.size + this.queue.addedCount < this.#mostEntries || this.#isForgetting) return;
		if (!this.#follower.isFollowing || this.#list.contains(document.activeElement)) return;
		this.#isForgetting = true;
		this.#post({ type: 'forgetOlder' });
	}
}
