import type { UnstableFeature } from '../../session/model/capabilities.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import type { JsonObject } from '../json.ts';
import type { LogOnce } from '../logOnce.ts';
import { readsMissingFileAsEmpty } from '../quirks/geminiMissingFile.ts';
import type { Offer } from '../shared/offer.ts';
import type { Dialect, SessionRequest } from '../shared/inbound.ts';
import { serve, servedMethods } from './services.ts';
import type { V1Decoder } from './types.ts';
import { decodeUpdate } from './update.ts';

export interface V1DialectOptions {
	readonly decoder: V1Decoder;
	readonly offer: Offer;
	readonly unstable: ReadonlySet<UnstableFeature>;
}

/** Version 1 as agents speak it to us. */
export class V1Dialect implements Dialect {
	readonly served: ReadonlySet<string>;
	readonly #options: V1DialectOptions;
	readonly #log: LogOnce;
	#isMissingFileEmpty = false;

	constructor(options: V1DialectOptions, log: LogOnce) {
		this.#options = options;
		this.#log = log;
		this.served = servedMethods(options.offer);
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#isMissingFileEmpty = readsMissingFileAsEmpty(info);
	}

	decodeUpdate(update: JsonObject, sessionId: string): readonly AgentEvent[] {
		const { decoder, unstable } = this.#options;
		return decodeUpdate(update, sessionId, { decoder, log: this.#log, unstable });
	}

	serve(request: SessionRequest): Promise<unknown> {
		const { decoder } = this.#options;
		return serve({ ...request, decoder, isMissingFileEmpty: this.#isMissingFileEmpty });
	}
}
