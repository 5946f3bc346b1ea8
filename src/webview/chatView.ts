import { moveFocusIfAllowed } from './page/moveFocus.ts';
import { t } from '../core/base/l10n.ts';
import type { EntryId } from '../core/session/model/entry.ts';
import type { ToView } from '../core/view/toView.ts';
import type { ViewChanges } from '../core/view/viewChanges.ts';
import type { ViewEntry, ViewPlan } from '../core/view/viewEntry.ts';
import type { ViewSession } from '../core/view/viewSession.ts';
import { Announcer } from './announcer.ts';
import type { Api } from './page/api.ts';
import { Composer } from './composer/composer.ts';
import { element } from './page/dom.ts';
import { colourScript } from './markdown/colourScript.ts';
import { FindBar } from './find/findBar.ts';
import { EmptyView } from './panels/emptyView.ts';
import { LazyPanels } from './panels/lazyPanels.ts';
import type { AwayQuestions } from './panels/waitingStrip.ts';
import { MeterSlot } from './panels/meterSlot.ts';
import { StatusLine } from './panels/statusLine.ts';
import { cycleOnKey, type ReadingActions, readOnKey } from './chatKeys.ts';
import { Store, type StoreListener } from './store.ts';
import { Transcript } from './transcript/transcript.ts';
import { ViewMemory } from './page/viewMemory.ts';

/** The whole view: takes what the host posts to the parts that show it. */
export class ChatView implements StoreListener {
	readonly #api: Api;
	readonly #memory: ViewMemory;
	readonly #store: Store;
	readonly #announcer = new Announcer();
	readonly #transcript: Transcript;
	readonly #find: FindBar;
	readonly #panels: LazyPanels;
	readonly #status: StatusLine;
	readonly #meters = new MeterSlot();
	readonly #composer: Composer;
	readonly #empty: EmptyView;
	readonly #chat: HTMLElement;
	readonly #reading: ReadingActions = {
		stepPrompt: (direction) => {
			if (this.#transcript.stepPrompt(direction) || direction === 'previous') return;
			this.#transcript.jumpToLatest();
			this.#composer.focus();
		},
		jumpToLatest: () => this.#transcript.jumpToLatest(),
		openFind: () => {
			this.#transcript.showAll();
			this.#find.open();
		},
	};
	/** What waits to be kept or undone in the folders of the session. */
	#changes: ViewChanges | undefined;
	#areChangesNews = true;
	/** Questions that wait out of sight. */
	#away: ReadonlySet<EntryId> = new Set();
	/** The notice that offers to approve the agent, if there is one. */
	#approveNotice: EntryId | undefined;

