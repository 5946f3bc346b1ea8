/** A proxy of this machine that speaks SOCKS 5 (RFC 1928), may want a password (RFC 1929), and writes down who asked for what. */
import net, { type Socket } from 'node:net';
import { ProxySockets } from './proxyParts.ts';

export interface SocksProxy {
	/** Begins with `socks5:`. */
	readonly url: string;
	/** Places that were asked for, as they came: a name is a name. */
	readonly asked: readonly string[];
	/** `name:password` of those who said it, in order. */
	readonly logins: readonly string[];
	stop(): void;
}

interface SocksProxyOptions {
	/** Where it connects to, whatever it is asked for. */
	readonly port: number;
	/** `name:password` without which it lets nobody in. */
	readonly login?: string;
	/** What it answers in place of a connection (RFC 1928, 6). */
	readonly reply?: number;
	/** Sends each byte on its own. */
	readonly isSlow?: boolean;
}

/** Listens at a free port of this machine. */
export async function startSocksProxy(options: SocksProxyOptions): Promise<SocksProxy> {
	const asked: string[] = [];
	const logins: string[] = [];
	const sockets = new ProxySockets();
	const server = net.createServer((client) => {
		sockets.add(client);
		serve(client, options, { asked, logins, sockets }).catch(() => client.destroy());
	});
	const { host, stop } = await sockets.listen(server);
	return { url: `socks5://${host}`, asked, logins, stop };
}

interface Seen {
	readonly asked: string[];
	readonly logins: string[];
	readonly sockets: ProxySockets;
}

async function serve(
	client: Socket,
	{ port, login, reply = 0, isSlow = false }: SocksProxyOptions,
	{ asked, logins, sockets }: Seen,
): Promise<void> {
	let bytes = Buffer.alloc(0);
	let wake = (): void => undefined;
	const hear = (chunk: Buffer): void => {
		bytes = Buffer.concat([bytes, chunk]);
		wake();
	};
	client.on('data', hear);
	const take = async (count: number): Promise<Buffer> => {
		while (bytes.length < count) await new Promise<void>((resolve) => (wake = resolve));
		const taken = bytes.subarray(0, count);
		bytes = bytes.subarray(count);
		return taken;
	};
	const text = async (): Promise<string> => (await take((await take(1))[0] ?? 0)).toString();
	const say = async (...said: number[]): Promise<void> => {
		if (!isSlow) return void client.write(Buffer.from(said));
		for (const byte of said) {
			client.write(Buffer.from([byte]));
			await new Promise((resolve) => setImmediate(resolve));
		}
	};
	client.setNoDelay(true);
	const methods = [...(await take((await take(2))[1] ?? 0))];
	const method = login === undefined ? 0 : 2;
	if (!methods.includes(method)) return void client.end(Buffer.from([5, 0xff]));
	await say(5, method);
	if (login !== undefined) {
		await take(1);
		const said = `${await text()}:${await text()}`;
		logins.push(said);
		await say(1, said === login ? 0 : 1);
		if (said !== login) return void client.end();
	}
	const [, , , kind] = await take(4);
	const host =
		kind === 3
			? await text()
			: kind === 1
				? [...(await take(4))].join('.')
				: `[${(await take(16)).toString('hex')}]`;
	asked.push(`${host}:${(await take(2)).readUInt16BE()}`);
	await say(5, reply, 0, 1, 0, 0, 0, 0, 0, 0);
	if (reply !== 0) return void client.end();
	client.off('data', hear);
	sockets.join(client, port, bytes);
}
