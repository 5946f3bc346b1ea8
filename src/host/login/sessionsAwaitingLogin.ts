/** The sessions that wait for a login: what they show of it, and how they go on afterwards (acp C30). */
import type { LoginAttempt } from '../../core/session/model/auth.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { AgentService } from '../agents/agentService.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { resend } from '../prompt/promptDelivery.ts';
import { detachForRestart } from '../agents/endAgent.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The process that the user logs in to: one of an agent, in a folder. */
export interface LoginTarget {
	readonly agentName: string;
	readonly agentTitle: string;
	readonly cwd: string;
}

/** What identifies a login target: the agent and its folder. */
export type LoginProcess = Pick<LoginTarget, 'agentName' | 'cwd'>;

interface SessionsAwaitingLoginParts {
	readonly agents: AgentService;
	readonly sessions: () => Sessions;
	/** Called with what fails after a login, when no caller awaits it any more. */
	readonly report: (error: unknown) => void;
}

/** Tells the sessions that wait for a login how it goes, and lets them go on after it. */
export class SessionsAwaitingLogin {
	readonly #parts: SessionsAwaitingLoginParts;
	/** Sessions that went on because the agent said so, not the user. */
	readonly #wentOn = new WeakSet<HostedSession>();

	constructor(parts: SessionsAwaitingLoginParts) {
		this.#parts = parts;
	}

	/** The sessions of that process that wait. */
	of(target: LoginProcess): readonly HostedSession[] {
		return this.#all(target).filter(({ session }) => isWaiting(session.state));
	}

	/** Shows how far the login is, or that there is none under way. */
	show(target: LoginTarget, attempt: LoginAttempt | undefined): void {
		for (const { session } of this.of(target)) {
			const { agent } = session.state;
			if (agent.type !== 'login_required') continue;
			const { type, reason, methods } = agent;
			session.dispatch({
				type: 'agent_state',
				agent: { type, reason, methods, ...(attempt === undefined ? {} : { attempt }) },
			});
		}
	}

	/** Opens the sessions that wait, and sends their prompts. Returns at once: a turn may take long. */
	goOn(target: LoginProcess): void {
		for (const hosted of this.of(target)) {
			this.#wentOn.delete(hosted);
			this.#retryLater(hosted);
		}
	}

	/**
	 * The agent says by itself that the user is logged in: the same, but once for each session until the user logs in
	 * again. One that says so and refuses all the same must not be asked for ever.
	 */
	goOnByItself(target: LoginProcess): void {
		for (const hosted of this.of(target)) {
			if (this.#wentOn.has(hosted)) continue;
			this.#wentOn.add(hosted);
			this.#retryLater(hosted);
		}
	}

	/**
	 * Ends the process, so that the next one knows of the login, and opens again what was open. All its sessions
	 * release it first: an exit that we asked for is not reported as a failure.
	 * @param insist called when the agent still wants a login; true when it is worth another try
	 */
	async startAnew(target: LoginTarget, insist?: () => Promise<boolean>): Promise<void> {
		const affected = this.#all(target).filter(({ session }) => session.isOpen || isWaiting(session.state));
		for (const { session } of affected) detachForRestart(session);
		await this.#parts.agents.restart(target.agentName, target.cwd);
		for (const hosted of affected) this.#retryLater(hosted, insist);
	}

	/** Resolves when the session is open and the turn of its waiting prompt, if there is one, is over. */
	async retry(hosted: HostedSession): Promise<void> {
		await resend(this.#parts.sessions(), hosted);
	}

	#retryLater(hosted: HostedSession, insist?: () => Promise<boolean>): void {
		this.#retryWith(hosted, insist).catch((error: unknown) => this.#parts.report(error));
	}

	async #retryWith(hosted: HostedSession, insist?: () => Promise<boolean>): Promise<void> {
		await this.retry(hosted);
		if (insist === undefined || !isWaiting(hosted.session.state)) return;
		if (await insist()) await this.retry(hosted);
	}

	#all({ agentName, cwd }: LoginProcess): readonly HostedSession[] {
		return this.#parts
			.sessions()
			.all.filter(({ session: { state } }) => state.agentName === agentName && state.cwd === cwd);
	}
}

function isWaiting({ agent }: SessionState): boolean {
	return agent.type === 'login_required';
}
