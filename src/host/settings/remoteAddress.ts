/**
 * Addresses that agents listen on: which may stand in the settings, and which stay on this machine. Read by the parser
 * that also opens them, so that what is judged and shown is what is connected to. Pure.
 */
import * as limits from '../../core/base/limits.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';

/**
 * What is wrong with an address whose variables are put in; undefined for one that an agent can be reached at. The
 * sentence does not repeat the address, in which a password may stand.
 * @param allowsHttp streamable HTTP is switched on
 */
export function addressProblem(text: string, allowsHttp: boolean): Sentence | undefined {
	const url = URL.parse(text);
	if (url === null) return sentence('"url" must be an address such as "wss://agents.example/acp".');
	const { protocol, username, password, href } = url;
	if (!/^(?:wss?|https?):$/u.test(protocol)) {
		return sentence('"url" begins with "{0}"; agents are reached by "wss:" or "ws:".', protocol);
	}
	if (protocol.startsWith('http') && !allowsHttp) {
		return sentence('"url" begins with "{0}", which needs acpHost.unstable.http to be on.', protocol);
	}
	if (username !== '' || password !== '') {
		return sentence('"url" must not name a user or a password; use "headers" with "${secret:…}" for them.');
	}
	if (href.includes('#')) return sentence('"url" must have no "#".');
	if (href.length > limits.addressChars) {
		return sentence('"url" must have at most {0} characters.', limits.addressChars);
	}
	return undefined;
}

/** The address as it is connected to and shown: a host with foreign letters as Punycode, numbers written out. */
export function normalAddress(text: string): string {
	return URL.parse(text)?.href ?? text;
}

/** Scheme, host and port: for whom a secret was entered. The text itself where it is no address. */
export function originOf(address: string): string {
	return URL.parse(address)?.origin ?? address;
}

/**
 * True when others can read on the way what goes there, for which the user is asked: it is not encrypted, and leaves this
 * machine as far as its name says. What the name stands for is known only when it is looked up: what connects has to
 * look again, and to go through no proxy.
 */
export function isReadableOnTheWay(address: string): boolean {
	const url = URL.parse(address);
	return url !== null && isUnencrypted(address) && !isLoopbackHost(url.hostname);
}

/** True for `ws:` and `http:`. */
function isUnencrypted(address: string): boolean {
	return /^(?:ws|http):/iu.test(address);
}

/** @param hostname as the parser of addresses gives it: in small letters, numbers written out, IPv6 in brackets */
export function isLoopbackHost(hostname: string): boolean {
	return hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/u, '$1'));
}

/**
 * True for the numeric addresses 127.0.0.0/8 and ::1, in their usual spelling. Not for other names of this machine, such
 * as 0.0.0.0 or an IPv4 address within an IPv6 one.
 */
function isLoopback(numeric: string): boolean {
	return numeric === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(numeric);
}
