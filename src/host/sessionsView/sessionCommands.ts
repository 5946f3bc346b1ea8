/** What can be done with sessions: from the tree, and from the palette with the session on show. */
import * as vscode from 'vscode';
import { AgentError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { AgentPort } from '../../core/session/model/agentPort.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { AgentService } from '../agents/agentService.ts';
import { chooseFolder } from '../agents/newSession.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { ChatView } from '../chat/chatView.ts';
import { messageText } from '../common/displayText.ts';
import type { CommandsOf, sessionCommandIds } from '../common/commandIds.ts';
import { workspaceFolders } from '../common/workspaceFolders.ts';
import type { LoginDialog } from '../login/loginDialog.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { hasUnfinishedWork } from '../sessions/sessionStatus.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { AgentSessions } from './agentSessions.ts';
import {
	identityOf,
	isNode,
	quotedTitle,
	type CommandTarget,
	commandTargetOf,
	titleOf,
} from './commandTarget.ts';
import type { SessionsTree } from './sessionsTree.ts';
import { pickSession, stepSession } from './switchSession.ts';

export interface SessionCommandParts {
	readonly agents: AgentService;
	readonly sessions: Sessions;
	readonly kept: AgentSessions;
	readonly tree: SessionsTree;
	readonly chatView: ChatView;
	readonly panels: ChatPanels;
	readonly dialog: LoginDialog;
}

export function sessionCommands(parts: SessionCommandParts): CommandsOf<typeof sessionCommandIds> {
	const about =
		(run: (parts: SessionCommandParts, target: CommandTarget) => unknown) =>
		async (argument: unknown): Promise<unknown> => {
			const target = await commandTargetOf(parts, argument);
			return target === undefined ? sayThatThereIsNone() : run(parts, target);
		};
	const forAgent =
		(run: (agent: string) => unknown) =>
		(argument: unknown): unknown =>
			isNode(argument) ? run(argument.agent) : undefined;
	return {
		'acpHost.openSession': about(openInChat),
		'acpHost.openSelectedSessionInEditor': about(openInEditor),
		'acpHost.renameSession': about(rename),
		'acpHost.closeSession': about(close),
		'acpHost.deleteSession': about(deleteForGood),
		'acpHost.forkSession': about(fork),
		'acpHost.archiveSession': about((_, target) => archive(parts, target, true)),
		'acpHost.unarchiveSession': about((_, target) => archive(parts, target, false)),
		'acpHost.showEarlierSessions': forAgent((agent) => showEarlier(parts, agent)),
		'acpHost.loadMoreSessions': forAgent((agent) => parts.kept.more(agent)),
		'acpHost.refreshSessions': () => parts.kept.refresh(),
		'acpHost.showArchivedSessions': () => showArchived(parts, true),
		'acpHost.hideArchivedSessions': () => showArchived(parts, false),
		'acpHost.switchSession': () => pickSession(parts.sessions, parts.chatView),
		'acpHost.nextSession': () => stepSession(parts.sessions, parts.chatView, 1),
		'acpHost.previousSession': () => stepSession(parts.sessions, parts.chatView, -1),
	};
}

function sayThatThereIsNone(): void {
	void vscode.window.showInformationMessage(t('There is no session to do this with.'));
}

function hostedFor({ sessions }: SessionCommandParts, target: CommandTarget): HostedSession {
	return target.type === 'hosted' ? target.hosted : sessions.openListed(target.agent, target.listed);
}

async function openInChat(parts: SessionCommandParts, target: CommandTarget): Promise<void> {
	const hosted = hostedFor(parts, target);
	if (target.type === 'hosted') parts.sessions.activate(hosted);
	await parts.chatView.focus();
}

function openInEditor(parts: SessionCommandParts, target: CommandTarget): void {
	parts.panels.open(hostedFor(parts, target));
}

async function rename(parts: SessionCommandParts, target: CommandTarget): Promise<void> {
	const { agent, sessionId, cwd } = identityOf(target);
	const canTell = parts.agents.running(agent, cwd)?.capabilities.setTitle === true;
	// Its name is the agent's: what is typed would go nowhere.
	if (target.type === 'listed' && !canTell) {
		const message = t(
			'{0} does not let its sessions be renamed, or acpHost.unstable.setTitle is off.',
			agent,
		);
		return void vscode.window.showInformationMessage(messageText(message));
	}
	const before = titleOf(target);
	const typed = await vscode.window.showInputBox({
		title: t('Rename Session'),
		value: before,
		prompt: target.type === 'hosted' ? t('Leave it empty to use the name that the agent gives it.') : '',
		validateInput: (text) =>
			target.type === 'listed' && text.trim() === '' ? t('A session needs a name.') : undefined,
	});
	if (typed === undefined || typed.trim() === before) return;
	const isTold = typed.trim() !== '' && sessionId !== undefined && canTell;
	const title = isTold
		? await request(parts, target, (port) => port.setTitle(sessionId, typed.trim()))
		: typed;
	if (target.type === 'hosted') parts.sessions.rename(target.hosted, title);
	else parts.kept.refresh(agent);
}

async function close(parts: SessionCommandParts, target: CommandTarget): Promise<void> {
	if (target.type === 'listed') return;
	const { session } = target.hosted;
	if (hasUnfinishedWork(session.state)) {
		const message = t('{0} is still working. Close it and stop the agent?', quotedTitle(target));
		if (!(await confirmed(message, t('Close')))) return;
	}
	const { agentName } = session.state;
	await parts.sessions.close(target.hosted);
	// What was closed here may be among what the agent keeps.
	parts.kept.refresh(agentName);
}

async function deleteForGood(parts: SessionCommandParts, target: CommandTarget): Promise<void> {
	const { agent, sessionId, cwd } = identityOf(target);
	if (sessionId === undefined) {
		const message = t(
			'{0} does not know this session yet: there is nothing to delete there. Close it instead.',
			agent,
		);
		return void vscode.window.showInformationMessage(messageText(message));
	}
	if (parts.agents.running(agent, cwd)?.capabilities.deleteSession === false)
		return void vscode.window.showInformationMessage(messageText(t('{0} cannot delete sessions.', agent)));
	const message = t('Delete {0} at {1}? It cannot be brought back.', quotedTitle(target), agent);
	if (!(await confirmed(message, t('Delete')))) return;
	await request(parts, target, async (port) => {
		if (!port.capabilities.deleteSession)
			throw new AgentError('unsupported', sentence('{0} cannot delete sessions.', agent));
		if (target.type === 'hosted') await target.hosted.session.close();
		await port.deleteSession(sessionId);
	});
	if (target.type === 'hosted') parts.sessions.remove(target.hosted);
	parts.kept.forget(agent, sessionId);
}

async function fork(parts: SessionCommandParts, target: CommandTarget): Promise<void> {
	const { agent, sessionId, cwd } = identityOf(target);
	if (sessionId === undefined) return;
	parts.sessions.fork(agent, cwd, sessionId, t('{0} (copy)', titleOf(target)).trim());
	await parts.chatView.focus();
}

/** An agent closes a session that it archives; here, too. */
async function archive(
	parts: SessionCommandParts,
	target: CommandTarget,
	isArchived: boolean,
): Promise<void> {
	const { agent, sessionId } = identityOf(target);
	if (sessionId === undefined) return;
	await request(parts, target, (port) => port.archiveSession(sessionId, isArchived));
	if (target.type === 'hosted') await parts.sessions.close(target.hosted);
	parts.kept.refresh(agent);
}

async function showArchived({ kept }: SessionCommandParts, isShown: boolean): Promise<void> {
	kept.showArchived(isShown);
	await vscode.commands.executeCommand('setContext', 'acpHost.showsArchived', isShown);
}

/** Asking an agent for its list starts it: whose command line was never approved is shown first (hazard F3). */
async function showEarlier({ agents, kept }: SessionCommandParts, agent: string): Promise<void> {
	const folder = workspaceFolders()[0] ?? (await chooseFolder());
	if (folder === undefined) return;
	const source = agents.sourceFor(agent, folder);
	if (!source.isApproved()) {
		const commandLine = source.commandLine();
		const isRemote = source.isRemote?.() === true;
		const message = isRemote
			? t('Connect to {0}? Files and commands that it asks for are those of this machine.', agent)
			: t('Start {0}? It runs this program with your rights.', agent);
		const action = isRemote ? t('Connect') : t('Start');
		if (!(await confirmed(message, action, visibleText(commandLine)))) return;
		// What was shown is what is approved: settings may have changed meanwhile.
		if (agents.sourceFor(agent, folder).commandLine() === commandLine) await agents.approve(agent, folder);
	}
	const hasList = await kept.show(agent);
	if (!hasList)
		void vscode.window.showInformationMessage(messageText(t('{0} keeps no list of its sessions.', agent)));
}

/** Asks the agent of a session for something; with a login in between where it wants one (acp C30). */
function request<T>(
	{ dialog }: SessionCommandParts,
	target: CommandTarget,
	work: (port: AgentPort) => Promise<T>,
): Promise<T> {
	const { agent, cwd } = identityOf(target);
	return dialog.retrying({ agentName: agent, agentTitle: agent, cwd }, work);
}

async function confirmed(message: string, action: string, detail?: string): Promise<boolean> {
	const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
	return (await vscode.window.showWarningMessage(messageText(message), options, action)) === action;
}
