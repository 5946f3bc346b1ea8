/** Who is logged in to Codex, and how to do so. */
import { type AbortSignal, Withdrawal } from '../../base/abortSignal.ts';
import { AgentError } from '../../base/errors.ts';
import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { sentence } from '../../base/sentence.ts';
import { errorCodes } from '../../acp/wire.ts';
import type { AuthMethod, AuthStatus } from '../../session/model/auth.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../../session/model/elicitation.ts';
import type { QuotaWindow } from '../../session/model/quota.ts';
import type { GatewayCalls } from '../turnDialect.ts';

/** Asks the user to visit an address while a request is open. */
export type AskUser = (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationOutcome>;

const browser = 'chatgpt';
const deviceCode = 'chatgptDeviceCode';

/** The ways to log in that Codex has for a client like this. */
export function loginMethods(): readonly AuthMethod[] {
	return [
		{ type: 'agent', id: browser, name: t('Log in with ChatGPT') },
		{ type: 'agent', id: deviceCode, name: t('Log in with ChatGPT by a code, on any device') },
	];
}

/**
 * The limits that a snapshot of `account/rateLimits` names: the windows with a share that is used. A model may have limits
 * of its own, beside those of the account.
 */
export function quotaIn(snapshot: JsonObject): readonly QuotaWindow[] {
	const limitId = stringAt(snapshot, 'limitId') ?? ofAccount;
	const own = limitId === ofAccount ? undefined : (stringAt(snapshot, 'limitName') ?? limitId);
	return ['primary', 'secondary'].flatMap((name): QuotaWindow[] => {
		const window = objectAt(snapshot, name);
		const percent = numberAt(window, 'usedPercent');
		if (window === undefined || percent === undefined || !(percent >= 0 && percent <= mostPercent)) return [];
		const minutes = numberAt(window, 'windowDurationMins');
		const resetsAt = numberAt(window, 'resetsAt');
		const hours = minutes !== undefined && minutes > 0 ? minutes / 60 : undefined;
		const label = own ?? (hours === undefined ? name : undefined);
		return [
			{
				id: (own === undefined ? name : `${limitId} ${name}`).slice(0, limits.quotaLabelChars),
				used: percent / 100,
				...(hours === undefined ? {} : { hours }),
				...(label === undefined ? {} : { label: label.slice(0, limits.quotaLabelChars) }),
				...(resetsAt !== undefined && resetsAt > 0 && resetsAt <= lastSecond
					? { resetsAt: resetsAt * 1000 }
					: {}),
			},
		];
	});
}

/** The limits that count for all models; older versions name none. */
const ofAccount = 'codex';
/** A share beyond is none. */
const mostPercent = 1000;
/** The last second that a date can be in. */
const lastSecond = 8.64e12;

/** Follows the account of one gateway. */
export class CodexAccount {
	readonly #calls: GatewayCalls;
	readonly #askUser: AskUser | undefined;
	/** Logins that have been started, by their id. */
	readonly #logins = new Map<string, PromiseWithResolvers<void>>();
	#isRequired = false;

	constructor(calls: GatewayCalls, askUser: AskUser | undefined) {
		this.#calls = calls;
		this.#askUser = askUser;
	}

	/** Throws the error that leads to the login, where Codex cannot work without. */
	async require(): Promise<void> {
		if (!this.#isRequired) return;
		const { state } = await this.read();
		if (state !== 'unauthenticated') return;
		throw new AgentError('answered', sentence('Codex wants you to log in first.'), {
			code: errorCodes.authRequired,
		});
	}

	/** Who is logged in. */
	async read(): Promise<AuthStatus> {
		const answer = await this.#calls.send('account/read', {});
		const account = objectAt(answer, 'account');
		this.#isRequired = answer['requiresOpenaiAuth'] === true;
		if (account === undefined)
			return { state: this.#isRequired ? 'unauthenticated' : 'not_required', accounts: [] };
		const email = stringAt(account, 'email');
		const label = email ?? stringAt(account, 'type') ?? '?';
		return {
			state: 'authenticated',
			accounts: [{ label, isActive: true, ...(email === undefined ? {} : { email }) }],
		};
	}

	/** Resolves when Codex says that the user is logged in. */
	async login(methodId: string, signal?: AbortSignal): Promise<void> {
		if (methodId !== browser && methodId !== deviceCode)
			throw new AgentError('unsupported', sentence('This agent does not log in that way.'));
		const answer = await this.#calls.send('account/login/start', { type: methodId });
		const loginId = stringAt(answer, 'loginId');
		const url = stringAt(answer, 'authUrl') ?? stringAt(answer, 'verificationUrl');
		if (loginId === undefined || url === undefined) return;
		const done = Promise.withResolvers<void>();
		this.#logins.set(loginId, done);
		const question = new Withdrawal();
		const cancel = (): void => done.reject(new AgentError('cancelled', sentence('The login was cancelled.')));
		signal?.addEventListener('abort', cancel);
		try {
			// It may have been stopped before it had an id.
			if (signal?.aborted === true) cancel();
			else
				this.#visit(answer, loginId, url, question).then((isOn) => {
					if (!isOn) cancel();
				}, done.reject);
			await done.promise;
		} catch (error) {
			await this.#calls.send('account/login/cancel', { loginId }).catch(() => undefined);
			throw error;
		} finally {
			signal?.removeEventListener('abort', cancel);
			question.abort();
			this.#logins.delete(loginId);
		}
	}

	async logout(): Promise<void> {
		await this.#calls.send('account/logout', {});
	}

	/** The gateway is gone: no login comes to an end any more. */
	dispose(): void {
		for (const login of this.#logins.values())
			login.reject(new AgentError('exited', sentence('The connection was closed')));
	}

	/** `account/login/completed`. */
	completed(params: JsonObject): void {
		const login = this.#logins.get(stringAt(params, 'loginId') ?? '');
		if (params['success'] === true) login?.resolve();
		else
			login?.reject(new AgentError('answered', stringAt(params, 'error') ?? sentence('The login failed.')));
	}

	/** @returns false when the user does not want to go there */
	async #visit(answer: JsonObject, loginId: string, url: string, signal: AbortSignal): Promise<boolean> {
		const code = stringAt(answer, 'userCode');
		const message =
			code === undefined ? t('Log in on this page.') : t('Enter the code {0} on this page.', code);
		if (this.#askUser === undefined || !/^https?:\/\//iu.test(url)) return false;
		const outcome = await this.#askUser(
			{ message, mode: { type: 'url', elicitationId: loginId, url } },
			signal,
		);
		return outcome.type === 'accept';
	}
}
