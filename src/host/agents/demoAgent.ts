import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { ourScript } from '../../node/ourScript.ts';
import type { AgentDefinition } from '../settings/agentDefinition.ts';
import { demoAgentName } from '../settings/settings.ts';

/** The agent that comes with the extension, run with VS Code's own Node (design 4.13). */
export function demoAgent(context: ExtensionContext): AgentDefinition {
	const { command, args, env } = ourScript(context.asAbsolutePath('dist/demoAgent.cjs'));
	const state = context.storageUri ?? context.globalStorageUri;
	return {
		name: demoAgentName,
		command,
		args,
		env: { ...env, ACP_HOST_DEMO_STATE: path.join(state.fsPath, 'demo-agent') },
		protocol: 1,
		isBuiltIn: true,
	};
}
