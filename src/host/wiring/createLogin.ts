import type { LogOutputChannel } from 'vscode';
import type { AgentService } from '../agents/agentService.ts';
import type { ChatView } from '../chat/chatView.ts';
import { Login } from '../login/login.ts';
import { LoginDialog } from '../login/loginDialog.ts';
import type { LoginSecrets } from '../login/loginSecrets.ts';
import { LoginWaiters } from '../login/loginWaiters.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface CreateLoginParts {
	readonly agents: AgentService;
	readonly secrets: LoginSecrets;
	readonly sessions: () => Sessions;
	readonly log: LogOutputChannel;
	readonly chatView: () => ChatView;
}

/** The ways to log in: from the conversation that waits for it, and by dialog where no conversation does. */
export function createLogin(parts: CreateLoginParts): {
	readonly login: Login;
	readonly dialog: LoginDialog;
} {
	const { agents, secrets, sessions, log, chatView } = parts;
	const waiters = new LoginWaiters({ agents, sessions, report: (error) => log.error(String(error)) });
	const login = new Login({ agents, secrets, waiters, returnFocus: () => chatView().returnFocus() });
	agents.onLoggedIn(({ agentName, folder }) => {
		const process = { agentName, cwd: folder };
		// A login of ours goes on by itself once it is done, some with a new process.
		if (!login.isUnderWay(process)) waiters.goOnByItself(process);
	});
	return { login, dialog: new LoginDialog({ agents, login }) };
}
