/** What a negotiation is given in tests: real decoders; no limit runs out unless the test lets it. */
import { createDecoder } from '../../../src/core/acp/decoder.ts';
import type { NegotiateOptions } from '../../../src/core/acp/negotiate.ts';
import type { V2Types } from '../../../src/core/acp/v2/types.ts';
import { NodeByteText } from '../../../src/node/byteText.ts';
import { prunedSchemaV2 } from '../../tools/pruneSchemas.ts';
import { clientInfo, decoder, fullOffer } from './support.ts';

const decoderV2 = createDecoder<V2Types>(prunedSchemaV2());

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
