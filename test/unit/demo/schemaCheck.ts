import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Definition {
	readonly 'x-method'?: string;
	readonly 'x-side'?: string;
}

const schemaPath = fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.json'));
const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as { $defs: Record<string, Definition> };
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schema, 'acp');

/** Checks what an agent sends against the schema of the SDK; collects what is wrong with it. */
export class SchemaCheck {
	readonly problems: string[] = [];
	readonly #methods = new Map<unknown, string>();

	/** A message of the client: remembers which method an answer will belong to. */
	sent(message: object): void {
		if ('method' in message && 'id' in message) this.#methods.set(message.id, String(message.method));
	}

	/** A message of the agent. */
	received(message: object): void {
		if ('method' in message) {
			const params = 'params' in message ? message.params : undefined;
			this.#check(String(message.method), 'id' in message ? 'Request' : 'Notification', params);
		} else if ('result' in message && 'id' in message) {
			this.#check(this.#methods.get(message.id) ?? '', 'Response', message.result);
		}
	}

	#check(method: string, kind: string, value: unknown): void {
		const validate = validatorOf(method, kind);
		if (!validate) this.problems.push(`${kind} of unknown method ${method}`);
		else if (!validate(value)) {
			this.problems.push(`${method}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
		}
	}
}

function validatorOf(method: string, kind: string): ValidateFunction | undefined {
	const found = Object.entries(schema.$defs).find(([name, definition]) => {
		return definition['x-method'] === method && name.endsWith(kind);
	});
	return found && ajv.getSchema(`acp#/$defs/${found[0]}`);
}
