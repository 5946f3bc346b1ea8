/** What all messages to a Pioneer gateway have in common. */
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import type { GatewayCalls } from '../turnDialect.ts';

/** Characters of the id of a request: a gateway takes no others. */
export const pioneerIdLength = 21;

/** The login counts no more: to be answered by another one, and by no other try. */
const loginEnded = -32_040;
/** What an address answers that does not let in: the secret that was entered can be entered again. */
const unauthorized = 401;

/** Throws the error as the user is to see it. */
export function withLoginEnded(error: unknown): never {
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
