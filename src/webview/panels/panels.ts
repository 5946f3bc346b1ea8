import type { EntryId } from '../../core/session/model/entry.ts';
import type { ViewPlan } from '../../core/view/viewEntry.ts';
import type { ViewChanges } from '../../core/view/viewChanges.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';
import { AgentNotices } from './agentNotices.ts';
import { Approval } from './approval.ts';
import { LoginPanel } from './loginPanel.ts';
import type { PanelHost } from './panelHost.ts';
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
	/** They have come since the page shows this session. */
	readonly areChangesNews: boolean;
	/** Permissions that wait out of sight, if there are any. */
	readonly away: AwayQuestions | undefined;
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
		this.#approval = new Approval(host);
		this.#login = new LoginPanel(host);
		this.#plan = new PlanPanel(host);
		this.#running = new RunningList(host);
		this.#notices = new AgentNotices(host);
		this.#queue = new QueueList(host);
		this.#review = new ReviewStrip(host);
		this.#waiting = new WaitingStrip(host);
		const work = [this.#plan, this.#running, this.#notices, this.#queue, this.#review];
		this.elements = [this.#approval, this.#login, ...work, this.#waiting].map(({ element }) => element);
	}

	update({ session, plans, approveNotice, changes, areChangesNews, away }: PanelContent): void {
		this.#waiting.update(away);
		this.#running.update(session);
		this.#queue.update(session);
		this.#review.update(changes, session, areChangesNews);
		this.#notices.update(session.key, session.notices);
		this.#approval.update(session, approveNotice);
		this.#login.update(session);
		this.#plan.update(plans, session.turn.type !== 'idle');
	}
}
