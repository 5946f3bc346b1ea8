/** Puts the demo agent on a pipe: the same connection as the host's, seen from the other end. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { AgentConnection } from '../node/connection.ts';
import { StreamTransport } from '../node/transport/streamTransport.ts';
import { Client, type Transport } from './client.ts';
import type { DemoAgent } from './demoAgent.ts';

/** Serves one client until its end of the pipe closes. */
export function serve(agent: DemoAgent, input: Readable, output: Writable, onClosed: () => void): void {
	const connection = new AgentConnection({ transport: new StreamTransport({ input, output }) });
	const client = new Client(transportOf(connection, output));
	connection.onRequest((method, params, signal) => {
		const controller = new AbortController();
		signal.addEventListener('abort', () => controller.abort());
		return agent.request(client, method, params ?? {}, controller.signal);
	});
	connection.onNotification((method, params) => agent.notify(method, params));
	connection.onClose(() => {
		agent.close();
		onClosed();
	});
}

function transportOf(connection: AgentConnection, output: Writable): Transport {
	return {
		request: <Result>(method: string, params: object, signal?: AbortSignal) =>
			connection.request(method, params, signal) as Promise<Result>,
		async notify(method, params) {
			connection.notify(method, params);
			// A client that reads slowly slows us down; otherwise a flood would pile up here.
			if (output.writableNeedDrain) await once(output, 'drain');
		},
	};
}
