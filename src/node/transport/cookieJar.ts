/**
 * Cookies of one line: a server that stands behind several machines finds by them which one is ours. They go to the
 * address that set them and nowhere else, and are forgotten with the line.
 */
import * as limits from '../../core/base/limits.ts';

export class CookieJar {
	readonly #cookies = new Map<string, string>();

	/** @param lines values of `Set-Cookie`, one for each cookie */
	take(lines: readonly string[] = []): void {
		for (const line of lines) {
			const [, name, value = ''] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/u.exec(line) ?? [];
			if (name === undefined || line.length > limits.cookieChars) continue;
			if (isOver(line)) this.#cookies.delete(name);
			else if (this.#cookies.has(name) || this.#cookies.size < limits.cookieCount)
				this.#cookies.set(name, value.trim());
		}
	}

	/** The value of `Cookie`: those that the user set, and those of the server that have other names. */
	header(own = ''): string {
		const named = own.split(';').map((cookie) => cookie.trim().replace(/=.*$/su, ''));
		const kept = [...this.#cookies].filter(([name]) => !named.includes(name));
		return [own.trim(), ...kept.map(([name, value]) => `${name}=${value}`)].filter(Boolean).join('; ');
	}
}

/** The server takes the cookie back. */
function isOver(line: string): boolean {
	const { age } = /;\s*max-age\s*=\s*(?<age>-?\d+)/iu.exec(line)?.groups ?? {};
	if (age !== undefined) return Number(age) <= 0;
	const { date } = /;\s*expires\s*=\s*(?<date>[^;]+)/iu.exec(line)?.groups ?? {};
	return date !== undefined && Date.parse(date) <= Date.now();
}
