/** Composition root: builds every part, wires them, and takes them down in reverse order. */
import * as vscode from 'vscode';
import * as limits from './core/base/limits.ts';
import { registerAllCommands } from './host/wiring/allCommands.ts';
import { Approvals } from './host/agents/approvals.ts';
import { ChatChanges } from './host/changesInChat/chatChanges.ts';
import { ChatPanels } from './host/chat/chatPanels.ts';
import { chatSurfaces } from './host/chat/chatSurfaces.ts';
import { ChatView } from './host/chat/chatView.ts';
import { createAgents, createLogin, type WindowBase } from './host/wiring/agents.ts';
import { createUserRequests, showPending } from './host/wiring/userRequests.ts';
import { createSessions } from './host/wiring/windowSessions.ts';
import { demoAgent, Settings } from './host/settings/settings.ts';
import { PassedServers } from './host/settings/passedServers.ts';
import { WindowChanges } from './host/changes/windowChanges.ts';
import { DiffTabs } from './host/diffs/diffTabs.ts';
import { FollowAgent } from './host/files/followAgent.ts';
import { Highlighting } from './host/chat/highlighting.ts';
import { LoginSecrets } from './host/login/loginSecrets.ts';
import { userMcpFile } from './host/mcp/mcpFiles.ts';
import { McpServers } from './host/mcp/mcpServers.ts';
import { OptionChooser } from './host/options/optionChooser.ts';
import { OwnEdits } from './host/files/ownEdits.ts';
import { ReadonlyDocuments } from './host/common/readonlyDocuments.ts';
import { RememberedOptions } from './host/options/rememberedOptions.ts';
import type { Sessions } from './host/sessions/sessions.ts';
import { StatusBar } from './host/attention/statusBar.ts';
import { TerminalTabs } from './host/terminals/terminalTabs.ts';
import { useWindowLanguage } from './host/common/windowLanguage.ts';

/** Takes the window down: stores what is to be kept, and ends the agents. */
let leave: (() => Promise<unknown>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
	const own = <T extends vscode.Disposable>(part: T): T => {
		context.subscriptions.push(part);
		return part;
	};
	useWindowLanguage();
	const log = own(vscode.window.createOutputChannel('ACP Host', { log: true }));
	const settings = new Settings(demoAgent(context));
	const approvals = new Approvals(context.globalState);
	const secrets = new LoginSecrets(context.secrets, context.globalState);
	// Agents and questions lead to sessions and views, which are made of them: these functions are called later.
	const late = { sessions: () => sessions, chatView: () => chatView, panels: () => panels };
	const given = new PassedServers();
	const base: WindowBase = { context, settings, approvals, secrets, given, log, ...late };

	const agents = createAgents(base);
	const documents = own(new ReadonlyDocuments());
	const remembered = new RememberedOptions({
		storage: context.globalState,
		isEnabled: () => settings.remembersOptions,
		log: (line) => log.info(line),
	});
	const options = own(new OptionChooser(remembered));
	const ownEdits = new OwnEdits();
	const changes = own(new WindowChanges({ context, ownEdits, log }));
	const diffs = new DiffTabs(documents, changes);
	const terminalTabs = own(new TerminalTabs());
	const follower = own(new FollowAgent({ active: () => sessions.active, ownEdits, log }));
	const asking = createUserRequests(base, documents, diffs);
	const mcp = new McpServers({
		settings,
		globalState: context.globalState,
		userFile: userMcpFile(context.globalStorageUri.fsPath),
		openText: (name, text) => documents.showText('mcp', name, text),
	});
	const sessions: Sessions = createSessions({
		...base,
		...asking,
		agents,
		mcp,
		remembered,
		ownEdits,
		follower,
		changes,
		diffs,
		terminalTabs,
	});

	const { login, dialog } = createLogin(base, agents);
	const chatChanges = own(new ChatChanges(changes, late.sessions));
	const newSurface = chatSurfaces(context.extensionUri, {
		...base,
		...asking,
		agents,
		diffs,
		documents,
		terminalTabs,
		login,
		options,
		changes: chatChanges,
		highlighting: own(new Highlighting(context.asAbsolutePath('dist'), log)),
	});
	const chatView = own(new ChatView(newSurface, sessions));
	const panels = own(new ChatPanels(context.extensionUri, newSurface, sessions));
	own(showPending(asking, chatView, own(new StatusBar())));
	own(settings.onDidChange(() => chatView.refreshEmpty()));
	own(
		registerAllCommands({
			...base,
			...asking,
			agents,
			sessions,
			chatView,
			panels,
			documents,
			mcp,
			dialog,
			tabs: terminalTabs,
			chooser: options,
			changes,
		}),
	);

	sessions.restore((line) => log.warn(line));
	leave = () => Promise.all([sessions.leave(), agents.stopAll()]);
}

/** VS Code grants 5 s and does not wait for it; agents that are still there after our bound are killed with us. */
export async function deactivate(): Promise<void> {
	const bound = new Promise<void>((resolve) => setTimeout(resolve, limits.deactivateMs));
	await Promise.race([leave?.(), bound]);
}
