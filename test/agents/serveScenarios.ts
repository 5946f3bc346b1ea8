/**
 * `node serveScenarios.ts`: the scenario agent in each shape, behind a plain WebSocket and behind the SDK's own server, and
 * proxies that lead to the first of them under any name. Prints where they are, and ends with its stdin. For tests that
 * run where no server may be started.
 */
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
}

const shapes = ['v1', 'A', 'B', 'C'] as const;
const stops: (() => Promise<void>)[] = [];

async function serve(shape: Shape): Promise<readonly string[]> {
	const command = scenarioAgentCommand({ shape });
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
console.log(JSON.stringify({ urls, proxy: proxy.url, socksProxy: socksProxy.url } satisfies ServedScenarios));
process.stdin.resume().on('end', () => {
	proxy.stop();
	socksProxy.stop();
	void Promise.all(stops.map((stop) => stop())).then(() => process.exit(0));
});
