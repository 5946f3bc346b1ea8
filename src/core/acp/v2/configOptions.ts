/** What can be chosen for a session. Modes are options of that category in this version (docs/protocol.md#options). */
import type { SessionConfigOption } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { OfferedOptions } from '../../session/model/config.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { decodeOptionList } from '../shared/configOption.ts';
import { nameConfigIds } from './shims.ts';
import type { V2Decoder } from './types.ts';

/** What an answer of an agent is decoded with. */
export interface DecodeContext {
	readonly decoder: V2Decoder;
	readonly log: LogOnce;
}

/** What the answer to a request that opens a session, or sets an option, offers. Null reads like omitted (acp C222). */
export function decodeOffered(raw: JsonObject, { decoder, log }: DecodeContext): OfferedOptions {
	const configOptions = decodeOptionList(raw['configOptions'], log, (item) => {
		const decoded = decoder.decode('SessionConfigOption', nameConfigIds(item));
		if (!decoded.ok) return decoded;
		const option = decoded.value;
		return { ok: true, value: isKnown(option) ? { ...option, id: option.configId } : undefined };
	});
	return configOptions === undefined ? {} : { configOptions };
}

function isKnown(
	option: SessionConfigOption,
): option is Extract<SessionConfigOption, { type: 'select' | 'boolean' }> {
	return option.type === 'select' || option.type === 'boolean';
}
