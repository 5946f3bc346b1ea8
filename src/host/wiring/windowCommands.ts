import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { read } from '../../core/base/shape.ts';
import type { AgentService } from '../agents/agentService.ts';
import type { Approvals } from '../agents/approvals.ts';
import { restartAgent } from '../agents/endAgent.ts';
import {
	chooseAgent,
	chooseFolder,
	type NewSessionArguments,
	newSessionArguments,
} from '../agents/newSession.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { ChatView } from '../chat/chatView.ts';
import { type CommandsOf, sessionNamedBy, type windowCommandIds } from '../common/commandIds.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import type { PermissionQueue } from '../permissions/permissionQueue.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { openSettings, type Settings } from '../settings/settings.ts';

export interface WindowCommandParts {
	readonly settings: Settings;
	readonly approvals: Approvals;
	readonly agents: AgentService;
	readonly sessions: Sessions;
	readonly chatView: ChatView;
	readonly panels: ChatPanels;
	readonly mcp: McpServers;
	readonly permissions: PermissionQueue;
	readonly log: vscode.LogOutputChannel;
}

/** The commands that are about no feature alone. */
export function windowCommands(parts: WindowCommandParts): CommandsOf<typeof windowCommandIds> {
	return {
		'acpHost.newSession': (argument) => newSession(parts, read(newSessionArguments, argument) ?? {}),
		'acpHost.openSessionInEditor': () =>
			withSession(parts, parts.sessions.active, (hosted) => parts.panels.open(hosted)),
		'acpHost.stop': () => withSession(parts, parts.panels.onShow, ({ session }) => session.stop()),
		'acpHost.restartAgent': () => restart(parts, parts.panels.onShow),
		// The menu of the side bar's view is about what that shows, whichever tab is active.
		'acpHost.restartAgentOfView': () => restart(parts, parts.sessions.active),
		'acpHost.showLog': () => showLog(parts, parts.panels.onShow),
		'acpHost.showLogOfView': () => showLog(parts, parts.sessions.active),
		'acpHost.openSettings': () => openSettings(),
		'acpHost.focusChat': () => parts.chatView.focus(),
		'acpHost.chooseWorkspaceMcpServers': (argument) =>
			chooseMcpServers(parts, parts.sessions.byKey(sessionNamedBy(argument)) ?? parts.panels.onShow),
		'acpHost.answerPermission': () => parts.permissions.openNext(),
	};
}

async function newSession(parts: WindowCommandParts, args: NewSessionArguments): Promise<void> {
	const chosen = await chooseAgent(parts.settings, parts.approvals, args);
	if (chosen === undefined) return;
	const hosted = parts.sessions.create(chosen.agentName, chosen.cwd);
	// Started before the view shows it: the view would start it, too, and both must be one attempt.
	const started = hosted.session.start();
	await parts.chatView.focus();
	await started;
}

function restart(parts: WindowCommandParts, of: HostedSession | undefined): Promise<void> {
	return withSession(parts, of, ({ session }) => restartAgent(parts.sessions, parts.agents, session));
}

function showLog({ log, agents }: WindowCommandParts, of: HostedSession | undefined): void {
	if (of === undefined) log.show();
	else agents.showLog(of.session.state.agentName);
}

async function chooseMcpServers({ mcp }: WindowCommandParts, of: HostedSession | undefined): Promise<void> {
	const folder = of?.session.state.cwd ?? (await chooseFolder());
	if (folder !== undefined) await mcp.pickWorkspaceServers(folder);
}

async function withSession(
	parts: WindowCommandParts,
	hosted: HostedSession | undefined,
	run: (hosted: HostedSession) => unknown,
): Promise<void> {
	if (hosted !== undefined) return void (await run(hosted));
	const start = t('New Session');
	const choice = await vscode.window.showInformationMessage(t('There is no session yet.'), start);
	if (choice === start) await newSession(parts, {});
}
