/** What can be chosen for a session: configuration options, and modes and models on the same shape (protocol.md 1.6). */
import type { SessionConfigOption } from '@agentclientprotocol/sdk/unstable';
import type { ConfigChoice, ConfigGroup, ConfigOption } from '../../session/config.ts';
import type { OfferedOptions } from '../../session/events.ts';
import { isJsonObject, type JsonObject, pickStrings, stringAt } from '../json.ts';
import type { LogOnce } from '../logOnce.ts';
import type { V1Decoder } from './types.ts';

export interface OptionContext {
	readonly decoder: V1Decoder;
	readonly log: LogOnce;
}

/** What the answer to a request that opens a session offers. Null and absent are the same. */
export function decodeOffered(raw: JsonObject, context: OptionContext): OfferedOptions {
	const configOptions = decodeConfigOptions(raw['configOptions'], context);
	const modes = decodeModes(raw['modes']);
	const models = decodeModels(raw['models']);
	return {
		...(configOptions === undefined ? {} : { configOptions }),
		...(modes === undefined ? {} : { modes }),
		...(models === undefined ? {} : { models }),
	};
}

/**
 * The options in the agent's order. One of a type we do not know, or a malformed one, is left out and logged once;
 * the others count (acp C81).
 * @returns undefined when there is no list
 */
export function decodeConfigOptions(raw: unknown, context: OptionContext): ConfigOption[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	const options = new Map<string, ConfigOption>();
	for (const item of raw) {
		const decoded = context.decoder.decode('SessionConfigOption', item);
		if (!decoded.ok) context.log.write('Ignored config option', kindOf(item), decoded.error);
		else if (!options.has(decoded.value.id)) options.set(decoded.value.id, toOption(decoded.value));
	}
	return [...options.values()];
}

function toOption(option: SessionConfigOption): ConfigOption {
	const { id, name, description, category } = option;
	const base = {
		id,
		name,
		...(typeof description === 'string' ? { description } : {}),
		...(typeof category === 'string' ? { category } : {}),
		via: 'option',
	} as const;
	if (option.type === 'boolean') return { ...base, type: 'boolean', current: option.currentValue };
	return { ...base, type: 'select', current: option.currentValue, groups: toGroups(option.options) };
}

type SelectOptions = Extract<SessionConfigOption, { type: 'select' }>['options'];

/** Grouped when the first item is a group; the decoder made sure that all are. */
function toGroups(options: SelectOptions): ConfigGroup[] {
	const flat: ConfigChoice[] = [];
	const groups: ConfigGroup[] = [];
	for (const item of options) {
		if ('options' in item) groups.push({ name: item.name, choices: item.options.map(toChoice) });
		else flat.push(toChoice(item));
	}
	return flat.length === 0 ? groups : [{ choices: flat }, ...groups];
}

function toChoice({ value, name, description }: RawChoice): ConfigChoice {
	return { value, name, ...(typeof description === 'string' ? { description } : {}) };
}

interface RawChoice {
	readonly value: string;
	readonly name: string;
	readonly description?: string | null;
}

/** The modes of a session as one option; undefined when the agent has none. */
export function decodeModes(raw: unknown): ConfigOption | undefined {
	return decodeLegacy(raw, {
		via: 'mode',
		name: 'Mode',
		current: 'currentModeId',
		list: 'availableModes',
		value: 'id',
	});
}

/** The models of an agent that still names them beside its options; undefined when it does not. */
export function decodeModels(raw: unknown): ConfigOption | undefined {
	return decodeLegacy(raw, {
		via: 'model',
		name: 'Model',
		current: 'currentModelId',
		list: 'availableModels',
		value: 'modelId',
	});
}

interface LegacyNames {
	readonly via: 'mode' | 'model';
	readonly name: string;
	readonly current: string;
	readonly list: string;
	readonly value: string;
}

function decodeLegacy(raw: unknown, names: LegacyNames): ConfigOption | undefined {
	if (!isJsonObject(raw)) return undefined;
	const current = stringAt(raw, names.current);
	const list = raw[names.list];
	if (current === undefined || !Array.isArray(list)) return undefined;
	const choices = list.flatMap((item: unknown): ConfigChoice[] => {
		const value = isJsonObject(item) ? stringAt(item, names.value) : undefined;
		if (!isJsonObject(item) || value === undefined) return [];
		return [{ value, name: stringAt(item, 'name') ?? value, ...pickStrings(item, 'description') }];
	});
	if (choices.length === 0) return undefined;
	const { via, name } = names;
	return { id: via, name, category: via, via, type: 'select', current, groups: [{ choices }] };
}

function kindOf(item: unknown): string {
	return (isJsonObject(item) ? stringAt(item, 'type') : undefined) ?? 'without a type';
}
