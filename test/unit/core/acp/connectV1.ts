/** Version 1 alone, without the negotiation that comes before it: for what is about this version only. */
import { LogOnce } from '../../../../src/core/acp/logOnce.ts';
import { Inbound } from '../../../../src/core/acp/shared/inbound.ts';
import type { ClientInfo } from '../../../../src/core/acp/shared/initialized.ts';
import { initializeRequest, readInitialized } from '../../../../src/core/acp/v1/initialize.ts';
import { V1Agent, type V1ConnectOptions } from '../../../../src/core/acp/v1/v1Agent.ts';
import { V1Services } from '../../../../src/core/acp/v1/services.ts';
import { V1Updates } from '../../../../src/core/acp/v1/update.ts';
import type { Wire } from '../../../../src/core/acp/wire.ts';

export interface ConnectOptions extends V1ConnectOptions {
	readonly clientInfo: ClientInfo;
}

/** Initialises an agent that speaks version 1. */
export async function connectV1(wire: Wire, options: ConnectOptions): Promise<V1Agent> {
	const log = new LogOnce(options.log);
	const services = new V1Services(options.decoder, options.offer);
	const updates = new V1Updates({ ...options, log });
	const inbound = new Inbound(wire, log, options, updates, services);
	try {
		const answer = await wire.request('initialize', initializeRequest(options));
		const result = readInitialized(Object(answer), options, options.decoder);
		services.useQuirksOf(result.info);
		updates.useQuirksOf(result.info);
		return new V1Agent(wire, inbound, options, result);
	} catch (error) {
		inbound.dispose();
		throw error;
	}
}
