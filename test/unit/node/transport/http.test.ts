/** Streamable HTTP: the SDK's own server, and servers that misbehave. */
import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { CookieJar } from '../../../../src/node/transport/httpClient.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { EventReader } from '../../../../src/node/transport/sse.ts';
import { startConnectProxy } from '../../../agents/connectProxy.ts';
import { fakeAgentCommand } from '../../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript } from '../../../agents/fakeAgentScript.ts';
import { serveBySdk } from '../../../agents/sdkServer.ts';
import { randomIntegers } from '../../../tools/seeded.ts';
import { until } from '../until.ts';
import { connect, initialize, serve } from './httpRig.ts';
import { stops } from './socketRig.ts';
import { sized } from '../../../tools/sized.ts';

async function agent(script: FakeAgentScript) {
	const served = await serveBySdk(fakeAgentCommand(script));
	stops.push(() => served.stop());
	return served;
}

describe('an agent behind streamable HTTP', () => {
	const count = sized(20_000, 5_000);
	it('gets the headers, answers, and says all of a flood in order, before the answer [hazard A7]', async () => {
		const served = await agent({ on: { 'session/prompt': [{ flood: { count } }] } });
		const { connection, updates } = connect(served.httpUrl, { Authorization: 'Bearer abc' });
		await initialize(connection);
		await connection.request('session/new', { cwd: '/', mcpServers: [] });
		await connection.request('session/prompt', { sessionId: 's1', prompt: [] });
		assert.equal(updates.length, count);
		assert.ok(connection.peakUndispatched <= limits.inboundHighWater);
		assert.ok(served.headers.length >= 5);
		assert.ok(served.headers.every(({ authorization }) => authorization === 'Bearer abc'));
	});

	it('that ends ends the line', async () => {
		const served = await agent({ on: { _die: [{ die: { code: 3 } }] } });
		const { connection, closed } = connect(served.httpUrl);
		await initialize(connection);
		await assert.rejects(connection.request('_die', {}), /ended the connection/u);
		assert.equal((await closed).reason, 'disconnected');
	});

	it('hears that its connection is over', async () => {
		const { url, seen } = await serve();
		const { connection, transport } = connect(url);
		await initialize(connection);
		connection.notify('last', {});
		connection.dispose();
		await transport.ended;
		const last = seen.slice(-2).map(({ method, headers }) => [method, headers['acp-connection-id']]);
		assert.deepEqual(last, [
			['POST', 'c1'],
			['DELETE', 'c1'],
		]);
	});

	it('goes through a proxy like any other', async () => {
		const { url } = await serve();
		const proxy = await startConnectProxy({ port: Number(new URL(url).port) });
		stops.push(() => proxy.stop());
		const { connection } = connect('http://agents.example/acp', {}, { ...noProxySettings, proxy: proxy.url });
		await initialize(connection);
		assert.equal(new Set(proxy.asked).size, 1);
		assert.equal(proxy.asked[0], 'agents.example:80');
	});
});

describe('messages over streamable HTTP', () => {
	it('of 32 MiB are read, and larger ones end the line [hazard A3]', async () => {
		const start = '{"jsonrpc":"2.0","method":"u","params":{"text":"';
		const frame = (bytes: number): string => `data: ${start}${'x'.repeat(bytes - start.length - 3)}"}}\n\n`;
		let stream: http.ServerResponse | undefined;
		const { url } = await serve(({ method }, response) => {
			if (method !== 'GET') return undefined;
			stream = response.writeHead(200);
			stream.write(frame(limits.lineBytes));
			return true;
		});
		const { connection, closed, updates } = connect(url);
		await initialize(connection);
		await until(() => updates.length === 1);
		stream?.write(frame(limits.lineBytes + 100));
		assert.equal((await closed).reason, 'tooLarge');
	});

	it('that are refused fail alone, where they are requests', async () => {
		const { url } = await serve(({ method, headers }, response) => {
			if (method !== 'POST' || headers['acp-connection-id'] === undefined) return undefined;
			response.writeHead(413).end('too much');
			return true;
		});
		const { connection } = connect(url);
		await initialize(connection);
		await assert.rejects(connection.request('any', {}), /refused the message \(HTTP 413\)\. Try again/u);
		assert.equal(connection.closeReason, undefined);
		connection.notify('any', {});
		await until(() => connection.closeReason !== undefined);
	});

	it('carry the cookies of the server, and those of the user before them', async () => {
		const { url, seen } = await serve((_seen, response, count) => {
			if (count === 1) response.setHeader('Set-Cookie', ['place=a; Path=/; Secure', 'mine=server']);
			if (count === 2) response.setHeader('Set-Cookie', 'place=; Max-Age=0');
		});
		const { connection } = connect(url, { cookie: 'mine=user' });
		await initialize(connection);
		connection.notify('one', {});
		await until(() => seen.length === 3);
		assert.deepEqual(
			seen.map(({ headers }) => headers.cookie),
			['mine=user', 'mine=user; place=a', 'mine=user'],
		);
	});
});

