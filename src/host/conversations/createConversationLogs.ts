import * as path from 'node:path';
import type * as vscode from 'vscode';
import { resolveVariables } from '../settings/agentDefinition.ts';
import type { ConversationLogs } from './conversationLogs.ts';
import type * as ConversationLogsBundle from './conversationLogs.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { Settings } from '../settings/settings.ts';

export interface LazyLogs {
	get(): ConversationLogs;
	/** Undefined while nobody has asked for them. */
	loaded(): ConversationLogs | undefined;
}

/** The conversations of this workspace, in the folder that VS Code gives us for it. Nothing is loaded before the first use. */
export function createConversationLogs(
	{ storageUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>,
	settings: Settings,
	secrets: LoginSecrets,
	log: vscode.LogOutputChannel,
): LazyLogs {
	// A window without a folder has no storage of its own.
	const folder = path.join((storageUri ?? globalStorageUri).fsPath, 'conversations');
	const configured = (agentName: string): readonly string[] => {
		const definition = settings.agent(agentName);
		if (definition === undefined) return [];
		const resolved = resolveVariables(definition, '', process.env);
		return [...Object.values(definition.env), ...Object.values(resolved.env)];
	};
	let logs: ConversationLogs | undefined;
	const create = (): ConversationLogs =>
		new (lazyBundle<typeof ConversationLogsBundle>('./conversationLogs.cjs').ConversationLogs)({
			folder,
			secretsOf: async (agentName) => [
				...configured(agentName),
				...Object.values(await secrets.env(agentName)),
			],
			warn: (line) => log.warn(line),
		});
	return { get: () => (logs ??= create()), loaded: () => logs };
}
