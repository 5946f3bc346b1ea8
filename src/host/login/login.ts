/** Logs the user in to an agent, by whichever way the agent offers (docs/protocol.md#logins). */
import { toError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import type { AgentLease } from '../../core/session/model/agentPort.ts';
import type { AuthMethod } from '../../core/session/model/auth.ts';
import { launchOf } from '../../node/launch.ts';
import type { AgentService } from '../agents/agentService.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { LoginProgram } from '../agents/terminalCommand.ts';
import type * as LoginBundle from './loginBundle.ts';
import type { LoginOutcome } from './loginTerminal.ts';
import type { LoginSecrets } from './loginSecrets.ts';
import { isVariableName } from './loginValues.ts';
import type { LoginProcess, LoginTarget, SessionsAwaitingLogin } from './sessionsAwaitingLogin.ts';

interface LoginParts {
	readonly agents: AgentService;
	readonly secrets: LoginSecrets;
	readonly waiters: SessionsAwaitingLogin;
	/** Terminals and input boxes do not give the focus back to the chat. */
	readonly returnFocus: () => void;
}

interface Attempt {
	readonly methodId: string;
	readonly abort: AbortController;
}

type ProgramMethod = Extract<AuthMethod, { type: 'terminal' | 'command' }>;

export class Login {
	readonly waiters: SessionsAwaitingLogin;
	readonly #parts: LoginParts;
	/** One at a time for each process. */
	readonly #attempts = new Map<string, Attempt>();

	constructor(parts: LoginParts) {
		this.#parts = parts;
		this.waiters = parts.waiters;
	}

	/** Logs in, and does again what waited for it. How it goes is shown by what waits. Never rejects. */
	async login(target: LoginTarget, methodId: string): Promise<LoginOutcome> {
		const key = keyOf(target);
		const known = this.#attempts.get(key);
		if (known !== undefined) {
			this.waiters.show(target, { type: 'running', methodId: known.methodId });
			return { type: 'cancelled' };
		}
		const abort = new AbortController();
		this.#attempts.set(key, { methodId, abort });
		this.waiters.show(target, { type: 'running', methodId });
		const outcome = await this.#settle(target, methodId, abort.signal);
		this.#attempts.delete(key);
		this.waiters.show(target, outcome.type === 'failed' ? { ...outcome, methodId } : undefined);
		return outcome;
	}

	isUnderWay(target: LoginProcess): boolean {
		return this.#attempts.has(keyOf(target));
	}

	/** Gives up the login that is under way, if there is one. */
	cancel(target: LoginTarget): void {
		this.#attempts.get(keyOf(target))?.abort.abort();
	}

	async #settle(target: LoginTarget, methodId: string, signal: AbortSignal): Promise<LoginOutcome> {
		try {
			const outcome = await this.#run(target, methodId, signal);
			return signal.aborted && outcome.type !== 'done' ? { type: 'cancelled' } : outcome;
		} catch (error) {
			if (signal.aborted) return { type: 'cancelled' };
			return { type: 'failed', message: toError(error).message };
		}
	}

	async #run(target: LoginTarget, methodId: string, signal: AbortSignal): Promise<LoginOutcome> {
		const lease = await this.#acquire(target);
		const method = lease.port.authMethods.find(({ id }) => id === methodId);
		const { returnFocus } = this.#parts;
		switch (method?.type) {
			case 'agent':
				return this.#authenticate(target, lease, method.id, signal);
			case 'terminal':
			case 'command':
				return this.#runProgram(target, method, signal).finally(returnFocus);
			case 'env_var':
				return this.#enterValues(target, method, signal).finally(returnFocus);
			case 'elsewhere':
				return { type: 'failed', message: notHereText(target.agentTitle) };
			case 'other':
				return { type: 'failed', message: t('ACP Host does not know this way to log in.') };
			case undefined:
				return {
					type: 'failed',
					message: t('{0} does not offer this way to log in (any more).', target.agentTitle),
				};
		}
	}

	/** May take minutes: the agent waits for a browser. */
	async #authenticate(
		target: LoginTarget,
		lease: AgentLease,
		methodId: string,
		signal: AbortSignal,
	): Promise<LoginOutcome> {
		// Giving up must not wait for an agent that does not listen.
		await Promise.race([lease.port.authenticate(methodId, signal), aborted(signal)]);
		this.waiters.goOn(target);
		return { type: 'done' };
	}

	/** The agent's own program once more, or the one that it names; then a new process (acp C26, C28). */
	async #runProgram(target: LoginTarget, method: ProgramMethod, signal: AbortSignal): Promise<LoginOutcome> {
		const program = await this.#loginProgram(target, method);
		if (program === undefined) return { type: 'failed', message: notHereText(target.agentTitle) };
		// The agent chose the command, or what goes with its own: the user has to see all of it first.
		if (!(await loginSteps().confirmLoginCommand(target.agentTitle, program))) return { type: 'cancelled' };
		// The question cannot be withdrawn.
		if (signal.aborted) return { type: 'cancelled' };
		const outcome = await loginSteps().runInTerminal(program, signal);
		if (outcome.type === 'done') await this.waiters.startAnew(target);
		return outcome;
	}

	/** Undefined for an agent that does not run here: it starts nothing on this machine. */
	async #loginProgram(target: LoginTarget, method: ProgramMethod): Promise<LoginProgram | undefined> {
		const { agentName, agentTitle, cwd } = target;
		const own = await this.#parts.agents.readyDefinition(agentName, cwd);
		if (own.type !== 'program') return undefined;
		const [command, args, chosenEnv] =
			method.type === 'command'
				? [method.command, method.args, {}]
				: [own.command, [...own.args, ...method.args], method.env];
		return {
			title: t('Log in to {0}', agentTitle),
			command,
			args,
			env: own.env,
			chosenEnv,
			cwd: own.cwd ?? cwd,
			launch: launchOf({ command, args, cwd: own.cwd }, cwd),
			launchFolder: this.#parts.agents.launchFolder,
		};
	}

	async #enterValues(
		target: LoginTarget,
		method: Extract<AuthMethod, { type: 'env_var' }>,
		signal: AbortSignal,
	): Promise<LoginOutcome> {
		const wrong = method.vars.find(({ name }) => !isVariableName(name));
		if (wrong !== undefined) {
			return { type: 'failed', message: t('"{0}" is no name of an environment variable.', wrong.name) };
		}
		const values = await loginSteps().askForValues(target.agentTitle, method, signal);
		if (values === undefined) return { type: 'cancelled' };
		await this.#parts.secrets.add(target.agentName, values);
		const definition = await this.#parts.agents.readyDefinition(target.agentName, target.cwd);
		const overruled = loginSteps().overruledText(definition, values);
		if (overruled !== undefined) return { type: 'failed', message: overruled };
		let insisting: Promise<boolean> | undefined;
		await this.waiters.startAnew(target, () => (insisting ??= this.#insist(target, method.id)));
		return { type: 'done' };
	}

	/** Some agents want to be told by `authenticate` that they have what they need. What fails is shown. */
	async #insist(target: LoginTarget, methodId: string): Promise<boolean> {
		try {
			const { port } = await this.#acquire(target);
			await port.authenticate(methodId);
			return true;
		} catch (error) {
			this.waiters.show(target, { type: 'failed', methodId, message: toError(error).message });
			return false;
		}
	}

	#acquire({ agentName, cwd }: LoginTarget): Promise<AgentLease> {
		return this.#parts.agents.sourceFor(agentName, cwd).acquire();
	}
}

function loginSteps(): typeof LoginBundle {
	return lazyBundle<typeof LoginBundle>('./login.cjs');
}

function notHereText(agentTitle: string): string {
	return t('{0} does not run on this machine, so it cannot be logged in to from here.', agentTitle);
}

function keyOf({ agentName, cwd }: LoginProcess): string {
	return `${agentName}\n${cwd}`;
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('Cancelled')), { once: true });
	});
}
