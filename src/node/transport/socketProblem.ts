/** Why no connection to an address came about: what happened, why, and what to do next. Pure. */
import { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import { redactedUrl } from './address.ts';

/** Codes of errors of the network, in the words of Node. */
const unknownName = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|EAI_NODATA)$/u;
const unreachable = /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/u;
const refusedCertificate =
	/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/u;
const selfSigned = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/u;
const noTls = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/u;
const badAddress = /^(?:ERR_INVALID_|ERR_UNESCAPED_|ERR_HTTP_INVALID_|ERR_SOCKET_BAD_PORT)/u;

/** The code that Node gives an error, or nothing. */
export function codeOf(error: Error): string {
	const { code } = error as NodeJS.ErrnoException;
	return typeof code === 'string' ? code : '';
}

/** Nothing was heard for so long that no more is waited for. */
export function tooLate(): Error {
	return Object.assign(new Error('It took too long'), { code: 'ETIMEDOUT' });
}

/** A name of this machine leads elsewhere, where anybody on the way could read what is said without TLS. */
export function strangeLoopback({ href }: URL): AgentError {
	return new AgentError(
		'rejected',
		sentence(
			'The name in {0} should be this computer, but leads elsewhere. Check the hosts file and the name server.',
			redactedUrl(href),
		),
	);
}

/** Given up by us. */
export function givenUp(): AgentError {
	return new AgentError('cancelled', sentence('The connection was closed'));
}

/**
 * No connection came about: `unreachable`, or `rejected` where another try would end the same way.
 * @param error of the socket, before it was open; an AgentError stays as it is
 */
export function notConnected(url: string, error: Error): AgentError {
	if (AgentError.is(error)) return error;
	const address = redactedUrl(url);
	const code = codeOf(error);
	if (refusedCertificate.test(code))
		return new AgentError('rejected', certificateText(address, code), { cause: error });
	if (noTls.test(code))
		return new AgentError(
			'rejected',
			sentence(
				'{0} does not speak TLS as it should ({1}). Check the port, and whether "url" in acpHost.agents is to begin with "wss:".',
				address,
				code,
			),
			{ cause: error },
		);
	const message = error.message.replaceAll(url, address);
	const isLasting = badAddress.test(code) || error instanceof SyntaxError || error instanceof TypeError;
	return new AgentError(isLasting ? 'rejected' : 'unreachable', networkText(address, code, message), {
		cause: error,
	});
}

function certificateText(address: string, code: string): Sentence {
	if (code === 'CERT_HAS_EXPIRED')
		return sentence(
			'The certificate of {0} has expired ({1}). Have its owner renew it, and check the date of this computer.',
			address,
			code,
		);
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
		return sentence(
			'The certificate of {0} is for another name ({1}). Use the name that it is for in "url" in acpHost.agents.',
			address,
			code,
		);
	if (selfSigned.test(code))
		return sentence(
			'The certificate of {0} vouches for itself ({1}). If you know its owner, make it known to this computer as an authority.',
			address,
			code,
		);
	return sentence(
		'The certificate of {0} is not trusted ({1}). Have its owner renew it, or make its authority known to this computer.',
		address,
		code,
	);
}

function networkText(address: string, code: string, message: string): Sentence {
	if (unknownName.test(code))
		return sentence(
			'The name in {0} was not found. Check it in "url" in acpHost.agents, that this computer is online, and that http.proxy names the proxy where one is needed.',
			address,
		);
	if (code === 'ECONNREFUSED')
		return sentence(
			'Nothing listens at {0}. Start the agent there, or correct the port in "url" in acpHost.agents.',
			address,
		);
	if (unreachable.test(code))
		return sentence(
			'There is no way to {0}. Check the network, a VPN, http.proxy, and "url" in acpHost.agents.',
			address,
		);
	if (code === 'ETIMEDOUT')
		return sentence(
			'{0} did not answer within {1} s. Check that the agent runs there, that no firewall keeps it away, and that http.proxy names the proxy where one is needed.',
			address,
			limits.socketOpenMs / 1000,
		);
	if (code === 'ECONNRESET' || message === 'socket hang up')
		return sentence(
			'{0} hung up before the connection was made. Check in "url" in acpHost.agents whether it is the address of an agent.',
			address,
		);
	return sentence('There is no connection to {0}: {1}. Check "url" in acpHost.agents.', address, message);
}

/** What a server answered with in place of a connection. */
export interface Refusal {
	readonly status: number;
	/** Where it sends us on to, if it does. */
	readonly location?: string | undefined;
	/** The same headers were good enough before. */
	readonly wasLetIn?: boolean;
	/** What was asked for. */
	readonly carrier?: 'socket' | 'http';
}

/** Statuses of a server that may do better in a moment. */
function mayRecover(status: number): boolean {
	return status >= 500 || status === 408 || status === 425 || status === 429;
}

/**
 * The server answered with a page in place of a connection: `unreachable` if it may do better, else `rejected`, with its
 * status as code.
 */
export function refusedBy(url: string, refusal: Refusal): AgentError {
	const reason = mayRecover(refusal.status) ? 'unreachable' : 'rejected';
	return new AgentError(reason, statusText(redactedUrl(url), refusal), { code: refusal.status });
}

function statusText(address: string, { status, location, wasLetIn = false, carrier }: Refusal): Sentence {
	if (status === 401 || status === 403) return loginText(address, status, wasLetIn);
	if (status === 404 || status === 410)
		return sentence(
			'There is no agent at {0} ({1}). Check the path of "url" in acpHost.agents.',
			address,
			status,
		);
	if (status >= 300 && status < 400 && location !== undefined)
		return sentence(
			'{0} sends us on to {1} ({2}), where headers with secrets would go along. If you know that address, put it into acpHost.agents.',
			address,
			redactedUrl(absolute(location, address)),
			status,
		);
	if (mayRecover(status))
		return sentence(
			'{0} has a problem of its own ({1}). Try again later, or ask who runs it.',
			address,
			status,
		);
	if (carrier === 'http')
		return sentence(
			'{0} does not answer as an ACP agent does ({1}). Check in "url" in acpHost.agents whether it is the address of one.',
			address,
			status,
		);
	return sentence(
		'{0} answers without a WebSocket ({1}). Check in "url" in acpHost.agents whether it is the address of an agent.',
		address,
		status,
	);
}

/** @param wasLetIn the same headers were good enough before */
function loginText(address: string, status: number, wasLetIn: boolean): Sentence {
	if (wasLetIn)
		return sentence(
			'{0} does not let us in any more ({1}): what "headers" in acpHost.agents say may have expired. Renew it, then connect again.',
			address,
			status,
		);
	return sentence(
		'{0} does not let us in ({1}). Check what "headers" in acpHost.agents say for it, such as "Authorization".',
		address,
		status,
	);
}

function absolute(location: string, address: string): string {
	return URL.canParse(location, address) ? new URL(location, address).href : location;
}
