/** How an open connection to an address ended: what happened, why, and what to do next. Pure. */
import { AgentError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence } from '../../core/base/sentence.ts';
import { codeOf } from './socketProblem.ts';

/** An open connection broke. */
export function failedSocket(address: string, error: Error): AgentError {
	const code = codeOf(error);
	if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return tooLong();
	if (code.startsWith('WS_ERR_'))
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
		'disconnected',
		sentence('The connection to {0} broke: {1}. Check the network and try again.', address, error.message),
		{ cause: error },
	);
}

/** A message is above the limit of all transports. */
export function tooLong(): AgentError {
	return new AgentError(
		'tooLarge',
		sentence('The agent sent a line longer than {0} bytes', limits.lineBytes),
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
			'disconnected',
			sentence('The connection to {0} was cut. Check the network and try again.', address),
		);
	const said = reason === '' ? String(code) : `${code}, ${reason}`;
	return new AgentError(
		'disconnected',
		sentence('{0} closed the connection ({1}). Send the next prompt to connect again.', address, said),
	);
}

/** A stream of events is over, or the server does not know the connection any more. */
export function endedStream(address: string): AgentError {
	return new AgentError(
		'disconnected',
		sentence('{0} ended the connection. Send the next prompt to connect again.', address),
	);
}

/** The server has no stream of events for a session, which says nothing of the other ones. */
export function missingStream(address: string, status: number): AgentError {
	return new AgentError(
		'answered',
		sentence(
			'{0} does not know this session (HTTP {1}). Start a new session, or ask who runs the server.',
			address,
			status,
		),
	);
}

/** The agent gave a session an id that no header can hold. */
export function strangeSession(address: string): AgentError {
	return new AgentError(
		'protocol',
		sentence(
			'{0} gave a session an id that HTTP cannot carry. Tell who runs it, or use its WebSocket in "url" in acpHost.agents.',
			address,
		),
	);
}

/** The server did not accept one message. */
export function refusedMessage(address: string, status: number): AgentError {
	return new AgentError(
		'answered',
		sentence('{0} refused the message (HTTP {1}). Try again, or ask who runs the server.', address, status),
	);
}

/** Pings stay without an answer. */
export function silentLine(address: string): AgentError {
	return new AgentError(
		'disconnected',
		sentence(
			'{0} has not answered for {1} s, so the connection counts as lost. Check the network, and whether the agent still runs.',
			address,
			limits.socketPongMs / 1000,
		),
	);
}

export function binaryFrame(address: string): AgentError {
	return new AgentError(
		'protocol',
		sentence(
			'{0} sent a binary frame, but messages of ACP are text. Check that an ACP agent answers at this address.',
			address,
		),
	);
}
