import type { Session } from '../../core/session/driver/session.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Who answers for an agent's request that names no session: the one that is opening, else the one on show. */
export function elicitFor(sessions: Sessions, agentName: string, folder: string): Session | undefined {
	const ofAgent = sessionsOf(sessions, agentName, folder);
	const isOpening = ({ state: { agent } }: Session): boolean =>
		agent.type === 'starting' || agent.type === 'login_required';
	const active = ofAgent.find((session) => session === sessions.active?.session);
	return ofAgent.findLast(isOpening) ?? active ?? ofAgent.at(-1);
}

/** A question that named no session is done. Whichever session shows it knows the id. */
export function completeElicitation(
	sessions: Sessions,
	agentName: string,
	folder: string,
	elicitationId: string,
): void {
	for (const session of sessionsOf(sessions, agentName, folder)) session.elicitations.complete(elicitationId);
}

function sessionsOf(sessions: Sessions, agentName: string, folder: string): Session[] {
	return sessions.all
		.map(({ session }) => session)
		.filter(({ state }) => state.agentName === agentName && state.cwd === folder);
}
