/** What the user can choose for a session. The mode changes what the demo agent does; the rest is there to be seen. */
import type {
	SessionConfigOption,
	SessionConfigSelectGroup,
	SessionConfigSelectOption,
	SessionModeState,
} from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';

/** `ask` wants a permission for every change, `auto` takes it for granted, `read` changes nothing. */
type ModeId = 'ask' | 'auto' | 'read';

export const modes: (SessionModeState['availableModes'][number] & { id: ModeId })[] = [
	{ id: 'ask', name: 'Ask', description: 'Asks before it changes a file' },
	{ id: 'auto', name: 'Allow Edits', description: 'Changes files without asking' },
	{ id: 'read', name: 'Read Only', description: 'Changes no file at all' },
];

interface Model extends SessionConfigSelectOption {
	readonly group: 'fast' | 'careful';
}

const swift: Model = {
	value: 'swift',
	name: 'Swift',
	description: 'Answers before you have asked',
	group: 'fast',
};

const models: Model[] = [
	swift,
	{ value: 'hare', name: 'Hare', description: 'Nearly as fast, and well rested', group: 'fast' },
	{ value: 'owl', name: 'Owl', description: 'Turns its head before it answers', group: 'careful' },
	{ value: 'tortoise', name: 'Tortoise', description: 'Arrives all the same', group: 'careful' },
];

const levels: Record<Model['group'], SessionConfigSelectOption[]> = {
	fast: [
		{ value: 'off', name: 'Off' },
		{ value: 'low', name: 'Low' },
	],
	careful: [
		{ value: 'low', name: 'Low' },
		{ value: 'medium', name: 'Medium' },
		{ value: 'high', name: 'High', description: 'Takes its time' },
	],
};

export class SessionOptions {
	mode: ModeId = 'ask';
	#model = swift;
	#level = 'low';
	isVerbose = false;
	readonly #hasBooleans: boolean;

	/** @param hasBooleans whether the client draws options that are on or off */
	constructor(hasBooleans: boolean) {
		this.#hasBooleans = hasBooleans;
	}

	get modeState(): SessionModeState {
		return { currentModeId: this.mode, availableModes: modes };
	}

	/** The whole list, as every answer and update carries it. */
	get list(): SessionConfigOption[] {
		const shared: SessionConfigOption[] = [
			selector('mode', 'Mode', 'mode', this.mode, modes.map(modeChoice)),
			selector('model', 'Model', 'model', this.#model.value, modelGroups),
			selector('thoughts', 'Thoughts', 'thought_level', this.#level, levels[this.#model.group]),
		];
		return this.#hasBooleans ? [...shared, verboseOption(this.isVerbose)] : shared;
	}

	/** What was chosen, in words. */
	get summary(): string {
		const level = levels[this.#model.group].find(({ value }) => value === this.#level);
		return `${this.#model.name}, thoughts ${level?.name ?? this.#level}`;
	}

	/** Refuses what is not in the list. A model brings its own levels of thought. */
	set(configId: string, value: unknown): void {
		if (configId === 'verbose' && this.#hasBooleans && typeof value === 'boolean') this.isVerbose = value;
		else if (configId === 'mode') this.mode = only(value, modes, ({ id }) => id).id;
		else if (configId === 'model') this.#chooseModel(only(value, models, (model) => model.value));
		else if (configId === 'thoughts') {
			this.#level = only(value, levels[this.#model.group], (level) => level.value).value;
		} else throw new WireError(errorCodes.invalidParams, `No such option or value: ${configId}`);
	}

	#chooseModel(model: Model): void {
		this.#model = model;
		if (!levels[model.group].some(({ value }) => value === this.#level)) this.#level = 'low';
	}
}

const modelGroups: SessionConfigSelectGroup[] = [
	{ group: 'fast', name: 'Fast', options: choicesOf('fast') },
	{ group: 'careful', name: 'Careful', options: choicesOf('careful') },
];

function choicesOf(group: Model['group']): SessionConfigSelectOption[] {
	return models.filter((model) => model.group === group).map(({ group: _group, ...choice }) => choice);
}

function modeChoice({ id, name, description }: (typeof modes)[number]): SessionConfigSelectOption {
	return { value: id, name, description: description ?? null };
}

function selector(
	id: string,
	name: string,
	category: string,
	currentValue: string,
	options: SessionConfigSelectOption[] | SessionConfigSelectGroup[],
): SessionConfigOption {
	return { type: 'select', id, name, category, currentValue, options };
}

function verboseOption(currentValue: boolean): SessionConfigOption {
	const description = 'Ends each answer with a line about itself';
	return { type: 'boolean', id: 'verbose', name: 'Verbose', description, currentValue };
}

function only<T>(value: unknown, items: readonly T[], idOf: (item: T) => string): T {
	const item = items.find((item) => idOf(item) === value);
	if (item !== undefined) return item;
	throw new WireError(errorCodes.invalidParams, `No such value: ${String(value)}`);
}
