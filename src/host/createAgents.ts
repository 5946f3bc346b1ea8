import type * as vscode from 'vscode';
import { AgentLogs } from './agentLogs.ts';
import { AgentService, type AgentServiceParts } from './agentService.ts';
import { answerWindowTools } from './windowTools.ts';

export type CreateAgentsParts = Omit<AgentServiceParts, 'logs' | 'startOptions'>;

/** The agents of this window, with their logs. */
export function createAgents(context: vscode.ExtensionContext, parts: CreateAgentsParts): AgentService {
	const { version } = context.extension.packageJSON as { version: string };
	const logs = new AgentLogs(context.logUri.fsPath);
	const agents = new AgentService({
		...parts,
		logs,
		startOptions: {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version },
			schemaFile: context.asAbsolutePath('dist/schema/acp-v1.json'),
			mcp: answerWindowTools,
		},
	});
	context.subscriptions.push(logs, agents);
	return agents;
}
