/** The schemas of `pioneer/*.json`, by the names of the messages in them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

/** The generations of the protocol, the oldest first. */
export const generations = ['G1', 'G2', 'G3'] as const;
export type Generation = (typeof generations)[number];

interface SchemaFile {
	readonly $id: string;
	readonly $defs: Readonly<Record<string, object>>;
}

const ajv = new Ajv2020({
	strict: true,
	// A tag that says which shape counts stands in each of the shapes.
	strictRequired: false,
	allErrors: true,
	discriminator: true,
	allowUnionTypes: true,
});
const folder = path.join(import.meta.dirname, 'pioneer');
const files = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as SchemaFile);
for (const file of files) ajv.addSchema(file);

const addresses = new Map(
	files.flatMap(({ $id, $defs }) =>
		Object.keys($defs).map((name) => [
			name,
			`${$id}#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
		]),
	),
);

/** Every name that has a schema, those of later generations with their mark. */
export const schemaNames: readonly string[] = [...addresses.keys()];

/** @returns the schema that counts in that generation: the last form up to it; undefined for a name that has none */
export function schemaOf(name: string, generation: Generation = 'G1'): ValidateFunction | undefined {
	const upTo = generations.slice(0, generations.indexOf(generation) + 1).toReversed();
	const form = [...upTo.map((one) => `${name} ${one}`), name, `${name} G2`, `${name} G3`].find((one) =>
		addresses.has(one),
	);
	const address = form === undefined ? undefined : addresses.get(form);
	return address === undefined ? undefined : ajv.getSchema(address);
}

/** @returns what is wrong with the value, such as `/turn_id is missing`; undefined where nothing is */
export function problemWith(name: string, value: unknown, generation?: Generation): string | undefined {
	const validate = schemaOf(name, generation);
	if (validate === undefined) return 'is described nowhere';
	if (validate(value)) return undefined;
	const errors = validate.errors ?? [];
	// Of a choice between shapes, what one of them lacks says more than that none fits.
	const telling = errors.filter(({ keyword }) => !['oneOf', 'anyOf', 'if'].includes(keyword));
	return [...new Set((telling.length === 0 ? errors : telling).map(wordsFor))].slice(0, 3).join('; ');
}

/** True for a method or a notification that the generation has. */
export function isIn(kind: 'methods' | 'notifications', name: string, generation: Generation): boolean {
	return ajv.getSchema(addresses.get(`${kind} ${generation}`) ?? '')?.(name) === true;
}

function wordsFor({ keyword, instancePath, params, message = keyword }: ErrorObject): string {
	const at = (name: unknown): string => `${instancePath}/${String(name)}`;
	if (keyword === 'required') return `${at(params['missingProperty'])} is missing`;
	if (keyword === 'additionalProperties') return `${at(params['additionalProperty'])} is not described`;
	if (keyword === 'enum') return `${instancePath} ${message} ${JSON.stringify(params['allowedValues'])}`;
	if (keyword === 'const') return `${instancePath} must be ${JSON.stringify(params['allowedValue'])}`;
	return `${instancePath} ${message}`;
}
