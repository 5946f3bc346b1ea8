import { listenTo } from '../../../../../src/core/acp/connect.ts';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { createDecoder } from '../../../../../src/core/acp/decoder.ts';
import type { V2Types } from '../../../../../src/core/acp/v2/types.ts';
import { AgentError, type AgentErrorReason } from '../../../../../src/core/base/errors.ts';
import type { AgentPort } from '../../../../../src/core/session/model/agentPort.ts';
import type { Disposable } from '../../../../../src/core/base/disposable.ts';
import type { UnstableFeature } from '../../../../../src/core/session/model/capabilities.ts';
import { NodeBase64TextDecoder } from '../../../../../src/node/base64TextDecoder.ts';
import { prunedSchemaV2 } from '../../../../../build/pruneSchemas.ts';
import { MemoryWire } from '../memoryWire.ts';
import { clientInfo, decoder as v1Decoder, FakeTarget, fullOffer, setup } from '../support.ts';

export const decoderV2 = createDecoder<V2Types>(prunedSchemaV2());

/** Ways to log in, of every kind. */
export const authMethodsV2: readonly JsonObject[] = [
	{ type: 'agent', methodId: 'key', name: 'Key' },
	{ type: 'terminal', methodId: 'tty', name: 'Terminal' },
	{ type: '_sso', methodId: 'sso', name: 'Single sign-on' },
];

export interface ConnectedV2 {
	readonly wire: MemoryWire;
	readonly agent: AgentPort & Disposable;
	readonly logged: string[];
}

export interface V2Setup {
	/** Fields of the answer to `initialize`. */
	readonly answer?: JsonObject;
	readonly unstable?: ReadonlySet<UnstableFeature>;
	/** The agent speaks the first draft: it is called as that says, and only so. */
	readonly isFirstDraft?: boolean;
}

/**
 * An agent of version 2 that has answered `initialize` and opens session `s1`. `initialize` itself is not on the wire
 * of these tests: what `sent` holds is what came after it.
 */
export async function connectedV2({
	answer = { capabilities: { session: {} } },
	unstable = new Set(),
	isFirstDraft = false,
}: V2Setup = {}): Promise<ConnectedV2> {
	const schema = unstable.size === 0 ? 'v2' : 'v2unstable';
	const wire = new MemoryWire(isFirstDraft ? 'v2first' : schema);
	const logged: string[] = [];
	wire.answers.set('session/new', () => ({ sessionId: 's1' }));
	wire.answers.set('session/resume', () => ({}));
	wire.answers.set('session/prompt', () => ({ messageId: 'm1' }));
	const listener = await listenTo(2, wire, {
		clientInfo,
		decoders: { v1: () => Promise.resolve(v1Decoder), v2: () => Promise.resolve(decoderV2) },
		newBase64TextDecoder: () => new NodeBase64TextDecoder(),
		offer: fullOffer,
		unstable,
		log: (line) => logged.push(line),
	});
	const agent = listener.agent({
		protocolVersion: 2,
		[isFirstDraft ? 'agentInfo' : 'info']: { name: 'fake', version: '1.0.0' },
		...answer,
	});
	return { wire, agent, logged };
}

/** The same with session `s1` attached, and nothing in `sent` yet. */
export async function attachedV2(options: V2Setup = {}): Promise<ConnectedV2 & { target: FakeTarget }> {
	const connection = await connectedV2(options);
	await connection.agent.newSession(setup('/work'));
	connection.wire.sent.length = 0;
	const target = new FakeTarget();
	connection.agent.attach('s1', target);
	return { ...connection, target };
}

/** Parameters of each message of ours with this method. */
export function sentBy({ wire }: { readonly wire: MemoryWire }, method: string): unknown[] {
	return wire.sent.filter((message) => message.method === method).map(({ params }) => params);
}

/** An answer of the agent: an error. */
export function answerError(code: number, message = 'No', data?: unknown): () => never {
	return () => {
		throw new AgentError('answered', message, { code, ...(data === undefined ? {} : { data }) });
	};
}

/** Why a call failed; undefined when it did not. */
export async function refusal(call: Promise<unknown>): Promise<AgentErrorReason | undefined> {
	try {
		await call;
		return undefined;
	} catch (error) {
		if (AgentError.is(error)) return error.reason;
		throw error;
	}
}
