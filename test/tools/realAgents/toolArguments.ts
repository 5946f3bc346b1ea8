/**
 * Arguments for a tool that is not known beforehand, from its JSON Schema: known names get their values, others
 * anything valid.
 */

export interface ToolSchema {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, ToolSchema>>;
	readonly required?: readonly string[];
	readonly items?: ToolSchema;
	readonly minItems?: number;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly ToolSchema[];
}

/** @param values by the pattern of the argument's name */
export function fillSchema(schema: ToolSchema, values: readonly (readonly [RegExp, string])[]): object {
	const filled = new Filler(values).object(schema);
	return filled;
}

class Filler {
	readonly #values: readonly (readonly [RegExp, string])[];

	constructor(values: readonly (readonly [RegExp, string])[]) {
		this.#values = values;
	}

	/** All that is required, and what has a value by its name. */
	object({ properties = {}, required = [] }: ToolSchema): object {
		const wanted = Object.entries(properties).filter(
			([name]) => required.includes(name) || this.#known(name) !== undefined || lists.test(name),
		);
		return Object.fromEntries(wanted.map(([name, schema]) => [name, this.#value(name, schema, 0)]));
	}

	#value(name: string, schema: ToolSchema, at: number): unknown {
		const [plain] = schema.anyOf ?? [];
		if (plain !== undefined) return this.#value(name, plain, at);
		const type = Array.isArray(schema.type) ? String(schema.type[0]) : schema.type;
		switch (String(type).toLowerCase()) {
			case 'object':
				return this.object(schema);
			case 'array':
				return this.#list(name, schema);
			case 'boolean':
				return false;
			case 'number':
			case 'integer':
				return 1;
			default:
				return this.#among(schema.enum, this.#known(name)) ?? words[name]?.[at] ?? `${name} ${at + 1}`;
		}
	}

	/** What is known, unless the schema takes other values only. */
	#among(values: readonly unknown[] | undefined, known: string | undefined): unknown {
		if (values === undefined || (known !== undefined && values.includes(known))) return known;
		return values[0];
	}

	#list(name: string, { items = {}, minItems = 1 }: ToolSchema): unknown[] {
		// A program with its arguments in a list is a shell with its line.
		const command = /^(command|cmd)$/iu.test(name) ? this.#known(name) : undefined;
		if (command !== undefined) return ['bash', '-lc', command];
		const count = name === 'options' ? 2 : minItems;
		return Array.from({ length: count }, (_item, at) =>
			items.properties === undefined
				? this.#value(name, items, at)
				: Object.fromEntries(
						Object.entries(items.properties)
							.filter(([key]) => items.required?.includes(key) ?? true)
							.map(([key, schema]) => [key, this.#value(key, schema, at)]),
					),
		);
	}

	#known(name: string): string | undefined {
		return this.#values.find(([pattern]) => pattern.test(name))?.[1];
	}
}

const lists = /^(questions|options|todos|plan)$/u;

/** What the items of a list say, by name. */
const words: Readonly<Record<string, readonly string[]>> = {
	label: ['Red', 'Green'],
	value: ['Red', 'Green'],
	description: ['Like fire', 'Like grass'],
};
