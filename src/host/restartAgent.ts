import type { Session } from '../core/session/session.ts';
import type { AgentService } from './agentService.ts';
import { resend } from './promptDelivery.ts';
import type { Sessions } from './sessions.ts';

/**
 * Ends an agent's processes and starts it again for `session`. All its sessions let go first: an exit that the user
 * asked for is no news, and none of them may hold on to a process that is ending.
 */
export async function restartAgent(
	sessions: Sessions,
	agents: AgentService,
	session: Session,
): Promise<void> {
	const { agentName } = session.state;
	for (const hosted of sessions.all) {
		if (hosted.session.state.agentName === agentName) hosted.session.detach();
	}
	await agents.restart(agentName);
	const hosted = sessions.byKey(session.state.key);
	// With the prompt that waited for a login, if one did: nothing else would send it after this.
	if (hosted !== undefined) await resend(sessions, hosted);
}
