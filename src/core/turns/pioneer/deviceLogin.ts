/**
 * The login of a device at a gateway of the third generation. What the user entered may be a code that activates this
 * device, or what was kept of it since: a token that is good for one exchange. Either opens a line that takes that
 * exchange and nothing else.
 */
import { AgentError } from '../../base/errors.ts';
import { numberAt, stringAt } from '../../base/json.ts';
import { sentence } from '../../base/sentence.ts';
import { unreadable } from '../../acp/shared/errors.ts';
import type { Wire } from '../../acp/wire.ts';
import type { Grant, LoginOptions, TurnLogin, GatewayCalls } from '../turnDialect.ts';

const authProtocolVersion = 3;

/** Undefined for a token that lets in by itself. */
export function deviceLogin(token: string, { installationId, sha256 }: LoginOptions): TurnLogin | undefined {
	const code = activationCode(/^pioneer:\/\/activate[^#]*#code=(.+)$/iu.exec(token)?.[1] ?? token);
	if (code !== undefined) {
		const installation = { installation_id: installationId, display_name: 'ACP Host', client_kind: 'other' };
		return {
			bearer: code,
			exchange: (wire) => exchange(wire, 'auth/device/activate', { installation }),
		};
	}
	if (!token.startsWith('prf2_')) return undefined;
	// The same for the same token: asked for twice, by two windows or after a line that broke, it is one exchange.
	const refresh_request_id = sha256(token).slice(0, pioneerRequestIdChars);
	return { bearer: token, exchange: (wire) => exchange(wire, 'auth/refresh', { refresh_request_id }) };
}

/** As it is shown, in two groups; letters that are taken for digits are read as such. */
function activationCode(entered: string): string | undefined {
	const symbols = entered.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/gu, '1');
	const groups = /^([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})$/u.exec(symbols);
	return groups === null ? undefined : `${groups[1]}-${groups[2]}`;
}

async function exchange(wire: Wire, method: string, params: object): Promise<Grant> {
	wire.padIds(pioneerRequestIdChars);
	const answer = await wire.request(method, params).catch(withLoginEnded);
	const grant = readGrant(answer);
	if (grant === undefined) throw unreadable(method, 'tokens');
	return grant;
}

/** Undefined for one of another version. */
function readGrant(answer: unknown): Grant | undefined {
	const access = stringAt(answer, 'access_token') ?? '';
	const next = stringAt(answer, 'refresh_token') ?? '';
	const isOurs = numberAt(answer, 'auth_protocol_version') === authProtocolVersion;
	return isOurs && access !== '' && next.startsWith('prf2_') ? { access, next } : undefined;
}

/** Characters of the id of a request: a gateway takes no others. */
export const pioneerRequestIdChars = 21;

/** The login counts no more: to be answered by another one, and by no other try. */
const loginEnded = -32_040;
/** What an address answers that does not let in: the secret that was entered can be entered again. */
const unauthorized = 401;

/** Throws the error as the user is to see it. */
function withLoginEnded(error: unknown): never {
	if (!AgentError.is(error, 'answered') || error.code !== loginEnded) throw error;
	throw new AgentError(
		'rejected',
		sentence('The gateway has ended this login. Another token is needed for the next connection.'),
		{ cause: error, code: unauthorized },
	);
}

/** The calls, where an end of the login is told as one. */
export function callsWithLogin(calls: GatewayCalls): GatewayCalls {
	return { ...calls, send: (method, params) => calls.send(method, params).catch(withLoginEnded) };
}
