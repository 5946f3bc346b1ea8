/** Checks what an agent says against the SDK's schemas, the newest draft of version 2 included. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readSdkSchema } from '../../../build/pruneSchemas.ts';
import type { RawMessage, RawPeer } from './rawPeer.ts';

interface Definition {
	readonly 'x-method'?: string;
	readonly 'x-side'?: string;
}

type Version = 1 | 2;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const definitions: Record<Version, Record<string, Definition>> = { 1: load(1), 2: load(2) };

/** The messages of an agent that are wrong, one line each, by the kind of update or the name of their definition. */
export function wrongMessages({ received, methods }: RawPeer, version: Version): string[] {
	return received.flatMap((message) => {
		const method = message.method ?? methods.get(message.id) ?? '';
		const kind = kindOf(message);
		const value = kind === 'Response' ? message.result : message.params;
		if (kind === 'Response' && message.error !== undefined) return [];
		const name = nameOf(version, method, kind);
		const validate = ajv.getSchema(`v${version}#/$defs/${name}`);
		if (validate === undefined) return [`${kind} ${method}: not in the schema`];
		const { sessionUpdate } = Object(Object(message.params).update) as { sessionUpdate?: string };
		return validate(value) === true ? [] : [`${sessionUpdate ?? name}: ${JSON.stringify(value)}`];
	});
}

function load(version: Version): Record<string, Definition> {
	const { $defs } = readSdkSchema(`v${version}/schema.unstable.json`);
	ajv.addSchema({ $id: `v${version}`, $defs });
	return $defs as Record<string, Definition>;
}

function kindOf({ method, id }: RawMessage): 'Request' | 'Notification' | 'Response' {
	if (method === undefined) return 'Response';
	return id === undefined ? 'Notification' : 'Request';
}

function nameOf(version: Version, method: string, kind: string): string {
	const side = kind === 'Response' ? 'agent' : 'client';
	const found = Object.entries(definitions[version]).find(
		([name, definition]) =>
			definition['x-method'] === method &&
			[side, 'protocol'].includes(definition['x-side'] ?? '') &&
			name.endsWith(kind),
	);
	return found?.[0] ?? '';
}
