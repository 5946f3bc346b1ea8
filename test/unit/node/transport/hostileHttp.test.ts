/** A server of streamable HTTP that means harm: what it may do ends at the line. */
import assert from 'node:assert/strict';
import type http from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as limits from '../../../../src/core/base/limits.ts';
import { until } from '../until.ts';
import { connect, initialize, serve } from './httpRig.ts';

/** Its stream of the connection, once it is open. */
async function withStream() {
	const opened = Promise.withResolvers<http.ServerResponse>();
	const { url, seen } = await serve(({ method, headers }, response) => {
		if (method !== 'GET' || headers['acp-session-id'] !== undefined) return undefined;
		response.writeHead(200).flushHeaders();
		opened.resolve(response);
		return true;
	});
	return { url, seen, stream: opened.promise };
}

describe('a server of streamable HTTP that means harm', () => {
	it('and sends one event without end, in lines that are short, is left [hazard A3]', async () => {
		const { url, stream } = await withStream();
		const { connection, closed } = connect(url);
		await initialize(connection);
		const response = await stream;
		const line = Buffer.from(`data: ${'x'.repeat(1_000_000)}\n`);
		for (let sent = 0; sent < limits.lineBytes + 2 * line.length; sent += line.length) response.write(line);
		assert.equal((await closed).reason, 'tooLarge');
	});

	it('and compresses what nobody asked it to compress is not unpacked [hazard A3]', async () => {
		const { url, stream, seen } = await withStream();
		const { connection, updates } = connect(url);
		await initialize(connection);
		const message = (name: string): string =>
			`data: ${JSON.stringify({ jsonrpc: '2.0', method: 'u', params: { name } })}\n\n`;
		const response = await stream;
		response.write(gzipSync(message('packed')));
		response.write(`\n\n${message('plain')}`);
		await until(() => updates.length > 0);
		assert.deepEqual(updates, [{ name: 'plain' }]);
		assert.ok(seen.every(({ headers }) => headers['accept-encoding'] === undefined));
	});

	for (const sessionId of ['a\r\nX-Evil: 1', 'sitzung-\u2713'])
		it(`and names its session ${JSON.stringify(sessionId)} puts no header of its own into a request`, async () => {
			const { url, stream, seen } = await withStream();
			const { connection } = connect(url);
			await initialize(connection);
			const response = await stream;
			const opening = connection.request('session/new', {});
			await until(() => seen.length === 3);
			response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { sessionId } })}\n\n`);
			await opening.catch(() => undefined);
			const failure = await connection.request('session/prompt', { sessionId }).then(
				() => '',
				(error: unknown) => String(error),
			);
			assert.match(failure, /gave a session an id that HTTP cannot carry\. Tell who runs it/u);
			assert.ok(seen.every(({ headers }) => headers['x-evil'] === undefined));
		});

	it('and answers a message with a flood that has no end is not listened to', async () => {
		let isLeft = false;
		const { url } = await serve(({ method, headers }, response) => {
			if (method !== 'POST' || headers['acp-connection-id'] === undefined) return undefined;
			response.on('close', () => (isLeft = true));
			response.writeHead(202);
			const chunk = Buffer.alloc(64 * 1024);
			const flood = (): void => {
				while (!response.destroyed && response.write(chunk));
			};
			response.on('drain', flood);
			flood();
			return true;
		});
		const { connection } = connect(url);
		await initialize(connection);
		connection.notify('any', {});
		await until(() => isLeft, 5000, 'its flood is still read');
		assert.equal(connection.closeReason, undefined);
	});

	for (const method of ['POST', 'GET', 'DELETE'])
		it(`and sends a ${method} of an open line on to another host gives that nothing [hazard F12]`, async () => {
			const target = await serve();
			const { url } = await serve(
				(one, response) =>
					one.method === method &&
					one.headers['acp-connection-id'] !== undefined &&
					Boolean(response.writeHead(308, { Location: target.url }).end()),
			);
			const { connection, transport } = connect(url, { Authorization: 'Bearer abc' });
			await initialize(connection).catch(() => undefined);
			connection.notify('any', {});
			connection.dispose();
			await transport.ended;
			assert.deepEqual(target.seen, []);
		});
});
