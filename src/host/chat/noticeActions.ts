/** What a notice offers to do about what it says. */
import * as vscode from 'vscode';
import type { NoticeAction } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { offeredActions, redoableLine } from '../../core/view/project.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { AgentService } from '../agents/agentService.ts';
import { forceStop, restartAgent } from '../agents/endAgent.ts';
import type { SessionArgument } from '../common/commandIds.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Login } from '../login/login.ts';
import { resumeTurn } from '../sessions/restoredSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { openSettings } from '../settings/settings.ts';

/** What panels offer by themselves, without a notice: looking, and what the state of the session has to allow anyway. */
const ofPanels: ReadonlySet<NoticeAction> = new Set(['approve', 'open_settings', 'retry', 'show_log']);

/** True when the conversation offers that action now: a message of the view is no proof of a click (hazard E4). */
export function isOffered(
	state: SessionState,
	{ entryId, action }: Extract<FromView, { type: 'notice' }>,
): boolean {
	const entry = state.entries.get(entryId);
	if (entry === undefined) return entryId === '' && ofPanels.has(action);
	return entry.type === 'notice' && offeredActions(state, entry).includes(action);
}

interface NoticeActionParts {
	readonly agents: AgentService;
	readonly sessions: () => Sessions;
	readonly login: Login;
}

/**
 * Carries out the action of a notice or a panel. Ignored when the session does not offer it (`isOffered`).
 */
export async function runNoticeAction(
	action: NoticeAction,
	hosted: HostedSession,
	{ agents, sessions, login }: NoticeActionParts,
): Promise<void> {
	const { session } = hosted;
	const { agentName, key } = session.state;
	const argument: SessionArgument = { acpHostSession: key };
	switch (action) {
		case 'show_log':
			return agents.showLog(agentName);
		case 'restart':
			return restartAgent(sessions(), agents, session);
		case 'open_settings':
			return openSettings();
		case 'new_session':
			return void (await vscode.commands.executeCommand('acpHost.newSession', { agent: agentName }));
		case 'resume':
			return resumeTurn(hosted);
		case 'resume_turn':
			return session.resumeTurn();
		case 'reconnect':
		case 'retry':
			// The user may have logged in elsewhere, in a terminal for instance: then a prompt may be waiting, too.
			return login.waiters.retry(hosted);
		case 'approve':
			return approve(hosted, agents);
		case 'login':
			return void (await vscode.commands.executeCommand('acpHost.login', argument));
		case 'enter_secret':
			await agents.forgetSecrets(agentName, session.state.cwd);
			return login.waiters.retry(hosted);
		case 'choose_mcp_servers':
			return void (await vscode.commands.executeCommand('acpHost.chooseWorkspaceMcpServers', argument));
		case 'redo_restore':
			return redo(session.state);
		case 'force_stop':
			return forceStop(sessions(), agents, session);
	}
}

/** What would be done is shown first: a message of the view is no proof of a click (hazard E4). */
async function redo(state: SessionState): Promise<void> {
	const restore = redoableLine(state)?.wentBack?.restoreId;
	if (restore === undefined) return;
	const argument = { acpHostSession: state.key, acpHostPrompt: restore };
	await vscode.commands.executeCommand('acpHost.restoreCheckpoint', argument);
}

/** Approves what was shown. When the settings changed meanwhile, `start` shows the new line and asks again. */
async function approve({ session }: HostedSession, agents: AgentService): Promise<void> {
	const { agent, agentName, cwd } = session.state;
	if (agent.type !== 'unapproved') return;
	if (agents.sourceFor(agentName, cwd).commandLine() === agent.commandLine)
		await agents.approve(agentName, cwd);
	await session.start();
}
