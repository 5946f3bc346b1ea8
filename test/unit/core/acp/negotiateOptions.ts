/** What a negotiation is given in tests: real decoders; no limit runs out unless the test lets it. */
import type { NegotiateOptions } from '../../../../src/core/acp/negotiate.ts';
import { NodeByteText } from '../../../../src/node/byteText.ts';
import { clientInfo, decoder, fullOffer } from './support.ts';
import { decoderV2 } from './v2/supportV2.ts';

export function negotiateOptions(options: Partial<NegotiateOptions> = {}): NegotiateOptions {
	return {
		clientInfo,
		offer: fullOffer,
		unstable: new Set(),
		log: () => undefined,
		decoders: { v1: async () => decoder, v2: async () => decoderV2 },
		newByteText: () => new NodeByteText(),
		answerWithin: (answer) => answer,
		...options,
	};
}
