/**
 * The conversation: one element per entry, keyed by its id. Changes are collected and drawn once per animation
 * frame; entries that did not change are not touched. `content-visibility` (in the CSS) makes the browser skip what
 * is out of sight, so there is no virtual list and find and select-all reach everything.
 */
import type { EntryId } from '../../core/session/model.ts';
import type { ViewEntry, ViewSession } from '../../core/view/viewModel.ts';
import type { Post } from '../api.ts';
import { element, iconElement } from '../dom.ts';
import { createEntryView, type ShownEntry } from '../entries/createEntryView.ts';
import type { EntryContext } from '../entries/entryView.ts';
import type { ViewMemory } from '../viewMemory.ts';
import { PermissionIndex } from './permissionIndex.ts';
import { RovingFocus } from './rovingFocus.ts';
import { ScrollFollower } from './scrollFollower.ts';

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
	readonly #jump = element('button', 'jump', iconElement('arrow-down'));
	readonly #memory: ViewMemory;
	readonly #context: EntryContext;
	readonly #follower: ScrollFollower;
	readonly #focus: RovingFocus;
	readonly #shown = new Map<EntryId, ShownEntry>();
	readonly #permissions = new PermissionIndex();
	readonly #pending = new Map<EntryId, Pending>();
	readonly #output = new Map<string, string>();
	readonly #working = new Set<EntryId>();
	#agentTitle = '';
	#isFrameRequested = false;

	constructor(post: Post, memory: ViewMemory) {
		this.#memory = memory;
		this.#context = {
			post,
			memory,
			agentTitle: () => this.#agentTitle,
			isAwaitingPermission: (id) => this.#permissions.isAwaiting(id),
			requestWork: (id) => this.#requestWork(id),
		};
		this.#list.role = 'log';
		this.#list.ariaLabel = 'Conversation';
		// A growing answer would be read out again and again; the announcer says what matters, once.
		this.#list.ariaLive = 'off';
		this.#jump.type = 'button';
		this.#jump.ariaLabel = 'Jump to bottom';
		this.#jump.title = 'Jump to bottom';
		this.#jump.hidden = true;
		this.#jump.addEventListener('click', () => this.#follower.follow());
		this.#scroller.append(this.#list);
		this.element.append(this.#scroller, this.#jump);
		this.#follower = new ScrollFollower(this.#scroller, this.#list, (isFollowing) => {
			this.#jump.hidden = isFollowing;
		});
		this.#focus = new RovingFocus(this.#scroller, this.#list, () => this.#follower.release());
		this.#scroller.addEventListener('scrollend', () => this.#rememberPlace());
	}

	/** Shows exactly these entries. What was shown before and still is keeps its element. */
	reset(session: ViewSession, entries: readonly ViewEntry[], isOtherSession: boolean): void {
		this.setSession(session);
		this.#pending.clear();
		this.#output.clear();
		const ids = new Set(entries.map((entry) => entry.id));
		for (const id of [...this.#shown.keys()]) if (isOtherSession || !ids.has(id)) this.#remove(id);
		for (const entry of entries) this.put(entry);
		// A place in the middle is found only once all is drawn.
		this.#flush(
			isOtherSession && this.#memory.anchor !== undefined ? Number.POSITIVE_INFINITY : frameBudgetMs,
		);
		if (isOtherSession) this.#restorePlace();
		else this.#follower.stay();
	}

	setSession(session: ViewSession): void {
		this.#agentTitle = session.agentTitle;
	}

	/** The end comes into sight and stays there, as after sending. */
	follow(): void {
		this.#follower.follow();
	}

	/** Brings an entry into sight and puts the focus on it. */
	reveal(id: EntryId): void {
		const target = this.#shown.get(id)?.view.element;
		if (target === undefined) return;
		const { top, bottom } = target.getBoundingClientRect();
		const sight = this.#scroller.getBoundingClientRect();
		if (top < sight.top || bottom > sight.bottom) this.#follower.goTo(target, 0);
		target.focus({ preventScroll: true });
	}

	put(entry: ViewEntry): void {
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
		if (known?.view.element.hidden === true) this.#focus.refresh();
		for (const id of affected.redraw) this.#shown.get(id)?.view.refresh?.();
		if (entry.type === 'permission' && entry.state.type === 'pending') this.#unfoldAround(entry);
		for (const id of affected.changed) this.#shown.get(id)?.restartGuard();
	}

	#add(entry: ViewEntry): void {
		const created = createEntryView(entry, this.#context);
		this.#shown.set(entry.id, created);
		const parent = this.#parentOf(entry);
		(parent?.steps ?? this.#list).append(created.view.element);
		parent?.refresh?.();
		this.#focus.added(created.view.element);
	}

	/** What a subagent does stands inside of its entry, in the order it came. */
	#parentOf({ id, subagentId }: ViewEntry): ShownEntry['view'] | undefined {
		if (subagentId === undefined || subagentId === id) return undefined;
		return this.#shown.get(subagentId)?.view;
	}

	/** A question must not be hidden in a folded subagent. */
	#unfoldAround(entry: ViewEntry): void {
		let around = this.#shown.get(entry.id)?.view.element.parentElement?.closest<HTMLElement>('.entry');
		for (; around; around = around.parentElement?.closest<HTMLElement>('.entry')) {
			this.#shown.get(around.dataset['entryId'] ?? '')?.view.unfold?.();
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
		const around = known?.view.element.parentElement?.closest<HTMLElement>('.entry');
		known?.view.element.remove();
		this.#shown.get(around?.dataset['entryId'] ?? '')?.view.refresh?.();
		this.#shown.delete(id);
		this.#working.delete(id);
		this.#permissions.remove(id);
		this.#focus.refresh();
	}

	/** Keeps the entry at the top and how far it is scrolled, so that a new life of the view shows the same. */
	#rememberPlace(): void {
		if (this.#follower.isFollowing) return this.#memory.setAnchor(undefined);
		const top = this.#scroller.getBoundingClientRect().top;
		for (const [id, { view }] of this.#shown) {
			const bounds = view.element.getBoundingClientRect();
			if (bounds.bottom > top) return this.#memory.setAnchor({ id, offset: bounds.top - top });
		}
	}

	#restorePlace(): void {
		const anchor = this.#memory.anchor;
		const target = anchor === undefined ? undefined : this.#shown.get(anchor.id)?.view.element;
		if (anchor === undefined || target === undefined) return this.#follower.follow();
		this.#follower.goTo(target, anchor.offset);
	}
}
