/** A WebSocket that goes dead, slow or closed: what is heard of it, and what is told. The clock is scripted. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { openWebSocket } from '../../../../src/node/transport/openWebSocket.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { WebSocketTransport } from '../../../../src/node/transport/webSocketTransport.ts';
import { FakeClock } from '../../core/session/driver/fakeAgentPort.ts';
import { until } from '../until.ts';
import { connect, portOf, serve, stops, swallowingProxy } from './socketRig.ts';

describe('a line that has gone dead without a word', () => {
	it('is lost within 40 s; one that answers its pings is not [hazard A12]', async () => {
		const clock = new FakeClock();
		const proxy = await swallowingProxy(await serve(() => undefined));
		const { connection, socket, closed } = await connect(proxy.url, clock);
		for (let past = 0; past < 10 * limits.socketPingMs; past += limits.socketPingMs) {
			const answered = once(socket, 'pong');
			clock.advance(limits.socketPingMs);
			await answered;
		}
		assert.equal(connection.closeReason, undefined);
		proxy.swallow();
		let silentMs = 0;
		for (; connection.closeReason === undefined; silentMs += limits.socketPingMs)
			clock.advance(limits.socketPingMs);
		assert.ok(silentMs <= limits.socketPongMs + limits.socketPingMs, `${silentMs} ms`);
		const error = await closed;
		assert.equal(error.reason, 'disconnected');
		assert.match(error.message, /has not answered for 30 s/u);
	});

	it('is not one whose machine slept: it is asked first', async () => {
		const clock = new FakeClock();
		const { connection, socket } = await connect(await serve(() => undefined), clock);
		const answered = once(socket, 'pong');
		clock.advance(100 * limits.socketPongMs);
		await answered;
		clock.advance(limits.socketPingMs);
		assert.equal(connection.closeReason, undefined);
	});

	it('is not one on which a large message comes slowly', async () => {
		const clock = new FakeClock();
		const text = JSON.stringify({ jsonrpc: '2.0', method: 'u', params: { text: 'x'.repeat(60_000) } });
		const bytes: Buffer[] = [];
		let server: net.Socket | undefined;
		const url = await serve((socket) => {
			// The frame, as bytes that this test sends one by one.
			const raw = (socket as unknown as { _socket: net.Socket })._socket;
			server = raw;
			const header = Buffer.from([0x81, 126, text.length >> 8, text.length & 255]);
			bytes.push(header, Buffer.from(text));
			socket.pause();
		});
		const opened = await openWebSocket({
			...{ url, headers: {}, proxy: noProxySettings },
			signal: new AbortController().signal,
		});
		const taken: string[] = [];
		const transport = new WebSocketTransport({ ...opened, url, clock });
		stops.push(() => transport.dispose());
		const causes: AgentError[] = [];
		transport.start({ take: (message) => taken.push(message) > 0, closed: (cause) => causes.push(cause) });
		const all = Buffer.concat(bytes);
		const part = Math.ceil(all.length / 10);
		for (let at = 0; at < all.length; at += part) {
			const before = opened.bytesHeard();
			server?.write(all.subarray(at, at + part));
			await until(() => opened.bytesHeard() > before);
			clock.advance(limits.socketPingMs);
			assert.deepEqual(causes, []);
		}
		await until(() => taken.length === 1);
		assert.equal(taken[0]?.length, text.length);
	});
});

describe('a line on which a large message goes out slowly', () => {
	/** Passes on what the client says only when asked to, and a little at a time. */
	async function slowProxy(target: string) {
		const { port, pathname } = new URL(target);
		const clients: net.Socket[] = [];
		const upstreams: net.Socket[] = [];
		const server = net.createServer((client) => {
			const upstream = net.connect(Number(port), '127.0.0.1');
			stops.push(() => [client, upstream].map((socket) => socket.destroy()));
			for (const socket of [client, upstream]) socket.on('error', () => undefined);
			// Until the upgrade is through.
			client.once('data', (bytes) => {
				client.pause();
				upstream.write(bytes);
			});
			upstream.on('data', (bytes) => client.write(bytes));
			clients.push(client);
			upstreams.push(upstream);
		});
		const pass = (): void => {
			const bytes: unknown = clients[0]?.read();
			if (Buffer.isBuffer(bytes)) upstreams[0]?.write(bytes);
		};
		return { url: `ws://127.0.0.1:${await portOf(server)}${pathname}`, pass };
	}

	it('is alive as long as it goes out, and lost when it stops [hazard A12]', async () => {
		const clock = new FakeClock();
		const { url, pass } = await slowProxy(await serve(() => undefined));
		const opened = await openWebSocket({
			...{ url, headers: {}, proxy: noProxySettings },
			signal: new AbortController().signal,
		});
		const transport = new WebSocketTransport({ ...opened, url, clock });
		stops.push(() => transport.dispose());
		const causes: AgentError[] = [];
		transport.start({ take: () => true, closed: (cause) => causes.push(cause) });
		transport.send(JSON.stringify('x'.repeat(limits.lineBytes - 2))).catch(() => undefined);
		for (let ping = 0; ping < 4 * (limits.socketPongMs / limits.socketPingMs); ping++) {
			const before = opened.bytesSent();
			await until(() => (pass(), opened.bytesSent() > before));
			clock.advance(limits.socketPingMs);
			assert.deepEqual(causes, []);
		}
		assert.ok(opened.socket.bufferedAmount > 0, 'all of it is out');
		let silentMs = 0;
		for (; causes.length === 0 && silentMs < 10 * limits.socketPongMs; silentMs += limits.socketPingMs)
			clock.advance(limits.socketPingMs);
		assert.ok(silentMs <= limits.socketPongMs + 2 * limits.socketPingMs, `${silentMs} ms`);
		assert.equal(causes[0]?.reason, 'disconnected');
	});
});

describe('a line that is closed', () => {
	it('says why, also to who sends while it closes', async () => {
		const url = await serve((socket) => socket.once('message', () => socket.close(1011, 'Out of memory')));
		const { connection, socket, closed } = await connect(url);
		connection.notify('go', {});
		await until(() => socket.readyState !== WebSocket.OPEN);
		await assert.rejects(connection.request('any', {}), /closed the connection \(1011, Out of memory\)/u);
		assert.match((await closed).message, /Out of memory/u);
	});

	it('before anything is taken tells the first cause, and asks for nothing any more', async () => {
		const { promise, resolve } = Promise.withResolvers<number>();
		const url = await serve((socket) => socket.on('close', resolve));
		const opened = await openWebSocket({
			...{ url, headers: {}, proxy: noProxySettings },
			signal: new AbortController().signal,
		});
		const timers: number[] = [];
		const clock = {
			...systemClock,
			setTimer: (ms: number) => (timers.push(ms), { dispose: () => undefined }),
		};
		const transport = new WebSocketTransport({ ...opened, url, clock });
		transport.close(new AgentError('exited', 'first'));
		transport.close(new AgentError('exited', 'second'));
		const causes: string[] = [];
		transport.start({ take: () => true, closed: ({ message }) => causes.push(message) });
		assert.deepEqual(causes, ['first']);
		await assert.rejects(transport.send('{}'), /first/u);
		assert.equal(await promise, 1000);
		assert.deepEqual(timers, []);
	});
});
