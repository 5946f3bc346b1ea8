/**
 * Puts the demo agent on a pipe: JSON-RPC, one message a line.
 * Star handlers, because named ones spread array params and get the token in place of missing params.
 */
import type { Readable, Writable } from 'node:stream';
import {
	CancellationReceiverStrategy,
	type CancellationToken,
	CancellationTokenSource,
	createMessageConnection,
	type MessageConnection,
	ParameterStructures,
	ResponseError,
} from 'vscode-jsonrpc/node';
import { WireError } from '../core/acp/wire.ts';
import { Client, type Transport } from './client.ts';
import type { DemoAgent } from './demoAgent.ts';
import { LineReader, LineWriter } from './lines.ts';

/** Serves one client until its end of the pipe closes. */
export function serve(agent: DemoAgent, input: Readable, output: Writable, onClosed: () => void): void {
	const connection = createMessageConnection(new LineReader(input), new LineWriter(output), undefined, {
		cancellationStrategy: {
			receiver: CancellationReceiverStrategy.Message,
			sender: {
				sendCancellation: (to, requestId) => to.sendNotification('$/cancel_request', { requestId }),
				cleanup: () => undefined,
			},
		},
	});
	const client = new Client(transportOf(connection));
	connection.onRequest(async (method, params, token) => {
		try {
			return await agent.request(client, method, params ?? {}, signalOf(token));
		} catch (error) {
			if (error instanceof WireError) throw new ResponseError(error.code, error.message, error.data);
			throw error;
		}
	});
	connection.onNotification((method, params) => agent.notify(method, params));
	connection.onClose(() => {
		agent.close();
		connection.dispose();
		onClosed();
	});
	connection.listen();
}

function transportOf(connection: MessageConnection): Transport {
	return {
		async request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result> {
			if (!signal) return connection.sendRequest<Result>(method, ParameterStructures.byName, params);
			const source = new CancellationTokenSource();
			const cancel = (): void => source.cancel();
			signal.addEventListener('abort', cancel, { once: true });
			try {
				return await connection.sendRequest<Result>(method, ParameterStructures.byName, params, source.token);
			} finally {
				signal.removeEventListener('abort', cancel);
				source.dispose();
			}
		},
		notify: (method, params) => connection.sendNotification(method, ParameterStructures.byName, params),
	};
}

function signalOf(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	token.onCancellationRequested(() => controller.abort());
	return controller.signal;
}
