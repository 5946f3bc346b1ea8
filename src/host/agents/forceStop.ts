import { t } from '../../core/base/l10n.ts';
import type { Notice } from '../../core/session/driver/agentFailure.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { AgentService } from './agentService.ts';
import type { Sessions } from '../sessions/sessions.ts';

/**
 * Ends the process of an agent that does not stop. Its sessions let go first: an exit that the user asked for is no
 * error (hazard B6). One that lost a turn to it says so.
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
		title: t('Ended'),
		detail: isAsked
			? t('Your next message starts the agent again.')
			: t('Its process was ended from another session that shares it. Your next message starts it again.'),
		actions: [],
	};
}
