/** From one session of the window to another, without the tree. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { ChatView } from '../chat/chatView.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { statusIcon, statusOf, statusText } from '../sessions/sessionStatus.ts';
import { pickLabel } from './sessionsTreeItems.ts';
import { inOrder } from './sessionsTreeNodes.ts';

interface SessionItem extends vscode.QuickPickItem {
	readonly hosted?: HostedSession;
}

/** Lets the user choose among the sessions of this window. */
export async function pickSession(sessions: Sessions, chatView: ChatView): Promise<void> {
	const newSession: SessionItem = { label: `$(add) ${t('New Session…')}` };
	const rule: SessionItem = { label: '', kind: vscode.QuickPickItemKind.Separator };
	const picked = await vscode.window.showQuickPick([...sessionItems(sessions), rule, newSession], {
		title: t('ACP: Switch Session'),
		placeHolder: t('Choose a session of this window'),
		matchOnDescription: true,
	});
	if (picked === newSession) return void (await vscode.commands.executeCommand('acpHost.newSession'));
	if (picked?.hosted !== undefined) await show(sessions, chatView, picked.hosted);
}

/** Shows the session after, or before, the one on show; after the last comes the first. */
export async function stepSession(sessions: Sessions, chatView: ChatView, step: 1 | -1): Promise<void> {
	const all = byAgent(sessions).flatMap(([, hosted]) => hosted);
	const at = all.findIndex((hosted) => hosted === sessions.active);
	const next = all.at((at + step) % Math.max(all.length, 1));
	if (next !== undefined) return show(sessions, chatView, next);
	void vscode.window.showInformationMessage(t('There is no other session.'));
}

async function show(sessions: Sessions, chatView: ChatView, hosted: HostedSession): Promise<void> {
	// It may have been closed while the list was open.
	if (sessions.byKey(hosted.session.state.key) === hosted) sessions.activate(hosted);
	await chatView.focus();
}

function sessionItems(sessions: Sessions): SessionItem[] {
	return byAgent(sessions).flatMap(([agent, ofAgent]) => [
		{ label: visibleText(agent), kind: vscode.QuickPickItemKind.Separator },
		...ofAgent.map((hosted) => itemFor(hosted, hosted === sessions.active)),
	]);
}

function itemFor(hosted: HostedSession, isActive: boolean): SessionItem {
	const { state } = hosted.session;
	const status = statusOf(state);
	return {
		label: `$(${statusIcon(status)}) ${pickLabel(state)}`,
		description: isActive ? t('{0}, on show', statusText(status)) : statusText(status),
		hosted,
	};
}

/** In the order of the tree. */
function byAgent({ all }: Sessions): [string, HostedSession[]][] {
	const groups = new Map<string, HostedSession[]>();
	for (const state of inOrder(all.map(({ session }) => session.state))) {
		const hosted = all.find(({ session }) => session.state === state);
		if (hosted === undefined) continue;
		const group = groups.get(state.agentName) ?? [];
		groups.set(state.agentName, [...group, hosted]);
	}
	return [...groups];
}
