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
import { OwnEdits } from './host/ownEdits.ts';
import { PermissionQueue } from './host/permissionQueue.ts';
import { ReadonlyDocuments } from './host/readonlyDocuments.ts';
import { createBackend } from './host/sessionBackend.ts';
import { Sessions } from './host/sessions.ts';
import { Settings } from './host/settings.ts';
import { StatusBar } from './host/statusBar.ts';
import { systemClock } from './host/systemClock.ts';
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
	agents = own(
		new AgentService({
			settings,
			approvals,
			logs: own(new AgentLogs(context.logUri.fsPath)),
			startOptions: {
				clientInfo: { name: 'acp-host', title: 'ACP Host', version },
				schemaFile: context.asAbsolutePath('dist/schema/acp-v1.json'),
			},
		}),
	);
	const service = agents;
	const documents = own(new ReadonlyDocuments());
	const baselines = new Baselines();
	const diffs = new DiffTabs(documents, baselines);
	const ownEdits = new OwnEdits();
	const permissions = own(
		new PermissionQueue({
			returnFocus: () => chatView.returnFocus(),
			openDetails: (title, text) => controller.showText('permission', `${title}.txt`, text),
			openDiff: (hosted, entryId) => diffs.open(hosted, entryId),
		}),
	);
	const sessions: Sessions = own(
		new Sessions(
			context.workspaceState,
			(agentName, cwd) => ({
				source: service.sourceFor(agentName, cwd),
				clock: systemClock,
				createBackend: (session: Session): SessionBackend => createBackend(session, cwd, ownEdits),
			}),
			[
				(hosted) => permissions.watch(hosted),
				(hosted) => baselines.watch(hosted),
				(hosted) => ({ dispose: () => permissions.forget(hosted) }),
				(hosted) => ({ dispose: () => diffs.closeSession(hosted) }),
			],
		),
	);
	const controller = new ChatController({
		settings,
		agents: service,
		sessions: () => sessions,
		permissions,
		diffs,
		documents,
		log,
	});
	const projector = new WorkspaceProjector();
	const chatView = own(new ChatView(context.extensionUri, projector, controller, sessions));
	const panels = own(new ChatPanels(context.extensionUri, projector, controller, sessions));
	const statusBar = own(new StatusBar());
	own(
		permissions.onDidChangeCount((count) => {
			chatView.showPending(count);
			statusBar.showPending(count);
		}),
	);
	own(settings.onDidChange(() => chatView.refreshEmpty()));
	own(
		registerCommands({ settings, approvals, agents: service, sessions, chatView, panels, permissions, log }),
	);
	sessions.restore();
}

/** VS Code grants 5 s and does not wait for it; agents that are still there after our bound are killed with us. */
export async function deactivate(): Promise<void> {
	const bound = new Promise<void>((resolve) => setTimeout(resolve, limits.deactivateMs));
	await Promise.race([agents?.stopAll(), bound]);
}
