/** Version 1 alone, without the negotiation that comes before it: for what is about this version only. */
import { Inbound } from '../../../../src/core/acp/shared/inbound.ts';
import type { ClientInfo } from '../../../../src/core/acp/shared/initialized.ts';
import { V1Dialect } from '../../../../src/core/acp/v1/dialect.ts';
import { initializeRequest, readInitialized } from '../../../../src/core/acp/v1/initialize.ts';
import { V1Agent, type V1ConnectOptions } from '../../../../src/core/acp/v1/v1Agent.ts';
import type { Wire } from '../../../../src/core/acp/wire.ts';

export interface ConnectOptions extends V1ConnectOptions {
	readonly clientInfo: ClientInfo;
}

/** Initialises an agent that speaks version 1. */
export async function connectV1(wire: Wire, options: ConnectOptions): Promise<V1Agent> {
	let dialect: V1Dialect | undefined;
	const inbound = new Inbound(wire, options, (log) => (dialect = new V1Dialect(options, log)));
	try {
		const answer = await wire.request('initialize', initializeRequest(options));
		const result = readInitialized(Object(answer), options, options.decoder);
		dialect?.useQuirksOf(result.info);
		return new V1Agent(wire, inbound, options, result);
	} catch (error) {
		inbound.dispose();
		throw error;
	}
}
