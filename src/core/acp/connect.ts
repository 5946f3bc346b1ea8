/** A wire, listened to in one version of the protocol. */
import type { Disposable } from '../base/disposable.ts';
import type { AgentPort } from '../session/model/agentPort.ts';
import type { Base64TextDecoder } from './v2/terminal.ts';
import type { JsonObject } from '../base/json.ts';
import { LogOnce } from './logOnce.ts';
import type { ProtocolVersion } from './protocolChoice.ts';
import { Inbound, type InboundOptions } from './shared/inbound.ts';
import type { ClientInfo } from './shared/initialized.ts';
import * as v1 from './v1/initialize.ts';
import { V1Services } from './v1/services.ts';
import type { V1Decoder } from './v1/types.ts';
import { V1Updates } from './v1/update.ts';
import { V1Agent } from './v1/v1Agent.ts';
import * as v2 from './v2/initialize.ts';
import { V2Services } from './v2/services.ts';
import type { V2Decoder } from './v2/types.ts';
import { V2Updates } from './v2/update.ts';
import { V2Agent } from './v2/v2Agent.ts';
import type { Wire } from './wire.ts';

/** What a connection needs of us: who we are, and how to decode what the agent sends. */
export interface ConnectOptions extends InboundOptions {
	readonly clientInfo: ClientInfo;
	/** Each is asked for only when its version is about to be spoken. */
	readonly decoders: { readonly v1: () => Promise<V1Decoder>; readonly v2: () => Promise<V2Decoder> };
	readonly newBase64TextDecoder: () => Base64TextDecoder;
}

/** An agent that is talked to, until it is disposed. */
export type InitializedAgent = AgentPort & Disposable;

/** Hears what the agent sends, from before it has answered anything. */
export interface Listener extends Disposable {
	/** Parameters of the `initialize` that asks for this version. */
	readonly request: object;
	/**
	 * The agent behind the wire, which listens on in place of this. Call it once, with the answer to `initialize`.
	 * @throws AgentError `protocol` when the answer cannot be read
	 */
	agent(answer: JsonObject): InitializedAgent;
}

/** Rejects only when the version's decoder cannot be loaded. */
export function listenTo(version: ProtocolVersion, wire: Wire, options: ConnectOptions): Promise<Listener> {
	return version === 1 ? listenToV1(wire, options) : listenToV2(wire, options);
}

async function listenToV1(wire: Wire, options: ConnectOptions): Promise<Listener> {
	const decoder = await options.decoders.v1();
	const log = new LogOnce(options.log);
	const updates = new V1Updates({ decoder, log, unstable: options.unstable });
	const services = new V1Services(decoder, options.offer);
	const inbound = new Inbound(wire, log, options, updates, services);
	return {
		request: v1.initializeRequest(options),
		agent(answer) {
			const result = v1.readInitialized(answer, options, decoder);
			services.useQuirksOf(result.info);
			updates.useQuirksOf(result.info);
			return new V1Agent(wire, inbound, { ...options, decoder }, result);
		},
		dispose: () => inbound.dispose(),
	};
}

async function listenToV2(wire: Wire, options: ConnectOptions): Promise<Listener> {
	const { newBase64TextDecoder } = options;
	const decoder = await options.decoders.v2();
	const log = new LogOnce(options.log);
	const updates = new V2Updates({ decoder, newBase64TextDecoder }, log);
	const inbound = new Inbound(wire, log, options, updates, new V2Services(decoder));
	return {
		request: v2.initializeRequest(options),
		agent(answer) {
			const result = v2.readInitialized(answer, options);
			updates.useQuirksOf(result.info);
			return new V2Agent(wire, inbound, { ...options, decoder }, result);
		},
		dispose: () => inbound.dispose(),
	};
}
