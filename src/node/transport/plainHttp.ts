/**
 * Requests of Node as they are. VS Code puts functions of its own into the modules `http` and `https`, which take another
 * way to the address than the one that was dialled; the class behind them it leaves alone. The bundle gives this file to
 * the library for WebSockets in the place of both modules.
 */
import { ClientRequest, type ClientRequestArgs } from 'node:http';

/** Sends a request over the connection, or by the agent, that the options name. */
export function request(options: ClientRequestArgs): ClientRequest {
	return new ClientRequest(options);
}

/** For requests that the library answers; we have none. */
export function createServer(): never {
	throw new Error('No server is made here.');
}

export const STATUS_CODES: Readonly<Record<number, string>> = {};
