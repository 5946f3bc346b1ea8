/** Composition root: builds every part, wires them, and takes them down in reverse order. */
import * as vscode from 'vscode';
import * as limits from './core/base/limits.ts';
import { registerAllCommands } from './host/wiring/allCommands.ts';
import { Approvals } from './host/agents/approvals.ts';
import { Attention } from './host/attention/attention.ts';
import { Baselines } from './host/diffs/baselines.ts';
import { ChatController } from './host/chat/chatController.ts';
import { ChatPanels } from './host/chat/chatPanels.ts';
import { ChatView } from './host/chat/chatView.ts';
import { createConversationLogs } from './host/conversations/createConversationLogs.ts';
import { createAgents } from './host/wiring/createAgents.ts';
import { createLogin } from './host/wiring/createLogin.ts';
import { createPermissions } from './host/wiring/createPermissions.ts';
import { demoAgent } from './host/agents/demoAgent.ts';
import { DiffTabs } from './host/diffs/diffTabs.ts';
import { completeElicitation, elicitFor } from './host/wiring/elicitFor.ts';
import { FollowAgent } from './host/files/followAgent.ts';
import { Highlighting } from './host/chat/highlighting.ts';
import { LoginSecrets } from './host/login/loginSecrets.ts';
import { userMcpFile } from './host/mcp/mcpFiles.ts';
import { McpServers } from './host/mcp/mcpServers.ts';
import { OptionChooser } from './host/options/optionChooser.ts';
import { OwnEdits } from './host/files/ownEdits.ts';
import { provideSetup } from './host/wiring/provideSetup.ts';
import { questionPlaces } from './host/wiring/questionPlaces.ts';
import { ReadonlyDocuments } from './host/common/readonlyDocuments.ts';
import { RememberedOptions } from './host/options/rememberedOptions.ts';
import type * as SessionBundle from './host/wiring/createSession.ts';
import { lazyBundle } from './host/common/lazyBundle.ts';
import { sessionFollowers } from './host/wiring/sessionFollowers.ts';
import { Sessions } from './host/sessions/sessions.ts';
import { Settings } from './host/settings/settings.ts';
import { showPending } from './host/wiring/showPending.ts';
import { StatusBar } from './host/attention/statusBar.ts';
import { systemClock } from './host/common/systemClock.ts';
import { TerminalTabs } from './host/terminals/terminalTabs.ts';
import { useWindowLanguage } from './host/common/windowLanguage.ts';
import { WorkspaceProjector } from './host/chat/workspaceProjector.ts';

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
	const service = createAgents(context, log, {
		settings,
		approvals,
		enteredEnv: (agentName) => secrets.env(agentName),
		completeElicitation: (...about) => completeElicitation(sessions, ...about),
		elicit: (agentName, folder, request, signal) =>
			elicitFor(sessions, agentName, folder)?.elicit(request, signal) ?? Promise.resolve({ type: 'cancel' }),
	});
	const documents = own(new ReadonlyDocuments());
	const remembered = new RememberedOptions({
		storage: context.globalState,
		isEnabled: () => settings.remembersOptions,
		log: (line) => log.info(line),
	});
	const options = own(new OptionChooser(remembered));
	const baselines = new Baselines();
	const diffs = new DiffTabs(documents, baselines);
	const ownEdits = new OwnEdits();
	const terminalTabs = own(new TerminalTabs());
	const follower = own(new FollowAgent({ active: () => sessions.active, ownEdits, log }));
	const places = { chatView: () => chatView, panels: () => panels, sessions: () => sessions };
	const showText: ChatController['showText'] = (...text) => controller.showText(...text);
	const asking = createPermissions(context, { settings, secrets, log, showText, diffs, ...places });
	const attention = own(new Attention({ ...questionPlaces(places), ...asking, log }));
	const sessions: Sessions = own(
		new Sessions(
			context.workspaceState,
			(seed) =>
				lazyBundle<typeof SessionBundle>('./session.cjs').createSession(seed, {
					source: service.sourceFor(seed.agentName, seed.cwd),
					clock: systemClock,
					remembered: remembered.of(seed.agentName),
					...asking.rules.forSessions,
					provide: () => provideSetup(settings, mcp, seed.agentName, seed.cwd),
					ownEdits,
					keeper: service.keeper,
				}),
			sessionFollowers({ ...asking, ...places, attention, baselines, follower, diffs, terminalTabs }),
			createConversationLogs(context, settings, secrets, log),
		),
	);
	const mcp = new McpServers({
		settings,
		globalState: context.globalState,
		userFile: userMcpFile(context.globalStorageUri.fsPath),
		openText: (name, text) => showText('mcp', name, text),
	});
	const { login, dialog } = createLogin({ agents: service, secrets, log, ...places });
	const controller = new ChatController({
		settings,
		agents: service,
		sessions: () => sessions,
		...asking,
		attention,
		diffs,
		documents,
		terminalTabs,
		login,
		options,
		highlighting: own(new Highlighting(context.asAbsolutePath('dist'), log)),
		log,
	});
	const projector = new WorkspaceProjector();
	const chatView = own(new ChatView(context.extensionUri, projector, controller, sessions));
	const panels = own(new ChatPanels(context.extensionUri, projector, controller, sessions));
	own(showPending({ ...asking, attention, chatView, statusBar: own(new StatusBar()) }));
	own(settings.onDidChange(() => chatView.refreshEmpty()));
	own(
		registerAllCommands({
			settings,
			approvals,
			agents: service,
			sessions,
			chatView,
			panels,
			...asking,
			attention,
			mcp,
			tabs: terminalTabs,
			secrets,
			dialog,
			chooser: options,
			showText,
			log,
		}),
	);
	sessions.restore((line) => log.warn(line));
	leave = () => Promise.all([sessions.leave(), service.stopAll()]);
}

/** VS Code grants 5 s and does not wait for it; agents that are still there after our bound are killed with us. */
export async function deactivate(): Promise<void> {
	const bound = new Promise<void>((resolve) => setTimeout(resolve, limits.deactivateMs));
	await Promise.race([leave?.(), bound]);
}