describe('a server of streamable HTTP', () => {
	for (const [status, reason, words] of [
		[401, 'rejected', /does not let us in \(401\)/u],
		[404, 'rejected', /no agent at .* \(404\)/u],
		[204, 'rejected', /does not answer as an ACP agent does \(204\)/u],
		[503, 'unreachable', /problem of its own \(503\)/u],
	] as const) {
		it(`that answers ${status} is told of with what to do`, async () => {
			const { url } = await serve((_seen, response) => Boolean(response.writeHead(status).end()));
			const { connection, closed } = connect(`${url}?key=hidden`);
			await assert.rejects(initialize(connection), words);
			assert.equal((await closed).reason, reason);
			assert.ok(!(await closed).message.includes('hidden'));
		});
	}

	it('that sends us on is not followed [hazard F12]', async () => {
		const target = await serve();
		const { url } = await serve((_seen, response) =>
			Boolean(response.writeHead(307, { Location: `${target.url}?token=hidden` }).end()),
		);
		const { connection } = connect(url, { Authorization: 'Bearer abc' });
		await assert.rejects(initialize(connection), /sends us on to http:.*\/acp \(307\)/u);
		assert.deepEqual(target.seen, []);
	});

	it('whose word about who we are has expired says so', async () => {
		const { url } = await serve(
			(_seen, response, count) => count > 2 && Boolean(response.writeHead(401).end()),
		);
		const { connection, closed } = connect(url);
		await initialize(connection);
		await assert.rejects(
			connection.request('any', {}),
			/does not let us in any more \(401\).*may have expired/u,
		);
		assert.equal((await closed).reason, 'rejected');
	});

	it('that has forgotten the connection has lost the line', async () => {
		const { url } = await serve(
			(_seen, response, count) => count > 2 && Boolean(response.writeHead(404).end()),
		);
		const { connection, closed } = connect(url);
		await initialize(connection);
		await assert.rejects(connection.request('any', {}), /ended the connection/u);
		assert.equal((await closed).reason, 'disconnected');
	});
});

