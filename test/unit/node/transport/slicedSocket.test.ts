/** The socket below a WebSocket: all of it arrives in both directions, however it ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { SlicedSocket } from '../../../../src/node/transport/slicedSocket.ts';
import { until } from '../support.ts';

const stops: (() => void)[] = [];

after(() => stops.forEach((stop) => stop()));

async function pair(): Promise<{ sliced: SlicedSocket; inner: net.Socket; far: net.Socket }> {
	const server = net.createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	assert.ok(typeof address === 'object' && address !== null);
	const inner = net.connect(address.port, '127.0.0.1');
	const [far] = (await once(server, 'connection')) as [net.Socket];
	far.on('error', () => undefined);
	const sliced = new SlicedSocket(inner);
	sliced.on('error', () => undefined);
	stops.push(() => [far.destroy(), sliced.destroy(), server.close()]);
	return { sliced, inner, far };
}

const bytes = Buffer.from(Array.from({ length: 1_000_003 }, (_, at) => at % 251));

describe('a socket that writes in slices', () => {
	it('has all that came before the end, also when it is read after it', async () => {
		const { sliced, far } = await pair();
		far.end(bytes.subarray(0, 20_000));
		await until(() => sliced.readableLength === 20_000);
		for (let round = 0; round < 20; round++) await nextRound();
		assert.deepEqual(await buffer(sliced), bytes.subarray(0, 20_000));
	});

	it('reads no more than is taken', async () => {
		const { sliced, inner, far } = await pair();
		far.end(bytes);
		await until(() => inner.isPaused());
		assert.ok(sliced.readableLength < bytes.length / 2);
		assert.deepEqual(await buffer(sliced), bytes);
	});

	it('sends all in order before its end, and knows how much the system took', async () => {
		const { sliced, far } = await pair();
		sliced.write('a');
		sliced.end(bytes);
		assert.deepEqual(await buffer(far), Buffer.concat([Buffer.from('a'), bytes]));
		assert.equal(sliced.bytesSent, bytes.length + 1);
	});

	it('puts small writes together, in order with large ones', async () => {
		const { sliced, inner, far } = await pair();
		let writes = 0;
		const write = inner.write.bind(inner);
		inner.write = (...args: unknown[]) => (writes++, Reflect.apply(write, inner, args) as boolean);
		const parts = Array.from({ length: 2_000 }, (_, at) =>
			at === 1_000 ? bytes : Buffer.from(`${at % 7 === 0 ? '' : at};`),
		);
		for (const part of parts) sliced.write(part);
		sliced.end();
		assert.deepEqual(await buffer(far), Buffer.concat(parts));
		assert.ok(writes < 30, `${writes} writes`);
	});

	it('is gone with the one below it, which takes no more with it than is lost', async () => {
		const { sliced, far } = await pair();
		const failed = once(sliced, 'error') as Promise<[NodeJS.ErrnoException]>;
		far.resetAndDestroy();
		const [{ code }] = await failed;
		assert.equal(code, 'ECONNRESET');
		assert.ok(sliced.destroyed);
		const other = await pair();
		other.sliced.destroy();
		await once(other.inner, 'close');
	});
});
