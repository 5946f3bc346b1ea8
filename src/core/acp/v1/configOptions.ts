/**
 * What can be chosen for a session: configuration options, and modes and models on the same shape
 * (docs/protocol.md#options).
 */
import { type Sentence, sentence } from '../../base/sentence.ts';
import * as limits from '../../base/limits.ts';
import type { ConfigChoice, ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import { isJsonObject, type JsonObject, objectsIn, pickStrings, stringAt } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { decodeOptionList } from '../shared/configOption.ts';
import type { V1Decoder } from './types.ts';

/** What an answer of an agent is decoded with. */
export interface DecodeContext {
	readonly decoder: V1Decoder;
	readonly log: LogOnce;
}

/** What the answer to a request that opens a session offers. Null and absent are the same. */
export function decodeOffered(raw: JsonObject, context: DecodeContext): OfferedOptions {
	const configOptions = decodeConfigOptions(raw['configOptions'], context);
	const modes = decodeLegacy(raw['modes'], modeNames);
	const models = decodeLegacy(raw['models'], modelNames);
	return {
		...(configOptions === undefined ? {} : { configOptions }),
		...(modes === undefined ? {} : { modes }),
		...(models === undefined ? {} : { models }),
	};
}

/** As `decodeOptionList`. */
export function decodeConfigOptions(
	raw: unknown,
	{ decoder, log }: DecodeContext,
): ConfigOption[] | undefined {
	return decodeOptionList(raw, log, (item) => decoder.decode('SessionConfigOption', item));
}

const modeNames: LegacyNames = {
	via: 'mode',
	name: sentence('Mode'),
	current: 'currentModeId',
	list: 'availableModes',
	value: 'id',
};

/** Of an agent that still names its models beside its options. */
const modelNames: LegacyNames = {
	via: 'model',
	name: sentence('Model'),
	current: 'currentModelId',
	list: 'availableModels',
	value: 'modelId',
};

interface LegacyNames {
	readonly via: 'mode' | 'model';
	readonly name: Sentence;
	readonly current: string;
	readonly list: string;
	readonly value: string;
}

/** The modes or models of a session as one option; undefined when the agent has none. */
function decodeLegacy(raw: unknown, names: LegacyNames): ConfigOption | undefined {
	if (!isJsonObject(raw)) return undefined;
	const current = stringAt(raw, names.current);
	const list = raw[names.list];
	if (current === undefined || !Array.isArray(list)) return undefined;
	const choices = objectsIn(list.slice(0, limits.offeredItems)).flatMap((item): ConfigChoice[] => {
		const value = stringAt(item, names.value);
		if (value === undefined) return [];
		return [{ value, name: stringAt(item, 'name') ?? value, ...pickStrings(item, 'description') }];
	});
	if (choices.length === 0) return undefined;
	const { via, name } = names;
	return { id: via, name, category: via, via, type: 'select', current, groups: [{ choices }] };
}
