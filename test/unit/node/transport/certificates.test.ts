/** TLS to an agent: only a certificate that is good for the address is, with and without a proxy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { startConnectProxy } from '../../../agents/connectProxy.ts';
import { connect, refusal, stops } from './socketRig.ts';

const file = (name: string): string =>
	readFileSync(new URL(`../../../agents/certificates/${name}`, import.meta.url), 'utf8');
const authorities = [file('ca.pem')];

/** The port of a server with that certificate, and the headers that it ever got. */
async function serveWith(certificate: string): Promise<{ readonly port: number; readonly heard: string[] }> {
	const server = https.createServer({ key: file('server.key'), cert: file(`${certificate}.pem`) });
	const sockets = new WebSocketServer({ server });
	const heard: string[] = [];
	sockets.on('connection', (_socket, { headers }) => heard.push(String(headers.authorization)));
	server.on('tlsClientError', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	stops.push(() => {
		for (const socket of sockets.clients) socket.terminate();
		server.close();
		server.closeAllConnections();
	});
	return { port: (server.address() as AddressInfo).port, heard };
}

describe('the certificate of an address', () => {
	it('that an authority of ours vouches for is good', async () => {
		const { port, heard } = await serveWith('good');
		const headers = { Authorization: 'Bearer abc' };
		for (const host of ['localhost', '127.0.0.1'])
			await connect(`wss://${host}:${port}/acp`, systemClock, { authorities, headers });
		assert.deepEqual(heard, ['Bearer abc', 'Bearer abc']);
	});

	for (const [certificate, words] of [
		['expired', /certificate of .* has expired \(CERT_HAS_EXPIRED\)\. Have its owner renew it/u],
		['other', /is for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Use the name/u],
		['self', /vouches for itself \(DEPTH_ZERO_SELF_SIGNED_CERT\)/u],
	] as const) {
		it(`that is bad (${certificate}) is refused before a header leaves, also where proxies are not checked [hazard F12]`, async () => {
			const { port, heard } = await serveWith(certificate);
			const proxy = { ...noProxySettings, isStrict: false };
			const headers = { Authorization: 'Bearer abc' };
			assert.match(
				await refusal(`wss://localhost:${port}/acp`, 'rejected', { authorities, headers, proxy }),
				words,
			);
			assert.deepEqual(heard, []);
		});
	}

	it('of an unknown authority is refused, by the authorities of Node and of the system', async () => {
		const { port } = await serveWith('good');
		assert.match(
			await refusal(`wss://localhost:${port}/acp`),
			/is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/u,
		);
	});

	it('is checked behind a proxy, too, which sees nothing of what is said', async () => {
		const { port, heard } = await serveWith('good');
		const proxy = await startConnectProxy({ port });
		stops.push(() => proxy.stop());
		const more = { authorities, proxy: { ...noProxySettings, proxy: proxy.url } };
		assert.match(await refusal('wss://agents.example/acp', 'rejected', more), /is for another name/u);
		assert.deepEqual(proxy.asked, ['agents.example:443']);
		assert.deepEqual(heard, []);
	});

	it('of a proxy counts only where http.proxyStrictSSL is on; that of the agent behind it always', async () => {
		const { port } = await serveWith('good');
		const tls = { key: file('server.key'), cert: file('self.pem') };
		const proxy = await startConnectProxy({ port, tls });
		stops.push(() => proxy.stop());
		const by = (isStrict: boolean) => ({
			authorities,
			proxy: { ...noProxySettings, proxy: proxy.url, isStrict },
		});
		const strict = await refusal('wss://agents.example/acp', 'unreachable', by(true));
		assert.match(strict, /The proxy .* cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/u);
		assert.match(await refusal('wss://agents.example/acp', 'rejected', by(false)), /is for another name/u);
		assert.deepEqual(proxy.asked, ['agents.example:443']);
	});
});
