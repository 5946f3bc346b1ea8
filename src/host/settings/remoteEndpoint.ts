/** An agent that listens on an address: with its variables put in, as it is shown, and what its approval is bound to. Pure. */
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import { quotedAddress } from './commandText.ts';
import { normalAddress } from './remoteAddress.ts';
import { type ResolveVariables, resolveValues } from './variables.ts';

const secretName = /^\$\{secret:(.+)\}$/u;

/** Where an agent is reached that we do not start. */
export interface RemoteEndpoint {
	readonly type: 'remote';
	/** Begins with `wss:`, `ws:`, `https:` or `http:` once the variables are put in. */
	readonly url: string;
	/** Sent with the connection; to be sent only once the secrets are put in. */
	readonly headers: Readonly<Record<string, string>>;
	/** The variables that each header takes, as they are written. */
	readonly headerVariables: ReadonlyMap<string, readonly string[]>;
	/** The values of the secrets in the headers, once they are put in. */
	readonly secretValues?: readonly string[];
}

/** The names of the secrets that the headers take, each once. */
export function secretNames({ headerVariables }: RemoteEndpoint): readonly string[] {
	const names = [...headerVariables.values()]
		.flat()
		.flatMap((variable) => secretName.exec(variable)?.[1] ?? []);
	return [...new Set(names)];
}

/**
 * The endpoint with its variables put in.
 * @param secrets values by name; a secret that is not among them stays as it is written
 */
export function resolveEndpoint<E extends RemoteEndpoint & { readonly protocol: unknown }>(
	endpoint: E,
	resolve: ResolveVariables,
	secrets: ReadonlyMap<string, string>,
): E {
	const { headers, protocol } = endpoint;
	const url = resolve(endpoint.url);
	const secretValues = secretNames(endpoint).flatMap((name) => secrets.get(name) ?? []);
	return {
		...endpoint,
		url: normalAddress(protocol === 'pioneer' ? withPioneerPort(url) : url),
		headers: resolveValues(headers, resolve),
		...(secretValues.length === 0 ? {} : { secretValues }),
	};
}

/** Where a Pioneer gateway listens unless the address names a port. What encrypts for it stands at a port of its own. */
function withPioneerPort(text: string): string {
	const url = URL.parse(text);
	// The parser takes the usual port for none.
	const namesUsual = /^ws:[\\/]*[^\\/?#]*:0*80(?=[\\/?#]|$)/iu.test(text.trim());
	if (url?.protocol !== 'ws:' || url.port !== '' || namesUsual) return text;
	url.port = '17878';
	return url.href;
}

/**
 * All that an approval is bound to, as people read it: the address, the names of the headers, and what each of them
 * takes from elsewhere. No value is shown, and nothing is cut.
 */
export function endpointText({ url, headers, headerVariables }: RemoteEndpoint): string {
	const shown = Object.keys(headers).map((name) => `${name}: …${(headerVariables.get(name) ?? []).join('')}`);
	return [quotedAddress(url), ...shown].join(' ');
}

/** The same as one text that is equal only for what is approved together. */
export function endpointKey({ type, url, headers, headerVariables }: RemoteEndpoint): string {
	const names = Object.keys(headers).toSorted();
	return JSON.stringify({ type, url, headers: names.map((name) => [name, headerVariables.get(name) ?? []]) });
}

/** True for a text with a variable that only values of headers may have. */
export function namesSecret(text: string): boolean {
	return text.includes('${secret:');
}

/** Said wherever it stands in another place. */
export function misplacedSecret(): Sentence {
	return sentence('"${secret:…}" can stand in values of "headers" only, of an agent with a "url".');
}
