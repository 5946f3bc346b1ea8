/** What a negotiation is given in tests: real decoders; no limit runs out unless the test lets it. */
import type { NegotiateOptions } from '../../../../src/core/acp/negotiate.ts';
import { NodeBase64TextDecoder } from '../../../../src/node/base64TextDecoder.ts';
import { clientInfo, decoder, fullOffer } from './support.ts';
import { decoderV2 } from './v2/supportV2.ts';

export function negotiateOptions(options: Partial<NegotiateOptions> = {}): NegotiateOptions {
	return {
		clientInfo,
		offer: fullOffer,
		unstable: new Set(),
		log: () => undefined,
		decoders: { v1: async () => decoder, v2: async () => decoderV2 },
		newBase64TextDecoder: () => new NodeBase64TextDecoder(),
		answerWithin: (answer) => answer,
		...options,
	};
}
