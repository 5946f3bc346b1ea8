/** A server of streamable HTTP that a test has in hand, and a line to it. */
import http from 'node:http';
import type { Clock } from '../../../../src/core/base/clock.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { AgentConnection } from '../../../../src/node/connection.ts';
import { HttpTransport } from '../../../../src/node/transport/httpTransport.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { portOf, stops } from './socketRig.ts';

export interface Connected {
	readonly connection: AgentConnection;
	readonly closed: Promise<AgentError>;
	readonly updates: unknown[];
	readonly transport: HttpTransport;
}

export function connect(
	url: string,
	headers: Record<string, string> = {},
	proxy = noProxySettings,
	clock: Clock = systemClock,
): Connected {
	const { signal } = new AbortController();
	const transport = new HttpTransport({ address: { url, headers, proxy, signal }, clock });
	const connection = new AgentConnection({ transport });
	const updates: unknown[] = [];
	connection.onNotification((_method, params) => updates.push(params));
	const closed = new Promise<AgentError>((resolve) => connection.onClose(resolve));
	stops.push(() => transport.kill(new AgentError('exited', 'The test is over')));
	return { connection, closed, updates, transport };
}

export interface Seen {
	readonly method: string;
	readonly headers: http.IncomingHttpHeaders;
}

/** A server of this test. It opens connections as the protocol says; `answer` may do otherwise, then it returns true. */
export async function serve(
	answer: (seen: Seen, response: http.ServerResponse, count: number) => boolean | void = () => undefined,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
	const seen: Seen[] = [];
	const server = http.createServer((request, response) => {
		const body: Buffer[] = [];
		request.on('data', (chunk: Buffer) => body.push(chunk));
		request.on('end', () => {
			const one = { method: request.method ?? '', headers: request.headers };
			seen.push(one);
			if (answer(one, response, seen.length) === true) return;
			if (one.method === 'GET')
				return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
			if (one.headers['acp-connection-id'] !== undefined) return void response.writeHead(202).end();
			const { id } = JSON.parse(Buffer.concat(body).toString()) as { id: unknown };
			response.writeHead(200, { 'Acp-Connection-Id': 'c1' });
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } }));
		});
	});
	stops.push(() => server.closeAllConnections());
	return { url: `http://127.0.0.1:${await portOf(server)}/acp`, seen };
}

export const initialize = (connection: AgentConnection): Promise<unknown> =>
	connection.request('initialize', { protocolVersion: 1 });
