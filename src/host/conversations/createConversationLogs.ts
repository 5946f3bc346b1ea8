import * as path from 'node:path';
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { t } from '../../core/base/l10n.ts';
import type { ConversationLogs } from './conversationLogs.ts';
import type * as ConversationLogsBundle from './conversationLogs.ts';
import type { WindowChanges } from '../changes/windowChanges.ts';
import { messageText } from '../common/displayText.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { PassedServers } from '../settings/passedServers.ts';
import type { Settings } from '../settings/settings.ts';
import { isInSecondarySideBar } from '../settings/settings.ts';

export interface LazyLogs {
	get(): ConversationLogs;
	/** Undefined until the first use. */
	loaded(): ConversationLogs | undefined;
}

/** The conversations of this workspace, in the folder that VS Code gives us for it. Nothing is loaded before the first use. */
export function createConversationLogs(
	{ storageUri, globalStorageUri }: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>,
	known: {
		readonly settings: Settings;
		readonly secrets: LoginSecrets;
		readonly given: PassedServers;
		readonly changes: Pick<WindowChanges, 'forget'>;
	},
	log: vscode.LogOutputChannel,
): LazyLogs {
	// A window without a folder has no storage of its own.
	const folder = path.join((storageUri ?? globalStorageUri).fsPath, 'conversations');
	let logs: ConversationLogs | undefined;
	const create = (): ConversationLogs => {
		const bundle = lazyBundle<typeof ConversationLogsBundle>('./conversationLogs.cjs');
		return new bundle.ConversationLogs({
			folder,
			secretsOf: async (agentName) => {
				const { settings, secrets, given } = known;
				const entered = await secrets.values(agentName);
				return bundle.secretsOfAgent(settings.agent(agentName), entered, given.of(agentName));
			},
			warn: (line) => log.warn(line),
			tellLost: (count) => void tellLost(count),
			onDeleted: (sessions) => known.changes.forget(sessions),
		});
	};
	return { get: () => (logs ??= create()), loaded: () => logs };
}

async function tellLost(count: number): Promise<void> {
	const text = t(
		'The stored conversations of {0} sessions were deleted, those not used for longest: there is room for {1} conversations or {2} MiB. Close those that you do not need any more in the Sessions view.',
		count,
		limits.conversationLogs,
		limits.conversationLogsBytes / 1024 / 1024,
	);
	const show = t('Show Sessions');
	if ((await vscode.window.showWarningMessage(messageText(text), show)) !== show) return;
	const view = isInSecondarySideBar() ? 'acpHost.sessionsSecondary' : 'acpHost.sessions';
	await vscode.commands.executeCommand(`${view}.focus`);
}
