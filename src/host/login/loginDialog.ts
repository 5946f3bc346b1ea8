/** Asks how to log in, where no session shows it: for the palette, and for requests that are about no open session. */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { isLoginRequired } from '../../core/session/driver/agentFailure.ts';
import type { AgentPort } from '../../core/session/model/agentPort.ts';
import type { AuthMethod } from '../../core/session/model/auth.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { AgentService } from '../agents/agentService.ts';
import { messageText, oneLine } from '../common/displayText.ts';
import type { Login } from './login.ts';
import type { LoginTarget } from './sessionsAwaitingLogin.ts';

interface LoginDialogParts {
	readonly agents: AgentService;
	readonly login: Login;
}

export class LoginDialog {
	readonly #parts: LoginDialogParts;

	constructor(parts: LoginDialogParts) {
		this.#parts = parts;
	}

	/**
	 * Runs a request of ours. When the agent wants a login first, the user chooses how, and it runs once more (acp C30).
	 * @param work gets the agent's port anew each time: a login may have brought a new process
	 */
	async retrying<T>(target: LoginTarget, work: (port: AgentPort) => Promise<T>): Promise<T> {
		const port = await this.#portOf(target);
		try {
			return await work(port);
		} catch (error) {
			if (!isLoginRequired(error) || !(await this.show(target, port))) throw error;
			return work(await this.#portOf(target));
		}
	}

	/** @returns true when the login succeeded */
	async show(target: LoginTarget, port: AgentPort): Promise<boolean> {
		const name = visibleText(target.agentTitle);
		if (port.authMethods.length === 0) {
			const text = t(
				'{0} offers no way to log in from here. If it needs a login, its documentation says how.',
				name,
			);
			const showLog = t('Show Log');
			const choice = await vscode.window.showInformationMessage(messageText(text), showLog);
			if (choice === showLog) this.#parts.agents.showLog(target.agentName);
			return false;
		}
		const picked = await vscode.window.showQuickPick(port.authMethods.map(toItem), {
			title: t('ACP: Log In to {0}', name),
			placeHolder: t('How do you want to log in?'),
			ignoreFocusOut: true,
		});
		return picked !== undefined && this.#logIn(target, picked.methodId);
	}

	async #logIn(target: LoginTarget, methodId: string): Promise<boolean> {
		const { login } = this.#parts;
		// A session that waits shows all of it in its own place.
		if (login.waiters.of(target).length > 0) return (await login.login(target, methodId)).type === 'done';
		const name = visibleText(target.agentTitle);
		const outcome = await vscode.window.withProgress(
			{
				location: vscode.ProgressLocation.Notification,
				cancellable: true,
				title: messageText(t('Logging in to {0}…', name)),
			},
			(_progress, token) => {
				token.onCancellationRequested(() => login.cancel(target));
				return login.login(target, methodId);
			},
		);
		if (outcome.type === 'done')
			void vscode.window.showInformationMessage(messageText(t('Logged in to {0}.', name)));
		return outcome.type === 'failed'
			? this.#offerAgain(target, methodId, outcome.message)
			: outcome.type === 'done';
	}

	async #offerAgain(target: LoginTarget, methodId: string, message: string): Promise<boolean> {
		const again = t('Try Again');
		const showLog = t('Show Log');
		const text = t('Logging in to {0} failed: {1}', visibleText(target.agentTitle), visibleText(message));
		const choice = await vscode.window.showErrorMessage(messageText(text), again, showLog);
		if (choice === showLog) this.#parts.agents.showLog(target.agentName);
		return choice === again && this.#logIn(target, methodId);
	}

	async #portOf({ agentName, cwd }: LoginTarget): Promise<AgentPort> {
		return (await this.#parts.agents.sourceFor(agentName, cwd).acquire()).port;
	}
}

function toItem(method: AuthMethod): vscode.QuickPickItem & { readonly methodId: string } {
	const detail = method.description === undefined ? {} : { detail: oneLine(method.description) };
	return { label: oneLine(method.name), description: loginWay(method), ...detail, methodId: method.id };
}

function loginWay({ type }: AuthMethod): string {
	switch (type) {
		case 'agent':
			return '';
		case 'terminal':
		case 'command':
			return t('in a terminal');
		case 'env_var':
			return t('with a key');
		case 'elsewhere':
		case 'other':
			return t('not supported here');
	}
}
