/** The commands of the palette. Each stands in package.json under the same id. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { read } from '../../core/base/shape.ts';
import type { AgentService } from '../agents/agentService.ts';
import type { Approvals } from '../agents/approvals.ts';
import {
	chooseAgent,
	chooseFolder,
	type NewSessionArguments,
	newSessionArguments,
} from '../agents/newSession.ts';
import { registerProviderCommands } from '../agents/providerCommands.ts';
import { restartAgent } from '../agents/endAgent.ts';
import { registerAttentionCommands } from '../attention/attention.ts';
import type { WindowChanges } from '../changes/windowChanges.ts';
import { registerCheckpointCommands } from '../checkpoints/checkpointCommands.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import { chatBundle } from '../chat/chatSurfaces.ts';
import type { ChatView } from '../chat/chatView.ts';
import { registerReviewCommands } from '../review/reviewCommands.ts';
import { registerReadingCommands } from '../chat/readingCommands.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import type { ReadonlyDocuments } from '../common/readonlyDocuments.ts';
import { registerFollowCommands } from '../files/followAgent.ts';
import { registerLoginCommands } from '../login/loginCommands.ts';
import type { LoginDialog } from '../login/loginDialog.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import { type OptionChooser, registerOptionCommands } from '../options/optionChooser.ts';
import { registerAddToChat } from '../prompt/addToChatCommands.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { registerStoredConversationCommands } from '../sessions/storedConversationCommands.ts';
import { addSessionsView } from '../sessionsView/sessionCommands.ts';
import { openSettings, type Settings } from '../settings/settings.ts';
import { registerTerminalCommands } from '../terminals/terminalCommands.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';
import type { UserRequests } from './userRequests.ts';

export interface AllCommandParts extends UserRequests {
	readonly settings: Settings;
	readonly approvals: Approvals;
	readonly agents: AgentService;
	readonly sessions: Sessions;
	readonly chatView: ChatView;
	readonly panels: ChatPanels;
	readonly mcp: McpServers;
	readonly tabs: TerminalTabs;
	readonly secrets: LoginSecrets;
	readonly dialog: LoginDialog;
	readonly chooser: OptionChooser;
	readonly documents: ReadonlyDocuments;
	readonly changes: WindowChanges;
	readonly log: vscode.LogOutputChannel;
}

/** Registers the commands of every feature, and the list of sessions that some of them are about. */
export function registerAllCommands(parts: AllCommandParts): Disposable {
	const { sessions, panels, documents, log } = parts;
	const store = new DisposableStore();
	store.add(registerWindowCommands(parts));
	store.add(registerFollowCommands(log));
	store.add(registerAddToChat(parts));
	store.add(registerTerminalCommands(parts));
	store.add(addSessionsView(parts));
	store.add(registerLoginCommands(parts));
	store.add(registerProviderCommands(parts));
	store.add(parts.rules.registerCommands());
	store.add(registerAttentionCommands(parts));
	store.add(registerStoredConversationCommands(parts));
	const shown = { log, inView: () => sessions.active, inActiveTab: () => panels.active };
	store.add(registerOptionCommands({ chooser: parts.chooser, ...shown }));
	store.add(registerReadingCommands({ documents, ...shown }));
	store.add(registerReviewCommands(log));
	const begin = async ({ session, restoreHistory }: HostedSession): Promise<boolean> => {
		await restoreHistory?.();
		await parts.changes.start(session.state.cwd);
		return parts.changes.review !== undefined;
	};
	const writesAgain = async (hosted: HostedSession, entryId: string): Promise<void> => {
		chatBundle().writeAgain(sessions, hosted, entryId);
		if (parts.chatView.isShowing(hosted) || !panels.reveal(hosted)) await parts.chatView.focus();
		else panels.surfaceOf(hosted)?.focusComposer();
	};
	store.add(
		registerCheckpointCommands({
			...shown,
			byKey: (key) => sessions.byKey(key),
			begin,
			writeAgain: writesAgain,
		}),
	);
	return store;
}

/** The commands that are about no feature alone. */
function registerWindowCommands(parts: AllCommandParts): Disposable {
	return registerGuarded(parts.log, {
		'acpHost.newSession': (argument) => newSession(parts, read(newSessionArguments, argument) ?? {}),
		'acpHost.openSessionInEditor': () => withActive(parts, (hosted) => parts.panels.open(hosted)),
		'acpHost.stop': () => withActive(parts, ({ session }) => session.stop()),
		'acpHost.restartAgent': () =>
			withActive(parts, ({ session }) => restartAgent(parts.sessions, parts.agents, session)),
		'acpHost.showLog': () => {
			const active = parts.sessions.active;
			if (active === undefined) parts.log.show();
			else parts.agents.showLog(active.session.state.agentName);
		},
		'acpHost.openSettings': () => openSettings(),
		'acpHost.focusChat': () => parts.chatView.focus(),
		'acpHost.chooseWorkspaceMcpServers': () => chooseMcpServers(parts),
		'acpHost.answerPermission': () => parts.permissions.openNext(),
	});
}

async function newSession(parts: AllCommandParts, args: NewSessionArguments): Promise<void> {
	const chosen = await chooseAgent(parts.settings, parts.approvals, args);
	if (chosen === undefined) return;
	const hosted = parts.sessions.create(chosen.agentName, chosen.cwd);
	// Started before the view shows it: the view would start it, too, and both must be one attempt.
	const started = hosted.session.start();
	await parts.chatView.focus();
	await started;
}

async function chooseMcpServers({ sessions, mcp }: AllCommandParts): Promise<void> {
	const folder = sessions.active?.session.state.cwd ?? (await chooseFolder());
	if (folder !== undefined) await mcp.pickWorkspaceServers(folder);
}

async function withActive(parts: AllCommandParts, run: (hosted: HostedSession) => unknown): Promise<void> {
	const { active } = parts.sessions;
	if (active !== undefined) return void (await run(active));
	const start = t('New Session');
	const choice = await vscode.window.showInformationMessage(t('There is no session yet.'), start);
	if (choice === start) await newSession(parts, {});
}
