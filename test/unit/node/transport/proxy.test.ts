/** Proxies on the way to an agent: which one counts, and what a real one does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { isLoopback } from '../../../../src/node/transport/address.ts';
import {
	noProxySettings,
	proxyFor,
	type ProxySettings,
	wayTo,
} from '../../../../src/node/transport/proxy.ts';
import { startConnectProxy } from '../../../agents/connectProxy.ts';
import { answering, connect, refusal, serve, stops } from './socketRig.ts';

const settings = (own: Partial<ProxySettings>): ProxySettings => ({ ...noProxySettings, ...own });

/** The address of the proxy to that address, or `direct`. */
function way(url: string, own: Partial<ProxySettings>, environment: Record<string, string> = {}): string {
	return proxyFor(new URL(url), settings(own), environment)?.url.href ?? 'direct';
}

describe('the proxy to an address', () => {
	const one = { proxy: 'http://proxy.example:3128' };

	it('is that of the settings, else that of the environment, else none', () => {
		const environment = { HTTPS_PROXY: 'http://other.example:8080' };
		assert.equal(way('wss://agents.example/acp', one, environment), 'http://proxy.example:3128/');
		assert.equal(way('wss://agents.example/acp', {}, environment), 'http://other.example:8080/');
		assert.equal(
			way('wss://agents.example/acp', {}, { http_proxy: 'bare.example:1' }),
			'http://bare.example:1/',
		);
		assert.equal(way('wss://agents.example/acp', {}), 'direct');
		const all = { all_proxy: 'socks5://all.example:1', HTTP_PROXY: 'http://other.example:8080' };
		assert.equal(way('wss://agents.example/acp', {}, all), 'http://other.example:8080/');
		assert.equal(way('wss://agents.example/acp', {}, { all_proxy: all.all_proxy }), all.all_proxy);
		assert.equal(way('wss://agents.example/acp', {}, { ALL_PROXY: all.all_proxy }), all.all_proxy);
		assert.equal(way('wss://agents.example/acp', { ...one, support: 'off' }, environment), 'direct');
	});

	it('is none to this machine, whatever is configured', () => {
		for (const host of [
			'localhost',
			'LOCALHOST.',
			'a.localhost',
			'127.0.0.1',
			'127.9.9.9',
			'[::1]',
			'[::ffff:127.0.0.1]',
		])
			assert.equal(way(`ws://${host}:1/acp`, one), 'direct', host);
		for (const host of ['localhost.example', '128.0.0.1', '[::2]', '0.0.0.0'])
			assert.equal(isLoopback(new URL(`ws://${host}/`).hostname), false, host);
	});

	it('is none where an exception says so, of the settings before the environment', () => {
		const url = 'wss://a.agents.example:8443/acp';
		for (const exception of [
			'*',
			'agents.example',
			'.agents.example',
			'*.agents.example',
			'A.Agents.example:8443',
		])
			assert.equal(way(url, { ...one, noProxy: [exception] }), 'direct', exception);
		for (const exception of [
			'',
			'gents.example',
			'agents.example:443',
			'b.agents.example',
			'agents.example.org',
		])
			assert.notEqual(way(url, { ...one, noProxy: [exception] }), 'direct', exception);
		assert.equal(way(url, one, { NO_PROXY: 'x, agents.example' }), 'direct');
		assert.notEqual(way(url, { ...one, noProxy: ['x'] }, { NO_PROXY: 'agents.example' }), 'direct');
		assert.equal(way('wss://[2001:db8::1]/', { ...one, noProxy: ['[2001:db8::1]:443'] }), 'direct');
	});

	it('is told a password with a bare percent sign as it is', () => {
		const proxy = proxyFor(
			new URL('wss://agents.example/'),
			settings({ proxy: 'http://u:50%@proxy.example:1' }),
			{},
		);
		assert.equal(proxy?.authorization, `Basic ${Buffer.from('u:50%').toString('base64')}`);
	});

	it('is named in the log without its password, and so is that there is none', () => {
		const proxy = 'socks5://u:hidden@proxy.example:1';
		assert.equal(
			wayTo('wss://agents.example/', settings({ proxy }), {}),
			'by the proxy socks5://proxy.example:1',
		);
		assert.equal(wayTo('ws://localhost/', settings({ proxy }), {}), 'without a proxy');
	});

	it('that we cannot speak with is named, without its password', () => {
		assert.throws(
			() => way('wss://agents.example/', { proxy: 'socks4://u:hidden@proxy.example:1' }),
			(error) =>
				AgentError.is(error, 'rejected') &&
				/proxy socks4:\/\/proxy\.example:1.* only those of "http:"/u.test(error.message) &&
				!error.message.includes('hidden'),
		);
	});

	it('is none that a script would find: the script is named, and what to do, and nothing is connected to', () => {
		for (const [script, shown] of [
			['http://wpad.example/proxy.pac?key=hidden', 'http://wpad.example/proxy.pac'],
			['https://wpad.example/wpad.dat', 'https://wpad.example/wpad.dat'],
			['pac+https://wpad.example/any', 'pac+https://wpad.example/any'],
			['file:///etc/proxy.pac', 'file:///etc/proxy.pac'],
		] as const)
			for (const [own, environment] of [
				[{ proxy: script }, {}],
				[{}, { https_proxy: script }],
			] as const)
				assert.throws(
					() => way('wss://agents.example/', own, environment),
					(error) =>
						AgentError.is(error, 'rejected') &&
						error.message.startsWith(
							`ACP Host runs no script that finds a proxy (${shown}). Name the proxy`,
						) &&
						error.message.includes('http.noProxy'),
				);
	});
});

