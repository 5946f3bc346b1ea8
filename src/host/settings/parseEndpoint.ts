/** Reads what the settings say of an agent that listens on an address. Pure. */
import type { JsonObject } from '../../core/base/json.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import { matches, record, text } from '../../core/base/shape.ts';
import { addressProblem } from './remoteAddress.ts';
import { misplacedSecret, namesSecret, type RemoteEndpoint, secretNames } from './remoteEndpoint.ts';
import { headersProblem } from './remoteHeaders.ts';
import { variablesIn } from './variables.ts';

const endpointFields = new Set(['url', 'headers', 'protocol', 'mcpServers']);

/** Reads `url` and `headers` of an entry, or says what is wrong. Variables are not put in yet. */
export function parseEndpoint(entry: JsonObject, allowsHttp: boolean): RemoteEndpoint | Sentence {
	const { url, headers = {} } = entry;
	if (Object.hasOwn(entry, 'command')) {
		return sentence('has both "command" and "url"; keep the one that is meant.');
	}
	const unknown = Object.keys(entry).find((field) => !endpointFields.has(field));
	if (unknown !== undefined) return sentence('"{0}" is not a field that agents with a "url" have.', unknown);
	if (typeof url !== 'string')
		return sentence('"url" must be an address such as "wss://agents.example/acp".');
	if (!matches(record(text), headers)) return sentence('"headers" must be an object of strings.');
	const endpoint: RemoteEndpoint = {
		type: 'remote',
		url,
		headers: { ...headers },
		headerVariables: variablesOf(headers),
	};
	// What variables bring is judged once they are put in.
	const problem = url.includes('${') ? headersProblem(headers) : endpointProblem(endpoint, allowsHttp);
	return secretProblem(endpoint) ?? problem ?? endpoint;
}

/** What keeps that address from being connected to, once the variables are put in; undefined when nothing does. */
export function endpointProblem({ url, headers }: RemoteEndpoint, allowsHttp: boolean): Sentence | undefined {
	return addressProblem(url, allowsHttp) ?? headersProblem(headers);
}

function variablesOf(headers: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
	return new Map(Object.entries(headers).map(([name, value]) => [name, variablesIn(value)]));
}

function secretProblem(endpoint: RemoteEndpoint): Sentence | undefined {
	const { url, headers } = endpoint;
	if ([url, ...Object.keys(headers)].some(namesSecret)) return misplacedSecret();
	const hasWrongName =
		secretNames(endpoint).some((name) => !/^[\w.-]{1,64}$/u.test(name)) ||
		Object.values(headers).some((value) => /\$\{secret:(?:\}|[^}]*$)/u.test(value));
	return hasWrongName
		? sentence('"headers": a secret is named by letters, digits, ".", "_" and "-", such as ${secret:token}.')
		: undefined;
}
