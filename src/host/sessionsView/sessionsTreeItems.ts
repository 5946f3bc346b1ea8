/** How the nodes of the tree of sessions look, and what a screen reader says of them. */
import * as vscode from 'vscode';
import { locale, t } from '../../core/base/l10n.ts';
import type { ListedSession } from '../../core/session/model/agentPort.ts';
import type { AgentCapabilities } from '../../core/session/model/capabilities.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { sessionTitle, shownTitle } from '../../core/view/projectSession.ts';
import { oneLine } from '../common/displayText.ts';
import { parseTime, relativeTime } from './relativeTime.ts';
import { statusIcon, statusOf, statusText } from '../sessions/sessionStatus.ts';
import { type SessionNode, sessionFlags } from './sessionsTreeNodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export function agentItem(agent: string, hasSessions: boolean, isConfigured: boolean): vscode.TreeItem {
	const item = itemOf(`agent:${agent}`, visibleText(agent), hasSessions ? Expanded : Collapsed);
	item.iconPath = new vscode.ThemeIcon('hubot');
	item.contextValue = isConfigured ? 'agent' : 'agentGone';
	if (!isConfigured) item.description = t('not in the settings');
	return item;
}

interface HostedPresentation {
	readonly state: SessionState;
	readonly isActive: boolean;
	/** Name of its folder, empty where it goes without saying. */
	readonly folderName: string;
	readonly now: number;
}

export function hostedItem({ state, isActive, folderName, now }: HostedPresentation): vscode.TreeItem {
	const status = statusOf(state);
	const changedAt = parseTime(state.updatedAt) ?? state.createdAt;
	const title = shownTitle(sessionTitle(state));
	const time = relativeTime(changedAt, now);
	const isQuiet = status === 'idle' || status === 'exited';
	const item = itemOf(`session:${state.key}`, title, None);
	item.iconPath = statusLook(status);
	const folder = visibleText(folderName);
	item.description = withFolder(isQuiet ? time : statusText(status), folder);
	item.contextValue = sessionFlags({
		isHosted: true,
		isKnown: state.sessionId !== undefined,
		isArchived: false,
		capabilities: state.capabilities,
	});
	item.tooltip = tooltip([
		title,
		`${visibleText(state.agentTitle)}: ${statusText(status)}`,
		t('Folder: {0}', visibleText(state.cwd)),
		...(state.sessionId === undefined ? [] : [t('Id: {0}', visibleText(state.sessionId))]),
		t('Started: {0}', date(state.createdAt)),
		...(state.updatedAt === undefined ? [] : [t('Last change: {0}', date(changedAt))]),
	]);
	const shown = isActive ? t('shown in the chat') : '';
	const words = [title, statusText(status), shown, time, inFolder(folder)];
	item.accessibilityInformation = { label: words.filter(Boolean).join(', ') };
	return item;
}

interface ListedPresentation {
	readonly agent: string;
	readonly listed: ListedSession;
	/** Undefined while the agent does not run. */
	readonly capabilities: AgentCapabilities | undefined;
	/** Name of its folder, empty where it goes without saying. */
	readonly folderName: string;
	readonly now: number;
}

export function listedItem({
	agent,
	listed,
	capabilities,
	folderName,
	now,
}: ListedPresentation): vscode.TreeItem {
	const title = shownTitle(listed.title ?? '');
	const changedAt = parseTime(listed.updatedAt);
	const time = changedAt === undefined ? '' : relativeTime(changedAt, now);
	const item = itemOf(`listed:${agent}:${listed.sessionId}`, title, None);
	item.iconPath = new vscode.ThemeIcon(listed.isArchived ? 'archive' : 'history');
	const folder = visibleText(folderName);
	item.description = withFolder(
		[t('archived'), time]
			.slice(listed.isArchived ? 0 : 1)
			.filter(Boolean)
			.join(', '),
		folder,
	);
	item.contextValue = sessionFlags({
		isHosted: false,
		isKnown: true,
		isArchived: listed.isArchived,
		capabilities,
	});
	const words = [
		title,
		t('kept by the agent'),
		listed.isArchived ? t('archived') : '',
		time,
		inFolder(folder),
	];
	item.accessibilityInformation = { label: words.filter(Boolean).join(', ') };
	return item;
}

/** @param status what the agent says of it now, if it was asked */
export function listedTooltip(listed: ListedSession, status: 'open' | 'saved' | undefined): string {
	const changedAt = parseTime(listed.updatedAt);
	return tooltip([
		shownTitle(listed.title ?? ''),
		t('Folder: {0}', visibleText(listed.cwd)),
		...listed.additionalDirectories.map((directory) => t('Also: {0}', visibleText(directory))),
		t('Id: {0}', visibleText(listed.sessionId)),
		...(changedAt === undefined ? [] : [t('Last change: {0}', date(changedAt))]),
		...(status === 'open' ? [t('Open in its agent')] : []),
	]);
}

export function otherItem(
	node: Exclude<SessionNode, { type: 'agent' | 'hosted' | 'listed' }>,
): vscode.TreeItem {
	const item = itemOf(`${node.type}:${node.agent}`, '', None);
	item.contextValue = node.type;
	switch (node.type) {
		case 'showEarlier':
			item.label = t('Show earlier sessions');
			// Without one, the tooltip would be the name.
			item.accessibilityInformation = { label: item.label };
			item.iconPath = new vscode.ThemeIcon('history');
			item.tooltip = t('Starts {0} and asks it for the sessions it keeps', visibleText(node.agent));
			item.command = commandFor('acpHost.showEarlierSessions', t('Show Earlier Sessions'), node);
			break;
		case 'more':
			item.label = t('Load more…');
			item.iconPath = new vscode.ThemeIcon('ellipsis');
			item.command = commandFor('acpHost.loadMoreSessions', t('Load More Sessions'), node);
			break;
		case 'failed':
			item.label = t('Could not list sessions. Try again');
			item.description = visibleText(node.error);
			item.tooltip = visibleText(node.error, { isMultiline: true });
			item.accessibilityInformation = { label: `${item.label}. ${item.description}` };
			item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
			item.command = commandFor('acpHost.loadMoreSessions', t('Load More Sessions'), node);
			break;
		case 'loading':
			item.label = t('Loading sessions…');
			item.iconPath = new vscode.ThemeIcon('loading~spin');
			break;
		case 'none':
			item.label = t('No sessions yet');
			break;
	}
	return item;
}

export function commandFor(command: string, title: string, node: SessionNode): vscode.Command {
	return { command, title, arguments: [node] };
}

/** Text of quick-picks, where `$(…)` would become an icon. */
export function pickLabel(state: SessionState): string {
	return oneLine(shownTitle(sessionTitle(state)));
}

function itemOf(id: string, label: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
	const item = new vscode.TreeItem(label, state);
	item.id = id;
	return item;
}

function statusLook(status: ReturnType<typeof statusOf>): vscode.ThemeIcon {
	const isUsersTurn = status === 'waiting' || status === 'login' || status === 'unapproved';
	const color = isUsersTurn ? new vscode.ThemeColor('list.warningForeground') : undefined;
	return new vscode.ThemeIcon(statusIcon(status), color);
}

function withFolder(description: string, folder: string): string {
	return [description, folder].filter(Boolean).join(' · ');
}

function inFolder(folder: string): string {
	return folder === '' ? '' : t('in {0}', folder);
}

function tooltip(lines: readonly string[]): string {
	return lines.join('\n');
}

function date(at: number): string {
	return new Date(at).toLocaleString(locale());
}
