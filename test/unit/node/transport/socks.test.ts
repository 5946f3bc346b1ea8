/** Proxies that speak SOCKS on the way to an agent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { noProxySettings, type ProxySettings } from '../../../../src/node/transport/proxy.ts';
import { startSocksProxy } from '../../../agents/socksProxy.ts';
import { connect, portOf, refusal, serve, stops } from './socketRig.ts';

const by = (proxy: string): { readonly proxy: ProxySettings } => ({ proxy: { ...noProxySettings, proxy } });

async function proxyTo(options: Partial<Parameters<typeof startSocksProxy>[0]> = {}) {
	const port = options.port ?? Number(new URL(await serve((socket) => socket.send('{"method":"u"}'))).port);
	const proxy = await startSocksProxy({ ...options, port });
	stops.push(() => proxy.stop());
	return proxy;
}

describe('a proxy that speaks SOCKS', () => {
	it('is asked for the name, which nobody looks up here, and then passes on what is said [hazard F12]', async () => {
		for (const isSlow of [false, true]) {
			const proxy = await proxyTo({ isSlow });
			for (const scheme of ['socks5', 'socks5h', 'socks'])
				await connect('ws://agents.invalid/acp', systemClock, by(proxy.url.replace('socks5', scheme)));
			assert.deepEqual(
				proxy.asked,
				Array.from({ length: 3 }, () => 'agents.invalid:80'),
			);
			assert.deepEqual(proxy.logins, []);
		}
	});

	it('is told numbers as numbers', async () => {
		const proxy = await proxyTo();
		for (const host of ['192.0.2.7:81', '[2001:db8::7]'])
			await connect(`ws://${host}/acp`, systemClock, by(proxy.url));
		assert.deepEqual(proxy.asked, ['192.0.2.7:81', '[20010db8000000000000000000000007]:80']);
	});

	it('carries TLS whose certificate is that of the agent [hazard F12]', async () => {
		const folder = path.join(import.meta.dirname, '../../../agents/certificates');
		const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
		const server = https.createServer({ key: read('server.key'), cert: read('good.pem') });
		const sockets = new WebSocketServer({ server });
		const proxy = await proxyTo({ port: await portOf(server) });
		stops.push(() => sockets.close());
		const words = await refusal('wss://agents.invalid/acp', 'rejected', by(proxy.url));
		assert.match(words, /^The certificate of wss:\/\/agents\.invalid\/acp/u);
	});

	it('is told who we are by its address, and nothing that is for the agent', async () => {
		const proxy = await proxyTo({ login: 'me:p@ss' });
		const named = proxy.url.replace('//', '//me:p%40ss@');
		await connect('ws://agents.invalid/acp', systemClock, {
			...by(named),
			headers: { Authorization: 'Bearer x' },
		});
		assert.deepEqual(proxy.logins, ['me:p@ss']);
		for (const wrong of [proxy.url, proxy.url.replace('//', '//me:hidden@')]) {
			const words = await refusal('ws://agents.invalid/acp', 'rejected', by(wrong));
			assert.match(words, /^The proxy socks5:.* wants a login\. Put .* into http\.proxy/u);
			assert.doesNotMatch(words, /hidden/u);
		}
	});

	it('that says no, breaks off, speaks something else or is not there is told of with what to do', async () => {
		const url = 'ws://agents.invalid/acp';
		for (const [reply, reason] of [
			[2, 'rejected'],
			[4, 'unreachable'],
			[5, 'unreachable'],
		] as const) {
			const proxy = await proxyTo({ reply });
			const words = await refusal(url, reason, by(proxy.url));
			assert.match(
				words,
				new RegExp(`does not connect to agents\\.invalid:80 \\(${reply}\\)\\. Ask who runs it`, 'u'),
			);
		}
		for (const answer of ['', '\x05', 'HTTP/1.1 400 Bad Request\r\n\r\n', '\x05\x00\x05\x00\x00\x09']) {
			const server = net.createServer((socket) => {
				socket.on('error', () => undefined);
				socket.once('data', () => socket.end(answer));
			});
			const at = `socks5://127.0.0.1:${await portOf(server)}`;
			assert.match(
				await refusal(url, 'unreachable', by(at)),
				/^The proxy socks5:.* cannot be reached \(.+\)/u,
			);
		}
		const gone = await proxyTo();
		gone.stop();
		assert.match(await refusal(url, 'unreachable', by(gone.url)), /cannot be reached \(ECONNREFUSED\)/u);
	});

	it('is left at once when the agent is no longer wanted', async () => {
		const server = net.createServer((socket) => void socket.on('error', () => undefined));
		const heard = new Promise<net.Socket>((resolve) => server.once('connection', resolve));
		const at = `socks5://127.0.0.1:${await portOf(server)}`;
		const controller = new AbortController();
		const opening = refusal('ws://agents.invalid/acp', 'cancelled', { ...by(at), signal: controller.signal });
		const socket = await heard;
		const closed = new Promise((resolve) => socket.on('close', resolve));
		socket.resume();
		controller.abort();
		await opening;
		await closed;
	});
});
