/** Opens a session with its agent: starts the agent, and tells the user what becomes of it and how long that takes. */
import { AgentError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { isLoginRequired, LoginRequired } from './agentFailure.ts';
import { AgentLink } from './agentLink.ts';
import type { AgentSource } from '../model/agentSource.ts';
import type { SessionEvent } from '../model/events.ts';
import type { OpenerRequests } from './historyLoad.ts';
import { slowNotice } from './openingNotices.ts';
import { withPatience } from './patience.ts';
import { closedMeanwhile, type OpeningServices, SessionOpening } from './sessionOpening.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { SessionTarget } from '../model/sessionTarget.ts';
import { isAsking } from '../reducer/work.ts';

export interface OpenerServices extends OpeningServices {
	readonly source: AgentSource;
}

export class SessionOpener {
	readonly #state: SessionState;
	readonly #services: OpenerServices;
	readonly #dispatch: (event: SessionEvent) => void;
	readonly #offered: Omit<SessionTarget, 'onEvent'>;
	readonly #requests: OpenerRequests;
	/** Of the newest attempt. */
	#newest: AgentLink | undefined;

	/**
	 * @param offered what the agent may ask of the session
	 * @param requests what the agent waits for while the transcript that shows it is replaced
	 */
	constructor(
		state: SessionState,
		services: OpenerServices,
		dispatch: (event: SessionEvent) => void,
		offered: Omit<SessionTarget, 'onEvent'>,
		requests: OpenerRequests,
	) {
		this.#state = state;
		this.#services = services;
		this.#dispatch = dispatch;
		this.#offered = offered;
		this.#requests = requests;
	}

	/**
	 * Rejects with `AgentError`; then nothing of the attempt is left.
	 * @param isGone asked after each step: the session may have been closed, or let go of its agent, meanwhile
	 */
	async open(isGone: () => boolean): Promise<AgentLink> {
		const { source, clock } = this.#services;
		this.#dispatch({ type: 'agent_state', agent: { type: 'starting', since: clock.now() } });
		const patience = clock.setTimer(limits.initNoticeMs, () => {
			const notice = slowNotice(this.#state.agentTitle, source.noise?.());
			if (!isGone()) this.#dispatch({ type: 'notice', notice });
		});
		try {
			const link = new AgentLink(await source.acquire(), isGone);
			try {
				if (isGone()) throw closedMeanwhile();
				await this.#openOver(link);
			} catch (error) {
				link.dispose();
				throw readError(error, link);
			}
			return link;
		} finally {
			patience.dispose();
		}
	}

	async #openOver(link: AgentLink): Promise<void> {
		this.#newest = link;
		const opening = new SessionOpening(link, {
			state: this.#state,
			services: this.#services,
			dispatch: this.#dispatch,
			offered: this.#offered,
			requests: this.#requests,
			isNewest: (one) => one === this.#newest,
		});
		await this.#patiently(opening);
		link.requireRunning();
		const { sessionId } = this.#state;
		if (sessionId !== undefined) opening.requireWanted(sessionId);
	}

	/** An agent that sends its history, or waits for the user, is at work. */
	async #patiently(opening: SessionOpening): Promise<void> {
		const ms = limits.initFailMs;
		let heard = 0;
		const isAtWork = (): boolean => {
			const hasSaid = opening.heard !== heard;
			({ heard } = opening);
			return hasSaid || isAsking(this.#state);
		};
		const late = (): AgentError =>
			new AgentError('timeout', t('It did not open the session within {0} s.', ms / 1000));
		await withPatience(this.#services.clock, ms, opening.run(), isAtWork, late);
	}
}

/** An agent that wants a login first says how, which the error alone does not. */
function readError(error: unknown, { port }: AgentLink): unknown {
	return isLoginRequired(error) ? new LoginRequired(error, port.authMethods) : error;
}
