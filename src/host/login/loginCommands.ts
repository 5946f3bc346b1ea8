/** The commands around being logged in: Log In…, Log Out, Show Account, Forget Stored Logins. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { AgentPort } from '../../core/session/model/agentPort.ts';
import type { AuthStatus } from '../../core/session/model/auth.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { AgentService } from '../agents/agentService.ts';
import { restartAgents } from '../agents/endAgent.ts';
import { escapeIcons, messageText, oneLine } from '../common/displayText.ts';
import { type CommandsOf, type loginCommandIds, sessionNamedBy } from '../common/commandIds.ts';
import type { LoginDialog } from './loginDialog.ts';
import type { LoginSecrets } from './loginSecrets.ts';
import type { LoginTarget } from './sessionsAwaitingLogin.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { openSettings, type Settings } from '../settings/settings.ts';

interface LoginCommandParts {
	readonly agents: AgentService;
	readonly sessions: Sessions;
	/** The session that a command is about which names none. */
	readonly panels: { readonly onShow: HostedSession | undefined };
	readonly settings: Settings;
	readonly secrets: LoginSecrets;
	readonly dialog: LoginDialog;
}

export function loginCommands(parts: LoginCommandParts): CommandsOf<typeof loginCommandIds> {
	return {
		'acpHost.login': (argument) => {
			const of = parts.sessions.byKey(sessionNamedBy(argument)) ?? parts.panels.onShow;
			return withAgent(parts, of, async (target, port) => void (await parts.dialog.show(target, port)));
		},
		'acpHost.logout': () =>
			withAgent(parts, parts.panels.onShow, (target, port) => logOut(parts, target, port)),
		'acpHost.showAccount': () =>
			withAgent(parts, parts.panels.onShow, (target, port) => showAccount(parts, target, port)),
		'acpHost.forgetSecrets': () => forgetSecrets(parts),
	};
}

/** Runs with the agent of a session, started if need be. */
async function withAgent(
	{ agents }: LoginCommandParts,
	of: HostedSession | undefined,
	run: (target: LoginTarget, port: AgentPort) => Promise<void>,
): Promise<void> {
	const state = of?.session.state;
	if (state === undefined) {
		const start = t('New Session');
		const text = t(
			'Logging in and out is about the agent of the session on show, and there is no session yet.',
		);
		const choice = await vscode.window.showInformationMessage(messageText(text), start);
		if (choice === start) await vscode.commands.executeCommand('acpHost.newSession');
		return;
	}
	const { agentName, agentTitle, cwd } = state;
	const lease = await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Window, title: t('Starting {0}', oneLine(agentTitle)) },
		() => agents.sourceFor(agentName, cwd).acquire(),
	);
	await run({ agentName, agentTitle, cwd }, lease.port);
}

async function logOut(parts: LoginCommandParts, target: LoginTarget, port: AgentPort): Promise<void> {
	const name = visibleText(target.agentTitle);
	const hasStored = parts.secrets.agentNames.includes(target.agentName);
	const buttons = hasStored ? [t('Forget Stored Logins')] : [];
	if (port.capabilities.logout) await port.logout();
	const text = port.capabilities.logout
		? t('Logged out of {0}. Its sessions stay; it asks for a login when it needs one.', name)
		: t(
				'{0} cannot be logged out from here: it does not offer that. Its documentation says how to do it.',
				name,
			);
	const choice = await vscode.window.showInformationMessage(messageText(text), ...buttons);
	if (choice !== undefined) await forgetSecrets(parts);
}

async function showAccount(parts: LoginCommandParts, target: LoginTarget, port: AgentPort): Promise<void> {
	const name = visibleText(target.agentTitle);
	if (!port.capabilities.authStatus) return explainNoStatus(parts, name);
	const status = await parts.dialog.retrying(target, (current) => current.authStatus());
	const text = `${name}: ${stateText(status)}`;
	if (status.accounts.length === 0) return void vscode.window.showInformationMessage(messageText(text));
	// For the eyes only: a row does nothing (acp C127).
	await vscode.window.showQuickPick(status.accounts.map(accountItem), {
		title: text,
		placeHolder: t('Accounts, as the agent names them'),
	});
}

async function explainNoStatus({ settings }: LoginCommandParts, name: string): Promise<void> {
	const isOn = settings.unstable.has('authStatus');
	const text = isOn
		? t('{0} does not say who is logged in.', name)
		: t(
				'Who is logged in can be asked only with a draft of the protocol: switch on acpHost.unstable.authStatus, then restart the agent.',
			);
	const open = t('Open Settings');
	const choice = await vscode.window.showInformationMessage(messageText(text), ...(isOn ? [] : [open]));
	if (choice === open) await openSettings();
}

function stateText({ state }: AuthStatus): string {
	switch (state) {
		case 'authenticated':
			return t('logged in');
		case 'unauthenticated':
			return t('not logged in');
		case 'not_required':
			return t('needs no login');
		case 'unknown':
			return t('it is not known whether you are logged in');
	}
}

function accountItem({
	label,
	isActive,
	name,
	email,
	organization,
}: AuthStatus['accounts'][number]): vscode.QuickPickItem {
	const parts = [name, email, organization].filter((part) => part !== undefined);
	return {
		label: oneLine(label),
		description: isActive ? t('in use') : '',
		detail: parts.map(oneLine).join(' · '),
	};
}

async function forgetSecrets({ secrets, agents, sessions }: LoginCommandParts): Promise<void> {
	const names = secrets.agentNames;
	if (names.length === 0) return void vscode.window.showInformationMessage(t('No logins are stored.'));
	const picked = await vscode.window.showQuickPick(
		names.map((name) => ({ label: escapeIcons(name), name, picked: names.length === 1 })),
		{
			title: t('ACP: Forget Stored Logins'),
			placeHolder: t('Agents whose entered values are to be forgotten'),
			canPickMany: true,
		},
	);
	if (picked === undefined || picked.length === 0) return;
	for (const { name } of picked) await secrets.forget(name);
	const restart = t('Restart Agents');
	const text = t('The values are forgotten. Agents that run keep them until they are restarted.');
	const choice = await vscode.window.showInformationMessage(messageText(text), restart);
	const restarted = new Set(picked.map(({ name }) => name));
	if (choice === restart) await restartAgents(sessions, agents, restarted);
}
