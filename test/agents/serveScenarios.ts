/**
 * `node serveScenarios.ts <folder>`: the scenario agent in each shape, behind a plain WebSocket and behind the SDK's own
 * server, and proxies that lead to the first of them under any name. Its gates are in the folder `gates` of that folder.
 * Prints where they are, and ends with its stdin. For tests that run where no server may be started.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Shape } from './promptTurns.ts';
import { scenarioAgentCommand } from './scenarioAgentCommand.ts';
import { startConnectProxy } from './connectProxy.ts';
import { startSocksProxy } from './socksProxy.ts';
import { serveBySdk } from './sdkServer.ts';
import { serveCommandByWebSocket } from './webSocketAgent.ts';

/** What is printed, as JSON on one line. */
export interface ServedScenarios {
	/** Addresses of agents, by shape. */
	readonly urls: Readonly<Record<Shape, readonly string[]>>;
	readonly proxy: string;
	/** One that speaks SOCKS. */
	readonly socksProxy: string;
	/** Folder in which gates are opened. */
	readonly gates: string;
}

const shapes = ['v1', 'A', 'B', 'C'] as const;
const [, , folder = ''] = process.argv;
const gates = path.join(folder, 'gates');
mkdirSync(gates, { recursive: true });
const stops: (() => Promise<void>)[] = [];

async function serve(shape: Shape): Promise<readonly string[]> {
	const store = path.join(folder, 'store', shape);
	const command = scenarioAgentCommand({ shape, echo: shape === 'v1' ? 'none' : 'before', store, gates });
	const plain = await serveCommandByWebSocket(command);
	const sdk = await serveBySdk(command);
	stops.push(
		() => plain.stop(),
		() => sdk.stop(),
	);
	return [plain.url, sdk.webSocketUrl, sdk.httpUrl];
}

const served = await Promise.all(shapes.map(async (shape) => [shape, await serve(shape)] as const));
const urls = Object.fromEntries(served) as ServedScenarios['urls'];
const to = { port: Number(new URL(urls.v1[0] ?? '').port) };
const [proxy, socksProxy] = await Promise.all([startConnectProxy(to), startSocksProxy(to)]);
console.log(
	JSON.stringify({ urls, proxy: proxy.url, socksProxy: socksProxy.url, gates } satisfies ServedScenarios),
);
process.stdin.resume().on('end', () => {
	proxy.stop();
	socksProxy.stop();
	void Promise.all(stops.map((stop) => stop())).then(() => process.exit(0));
});
