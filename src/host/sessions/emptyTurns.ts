/**
 * Adds a notice when a turn ended without any output: nothing else on the screen would tell it from one that goes on.
 */
import type { Disposable } from '../../core/base/disposable.ts';
import { saying } from '../../core/session/model/saying.ts';
import * as limits from '../../core/base/limits.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { HostedSession } from './hostedSession.ts';

/** Follows a session until it is disposed. */
export function watchEmptyTurns({ session }: Pick<HostedSession, 'session'>): Disposable {
	const { state } = session;
	let wasRunning = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const watching = session.onDidChange((changes) => {
		const { type } = state.turn;
		// What the user stopped has nothing to say.
		const hasEnded = wasRunning && type === 'idle';
		wasRunning = type === 'running' || type === 'requires_action';
		const isNews = hasEnded || type !== 'idle' || changes.some((change) => change.type === 'entry');
		if (isNews) clearTimeout(timer);
		// Some agents answer the prompt before they have said all (claude-code-acp).
		if (hasEnded) timer = setTimeout(() => tell(session), limits.emptyTurnMs);
	});
	return {
		dispose: () => {
			clearTimeout(timer);
			watching.dispose();
		},
	};
}

function tell(session: HostedSession['session']): void {
	const { state } = session;
	if (state.turn.type !== 'idle' || state.agent.type !== 'ready' || !isWordless(state)) return;
	session.dispatch({
		type: 'notice',
		notice: {
			severity: 'info',
			title: saying('wordless', state.agentTitle),
			detail: saying('wordless_hint'),
			actions: ['show_log'],
		},
	});
}

/** In the last turn there is nothing but what the user sent. */
function isWordless({ entries, turnCount }: SessionState): boolean {
	const ofTurn = [...entries.values()].filter(({ turn }) => turn === turnCount);
	return ofTurn.length > 0 && ofTurn.every((entry) => entry.type === 'message' && entry.role === 'user');
}
