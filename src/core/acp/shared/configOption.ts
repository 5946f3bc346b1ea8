import * as limits from '../../base/limits.ts';
import type { ConfigChoice, ConfigGroup, ConfigOption } from '../../session/model/config.ts';
import { stringAt } from '../../base/json.ts';
import type { Decoded } from '../decoder.ts';
import type { LogOnce } from '../logOnce.ts';

/** An option of the wire, whatever its version calls the id. */
type RawOption = RawOptionBase &
	(
		| { readonly type: 'boolean'; readonly currentValue: boolean }
		| { readonly type: 'select'; readonly currentValue: string; readonly options: RawChoices }
	);

interface RawOptionBase {
	readonly id: string;
	readonly name: string;
	readonly description?: string | null;
	readonly category?: string | null;
}

/** Choices, or groups of them; never both. */
type RawChoices = readonly (RawChoice | RawGroup)[];

interface RawGroup {
	readonly name: string;
	readonly options: readonly RawChoice[];
}

interface RawChoice {
	readonly value: string;
	readonly name: string;
	readonly description?: string | null;
}

/** The option as the model has it; fields of another type are left out. */
function toConfigOption(option: RawOption): ConfigOption {
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

/** Grouped when the first item is a group; the decoder made sure that all are. */
function toGroups(options: RawChoices): ConfigGroup[] {
	const flat: ConfigChoice[] = [];
	const groups: ConfigGroup[] = [];
	let left: number = limits.offeredItems;
	for (const item of options) {
		if (left <= 0) break;
		const choices = ('options' in item ? item.options.slice(0, left) : [item]).map(toChoice);
		if ('options' in item) groups.push({ name: item.name, choices });
		else flat.push(...choices);
		left -= Math.max(1, choices.length);
	}
	return flat.length === 0 ? groups : [{ choices: flat }, ...groups];
}

function toChoice({ value, name, description }: RawChoice): ConfigChoice {
	return { value, name, ...(typeof description === 'string' ? { description } : {}) };
}

/**
 * The options of a list in the agent's order, each id once. One of a type we do not know, or a malformed one, is left out
 * and logged once; the others count (acp C81, C266).
 * @param decode reads one; undefined for a type that we do not know
 * @returns undefined when there is no list
 */
export function decodeOptionList(
	raw: unknown,
	log: LogOnce,
	decode: (item: unknown) => Decoded<RawOption | undefined>,
): ConfigOption[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	const options = new Map<string, ConfigOption>();
	for (const item of raw.slice(0, limits.offeredItems)) {
		const decoded = decode(item);
		const option = decoded.ok ? decoded.value : undefined;
		if (option === undefined) {
			const kind = stringAt(item, 'type') ?? 'without a type';
			log.write('Ignored config option', kind, decoded.ok ? undefined : decoded.error);
		} else if (!options.has(option.id)) options.set(option.id, toConfigOption(option));
	}
	return [...options.values()];
}
