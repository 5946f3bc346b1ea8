/** A scripted agent behind the real connection and codec, with all that went over the wire. */
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { V1Agent } from '../../../src/core/acp/v1/v1Agent.ts';
import { connectV1, type ConnectOptions } from '../core/acp/connectV1.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { clientInfo, decoder, FakeTarget, fullOffer, setup } from '../core/acp/support.ts';
import { assertValidOutgoing, type SchemaVersion } from '../core/acp/wireSchema.ts';
import { type ScriptedAgent, startScripted } from './scriptedAgent.ts';

/** Everything on the wire, in order. */
export interface Seen {
	readonly out: JsonObject[];
	readonly in: JsonObject[];
}

export interface Peer extends ScriptedAgent {
	readonly agent: V1Agent;
	readonly target: FakeTarget;
	readonly seen: Seen;
	readonly logged: string[];
	/** The schema that all we send has to fit. */
	readonly schema: 'stable' | 'unstable';
}

export type PeerOptions = Partial<ConnectOptions>;

/** An agent that has answered `initialize`. */
export async function connectPeer(
	script: FakeAgentScript | string,
	options: PeerOptions = {},
): Promise<Peer> {
	const seen: Seen = { out: [], in: [] };
	const logged: string[] = [];
	const log = (line: string): void => void logged.push(line);
	const tap = (direction: 'in' | 'out', message: unknown): void => {
		if (isJsonObject(message)) seen[direction].push(message);
	};
	const running = await startScripted(script, { log, tap });
	const agent = await connectV1(running.connection, {
		clientInfo,
		decoder,
		log,
		offer: fullOffer,
		unstable: new Set(),
		...options,
	});
	const schema = options.unstable === undefined || options.unstable.size === 0 ? 'stable' : 'unstable';
	return { ...running, agent, target: new FakeTarget(), seen, logged, schema };
}

/** The same with a session attached, whose id comes back too. */
export async function openPeer(
	script: FakeAgentScript | string,
	options: PeerOptions = {},
): Promise<Peer & { sessionId: string }> {
	const peer = await connectPeer(script, options);
	const { sessionId } = await peer.agent.newSession(setup('/work'));
	peer.agent.attach(sessionId, peer.target);
	return { ...peer, sessionId };
}

/** Ends the agent and checks everything that was sent to it against the schema, unknown keys forbidden (acp C11). */
export async function closePeer(peer: Peer): Promise<void> {
	await peer.process.stop();
	assertWire(peer.seen, peer.schema);
}

/** Names of the methods we sent, in order. */
export function methodsOf(messages: readonly JsonObject[]): string[] {
	return messages.flatMap(({ method }) => (typeof method === 'string' ? [method] : []));
}

/** Parameters of each message with this method. */
export function paramsOf(messages: readonly JsonObject[], method: string): JsonObject[] {
	return messages
		.filter((message) => message['method'] === method)
		.map(({ params }) => (isJsonObject(params) ? params : {}));
}

/** Answers of ours to a request of the agent with this id. */
export function answersTo({ out }: Seen, id: unknown): JsonObject[] {
	return out.filter((message) => message['id'] === id && !('method' in message));
}

/** The error code of an answer; undefined for a result. */
export function errorCodeOf(answer: JsonObject | undefined): unknown {
	const error = answer?.['error'];
	return isJsonObject(error) ? error['code'] : undefined;
}

/** Every message of ours is one of the protocol's. */
export function assertWire(seen: Seen, schema: SchemaVersion): void {
	for (const message of seen.out) {
		const { method, id, params } = message;
		if (typeof method === 'string') {
			assertValidOutgoing(id === undefined ? 'notification' : 'request', method, params, schema);
		} else if ('result' in message) {
			const request = seen.in.find((other) => other['id'] === id && 'method' in other);
			assertValidOutgoing('response', String(request?.['method']), message['result'], schema);
		}
	}
}
