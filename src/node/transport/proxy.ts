/** Which proxy stands between us and an address, by the settings of VS Code and the environment. Pure. */
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import { bareHost, isLoopback, portOf, redactedUrl } from './address.ts';

/** Settings of VS Code, as they are. */
export interface ProxySettings {
	/** `http.proxySupport`: `off` uses no proxy. */
	readonly support: string;
	/** `http.proxy`; empty for that of the environment. */
	readonly proxy: string;
	/** `http.noProxy`: hosts that are reached without. Takes the place of that of the environment, unless it is empty. */
	readonly noProxy: readonly string[];
	/** `http.proxyStrictSSL`: whether the certificate of the proxy itself has to be good. That of the agent always has. */
	readonly isStrict: boolean;
	/** `http.proxyAuthorization`: what to tell the proxy of who we are. */
	readonly authorization: string | undefined;
	/** `http.systemCertificates`: authorities that this computer trusts count, too. */
	readonly systemCertificates: boolean;
}

export const noProxySettings: ProxySettings = {
	support: 'override',
	proxy: '',
	noProxy: [],
	isStrict: true,
	authorization: undefined,
	systemCertificates: true,
};

export interface Proxy {
	/** Begins with `http:`, `https:`, `socks:`, `socks5:` or `socks5h:`. */
	readonly url: URL;
	readonly isStrict: boolean;
	/** The header `Proxy-Authorization`, for one of HTTP. */
	readonly authorization: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to that address, if there is one. Never one to this machine.
 * Throws AgentError `rejected` for a proxy of a kind that we do not speak with, and for a script that finds one.
 */
export function proxyFor(url: URL, settings: ProxySettings, environment: Environment): Proxy | undefined {
	if (settings.support === 'off' || isLoopback(url.hostname)) return undefined;
	if (isException(url, settings.noProxy, environment)) return undefined;
	const configured = settings.proxy.trim();
	const named = configured === '' ? namedIn(environment) : configured;
	if (named === '') return undefined;
	const proxy = parse(named);
	return {
		url: proxy,
		isStrict: settings.isStrict,
		authorization: settings.authorization ?? basicOf(proxy),
	};
}

/** How an address is reached, for the log. Throws as `proxyFor` does. */
export function wayTo(address: string, settings: ProxySettings, environment: Environment): string {
	const url = URL.parse(address);
	const proxy = url === null ? undefined : proxyFor(url, settings, environment);
	return proxy === undefined ? 'without a proxy' : `by the proxy ${redactedUrl(proxy.url.href)}`;
}

function isException(url: URL, noProxy: readonly string[], environment: Environment): boolean {
	const inEnvironment = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
	const exceptions = noProxy.length > 0 ? noProxy : inEnvironment.split(',');
	return exceptions.some((exception) => covers(exception.trim().toLowerCase(), url));
}

/** A name stands for itself and what is below it; a port narrows it down. */
function covers(exception: string, url: URL): boolean {
	if (exception === '') return false;
	if (exception === '*') return true;
	const { name = '', port } =
		/^(?<name>\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(?<port>\d+))?$/u.exec(exception)?.groups ?? {};
	if (port !== undefined && Number(port) !== portOf(url)) return false;
	const domain = bareHost(name).replace(/^\*?\.?/u, '.');
	return `.${bareHost(url.hostname).toLowerCase()}`.endsWith(domain);
}

function namedIn(environment: Environment): string {
	const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];
	return names.map((name) => environment[name]?.trim() ?? '').find((value) => value !== '') ?? '';
}

function parse(named: string): URL {
	const text = named.includes('://') ? named : `http://${named}`;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (isScript(text)) throw unrunScript(text);
	if (url !== undefined && /^(?:https?|socks(?:5h?)?):$/u.test(url.protocol)) return url;
	throw new AgentError(
		'rejected',
		sentence(
			'ACP Host cannot go through the proxy {0}: only those of "http:", "https:" and "socks5:". Name such a one in http.proxy, or the agent in http.noProxy.',
			redactedUrl(text),
		),
	);
}

/** The address of a script that finds a proxy (PAC), which is none itself. */
function isScript(text: string): boolean {
	return /^(?:pac\+|file:)/iu.test(text) || /^https?:\/\/[^/?#]+\/.*\.(?:pac|dat|js)(?:[?#]|$)/iu.test(text);
}

function unrunScript(text: string): AgentError {
	return new AgentError(
		'rejected',
		sentence(
			'ACP Host runs no script that finds a proxy ({0}). Name the proxy that it finds for the agent in http.proxy, or the agent in http.noProxy if there is none.',
			redactedUrl(text),
		),
	);
}

function basicOf({ username, password }: URL): string | undefined {
	if (username === '' && password === '') return undefined;
	const words = `${decoded(username)}:${decoded(password)}`;
	return `Basic ${Buffer.from(words).toString('base64')}`;
}

/** What percent codes stand for; a percent sign that begins none is one. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