describe('a proxy on the way', () => {
	/** The port of an agent, which the proxies of this test lead to under any name. */
	const portTo = async (onSocket: Parameters<typeof serve>[0]): Promise<number> =>
		Number(new URL(await serve(onSocket)).port);

	async function proxyTo(port: number, own: Partial<Parameters<typeof startConnectProxy>[0]> = {}) {
		const proxy = await startConnectProxy({ port, ...own });
		stops.push(() => proxy.stop());
		return proxy;
	}

	it('is asked to connect, and then passes on what is said [hazard F12]', async () => {
		const proxy = await proxyTo(
			await portTo((socket) => socket.send('{"jsonrpc":"2.0","method":"u","params":{}}')),
		);
		const { connection, updates } = await connect('ws://agents.example:81/acp', systemClock, {
			proxy: settings({ proxy: proxy.url }),
		});
		await new Promise<void>((resolve) => connection.onNotification(() => resolve()));
		assert.deepEqual(proxy.asked, ['agents.example:81']);
		assert.deepEqual(proxy.authorizations, ['']);
		assert.deepEqual(updates, []);
	});

	it('is told who we are, by the setting or by its address, and nothing that is for the agent', async () => {
		const port = await portTo(() => undefined);
		const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
		const proxy = await proxyTo(port, { authorization });
		const headers = { Authorization: 'Bearer for-the-agent' };
		const named = proxy.url.replace('//', '//me:p%40ss@');
		for (const own of [{ proxy: named }, { proxy: proxy.url, authorization }])
			await connect('ws://agents.example/acp', systemClock, { headers, proxy: settings(own) });
		assert.deepEqual(proxy.authorizations, [authorization, authorization]);
	});

	it('that wants a login, says no, fails or is not there is told of with what to do', async () => {
		const port = await portTo(() => undefined);
		const to = (proxy: string) => ({ proxy: settings({ proxy }) });
		const closed = await proxyTo(port, { authorization: 'Basic secret' });
		const url = 'wss://agents.example/acp';
		assert.match(
			await refusal(url, 'rejected', to(closed.url)),
			/wants a login \(407\).*http\.proxyAuthorization/u,
		);
		const strict = await proxyTo(port, { status: 403 });
		assert.match(
			await refusal(url, 'rejected', to(strict.url)),
			/does not connect to agents\.example:443 \(403\)/u,
		);
		const broken = await proxyTo(port, { status: 502 });
		assert.match(await refusal(url, 'unreachable', to(broken.url)), /does not connect to .* \(502\)/u);
		broken.stop();
		assert.match(
			await refusal(url, 'unreachable', to(broken.url)),
			/The proxy .* cannot be reached \(ECONNREFUSED\)/u,
		);
		const page = `http://127.0.0.1:${await answering(200)}`;
		assert.match(await refusal(url, 'unreachable', to(page)), /The proxy .* cannot be reached/u);
	});

	it('is not on the way to this machine', async () => {
		const url = await serve(() => undefined);
		const proxy = await proxyTo(1);
		await connect(url, systemClock, { proxy: settings({ proxy: proxy.url }) });
		assert.deepEqual(proxy.asked, []);
	});
});
