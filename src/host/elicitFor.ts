import type { Session } from '../core/session/session.ts';
import type { Sessions } from './sessions.ts';

/** Who answers for an agent's request that names no session: the one that is opening, else the one on show. */
export function elicitFor(sessions: Sessions, agentName: string, folder: string): Session | undefined {
	const ofAgent = sessions.all
		.map(({ session }) => session)
		.filter(({ state }) => state.agentName === agentName && state.cwd === folder);
	const isOpening = ({ state: { agent } }: Session): boolean =>
		agent.type === 'starting' || agent.type === 'login_required';
	const active = ofAgent.find((session) => session === sessions.active?.session);
	return ofAgent.findLast(isOpening) ?? active ?? ofAgent.at(-1);
}
