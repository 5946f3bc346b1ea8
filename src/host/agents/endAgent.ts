/** Ends an agent because the user wants it: the sessions that share it let go first, since that is no failure. */
import { saying } from '../../core/session/model/saying.ts';
import type { Notice } from '../../core/session/driver/agentFailure.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { AgentService } from './agentService.ts';
import { resend } from '../prompt/promptDelivery.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Ends an agent's processes and starts it again for `session`. All its sessions let go first: an exit that the user
 * asked for is not reported as a failure, and no session may keep a process that is ending.
 */
export async function restartAgent(
	sessions: Sessions,
	agents: AgentService,
	session: Session,
): Promise<void> {
	const { agentName, key } = session.state;
	for (const shared of sessionsOf(sessions, new Set([agentName]))) detachForRestart(shared);
	await agents.restart(agentName);
	await reopen(sessions, key);
}

/** The same for all that run under these names, and for each session that was open with them or waited for a login. */
export async function restartAgents(
	sessions: Sessions,
	agents: Pick<AgentService, 'restart'>,
	agentNames: ReadonlySet<string>,
): Promise<void> {
	const shared = sessionsOf(sessions, agentNames);
	const open = shared.filter(({ isOpen, state }) => isOpen || state.agent.type === 'login_required');
	for (const session of shared) detachForRestart(session);
	await Promise.all([...agentNames].map((name) => agents.restart(name)));
	await Promise.all(open.map(({ state }) => reopen(sessions, state.key)));
}

function sessionsOf({ all }: Sessions, agentNames: ReadonlySet<string>): readonly Session[] {
	return all.map(({ session }) => session).filter(({ state }) => agentNames.has(state.agentName));
}

/** With the prompt that waited for a login, if one did: nothing else would send it after a restart. */
async function reopen(sessions: Sessions, key: string): Promise<void> {
	const hosted = sessions.byKey(key);
	if (hosted !== undefined) await resend(sessions, hosted);
}

/** Releases an agent that is about to be started anew. If a turn ends by it, a notice says why. */
export function detachForRestart(session: Pick<Session, 'state' | 'detach' | 'dispatch'>): void {
	const hadTurn = session.state.turn.type !== 'idle';
	session.detach();
	if (hadTurn) session.dispatch({ type: 'notice', notice: restartedNotice() });
}

function restartedNotice(): Notice {
	return {
		severity: 'info',
		title: saying('restarted'),
		actions: [],
	};
}

/**
 * Ends the process of an agent that does not stop. Its sessions release it first: an exit that the user asked for is no
 * error (hazard B6). A session that loses its turn by it shows a notice.
 */
export function forceStop(
	sessions: Pick<Sessions, 'all'>,
	agents: Pick<AgentService, 'kill'>,
	session: Session,
): void {
	const { agentName, cwd, turn } = session.state;
	// The button stays in the transcript; later it must not end an agent that works for another turn.
	if (turn.type !== 'stopping') return;
	for (const { session: sharing } of sessions.all) {
		const { state } = sharing;
		if (state.agentName !== agentName || state.cwd !== cwd) continue;
		const hadTurn = state.turn.type !== 'idle';
		sharing.detach();
		if (hadTurn) sharing.dispatch({ type: 'notice', notice: endedNotice(sharing === session) });
	}
	agents.kill(agentName, cwd);
}

function endedNotice(isAsked: boolean): Notice {
	return {
		severity: 'info',
		title: saying('ended'),
		detail: isAsked ? saying('ended_hint') : saying('ended_elsewhere_hint'),
		actions: [],
	};
}
