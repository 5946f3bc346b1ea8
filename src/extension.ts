/** Composition root: builds every part, wires them, and takes them down in reverse order. */
import * as vscode from 'vscode';
import { limits } from './core/base/limits.ts';
import type { Session } from './core/session/session.ts';
import type { SessionBackend } from './core/session/session.ts';
import { AgentLogs } from './host/agentLogs.ts';
import { AgentService } from './host/agentService.ts';
import { Approvals } from './host/approvals.ts';
import { Baselines } from './host/baselines.ts';
import { ChatController } from './host/chatController.ts';
import { ChatPanels } from './host/chatPanels.ts';
import { ChatView } from './host/chatView.ts';
import { registerCommands } from './host/commands.ts';
import { demoAgent } from './host/demoAgent.ts';
import { DiffTabs } from './host/diffTabs.ts';
import { ElicitationAttention } from './host/elicitationAttention.ts';
import { elicitFor } from './host/elicitFor.ts';
import { FollowAgent, registerFollowCommands } from './host/followAgent.ts';
import { Login } from './host/login.ts';
import { registerLoginCommands } from './host/loginCommands.ts';
import { LoginDialog } from './host/loginDialog.ts';
import { LoginSecrets } from './host/loginSecrets.ts';
import { LoginWaiters } from './host/loginWaiters.ts';
import { userMcpFile } from './host/mcpFiles.ts';
import { McpServers } from './host/mcpServers.ts';
import { provideSetup } from './host/provideSetup.ts';
import { registerProviderCommands } from './host/providerCommands.ts';
import { registerOptionCommands } from './host/optionCommands.ts';
import { OptionChooser } from './host/optionChooser.ts';
import { OwnEdits } from './host/ownEdits.ts';
import { PermissionQueue } from './host/permissionQueue.ts';
import { ReadonlyDocuments } from './host/readonlyDocuments.ts';
import { RememberedOptions } from './host/rememberedOptions.ts';
import { createBackend } from './host/sessionBackend.ts';
import { Sessions } from './host/sessions.ts';
import { addSessionsView } from './host/sessionsView.ts';
import { Settings } from './host/settings.ts';
import { StatusBar } from './host/statusBar.ts';
import { systemClock } from './host/systemClock.ts';
import { registerTerminalCommands } from './host/terminalCommands.ts';
import { TerminalTabs } from './host/terminalTabs.ts';
import { answerWindowTools } from './host/windowTools.ts';
import { WorkspaceProjector } from './host/workspaceProjector.ts';

let agents: AgentService | undefined;

export function activate(context: vscode.ExtensionContext): void {
	const own = <T extends vscode.Disposable>(part: T): T => {
		context.subscriptions.push(part);
		return part;
	};
	const log = own(vscode.window.createOutputChannel('ACP Host', { log: true }));
	const { version } = context.extension.packageJSON as { version: string };
	const settings = new Settings(demoAgent(context));
	const approvals = new Approvals(context.globalState);
	const secrets = new LoginSecrets(context.secrets, context.globalState);
	agents = own(
		new AgentService({
			settings,
			approvals,
			logs: own(new AgentLogs(context.logUri.fsPath)),
			enteredEnv: (agentName) => secrets.env(agentName),
			startOptions: {
				clientInfo: { name: 'acp-host', title: 'ACP Host', version },
				schemaFile: context.asAbsolutePath('dist/schema/acp-v1.json'),
				mcp: answerWindowTools,
			},
			elicit: (agentName, folder, request, signal) =>
				elicitFor(sessions, agentName, folder)?.elicit(request, signal) ??
				Promise.resolve({ type: 'cancel' }),
		}),
	);
	const service = agents;
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
	const permissions = own(
		new PermissionQueue({
			returnFocus: () => chatView.returnFocus(),
			openDetails: (title, text) => controller.showText('permission', `${title}.txt`, text),
			openDiff: (hosted, entryId) => diffs.open(hosted, entryId),
		}),
	);
	const questions = own(
		new ElicitationAttention({
			isShown: (hosted) => chatView.isShowing(hosted) || panels.isShowing(hosted),
			show: async (hosted) => {
				if (panels.reveal(hosted)) return;
				sessions.activate(hosted);
				await chatView.focus();
			},
		}),
	);
	const sessions: Sessions = own(
		new Sessions(
			context.workspaceState,
			(agentName, cwd) => ({
				source: service.sourceFor(agentName, cwd),
				clock: systemClock,
				remembered: remembered.of(agentName),
				provide: () => provideSetup(settings, mcp, agentName, cwd),
				createBackend: (session: Session): SessionBackend => createBackend(session, cwd, ownEdits),
			}),
			[
				(hosted) => permissions.watch(hosted),
				(hosted) => questions.watch(hosted),
				(hosted) => baselines.watch(hosted),
				(hosted) => follower.watch(hosted),
				(hosted) => ({ dispose: () => permissions.forget(hosted) }),
				(hosted) => ({ dispose: () => diffs.closeSession(hosted) }),
				(hosted) => ({ dispose: () => panels.close(hosted) }),
				(hosted) => ({ dispose: () => terminalTabs.closeSession(hosted) }),
			],
		),
	);
	const mcp = new McpServers({
		settings,
		globalState: context.globalState,
		userFile: userMcpFile(context.globalStorageUri.fsPath),
		openText: (name, text) => controller.showText('mcp', name, text),
	});
	const login = new Login({
		agents: service,
		secrets,
		waiters: new LoginWaiters({
			agents: service,
			sessions: () => sessions,
			report: (error) => log.error(String(error)),
		}),
		returnFocus: () => chatView.returnFocus(),
	});
	const controller = new ChatController({
		settings,
		agents: service,
		sessions: () => sessions,
		permissions,
		diffs,
		documents,
		terminalTabs,
		login,
		options,
		log,
	});
	const projector = new WorkspaceProjector();
	const chatView = own(new ChatView(context.extensionUri, projector, controller, sessions));
	const panels = own(new ChatPanels(context.extensionUri, projector, controller, sessions));
	const statusBar = own(new StatusBar());
	const showPending = (): void => {
		chatView.showPending({ permissions: permissions.count, questions: questions.count });
		statusBar.showPending(permissions.count);
	};
	own(permissions.onDidChangeCount(showPending));
	own(questions.onDidChangeCount(showPending));
	own(settings.onDidChange(() => chatView.refreshEmpty()));
	own(
		registerCommands({
			settings,
			approvals,
			agents: service,
			sessions,
			chatView,
			panels,
			permissions,
			mcp,
			log,
		}),
	);
	own(registerFollowCommands(log));
	own(registerTerminalCommands({ sessions, tabs: terminalTabs, log }));
	own(addSessionsView({ settings, agents: service, sessions, chatView, panels, log }));
	const dialog = new LoginDialog({ agents: service, login });
	own(registerLoginCommands({ settings, agents: service, sessions, secrets, dialog, log }));
	own(registerProviderCommands({ sessions, agents: service, log }));
	own(
		registerOptionCommands({
			chooser: options,
			log,
			inView: () => sessions.active,
			inActiveTab: () => panels.active,
		}),
	);
	sessions.restore();
}

/** VS Code grants 5 s and does not wait for it; agents that are still there after our bound are killed with us. */
export async function deactivate(): Promise<void> {
	const bound = new Promise<void>((resolve) => setTimeout(resolve, limits.deactivateMs));
	await Promise.race([agents?.stopAll(), bound]);
}
