/** What went wrong with a connection to an address: what happened, why, and what to do next. Pure. */
import { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';

/** The address as it may be shown and logged: without what a user name, a password or a query may hold. */
export function shownAddress(url: string): string {
	if (!URL.canParse(url)) return url.replace(/\/\/.*@/su, '//').replace(/[?#].*$/su, '');
	const { protocol, host, pathname } = new URL(url);
	return `${protocol}//${host}${pathname}`;
}

/** Codes of errors of the network, in the words of Node. */
const unknownName = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NONAME|EAI_NODATA)$/u;
const unreachable = /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN)$/u;
const refusedCertificate =
	/^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/u;
const noTls = /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/u;

/**
 * No connection came about.
 * @param error of the socket, before it was open
 */
export function notConnected(url: string, error: Error): AgentError {
	const address = shownAddress(url);
	const message = error.message.replaceAll(url, address);
	return new AgentError('spawn', connectText(address, codeOf(error), message));
}

function connectText(address: string, code: string, message: string): Sentence {
	if (unknownName.test(code))
		return sentence(
			'The name in {0} was not found. Check it in "url" in acpHost.agents, and that this computer is online.',
			address,
		);
	if (code === 'ECONNREFUSED')
		return sentence(
			'Nothing listens at {0}. Start the agent there, or correct the port in "url" in acpHost.agents.',
			address,
		);
	if (unreachable.test(code))
		return sentence(
			'There is no way to {0}. Check the network, a VPN, and "url" in acpHost.agents.',
			address,
		);
	if (code === 'ETIMEDOUT' || message === 'Opening handshake has timed out')
		return sentence(
			'{0} did not answer within {1} s. Check that the agent runs there, and that no firewall keeps it away.',
			address,
			limits.socketOpenMs / 1000,
		);
	if (refusedCertificate.test(code))
		return sentence(
			'The certificate of {0} is not trusted ({1}). Have its owner renew it, or make its authority known to this computer.',
			address,
			code,
		);
	if (noTls.test(code))
		return sentence(
			'{0} does not speak TLS as it should ({1}). Check the port, and whether "url" in acpHost.agents is to begin with "wss:".',
			address,
			code,
		);
	if (code === 'ECONNRESET' || message === 'socket hang up')
		return sentence(
			'{0} hung up before the connection was made. Check in "url" in acpHost.agents whether it is the address of an agent.',
			address,
		);
	return sentence('There is no connection to {0}: {1}. Check "url" in acpHost.agents.', address, message);
}

/**
 * The server answered with a page in place of a connection.
 * @param location where it sends us on to, if it does
 */
export function refusedBy(url: string, status: number, location: string | undefined): AgentError {
	return new AgentError('spawn', statusText(shownAddress(url), status, location));
}

function statusText(address: string, status: number, location: string | undefined): Sentence {
	if (status === 401 || status === 403)
		return sentence(
			'{0} does not let us in ({1}). Check what "headers" in acpHost.agents say for it, such as "Authorization".',
			address,
			status,
		);
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
			shownAddress(absolute(location, address)),
			status,
		);
	if (status >= 500)
		return sentence(
			'{0} has a problem of its own ({1}). Try again later, or ask who runs it.',
			address,
			status,
		);
	return sentence(
		'{0} answers without a WebSocket ({1}). Check in "url" in acpHost.agents whether it is the address of an agent.',
		address,
		status,
	);
}

/** An open connection broke. */
export function failedSocket(address: string, error: Error): AgentError {
	if (codeOf(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
		return new AgentError(
			'tooLarge',
			sentence('The agent sent a line longer than {0} bytes', limits.lineBytes),
		);
	if (codeOf(error).startsWith('WS_ERR_'))
		return new AgentError(
			'protocol',
			sentence(
				'{0} breaks the rules of WebSocket: {1}. Tell who runs it, and try again.',
				address,
				error.message,
			),
			{ cause: error },
		);
	return new AgentError(
		'exited',
		sentence('The connection to {0} broke: {1}. Check the network and try again.', address, error.message),
		{ cause: error },
	);
}

/**
 * The other side closed an open connection.
 * @param code status of RFC 6455, 7.4.1
 * @param reason its words, which may be none
 */
export function closedBy(address: string, code: number, reason: string): AgentError {
	// No status came: the line was cut.
	if (code === 1006)
		return new AgentError(
			'exited',
			sentence('The connection to {0} was cut. Check the network and try again.', address),
		);
	const said = reason === '' ? String(code) : `${code}, ${reason}`;
	return new AgentError(
		'exited',
		sentence('{0} closed the connection ({1}). Send the next prompt to connect again.', address, said),
	);
}

function codeOf(error: Error): string {
	const { code } = error as NodeJS.ErrnoException;
	return typeof code === 'string' ? code : '';
}

function absolute(location: string, address: string): string {
	return URL.canParse(location, address) ? new URL(location, address).href : location;
}
