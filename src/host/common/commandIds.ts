/**
 * The commands of which only the ids load with the window; what they do loads with the first of them (`commands.cjs`).
 * Each stands in package.json as well.
 */
import { object, read, text } from '../../core/base/shape.ts';
import type { Command } from './guardedCommand.ts';

export const windowCommandIds = [
	'acpHost.newSession',
	'acpHost.openSessionInEditor',
	'acpHost.stop',
	'acpHost.restartAgent',
	'acpHost.restartAgentOfView',
	'acpHost.showLog',
	'acpHost.showLogOfView',
	'acpHost.openSettings',
	'acpHost.focusChat',
	'acpHost.chooseWorkspaceMcpServers',
	'acpHost.answerPermission',
] as const;

export const sessionCommandIds = [
	'acpHost.openSession',
	'acpHost.openSelectedSessionInEditor',
	'acpHost.renameSession',
	'acpHost.closeSession',
	'acpHost.deleteSession',
	'acpHost.forkSession',
	'acpHost.archiveSession',
	'acpHost.unarchiveSession',
	'acpHost.showEarlierSessions',
	'acpHost.loadMoreSessions',
	'acpHost.refreshSessions',
	'acpHost.showArchivedSessions',
	'acpHost.hideArchivedSessions',
	'acpHost.switchSession',
	'acpHost.nextSession',
	'acpHost.previousSession',
] as const;

export const loginCommandIds = [
	'acpHost.login',
	'acpHost.logout',
	'acpHost.showAccount',
	'acpHost.forgetSecrets',
] as const;

export const readingCommandIds = [
	'acpHost.openConversationAsMarkdown',
	'acpHost.openConversationAsText',
	'acpHost.copyConversationAsMarkdown',
	'acpHost.exportConversation',
] as const;

export const terminalCommandIds = ['acpHost.showRunningCommands'] as const;

export const providerCommandIds = ['acpHost.configureProviders'] as const;

/** Names a session to a command that is otherwise about the one on show. */
export interface SessionArgument {
	/** Its key. */
	readonly acpHostSession: string;
}

/** The key of the session that a command was given; empty for none: other extensions can call commands, too. */
export function sessionNamedBy(argument: unknown): string {
	return read(object({ acpHostSession: text }), argument)?.acpHostSession ?? '';
}

/** What the commands of such a list do. */
export type CommandsOf<Ids extends readonly string[]> = Readonly<Record<Ids[number], Command>>;
