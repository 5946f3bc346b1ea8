/** What can be chosen for a session. Modes are options of that category in this version (docs/protocol.md#options). */
import type { SessionConfigOption } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import * as limits from '../../base/limits.ts';
import type { ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { optionKind, toConfigOption } from '../shared/configOption.ts';
import { nameConfigIds } from './shims.ts';
import type { V2Decoder } from './types.ts';

export interface OptionContext {
	readonly decoder: V2Decoder;
	readonly log: LogOnce;
}

/** What the answer to a request that opens a session, or sets an option, offers. Null reads like omitted (acp C222). */
export function decodeOffered(raw: JsonObject, context: OptionContext): OfferedOptions {
	const configOptions = decodeConfigOptions(raw['configOptions'], context);
	return configOptions === undefined ? {} : { configOptions };
}

/**
 * The options in the agent's order. One of a type we do not know, or a malformed one, is left out and logged once;
 * the others count (acp C266).
 * @returns undefined when there is no list
 */
export function decodeConfigOptions(
	raw: unknown,
	{ decoder, log }: OptionContext,
): ConfigOption[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	const options = new Map<string, ConfigOption>();
	for (const item of raw.slice(0, limits.offeredItems).map(nameConfigIds)) {
		const decoded = decoder.decode('SessionConfigOption', item);
		if (!decoded.ok) log.write('Ignored config option', optionKind(item), decoded.error);
		else if (!isKnown(decoded.value)) log.write('Ignored config option', optionKind(item));
		else if (!options.has(decoded.value.configId)) {
			options.set(decoded.value.configId, toConfigOption({ ...decoded.value, id: decoded.value.configId }));
		}
	}
	return [...options.values()];
}

type KnownOption = Extract<SessionConfigOption, { type: 'select' | 'boolean' }>;

function isKnown(option: SessionConfigOption): option is KnownOption {
	return option.type === 'select' || option.type === 'boolean';
}
