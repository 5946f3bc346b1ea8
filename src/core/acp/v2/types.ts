import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import type {
	SessionConfigOption,
	SessionInfo,
	ToolCallUpdate,
} from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { Decoder } from '../decoder.ts';

/** The definitions of the version 2 schema that the codec decodes. */
export interface V2Types {
	/** The kinds that we know have what they have in version 1; of the others only the kind is read. */
	ContentBlock: ContentBlock;
	SessionConfigOption: SessionConfigOption;
	SessionInfo: SessionInfo;
	ToolCallUpdate: ToolCallUpdate;
}

/** Made by `createDecoder<V2Types>` from `acp-v2.json`. */
export type V2Decoder = Decoder<V2Types>;
