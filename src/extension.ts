/** Composition root: builds every part, wires them, and takes them down in reverse order. */
import * as vscode from 'vscode';
import { limits } from './core/base/limits.ts';
import type { AgentService } from './host/agentService.ts';
import { registerAllCommands } from './host/allCommands.ts';
import { Approvals } from './host/approvals.ts';
import { Baselines } from './host/baselines.ts';
import { ChatController } from './host/chatController.ts';
import { ChatPanels } from './host/chatPanels.ts';
import { ChatView } from './host/chatView.ts';
import { createAgents } from './host/createAgents.ts';
import { createLogin } from './host/createLogin.ts';
import { demoAgent } from './host/demoAgent.ts';
import { DiffTabs } from './host/diffTabs.ts';
import { ElicitationAttention } from './host/elicitationAttention.ts';
import { completeElicitation, elicitFor } from './host/elicitFor.ts';
import { FollowAgent } from './host/followAgent.ts';
import { Highlighting } from './host/highlighting.ts';
import { LoginSecrets } from './host/loginSecrets.ts';
import { userMcpFile } from './host/mcpFiles.ts';
import { McpServers } from './host/mcpServers.ts';
import { OptionChooser } from './host/optionChooser.ts';
import { OwnEdits } from './host/ownEdits.ts';
import { PermissionQueue } from './host/permissionQueue.ts';
import { provideSetup } from './host/provideSetup.ts';
import { questionPlaces } from './host/questionPlaces.ts';
import { ReadonlyDocuments } from './host/readonlyDocuments.ts';
import { RememberedOptions } from './host/rememberedOptions.ts';
import { createBackend } from './host/sessionBackend.ts';
import { sessionFollowers } from './host/sessionFollowers.ts';
import { Sessions } from './host/sessions.ts';
import { Settings } from './host/settings.ts';
import { showPending } from './host/showPending.ts';
import { StatusBar } from './host/statusBar.ts';
import { systemClock } from './host/systemClock.ts';
import { TerminalTabs } from './host/terminalTabs.ts';
import { WorkspaceProjector } from './host/workspaceProjector.ts';

let agents: AgentService | undefined;

export function activate(context: vscode.ExtensionContext): void {
	const own = <T extends vscode.Disposable>(part: T): T => {
		context.subscriptions.push(part);
		return part;
	};
	const log = own(vscode.window.createOutputChannel('ACP Host', { log: true }));
	const settings = new Settings(demoAgent(context));
	const approvals = new Approvals(context.globalState);
	const secrets = new LoginSecrets(context.secrets, context.globalState);
	const service = createAgents(context, {
		settings,
		approvals,
		enteredEnv: (agentName) => secrets.env(agentName),
		completeElicitation: (...about) => completeElicitation(sessions, ...about),
		elicit: (agentName, folder, request, signal) =>
			elicitFor(sessions, agentName, folder)?.elicit(request, signal) ?? Promise.resolve({ type: 'cancel' }),
	});
	agents = service;
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
			openDetails: (title, text) => controller.showText('permission', title, text),
			openDiff: (hosted, entryId) => diffs.open(hosted, entryId),
		}),
	);
	const places = { chatView: () => chatView, panels: () => panels, sessions: () => sessions };
	const questions = own(new ElicitationAttention(questionPlaces(places)));
	const sessions: Sessions = own(
		new Sessions(
			context.workspaceState,
			(agentName, cwd) => ({
				source: service.sourceFor(agentName, cwd),
				clock: systemClock,
				remembered: remembered.of(agentName),
				provide: () => provideSetup(settings, mcp, agentName, cwd),
				createBackend: (session) => createBackend(session, cwd, ownEdits),
			}),
			sessionFollowers({ permissions, questions, baselines, follower, diffs, terminalTabs, ...places }),
		),
	);
	const mcp = new McpServers({
		settings,
		globalState: context.globalState,
		userFile: userMcpFile(context.globalStorageUri.fsPath),
		openText: (name, text) => controller.showText('mcp', name, text),
	});
	const { login, dialog } = createLogin({
		agents: service,
		secrets,
		sessions: () => sessions,
		log,
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
		highlighting: own(new Highlighting(context.asAbsolutePath('dist'), log)),
		log,
	});
	const projector = new WorkspaceProjector();
	const chatView = own(new ChatView(context.extensionUri, projector, controller, sessions));
	const panels = own(new ChatPanels(context.extensionUri, projector, controller, sessions));
	own(showPending({ permissions, questions, chatView, statusBar: own(new StatusBar()) }));
	own(settings.onDidChange(() => chatView.refreshEmpty()));
	own(
		registerAllCommands({
			settings,
			approvals,
			agents: service,
			sessions,
			chatView,
			panels,
			permissions,
			mcp,
			tabs: terminalTabs,
			secrets,
			dialog,
			chooser: options,
			showText: (...text) => controller.showText(...text),
			log,
		}),
	);
	sessions.restore();
}

/** VS Code grants 5 s and does not wait for it; agents that are still there after our bound are killed with us. */
export async function deactivate(): Promise<void> {
	const bound = new Promise<void>((resolve) => setTimeout(resolve, limits.deactivateMs));
	await Promise.race([agents?.stopAll(), bound]);
}
