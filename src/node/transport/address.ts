/** What an address says without a look at the network. Pure. */
import net from 'node:net';

/** The address as it may be shown and logged: without what a user name, a password or a query may hold. */
export function redactedUrl(url: string): string {
	if (!URL.canParse(url)) return url.replace(/\/\/.*@/su, '//').replace(/[?#].*$/su, '');
	const { protocol, host, pathname } = new URL(url);
	return `${protocol}//${host}${pathname}`;
}

/** True for names and numbers that lead to this machine and nowhere else. */
export function isLoopback(hostname: string): boolean {
	const name = bareHost(hostname).toLowerCase().replace(/\.$/u, '');
	if (name === 'localhost' || name.endsWith('.localhost')) return true;
	if (net.isIPv4(name)) return name.startsWith('127.');
	return name === '::1' || /^::ffff:(?:127\.|7f)/u.test(name);
}

/** The name or number of a host as sockets take it: numbers of IPv6 stand in brackets in an address only. */
export function bareHost(hostname: string): string {
	return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

/** 4 or 6 for a number of that family of addresses, 0 for a name. */
export function ipFamilyOf(host: string): number {
	return net.isIP(host);
}

/** True where the address asks for TLS. */
export function isSecure({ protocol }: URL): boolean {
	return protocol === 'wss:' || protocol === 'https:';
}

/** The port of the address, or the usual one of its protocol. */
export function portOf(url: URL): number {
	if (url.port !== '') return Number(url.port);
	if (url.protocol.startsWith('socks')) return 1080;
	return isSecure(url) ? 443 : 80;
}
