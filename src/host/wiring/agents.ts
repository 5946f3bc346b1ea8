/** The agents of this window: their processes, whom their questions reach, and how the user logs in to them. */
import path from 'node:path';
import type * as vscode from 'vscode';
import type { Session } from '../../core/session/driver/session.ts';
import { Watchdog } from '../../node/watchdog/watchdog.ts';
import type * as AgentBundle from '../agents/agentBundle.ts';
import { AgentLogs } from '../agents/agentLogs.ts';
import { AgentService } from '../agents/agentService.ts';
import type { Approvals } from '../agents/approvals.ts';
import { RememberedProtocols } from '../agents/rememberedProtocols.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { ChatView } from '../chat/chatView.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { Login } from '../login/login.ts';
import { LoginDialog } from '../login/loginDialog.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import type { RemoteAccess } from '../login/remoteAccess.ts';
import type * as LoginBundle from '../login/loginBundle.ts';
import { SessionsAwaitingLogin } from '../login/sessionsAwaitingLogin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PassedServers } from '../settings/passedServers.ts';
import type { Settings } from '../settings/settings.ts';

/** What every part of the window may need. The functions are called once all of the window is there. */
export interface WindowBase {
	readonly context: vscode.ExtensionContext;
	readonly settings: Settings;
	readonly approvals: Approvals;
	readonly secrets: LoginSecrets;
	readonly given: PassedServers;
	readonly log: vscode.LogOutputChannel;
	readonly sessions: () => Sessions;
	readonly chatView: () => ChatView;
	readonly panels: () => ChatPanels;
}

/** The agents, with their logs, and with the watchdog that ends them when the window is gone. */
export function createAgents(base: WindowBase): AgentService {
	const { context, settings, approvals, secrets, given, log, sessions } = base;
	const { version } = context.extension.packageJSON as { version: string };
	const watchdog = new Watchdog(context.asAbsolutePath('dist/watchdog.cjs'), (line) => log.warn(line));
	const logs = new AgentLogs(context.logUri.fsPath);
	const agents = new AgentService({
		settings,
		approvals,
		logs,
		enteredEnv: (agentName) => secrets.env(agentName),
		access: remoteAccess(base),
		given,
		protocols: new RememberedProtocols(context.globalState),
		startOptions: {
			clientInfo: { name: 'acp-host', title: 'ACP Host', version },
			schemaFolder: context.asAbsolutePath('dist/schema'),
			launchFolder: path.join(context.globalStorageUri.fsPath, 'launch'),
			mcp: (message, signal) =>
				lazyBundle<typeof AgentBundle>('./runningAgent.cjs').answerWindowTools(message, signal),
			reaper: watchdog,
		},
		elicit: (agentName, folder, request, signal) =>
			answering(sessions(), agentName, folder)?.elicit(request, signal) ??
			Promise.resolve({ type: 'cancel' }),
		// Each session is asked: the one that shows the question knows its id.
		completeElicitation: (agentName, folder, id) => {
			for (const session of sessionsOf(sessions(), agentName, folder)) session.elicitations.complete(id);
		},
	});
	context.subscriptions.push(watchdog, logs, agents);
	return agents;
}

/** Loaded on first use, and one for the window: its questions wait for each other. */
function remoteAccess({ context, settings, secrets }: WindowBase): () => RemoteAccess {
	let access: RemoteAccess | undefined;
	return () =>
		(access ??= new (lazyBundle<typeof LoginBundle>('./login.cjs').RemoteAccess)({
			secrets,
			storage: context.globalState,
			allowsHttp: () => settings.allowsHttp,
		}));
}

/** The session that answers an agent's request that names none: the one that is opening, else the one on show. */
function answering(sessions: Sessions, agentName: string, folder: string): Session | undefined {
	const ofAgent = sessionsOf(sessions, agentName, folder);
	const isOpening = ({ state: { agent } }: Session): boolean =>
		agent.type === 'starting' || agent.type === 'login_required';
	const active = ofAgent.find((session) => session === sessions.active?.session);
	return ofAgent.findLast(isOpening) ?? active ?? ofAgent.at(-1);
}

function sessionsOf(sessions: Sessions, agentName: string, folder: string): Session[] {
	return sessions.all
		.map(({ session }) => session)
		.filter(({ state }) => state.agentName === agentName && state.cwd === folder);
}

/** The ways to log in: from the conversation that waits for it, and by dialog where no conversation does. */
export function createLogin(
	{ secrets, sessions, log, chatView, panels }: WindowBase,
	agents: AgentService,
): { readonly login: Login; readonly dialog: LoginDialog } {
	const waiters = new SessionsAwaitingLogin({
		agents,
		sessions,
		report: (error) => log.error(String(error)),
	});
	const returnFocus = (): void => void (panels().activeSurface ?? chatView().surface)?.returnFocus();
	const login = new Login({ agents, secrets, waiters, returnFocus });
	agents.onLoggedIn(({ agentName, folder }) => {
		const process = { agentName, cwd: folder };
		// A login of ours goes on by itself once it is done, some with a new process.
		if (!login.isUnderWay(process)) waiters.goOnByItself(process);
	});
	return { login, dialog: new LoginDialog({ agents, login }) };
}
