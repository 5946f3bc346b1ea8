/**
 * Opens a line to an agent at an address with a token that is good for one exchange: that is made on a line of its own,
 * and what comes of it is the token of the line proper, and one for the next time.
 */
import { createHash } from 'node:crypto';
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { FindLogin, Grant, TurnLogin } from '../../core/turns/connectTurns.ts';
import { AgentConnection } from '../../node/connection.ts';
import { withTimeout } from '../../node/deadline.ts';
import type { Redactor } from '../../node/redact.ts';
import { valueProblem } from '../settings/remoteHeaders.ts';
import type { AgentLine } from './agentLine.ts';
import type { StartOptions } from './runningAgent.ts';

type Headers = Readonly<Record<string, string>>;

export interface DeviceLogin {
	readonly headers: Headers;
	/** Names this device at the gateway: the same each time. */
	readonly installationId: string;
	/** Keeps what opens the next line, in the place of the secret that was entered; undefined without one. */
	readonly keep: ((token: string) => Promise<void>) | undefined;
	readonly findLogin: FindLogin;
	/** Opens a line with these headers. Rejects with `AgentError`. */
	readonly open: (headers: Headers, options: StartOptions, redactor: Redactor) => Promise<AgentLine>;
}

const exchangeMs = 15_000;

/** Opens the line as who has logged in. A token that needs no exchange goes as it is. */
export async function openAsDevice(
	{ headers, installationId, keep, findLogin, open }: DeviceLogin,
	options: StartOptions,
	redactor: Redactor,
): Promise<AgentLine> {
	const name = Object.keys(headers).find((key) => key.toLowerCase() === 'authorization') ?? '';
	const token = /^bearer\s+(.+)$/iu.exec(headers[name] ?? '')?.[1] ?? '';
	const login = findLogin(token, { installationId, sha256 });
	if (login === undefined) return open(headers, options, redactor);
	if (keep === undefined)
		throw new AgentError(
			'denied',
			sentence(
				'A code or token that is good for one login has to be a secret: write {0} in the header.',
				'${secret:NAME}',
			),
		);
	const withBearer = (bearer: string): Headers => ({ ...headers, [name]: `Bearer ${bearer}` });
	redactor.add([login.bearer]);
	const line = await open(withBearer(login.bearer), options, redactor);
	const { access, next } = await granted(line, login, redactor);
	// Kept before it counts: the one before it is good for nothing any more.
	await keep(next);
	return open(withBearer(access), options, redactor);
}

async function granted(line: AgentLine, login: TurnLogin, redactor: Redactor): Promise<Grant> {
	const redact = (text: string): string => redactor.text(text);
	const connection = new AgentConnection({ transport: line.transport, redact });
	const failed = Promise.withResolvers<never>();
	failed.promise.catch(() => undefined);
	connection.onClose((error) => failed.reject(error));
	const silence = sentence('It did not answer "{0}" within {1} s.', 'login', exchangeMs / 1000);
	try {
		const exchange = Promise.race([login.exchange(connection), failed.promise]);
		const grant = await withTimeout(exchangeMs, exchange, () => new AgentError('timeout', silence));
		redactor.add([grant.access, grant.next]);
		for (const token of [grant.access, grant.next]) {
			const problem = valueProblem('token', token);
			if (problem !== undefined) throw new AgentError('protocol', problem);
		}
		return grant;
	} finally {
		connection.dispose();
		await line.stop();
	}
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
