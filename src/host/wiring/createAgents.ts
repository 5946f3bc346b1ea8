import type * as vscode from 'vscode';
import { Leash } from '../../node/leash/leash.ts';
import { AgentLogs } from '../agents/agentLogs.ts';
import { AgentService, type AgentServiceParts } from '../agents/agentService.ts';
import { RememberedProtocols } from '../agents/rememberedProtocols.ts';
import { answerWindowTools } from '../agents/windowTools.ts';

export type CreateAgentsParts = Omit<AgentServiceParts, 'logs' | 'protocols' | 'startOptions'>;

/** The agents of this window, with their logs, and with the leash that ends them when the window is gone. */
export function createAgents(
	context: vscode.ExtensionContext,
	log: vscode.LogOutputChannel,
	parts: CreateAgentsParts,
): AgentService {
	const { version } = context.extension.packageJSON as { version: string };
	const leash = new Leash(context.asAbsolutePath('dist/leash.cjs'), (line) => log.warn(line));
	const logs = new AgentLogs(context.logUri.fsPath);
	const agents = new AgentService({
		...parts,
		logs,
		protocols: new RememberedProtocols(context.globalState),
		startOptions: {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version },
			schemaFolder: context.asAbsolutePath('dist/schema'),
			mcp: answerWindowTools,
			keeper: leash,
		},
	});
	context.subscriptions.push(leash, logs, agents);
	return agents;
}
