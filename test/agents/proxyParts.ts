/** What proxies of this machine share: where they listen, and how they pass on what they do not read. */
import { once } from 'node:events';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';

/** Sockets of a proxy, which end with it. */
export class ProxySockets {
	readonly #sockets = new Set<Socket>();

	add(socket: Socket): void {
		this.#sockets.add(socket);
		socket.on('error', () => undefined);
	}

	/** Passes on what either side says, and ends both with the first of them. */
	join(client: Socket, port: number, first: Uint8Array): void {
		const upstream = net.connect(port, '127.0.0.1');
		this.add(upstream);
		client.on('close', () => upstream.destroy());
		upstream.on('close', () => client.destroy());
		if (first.length > 0) upstream.write(first);
		client.pipe(upstream).pipe(client);
	}

	/**
	 * Listens at a free port of this machine.
	 * @returns where, and what ends it with all its sockets
	 */
	async listen(server: Server): Promise<{ readonly host: string; readonly stop: () => void }> {
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return {
			host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
			stop: () => {
				for (const socket of this.#sockets) socket.destroy();
				server.close();
			},
		};
	}
}
