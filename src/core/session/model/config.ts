/**
 * What the user can choose for a session: its configuration options, and the older modes and models mapped onto the
 * same shape. `via` says how a choice is sent; only the codec reads it.
 */
import type { Spoken } from '../../base/sentence.ts';

export type ConfigOption = SelectOption | BooleanOption;

interface OptionBase {
	/** Unique among the options of a session. Means nothing to us. */
	readonly id: string;
	/** As the agent calls it; the older modes and models have a name of ours, in no language yet. */
	readonly name: Spoken;
	readonly description?: string;
	/** `mode`, `model`, `model_config`, `thought_level`, or anything else: a hint for the layout only (acp C66). */
	readonly category?: string;
	readonly via: 'option' | 'mode' | 'model';
}

export interface SelectOption extends OptionBase {
	readonly type: 'select';
	readonly current: string;
	/** One group without a name when the agent did not group its choices. */
	readonly groups: readonly ConfigGroup[];
}

interface BooleanOption extends OptionBase {
	readonly type: 'boolean';
	readonly current: boolean;
}

export interface ConfigGroup {
	readonly name?: string;
	readonly choices: readonly ConfigChoice[];
}

export interface ConfigChoice {
	readonly value: string;
	readonly name: string;
	readonly description?: string;
}

/** A value of an option, such as one that is on its way to the agent. */
export interface PendingChoice {
	readonly optionId: string;
	readonly value: string | boolean;
}

/** What the agent offers now, as it said it. */
export interface OptionLists {
	readonly configOptions: readonly ConfigOption[] | undefined;
	readonly modes: ConfigOption | undefined;
	readonly models: ConfigOption | undefined;
}

/** What an agent says that it offers. An absent field keeps what is there. */
export interface OfferedOptions {
	readonly configOptions?: readonly ConfigOption[];
	readonly modes?: ConfigOption;
	readonly models?: ConfigOption;
}

/**
 * The options to show, in the agent's order (acp C79). Modes only where there are no options (acp C78), models only
 * where no option is about the model. What configures the model stands next to it (acp C80).
 */
export function shownOptions({ configOptions, modes, models }: OptionLists): readonly ConfigOption[] {
	const own = configOptions ?? [];
	const fallback = own.length === 0 && modes !== undefined ? [modes] : own;
	const isModelKnown = optionOf(fallback, 'model') !== undefined;
	const all = models === undefined || isModelKnown ? fallback : [...fallback, models];
	const at = all.findLastIndex(({ category }) => category === 'model');
	if (at === -1) return all;
	const isOfModel = ({ category }: ConfigOption): boolean => category === 'model_config';
	return [
		...all.slice(0, at + 1).filter((option) => !isOfModel(option)),
		...all.filter(isOfModel),
		...all.slice(at + 1).filter((option) => !isOfModel(option)),
	];
}

/** The option that is about the mode, or the model: by its category, else by its id. */
export function optionOf(
	options: readonly ConfigOption[],
	category: 'mode' | 'model',
): ConfigOption | undefined {
	return options.find((option) => option.category === category) ?? options.find(({ id }) => id === category);
}

/** The value after the current one, from the last on to the first; undefined where there is no other. */
export function nextValue(option: ConfigOption): string | boolean | undefined {
	if (option.type === 'boolean') return !option.current;
	const values = choicesOf(option).map(({ value }) => value);
	const next = values[(values.indexOf(option.current) + 1) % values.length];
	return next === option.current ? undefined : next;
}

/** What counts now, of each option. */
export function choicesIn(options: readonly ConfigOption[]): readonly PendingChoice[] {
	return options.map(({ id, current }) => ({ optionId: id, value: current }));
}

/** True when the option offers the value (acp C121). */
export function isOffered(option: ConfigOption, value: string | boolean): boolean {
	if (option.type === 'boolean') return typeof value === 'boolean';
	return choicesOf(option).some((choice) => choice.value === value);
}

/** All choices of an option, groups left out. */
function choicesOf(option: SelectOption): readonly ConfigChoice[] {
	return option.groups.flatMap(({ choices }) => choices);
}

/** What is offered once a value has been chosen: the list that the option is of, with that value. */
export function withChoice(
	{ configOptions, modes, models }: OptionLists,
	option: ConfigOption,
	value: string | boolean,
): OfferedOptions {
	const choose = (other: ConfigOption): ConfigOption =>
		other.id === option.id ? withValue(other, value) : other;
	switch (option.via) {
		case 'option':
			return configOptions === undefined ? {} : { configOptions: configOptions.map(choose) };
		case 'mode':
			return modes === undefined ? {} : { modes: choose(modes) };
		case 'model':
			return models === undefined ? {} : { models: choose(models) };
	}
}

/** The option with another value. A value of the wrong type leaves it as it is. */
export function withValue(option: ConfigOption, value: string | boolean): ConfigOption {
	if (option.type === 'boolean') return typeof value === 'boolean' ? { ...option, current: value } : option;
	return typeof value === 'string' ? { ...option, current: value } : option;
}
