import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import type { ViewChanges } from '../../core/view/viewChanges.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import type { Post } from '../page/api.ts';
import type { ViewMemory } from '../page/viewMemory.ts';
import { AgentNotices } from './agentNotices.ts';
import { Approval } from './approval.ts';
import { LoginPanel } from './loginPanel.ts';
import { PlanPanel } from './planPanel.ts';
import { QueueList } from './queueList.ts';
import { ReviewStrip } from './reviewStrip.ts';
import { RunningList } from './runningList.ts';
import { type AwayQuestions, WaitingStrip } from './waitingStrip.ts';

/** What the panels show. */
export interface PanelContent {
	readonly session: ViewSession;
	/** The current plans, the latest last. */
	readonly plans: readonly ViewPlan[];
	/** The notice that offers to approve the agent, if there is one. */
	readonly approveNotice: EntryId | undefined;
	/** What waits to be kept or undone, if anything does. */
	readonly changes: ViewChanges | undefined;
	/** Permissions that wait out of sight, if there are any. */
	readonly away: AwayQuestions | undefined;
}

/** What the panels need from around them. */
export interface PanelHost {
	readonly post: Post;
	readonly memory: ViewMemory;
	/** Something to be read out, before anything else if it is urgent. */
	announce(text: string, isUrgent?: boolean): void;
	/** What had the focus is gone. */
	focusComposer(): void;
	/** Brings an entry into sight and puts the focus on it. */
	reveal(id: EntryId): void;
}

/** What stands between the transcript and the status, each only while it has something to show. */
export class Panels {
	/** In the order of the page. */
	readonly elements: readonly HTMLElement[];
	readonly #approval: Approval;
	readonly #login: LoginPanel;
	readonly #plan: PlanPanel;
	readonly #running: RunningList;
	readonly #notices: AgentNotices;
	readonly #queue: QueueList;
	readonly #review: ReviewStrip;
	readonly #waiting: WaitingStrip;

	constructor(host: PanelHost) {
		const { post, memory } = host;
		const announce = (text: string, isUrgent?: boolean): void => host.announce(text, isUrgent);
		const focusComposer = (): void => host.focusComposer();
		this.#approval = new Approval(post, focusComposer);
		this.#login = new LoginPanel({ post, announce, focusComposer });
		this.#plan = new PlanPanel(memory, post, focusComposer);
		this.#running = new RunningList(post, focusComposer);
		this.#notices = new AgentNotices(post, { announce, focusLost: focusComposer });
		this.#queue = new QueueList(post, { announce, focusComposer });
		this.#review = new ReviewStrip(post, { announce, focusComposer });
		this.#waiting = new WaitingStrip({ reveal: (id) => host.reveal(id), focusLost: focusComposer });
		const work = [this.#plan, this.#running, this.#notices, this.#queue, this.#review];
		this.elements = [this.#approval, this.#login, ...work, this.#waiting].map(({ element }) => element);
	}

	update({ session, plans, approveNotice, changes, away }: PanelContent): void {
		this.#waiting.update(away);
		this.#running.update(session);
		this.#queue.update(session);
		this.#review.update(changes, session);
		this.#notices.update(session.key, session.notices);
		this.#approval.update(session, approveNotice);
		this.#login.update(session);
		this.#plan.update(plans, session.turn.type !== 'idle');
	}
}
