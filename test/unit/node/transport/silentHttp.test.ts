/** Streamable HTTP that goes dead without a word. The clock is scripted. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import http from 'node:http';
import { after, describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { AgentConnection } from '../../../../src/node/connection.ts';
import { HttpTransport } from '../../../../src/node/transport/httpTransport.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { fakeAgentCommand } from '../../../agents/fakeAgentCommand.ts';
import { serveBySdk } from '../../../agents/sdkServer.ts';
import { FakeClock } from '../../core/session/driver/fakeAgentPort.ts';
import { until } from '../until.ts';
import { portOf, stops, swallowingProxy } from './socketRig.ts';

/** Pings that were answered, by all lines of this file. */
let answered = 0;
const onAnswer = (message: unknown): void => {
	if ((message as { readonly request: http.ClientRequest }).request.method === 'OPTIONS') answered++;
};
subscribe('http.client.response.finish', onAnswer);
after(() => unsubscribe('http.client.response.finish', onAnswer));

async function open(url: string) {
	const clock = new FakeClock();
	const { signal } = new AbortController();
	const address = { url, headers: {}, proxy: noProxySettings, signal };
	const transport = new HttpTransport({ address, clock });
	const connection = new AgentConnection({ transport });
	const closed = new Promise<AgentError>((resolve) => connection.onClose(resolve));
	stops.push(() => transport.kill(new AgentError('exited', 'The test is over')));
	await connection.request('initialize', { protocolVersion: 1 });
	return { clock, connection, closed };
}

/** A server of one connection whose stream says nothing. */
async function silentServer(onPing: (response: http.ServerResponse) => void): Promise<string> {
	const server = http.createServer((request, response) => {
		if (request.method === 'OPTIONS') return onPing(response);
		if (request.method === 'GET') return response.writeHead(200).flushHeaders();
		response.writeHead(200, { 'Acp-Connection-Id': 'c1' });
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } }));
	});
	stops.push(() => server.closeAllConnections());
	return `http://127.0.0.1:${await portOf(server)}/acp`;
}

describe('streamable HTTP that has gone dead without a word', () => {
	it('is lost within 40 s; a server that answers, whatever it says, is not [hazard A12]', async () => {
		const served = await serveBySdk(fakeAgentCommand({}));
		stops.push(() => served.stop());
		const way = await swallowingProxy(served.httpUrl);
		const { clock, connection, closed } = await open(way.url);
		for (let ping = 0; ping < 10; ping++) {
			const before = answered;
			clock.advance(limits.socketPingMs);
			await until(() => answered > before);
		}
		assert.equal(connection.closeReason, undefined);
		way.swallow();
		let silentMs = 0;
		for (; connection.closeReason === undefined; silentMs += limits.socketPingMs)
			clock.advance(limits.socketPingMs);
		assert.ok(silentMs <= limits.socketPongMs + limits.socketPingMs, `${silentMs} ms`);
		assert.equal((await closed).reason, 'disconnected');
		assert.match((await closed).message, /has not answered for 30 s.*Check the network/u);
	});

	it('is not one whose machine slept: it is asked first', async () => {
		const { clock, connection } = await open(await silentServer((response) => response.end()));
		const before = answered;
		clock.advance(100 * limits.socketPongMs);
		await until(() => answered > before);
		clock.advance(limits.socketPingMs);
		assert.equal(connection.closeReason, undefined);
	});

	it('is not told from a server that never answers what it does not know: that one is left alone', async () => {
		let asked = 0;
		const url = await silentServer(() => asked++);
		const { clock, connection } = await open(url);
		for (let ping = 1; ping <= 10; ping++) {
			clock.advance(limits.socketPingMs);
			await until(() => asked === ping || connection.closeReason !== undefined);
		}
		assert.equal(connection.closeReason, undefined);
	});
});
