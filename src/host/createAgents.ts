import type * as vscode from 'vscode';
import { AgentLogs } from './agentLogs.ts';
import { AgentService, type AgentServiceParts } from './agentService.ts';
import { RememberedProtocols } from './rememberedProtocols.ts';
import { answerWindowTools } from './windowTools.ts';

export type CreateAgentsParts = Omit<AgentServiceParts, 'logs' | 'protocols' | 'startOptions'>;

/** The agents of this window, with their logs. */
export function createAgents(context: vscode.ExtensionContext, parts: CreateAgentsParts): AgentService {
	const { version } = context.extension.packageJSON as { version: string };
	const logs = new AgentLogs(context.logUri.fsPath);
	const agents = new AgentService({
		...parts,
		logs,
		protocols: new RememberedProtocols(context.globalState),
		startOptions: {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version },
			schemaFolder: context.asAbsolutePath('dist/schema'),
			mcp: answerWindowTools,
		},
	});
	context.subscriptions.push(logs, agents);
	return agents;
}
