import type { EntryId } from '../core/session/model.ts';
import type { ToView } from '../core/view/messages.ts';
import type { ViewEntry, ViewSession } from '../core/view/viewModel.ts';
import { Announcer } from './announcer.ts';
import type { Api } from './api.ts';
import { Composer } from './composer/composer.ts';
import { element } from './dom.ts';
import { Approval } from './panels/approval.ts';
import { EmptyView } from './panels/emptyView.ts';
import { PlanPanel } from './panels/planPanel.ts';
import { StatusLine } from './panels/statusLine.ts';
import { Store, type StoreListener } from './store.ts';
import { Transcript } from './transcript/transcript.ts';
import { ViewMemory } from './viewMemory.ts';

/** The whole view: takes what the host posts to the parts that show it. */
export class ChatView implements StoreListener {
	readonly #api: Api;
	readonly #memory: ViewMemory;
	readonly #store = new Store(this);
	readonly #announcer = new Announcer();
	readonly #transcript: Transcript;
	readonly #plan: PlanPanel;
	readonly #status = new StatusLine();
	readonly #approval: Approval;
	readonly #composer: Composer;
	readonly #empty: EmptyView;
	readonly #chat: HTMLElement;
	/** The notice that offers to approve the agent, if there is one. */
	#approveNotice: EntryId | undefined;

	constructor(root: HTMLElement, api: Api) {
		const { post } = api;
		this.#api = api;
		this.#memory = new ViewMemory(api);
		this.#transcript = new Transcript(post, this.#memory);
		this.#plan = new PlanPanel(this.#memory);
		this.#approval = new Approval(post, () => this.#composer.focus());
		this.#empty = new EmptyView(post);
		this.#composer = new Composer({
			post,
			lastPrompt: () => this.#store.lastPrompt(),
			sent: () => this.#transcript.follow(),
			announce: (text) => this.#announcer.say(text),
		});
		const bottom = element(
			'div',
			'bottom',
			this.#approval.element,
			this.#plan.element,
			this.#status.element,
			this.#composer.element,
		);
		this.#chat = element('main', 'chat', this.#transcript.element, bottom);
		this.#chat.hidden = true;
		this.#empty.element.hidden = true;
		root.replaceChildren(this.#empty.element, this.#chat, this.#announcer.element);
	}

	/** Takes a message of the host. */
	receive(message: ToView): void {
		switch (message.type) {
			case 'empty':
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
			case 'draft':
				this.#composer.setDraft(message.text, message.attachments);
				break;
			case 'attached':
				this.#composer.addAttachments(message.attachments);
				break;
			case 'raw':
				this.#transcript.showRaw(message.entryId, message.input, message.output);
				break;
			case 'focusComposer':
				this.#composer.focus();
				break;
		}
	}

	onSnapshot(snapshot: Extract<ToView, { type: 'snapshot' }>, isOtherSession: boolean): void {
		this.#memory.useSession(snapshot.session.key);
		this.#show(this.#chat);
		// The field of the session on show is ahead of what the host knows of it.
		if (isOtherSession) this.#composer.setDraft(snapshot.draft, snapshot.attachments);
		this.#approveNotice = snapshot.entries.findLast(offersApproval)?.id;
		this.#transcript.reset(snapshot.session, snapshot.entries, isOtherSession);
		this.onSession(snapshot.session);
	}

	onEntry(entry: ViewEntry, before: ViewEntry | undefined): void {
		this.#transcript.put(entry);
		this.#announcer.entryChanged(entry, before);
		if (offersApproval(entry)) this.#approveNotice = entry.id;
		if (entry.type === 'plan') this.#updatePlan();
	}

	onText(id: EntryId, text: string): void {
		this.#transcript.appendText(id, text);
	}

	onOutput(terminalId: string, text: string): void {
		this.#transcript.appendOutput(terminalId, text);
	}

	onSession(session: ViewSession): void {
		this.#transcript.setSession(session);
		this.#status.update(session);
		this.#approval.update(session, this.#approveNotice);
		this.#composer.update(session);
		this.#updatePlan();
	}

	onGap(): void {
		this.#api.post({ type: 'resync' });
	}

	#updatePlan(): void {
		const session = this.#store.session;
		const plan = session?.planId === undefined ? undefined : this.#store.entry(session.planId);
		this.#plan.update(plan?.type === 'plan' ? plan : undefined, session?.turn.type !== 'idle');
	}

	#show(part: HTMLElement): void {
		this.#empty.element.hidden = part !== this.#empty.element;
		this.#chat.hidden = part !== this.#chat;
	}
}

function offersApproval(entry: ViewEntry): boolean {
	return entry.type === 'notice' && entry.actions.includes('approve');
}
