/** A scripted agent of version 2 behind the real connection and codec, with all that went over the wire. */
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { listenTo } from '../../../src/core/acp/connect.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { UnstableFeature } from '../../../src/core/session/model/capabilities.ts';
import type { AgentPort } from '../../../src/core/session/model/agentPort.ts';
import { NodeBase64TextDecoder } from '../../../src/node/base64TextDecoder.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { clientInfo, decoder, FakeTarget, fullOffer, setup } from '../core/acp/support.ts';
import { decoderV2 } from '../core/acp/v2/supportV2.ts';
import { assertWire, type Seen } from './peer.ts';
import { type ScriptedAgent, startScripted } from './scriptedAgent.ts';
import { type SessionParts, type StartedSession, startSession } from './sessionPeer.ts';

export interface PeerV2 extends ScriptedAgent {
	readonly agent: AgentPort & Disposable;
	readonly seen: Seen;
	readonly logged: string[];
	/** Ends the agent and checks everything that was sent to it against the schema, unknown keys forbidden (acp C11). */
	readonly close: () => Promise<void>;
}

export interface PeerV2Options {
	/** Of the agent; an agent that has sessions by default. */
	readonly capabilities?: JsonObject;
	readonly unstable?: ReadonlySet<UnstableFeature>;
	/** Gets each message as it came to the agent. */
	readonly hear?: (text: string) => void;
}

/** By method, what the agent does; it ends no prompt by itself. */
export type ScriptV2 = NonNullable<FakeAgentScript['on']>;

/** An agent that has answered `initialize`. */
export async function connectPeerV2(on: ScriptV2, options: PeerV2Options = {}): Promise<PeerV2> {
	const { capabilities = { session: {} }, unstable = new Set(), hear = () => undefined } = options;
	const seen: Seen = { out: [], in: [] };
	const logged: string[] = [];
	const log = (line: string): void => void logged.push(line);
	const tap = (direction: 'in' | 'out', message: unknown): void => {
		if (isJsonObject(message)) seen[direction].push(message);
	};
	const answer = { protocolVersion: 2, info: { name: 'fake', version: '1.0.0' }, capabilities };
	const script: FakeAgentScript = { ignoreCancel: true, on: { initialize: [{ respond: answer }], ...on } };
	const running = await startScripted(script, { log, tap, hear });
	const listener = await listenTo(2, running.connection, {
		clientInfo,
		decoders: { v1: () => Promise.resolve(decoder), v2: () => Promise.resolve(decoderV2) },
		newBase64TextDecoder: () => new NodeBase64TextDecoder(),
		log,
		offer: fullOffer,
		unstable,
	});
	const initialized = await running.connection.request('initialize', listener.request);
	const agent = listener.agent(isJsonObject(initialized) ? initialized : {});
	return {
		...running,
		agent,
		seen,
		logged,
		close: async () => {
			await running.process.stop();
			// It is in the words of both versions, so that either kind of agent understands it
			// (docs/protocol.md#versions).
			const [first, ...out] = seen.out;
			if (first?.['method'] !== 'initialize') throw new Error('initialize was not the first message');
			assertWire({ ...seen, out }, unstable.size === 0 ? 'v2' : 'v2unstable');
		},
	};
}

/** The same with a session attached. */
export async function openPeerV2(
	on: ScriptV2,
	options: PeerV2Options = {},
): Promise<PeerV2 & { readonly target: FakeTarget; readonly sessionId: string }> {
	const peer = await connectPeerV2(on, options);
	const { sessionId } = await peer.agent.newSession(setup('/work'));
	const target = new FakeTarget();
	peer.agent.attach(sessionId, target);
	return { ...peer, target, sessionId };
}

export interface SessionPeerV2 extends StartedSession<PeerV2> {
	/** Has the agent run the steps of `session/list`, and waits until all that it said in them is here. */
	readonly next: () => Promise<unknown>;
}

/** A whole session, reducer and all, that has been started. */
export async function openSessionV2(
	on: ScriptV2,
	{ mcpServers, backend, sessionId, cwd, permissionRules, ...options }: PeerV2Options & SessionParts = {},
): Promise<SessionPeerV2> {
	const peer = await connectPeerV2(on, options);
	const parts = { mcpServers, backend, sessionId, cwd, permissionRules };
	const started = await startSession(peer, parts, peer.close);
	return { ...started, next: () => peer.agent.listSessions({}) };
}

/** A `state_update`. */
export function state(name: string, fields: JsonObject = {}): Step {
	return { update: { sessionUpdate: 'state_update', state: name, ...fields } };
}

/** A piece of the agent's message `messageId`. */
export function text(words: string, messageId = 'a1'): Step {
	const content = { type: 'text', text: words };
	return { update: { sessionUpdate: 'agent_message_chunk', messageId, content } };
}