/** A line with a session that is being closed, whose stream the server keeps open. */
async function withClosing() {
	const streams: http.ServerResponse[] = [];
	const { url, seen } = await serve(({ method }, response) => {
		if (method !== 'GET') return undefined;
		response.writeHead(200).flushHeaders();
		return Boolean(streams.push(response));
	});
	const { connection } = connect(url);
	await initialize(connection);
	for (const method of ['session/resume', 'session/close'])
		connection.request(method, { sessionId: 's1' }).catch(() => undefined);
	await until(() => seen.length === 5);
	const [ofConnection = assert.fail(), stream = assert.fail()] = streams;
	const answer = (fields: object): void =>
		void ofConnection.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...fields })}\n\n`);
	return { connection, seen, stream, answer };
}

describe('a session over streamable HTTP', () => {
	it('that is not open is deleted without a stream of it', async () => {
		const { url, seen } = await serve();
		const { connection } = connect(url);
		await initialize(connection);
		connection.request('session/delete', { sessionId: 'old' }).catch(() => undefined);
		await until(() => seen.length === 3);
		assert.deepEqual(
			seen.map(({ method }) => method),
			['POST', 'GET', 'POST'],
		);
		connection.notify('next', {});
		await until(() => seen.length === 4);
		assert.equal(connection.closeReason, undefined);
	});

	for (const status of [404, 409, 410])
		it(`that the server has no stream of (${status}) fails the request, and no other session`, async () => {
			const { url, seen } = await serve(
				({ method, headers }, response) =>
					method === 'GET' &&
					headers['acp-session-id'] === 'gone' &&
					Boolean(response.writeHead(status).end()),
			);
			const { connection } = connect(url);
			await initialize(connection);
			const words = new RegExp(`not know this session \\(HTTP ${status}\\)\\. Start a new session`, 'u');
			await assert.rejects(connection.request('session/load', { sessionId: 'gone' }), words);
			connection.notify('session/cancel', { sessionId: 'gone' });
			connection.notify('next', {});
			await until(() => seen.length === 5);
			assert.equal(connection.closeReason, undefined);
		});

	it('has a stream where a request of ours opened it, and for no other id that an agent names', async () => {
		let stream: http.ServerResponse | undefined;
		const { url, seen } = await serve(({ method, headers }, response) => {
			if (method !== 'GET' || headers['acp-session-id'] !== undefined) return undefined;
			stream = response.writeHead(200);
			stream.flushHeaders();
			return true;
		});
		const { connection } = connect(url);
		await initialize(connection);
		const say = (id: unknown, sessionId: string): void =>
			void stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { sessionId } })}\n\n`);
		for (let n = 0; n < 20; n++) say(1000 + n, `made-up-${n}`);
		const other = connection.request('_any', {});
		await until(() => seen.length === 3);
		say(1, 'mine');
		say(2, 'mine');
		await other;
		const opening = connection.request('session/new', {});
		await until(() => seen.length === 4);
		say(2, 'mine');
		await opening;
		await until(() => seen.length === 5);
		const streams = seen.flatMap(({ method, headers }) =>
			method === 'GET' ? [headers['acp-session-id']] : [],
		);
		assert.deepEqual(streams, [undefined, 'mine']);
	});

	it('that is closed may lose its stream', async () => {
		const { connection, seen, stream } = await withClosing();
		stream.destroy();
		connection.notify('next', {});
		await until(() => seen.length === 6);
		assert.equal(connection.closeReason, undefined);
	});

	it('that is closed and opened again has a new stream when the server ends the first one in good order', async () => {
		const { connection, seen, stream } = await withClosing();
		connection.request('session/load', { sessionId: 's1' }).catch(() => undefined);
		await until(() => seen.length === 6);
		stream.end();
		await until(() => seen.length === 7);
		assert.equal(seen.at(-1)?.method, 'GET');
		assert.equal(connection.closeReason, undefined);
	});

	for (const method of ['session/load', 'session/resume', 'session/new'])
		it(`that is closed and opened again by ${method} has lost the line when its stream breaks`, async () => {
			const { connection, seen, stream, answer } = await withClosing();
			const opening = connection.request(method, method === 'session/new' ? {} : { sessionId: 's1' });
			await until(() => seen.length === 6);
			answer({ id: 3, result: { sessionId: 's1' } });
			await opening;
			stream.destroy();
			await until(() => connection.closeReason?.reason === 'disconnected');
		});

	for (const status of [502, 503, 504])
		it(`has lost the line where something on the way answers ${status} to a prompt, which the agent may have, or to what takes a session up`, async () => {
			const methods = ['session/prompt', '_session/steering', 'session/load', 'session/resume'];
			for (const method of methods) {
				const { url } = await serve(
					(seen, response, count) =>
						count > 2 && seen.method === 'POST' && Boolean(response.writeHead(status).end()),
				);
				const { connection, closed } = connect(url);
				await initialize(connection);
				await assert.rejects(connection.request(method, { sessionId: 's1' }));
				assert.equal((await closed).reason, 'disconnected');
			}
		});
});

describe('events of a stream', () => {
	it('are the same however their bytes are cut, with any end of line, and comments are none [hazard A1]', () => {
		const text =
			': hello\n\ndata: {"a":"ü"}\r\n\r\nevent: x\ndata:{"b":1}\ndata: 2\n\n\n\uFEFFdata: last\n\ndata: no end';
		const bytes = Buffer.from(text);
		const random = randomIntegers(7);
		for (let run = 0; run < 100; run++) {
			const reader = new EventReader();
			const events: string[] = [];
			for (let at = 0; at < bytes.length;) {
				const to = at + 1 + random(run);
				reader.push(bytes.subarray(at, to));
				for (let event = reader.next(); event !== undefined; event = reader.next()) events.push(event);
				at = to;
			}
			assert.deepEqual(events, ['{"a":"ü"}', '{"b":1}\n2', 'last']);
		}
	});
});

describe('cookies', () => {
	it('are bounded, and what is no cookie is none', () => {
		const jar = new CookieJar();
		jar.take([
			'',
			'=x',
			'no cookie',
			`long=${'x'.repeat(limits.cookieChars)}`,
			'a=1;expires=Thu, 01 Jan 1970 00:00:00 GMT',
		]);
		assert.equal(jar.header(), '');
		jar.take(Array.from({ length: limits.cookieCount + 5 }, (_, n) => `c${n}=${n}`));
		assert.equal(jar.header().split('; ').length, limits.cookieCount);
	});
});
