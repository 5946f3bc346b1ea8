/** What a session is doing, in one word for an icon and one for people. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';

type SessionStatus =
	'waiting' | 'running' | 'stopping' | 'starting' | 'login' | 'unapproved' | 'idle' | 'exited';

/** The status of a session, in one word. Of several that hold, the one that needs the user most comes first. */
export function statusOf(state: SessionState): SessionStatus {
	const { agent, turn, pendingPermissions, pendingElicitations } = state;
	if (pendingPermissions.length + pendingElicitations.length > 0) return 'waiting';
	if (agent.type === 'login_required') return 'login';
	if (agent.type === 'unapproved' || agent.type === 'starting') return agent.type;
	if (turn.type === 'stopping') return 'stopping';
	if (turn.type !== 'idle') return 'running';
	return agent.type === 'ready' ? 'idle' : 'exited';
}

const words: Readonly<Record<SessionStatus, () => string>> = {
	waiting: () => t('Waiting for you'),
	running: () => t('Working'),
	stopping: () => t('Stopping'),
	starting: () => t('Starting'),
	login: () => t('Login required'),
	unapproved: () => t('Not approved'),
	idle: () => t('Ready'),
	exited: () => t('Not running'),
};

export function statusText(status: SessionStatus): string {
	return words[status]();
}

const icons: Readonly<Record<SessionStatus, string>> = {
	waiting: 'bell-dot',
	running: 'loading~spin',
	stopping: 'loading~spin',
	starting: 'loading~spin',
	login: 'account',
	unapproved: 'shield',
	idle: 'comment',
	exited: 'circle-outline',
};

/** Name of a codicon. */
export function statusIcon(status: SessionStatus): string {
	return icons[status];
}

/**
 * True while the agent has something to do for the session, or waits for the user because of it. What runs on after
 * its turn counts.
 */
export function hasUnfinishedWork({
	turn,
	background = [],
	pendingPermissions,
	pendingElicitations,
}: SessionState): boolean {
	return (
		turn.type !== 'idle' || background.length + pendingPermissions.length + pendingElicitations.length > 0
	);
}
