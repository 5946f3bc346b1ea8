/** Messages over a WebSocket: the scriptable agent behind one, and servers that misbehave. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { systemClock } from '../../../../src/host/common/systemClock.ts';
import { redactedUrl } from '../../../../src/node/transport/address.ts';
import { openWebSocket } from '../../../../src/node/transport/openWebSocket.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { notConnected } from '../../../../src/node/transport/socketProblem.ts';
import { until } from '../until.ts';
import { agent, answering, connect, portOf, refusal, serve } from './socketRig.ts';

const update = (n: number): string => JSON.stringify({ jsonrpc: '2.0', method: 'u', params: { n } });

describe('an agent behind a WebSocket', () => {
	it('gets the headers, answers, and says all of a flood in order, before the answer [hazard A7]', async () => {
		const served = await agent({ on: { 'session/prompt': [{ flood: { count: 20_000 } }] } });
		const { connection, updates } = await connect(served.url, systemClock, {
			headers: { Authorization: 'Bearer abc' },
		});
		await connection.request('initialize', { protocolVersion: 1 });
		await connection.request('session/new', { cwd: '/', mcpServers: [] });
		await connection.request('session/prompt', { sessionId: 's1', prompt: [] });
		assert.equal(served.headers[0]?.['authorization'], 'Bearer abc');
		assert.equal(updates.length, 20_000);
		assert.ok(connection.peakUndispatched <= limits.inboundHighWater);
	});

	it('that ends closes the line with its words', async () => {
		const served = await agent({ on: { _die: [{ die: { code: 3 } }] } });
		const { connection, closed } = await connect(served.url);
		await assert.rejects(connection.request('_die', {}), /closed the connection \(1011, The agent ended\)/u);
		assert.equal((await closed).reason, 'disconnected');
	});

	it('whose line is cut fails what is pending, after all that came before [hazard B8]', async () => {
		const url = await serve((socket) => {
			for (let n = 0; n < 5_000; n++) socket.send(update(n));
			socket.on('message', () => socket.terminate());
		});
		const { connection, updates } = await connect(url);
		await until(() => updates.length === 5_000, 10_000, 'not all came');
		await assert.rejects(connection.request('any', {}), /was cut|broke/u);
	});

	it('gets what was sent before the end', async () => {
		const heard: string[] = [];
		const { promise, resolve } = Promise.withResolvers<number>();
		const url = await serve((socket) => {
			socket.on('message', (data) => heard.push((data as Buffer).toString()));
			socket.on('close', resolve);
		});
		const { connection } = await connect(url);
		connection.notify('last', { words: 'x'.repeat(1_000_000) });
		connection.dispose();
		assert.equal(await promise, 1000);
		assert.match(heard.join(), /"last"/u);
	});
});

describe('frames', () => {
	it('of 32 MiB are read, and larger ones end the connection [hazard A3]', async () => {
		const start = '{"jsonrpc":"2.0","method":"u","params":{"text":"';
		const frame = (bytes: number): string => `${start}${'x'.repeat(bytes - start.length - 3)}"}}`;
		const url = await serve((socket) => {
			socket.send(frame(limits.lineBytes));
			socket.once('message', () => socket.send(frame(limits.lineBytes + 1)));
		});
		const { connection, closed, updates } = await connect(url);
		await until(() => updates.length === 1, 30_000, 'it was not read');
		connection.notify('more', {});
		assert.equal((await closed).reason, 'tooLarge');
	});

	it('are never packed, since few bytes could become very many [hazard A3]', async () => {
		const asked: string[] = [];
		const packs = { perMessageDeflate: true };
		const url = await serve((socket) => {
			asked.push(socket.extensions);
			socket.send(update(1));
		}, packs);
		const { updates } = await connect(url);
		await until(() => updates.length === 1, 10_000, 'nothing came');
		assert.deepEqual(asked, ['']);
	});

	it('that are binary are refused with a sentence, and their sender hears why', async () => {
		const { promise, resolve } = Promise.withResolvers<number>();
		const url = await serve((socket) => {
			socket.send(Buffer.from(update(1)));
			socket.on('close', resolve);
		});
		const { closed, updates } = await connect(url);
		const error = await closed;
		assert.equal(error.reason, 'protocol');
		assert.match(error.message, /sent a binary frame/u);
		assert.equal(await promise, 1003);
		assert.deepEqual(updates, []);
	});

	it('that hold no message are noise, and harm no other [hazard A5]', async () => {
		const url = await serve((socket) => {
			for (const text of ['', 'hello', '{', '[]', update(7)]) socket.send(text);
		});
		const { connection, updates } = await connect(url);
		const noises: string[] = [];
		connection.onNoise(({ line }) => noises.push(line));
		await until(() => updates.length === 1, 10_000, 'the message is lost');
		assert.deepEqual(noises, ['hello', '{', '[]']);
	});

	it('that nobody reads fail at the bound [hazard A8]', async () => {
		const url = await serve((socket) => socket.pause());
		const { connection, closed } = await connect(url);
		for (let n = 0; n < 12; n++) connection.notify('n', { text: 'x'.repeat(8 * 1024 * 1024) });
		assert.equal((await closed).reason, 'notReading');
	});
});

describe('an address that cannot be reached is told of with what to do', () => {
	for (const [status, words] of [
		[401, /does not let us in \(401\)\. Check what "headers"/u],
		[403, /does not let us in \(403\)/u],
		[404, /no agent at ws:\/\/127\.0\.0\.1:\d+\/acp \(404\)\. Check the path/u],
		[200, /answers without a WebSocket \(200\)/u],
		[503, /problem of its own \(503\)/u],
	] as const) {
		it(`status ${status}`, async () => {
			const url = `ws://127.0.0.1:${await answering(status)}/acp?key=hidden`;
			assert.match(await refusal(url, status === 503 ? 'unreachable' : 'rejected'), words);
		});
	}

	it('a redirect, which is not followed', async () => {
		let isFollowed = false;
		const target = await serve(() => (isFollowed = true));
		const port = await answering(302, { Location: `${target}?token=hidden` });
		const message = await refusal(`ws://127.0.0.1:${port}/acp`);
		assert.ok(message.includes(`sends us on to ${target} (302)`), message);
		assert.equal(isFollowed, false);
	});

	it('a port where nobody listens', async () => {
		const server = net.createServer();
		const port = await portOf(server);
		server.close();
		await once(server, 'close');
		assert.match(
			await refusal(`ws://127.0.0.1:${port}/acp`, 'unreachable'),
			/^Nothing listens at .* Start the agent there/u,
		);
	});

	it('TLS where there is none', async () => {
		const port = await answering(200);
		assert.match(await refusal(`wss://127.0.0.1:${port}/acp`), /does not speak TLS as it should/u);
	});

	it('a server that hangs up', async () => {
		const port = await portOf(net.createServer((socket) => socket.destroy()));
		assert.match(await refusal(`ws://127.0.0.1:${port}/acp`, 'unreachable'), /hung up before/u);
	});

	it('names that are not found, certificates and lost networks, each with its sentence', () => {
		const failing = (code: string): string =>
			notConnected('wss://u:p@agents.example/acp?key=hidden', Object.assign(new Error('no'), { code }))
				.message;
		assert.match(failing('ENOTFOUND'), /^The name in wss:\/\/agents\.example\/acp was not found/u);
		assert.match(failing('CERT_HAS_EXPIRED'), /certificate of .* has expired \(CERT_HAS_EXPIRED\)/u);
		assert.match(failing('DEPTH_ZERO_SELF_SIGNED_CERT'), /vouches for itself/u);
		assert.match(failing('ERR_TLS_CERT_ALTNAME_INVALID'), /is for another name/u);
		assert.match(failing('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /is not trusted/u);
		assert.match(failing('EHOSTUNREACH'), /no way to/u);
		assert.match(failing('ETIMEDOUT'), /did not answer within 15 s/u);
		assert.match(failing('EWHATEVER'), /no connection to .*: no\./u);
	});

	it('is shown without what may be secret in it', () => {
		assert.equal(redactedUrl('wss://u:p@agents.example:1/acp?key=k#f'), 'wss://agents.example:1/acp');
		assert.equal(redactedUrl('no address'), 'no address');
		assert.equal(redactedUrl('wss://u:p?q@a b/acp?key=k#f'), 'wss://a b/acp');
	});

	it('an address that is none, and a header that no request can have, without what is secret in them', async () => {
		const { signal } = new AbortController();
		const opening = (url: string, headers: Record<string, string>) =>
			openWebSocket({ url, headers, proxy: noProxySettings, signal });
		await assert.rejects(opening('wss:// ?key=hidden', {}), (error) => {
			assert.ok(AgentError.is(error, 'rejected'), String(error));
			return !error.message.includes('hidden');
		});
		const url = await serve(() => undefined);
		await assert.rejects(opening(url, { Authorization: 'Bearer\nhidden' }), (error) => {
			assert.ok(AgentError.is(error, 'rejected'), String(error));
			return error.message.includes('"Authorization"') && !error.message.includes('hidden');
		});
	});

	it('and gives up at once when it is no longer wanted', async () => {
		const port = await portOf(net.createServer(() => undefined));
		const abort = new AbortController();
		const url = `ws://127.0.0.1:${port}/`;
		const opening = openWebSocket({ url, headers: {}, proxy: noProxySettings, signal: abort.signal });
		abort.abort();
		await assert.rejects(opening, (error) => AgentError.is(error, 'cancelled'));
	});
});