	constructor(root: HTMLElement, api: Api) {
		const { post } = api;
		const announce = (text: string, isUrgent?: boolean): void => this.#announcer.say(text, isUrgent);
		const focusComposer = (): void => this.#composer.focus();
		this.#api = api;
		this.#memory = new ViewMemory(api);
		this.#transcript = new Transcript(post, this.#memory, (away) => {
			this.#away = away;
			this.#updatePanels();
		});
		this.#store = new Store(this, this.#transcript.queue);
		this.#find = new FindBar(
			this.#transcript.searched((id) => this.#store.entry(id)),
			focusComposer,
		);
		const reveal = (id: EntryId): void => this.#transcript.reveal(id);
		const panelHost = { post, memory: this.#memory, announce, focusComposer, reveal };
		this.#status = new StatusLine(panelHost);
		this.#empty = new EmptyView(post);
		this.#composer = new Composer({
			post,
			prompts: () => this.#store.prompts(),
			memory: this.#memory,
			sent: () => this.#transcript.follow(),
			announce,
		});
		const statusRow = element('div', 'status-row', this.#status.element, this.#meters.element);
		this.#panels = new LazyPanels(panelHost, statusRow);
		const bottom = element('div', 'bottom', statusRow, this.#composer.element);
		this.#chat = element('main', 'chat', this.#find.element, this.#transcript.element, bottom);
		// Also when nothing has the focus, as after a click beside the entries.
		document.addEventListener('keydown', (event) => {
			if (this.#chat.hidden) return;
			cycleOnKey(event, post);
			readOnKey(event, this.#reading);
		});
		this.#chat.hidden = true;
		this.#empty.element.hidden = true;
		root.replaceChildren(this.#empty.element, this.#chat, this.#announcer.element);
	}

	/** The entry that an earlier life of the view had at its top, and its session; nothing for the end. */
	get place(): { readonly entryId?: EntryId; readonly sessionKey?: string } {
		const { anchor, sessionKey } = this.#memory;
		return anchor === undefined ? {} : { entryId: anchor.id, sessionKey };
	}

	/** Takes a message of the host. */
	receive(message: ToView): void {
		switch (message.type) {
			case 'empty':
				this.#leave(undefined);
				this.#store.clear(message.generation);
				this.#empty.update(message);
				this.#show(this.#empty.element);
				break;
			case 'snapshot':
				this.#store.replace(message);
				break;
			case 'delta':
				this.#store.apply(message);
				break;
			case 'changes':
				this.#changes = message.changes;
				this.#areChangesNews = message.isWithSnapshot !== true;
				this.#updatePanels();
				break;
			case 'draft':
			case 'attached':
			case 'pastedFrom':
			case 'mentions':
			case 'takeMedia':
				this.#composer.receive(message);
				break;
			case 'raw':
				this.#transcript.showRaw(message.entryId, message.input, message.output);
				break;
			case 'highlighted':
				colourScript.loaded?.showColours(message);
				break;
			case 'themeChanged':
				colourScript.loaded?.renewColours();
				break;
			case 'focusComposer':
			case 'showWaiting':
				if (message.isTimely === true) moveFocusIfAllowed(() => this.#focus(message.type));
				else this.#focus(message.type);
				break;
		}
	}

	#focus(target: 'focusComposer' | 'showWaiting'): void {
		if (target === 'focusComposer' || !this.#status.showWaiting()) this.#composer.focus();
	}

	onSnapshot(
		snapshot: Extract<ToView, { type: 'snapshot' }>,
		isOtherSession: boolean,
		before: ReadonlyMap<EntryId, ViewEntry>,
	): void {
		if (isOtherSession) this.#leave(snapshot.session.key);
		if (isOtherSession) this.#changes = undefined;
		this.#memory.useSession(snapshot.session.key);
		this.#show(this.#chat);
		// The field of the session on show is ahead of what the host knows of it.
		if (isOtherSession) this.#composer.showDraft(snapshot);
		this.#approveNotice = snapshot.entries.findLast(offersApproval)?.id;
		this.#transcript.reset(snapshot, isOtherSession);
		this.onSession(snapshot.session);
		if (isOtherSession) return;
		// One that is about an older call comes with that call, in a snapshot.
		for (const entry of snapshot.entries)
			if (entry.type === 'permission')
				this.#announcer.entryChanged(entry, before.get(entry.id), snapshot.session.agentTitle);
	}

	onEntry(entry: ViewEntry, before: ViewEntry | undefined): void {
		this.#transcript.put(entry);
		this.#announcer.entryChanged(entry, before, this.#store.session?.agentTitle ?? t('the agent'));
		if (offersApproval(entry)) this.#approveNotice = entry.id;
		if (entry.type === 'plan') this.#updatePanels();
	}

	onForgotten(ids: readonly EntryId[], olderCount: number): void {
		this.#transcript.forget(ids, olderCount);
		if (!ids.includes(this.#approveNotice ?? '')) return;
		this.#approveNotice = undefined;
		this.#updatePanels();
	}

	onSession(session: ViewSession): void {
		this.#transcript.setSession(session);
		this.#updatePanels();
		// The answer is read out before the end of its turn.
		if (session.turn.type === 'idle') this.#announcer.readOut();
		this.#status.update(session);
		this.#meters.update(session.usage, session.quota);
		this.#composer.update(session);
	}

	onGap(): void {
		this.#api.postForView({ type: 'resync' });
	}

	/** Another session comes on show: what is written here is saved for the one that goes (hazard G2). */
	#leave(nextKey: string | undefined): void {
		this.#find.hide();
		this.#announcer.leave();
		this.#composer.saveDraft();
		this.#api.shownKey = nextKey;
	}

	#updatePanels(): void {
		const session = this.#store.session;
		if (session === undefined) return;
		const entries = session.planIds?.map((id) => this.#store.entry(id)) ?? [];
		const plans = entries.filter((entry): entry is ViewPlan => entry?.type === 'plan');
		this.#panels.update({
			session,
			plans,
			approveNotice: this.#approveNotice,
			changes: this.#changes,
			areChangesNews: this.#areChangesNews,
			away: this.#awayOf(session),
		});
	}

	/** What the rules of the user still look at is not asked yet, so it does not count here. */
	#awayOf({ pendingPermissions }: ViewSession): AwayQuestions | undefined {
		const away = pendingPermissions.filter((id) => this.#away.has(id));
		const first = this.#store.entry(away[0] ?? '');
		if (first?.type !== 'permission') return undefined;
		return { id: first.id, title: first.title, count: away.length };
	}

	#show(part: HTMLElement): void {
		this.#empty.element.hidden = part !== this.#empty.element;
		this.#chat.hidden = part !== this.#chat;
	}
}

function offersApproval(entry: ViewEntry): boolean {
	return entry.type === 'notice' && entry.actions.includes('approve');
}
