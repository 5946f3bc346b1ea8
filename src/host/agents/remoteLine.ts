/**
 * The line to an agent at an address. What the extension loads with the first such agent (`lazyBundle.ts`): this bundle
 * alone has ways to the network.
 */
import { type ProxySettings, wayTo } from '../../node/transport/proxy.ts';
import { HttpTransport } from '../../node/transport/httpTransport.ts';
import { openWebSocket } from '../../node/transport/openWebSocket.ts';
import { redactedUrl } from '../../node/transport/address.ts';
import type { EndedTransport } from '../../node/transport/transport.ts';
import { WebSocketTransport } from '../../node/transport/webSocketTransport.ts';
import { systemClock } from '../common/systemClock.ts';
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { Redactor } from '../../node/redact.ts';
import type { AgentLine } from './agentLine.ts';
import type { StartOptions } from './runningAgent.ts';

export { setTranslations } from '../../core/base/l10n.ts';

/** Where the agent is, with all variables put in. */
interface Endpoint {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Addresses with their headers that have let us in: what they refuse later has expired. */
const openedBefore = new Set<string>();

/**
 * Connects to the address. Rejects with AgentError `unreachable`, `rejected` or `cancelled`; then nothing is left of it.
 */
export async function openRemoteLine(
	{ url, headers }: Endpoint,
	proxy: ProxySettings,
	{ signal, log }: Pick<StartOptions, 'signal' | 'log'>,
	redactor: Redactor,
): Promise<AgentLine> {
	log.info(`Connecting to ${redactedUrl(url)} ${wayTo(url, proxy, process.env)}`);
	const key = JSON.stringify([url, headers]);
	const wasLetIn = openedBefore.has(key);
	const redact = (text: string): string => redactor.text(text);
	const address = { url, headers, proxy, signal, wasLetIn };
	if (/^https?:/iu.test(url))
		return lineOver(new HttpTransport({ address, clock: systemClock, onLetIn: () => openedBefore.add(key) }));
	const opened = await openWebSocket(address);
	openedBefore.add(key);
	return lineOver(new WebSocketTransport({ ...opened, url, clock: systemClock, redact }));
}

function lineOver(transport: EndedTransport): AgentLine {
	const closed = (): AgentError => new AgentError('exited', sentence('The connection was closed'));
	return {
		transport,
		beginTurn: () => undefined,
		stop: () => {
			transport.close(closed());
			return transport.ended;
		},
		kill: () => transport.kill(closed()),
		dispose: () => transport.kill(closed()),
	};
}
