/** A way to an agent at an address that a test takes down and puts up again, at the same port. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface SwitchableLine {
	readonly url: string;
	/** Cuts all lines; nothing listens any more. */
	down(): Promise<void>;
	up(): Promise<void>;
	stop(): Promise<void>;
}

/** @param target where it leads, with the path that is asked for there */
export async function switchableLine(target: string): Promise<SwitchableLine> {
	const { port, pathname } = new URL(target);
	const sockets = new Set<Socket>();
	const server = net.createServer((client) => {
		const upstream = net.connect(Number(port), '127.0.0.1');
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(one);
			one.on('error', () => undefined);
			one.on('close', () => other.destroy());
		}
		client.pipe(upstream).pipe(client);
	});
	const listen = async (at: number): Promise<number> => {
		server.listen(at, '127.0.0.1');
		await once(server, 'listening');
		return (server.address() as AddressInfo).port;
	};
	const down = async (): Promise<void> => {
		if (!server.listening) return;
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.destroy();
		sockets.clear();
		await closed;
	};
	const own = await listen(0);
	return {
		url: `ws://127.0.0.1:${own}${pathname}`,
		down,
		up: async () => void (await listen(own)),
		stop: down,
	};
}
