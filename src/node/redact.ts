/**
 * Takes secrets out of what we log (hazard F5): values the user configured, values that stand under telling names,
 * and a few shapes that keys have. A name stays, its value becomes `[redacted]`.
 */
import { isCode, isWord, looksRandom } from './secretValues.ts';

/** Stands in the place of what is hidden. */
export const mark = '[redacted]';

/** Shorter values are not looked for: replacing every "1" would make logs unreadable and hide nothing. */
const minSecretLength = 4;
/** Shorter parts of a secret, at an end of a text that was cut within it, give nothing away. */
const minPartLength = 8;

const secretName =
	/api[-_]?key|access[-_]?key|authorization|cookie|credential|passw|private[-_]?key|secret|token$/i;
/**
 * Objects or lists of `{name, value}` all of whose values are secret: MCP servers, terminals
 * (docs/protocol.md#tool-servers).
 */
const secretGroup = /^(?:env|headers)$/i;

const shapes: readonly [RegExp, string][] = [
	[/\b(?:ghp|gho|ghs|github_pat|xox[a-z]|glpat)[-_][\w-]{10,}/g, mark],
	[/(:\/\/[^\s:/@]+:)[^\s/@]+@/g, `$1${mark}@`],
];

/** A scheme of logging in with what follows it, and a key of a service: words and names in code look like that, too. */
const loginValue = /\b(Bearer|Basic)\s+([\w.~+/=-]{6,})/gi;
const serviceKey = /\b(?:sk|pk)[-_][\w-]{10,}/g;
/** From the beginning of a name only: from each of its words it would take the square of its length. */
const namedValue =
	/(?<![\w-])([\w-]*(?:api[-_]?key|token|secret|password|passwd|authorization))("?\s*[=:]\s*"?)([^\s"',;&]+)/gi;

/** Replaces secrets in texts. Keep one for each agent: it learns the secrets of what was configured. */
export class Redactor {
	readonly #sparesCode: boolean;
	#secrets: readonly string[] = [];

	/**
	 * @param secrets exact values to hide wherever they occur, such as the values of configured env entries
	 * @param sparesCode keeps what stands behind a telling name and is no value, as in `token: string`: for texts that
	 *   are shown again
	 */
	constructor(secrets: readonly string[] = [], sparesCode = false) {
		this.#sparesCode = sparesCode;
		this.add(secrets);
	}

	/** Hides these from now on, too. */
	add(secrets: readonly string[]): void {
		const wanted = secrets.filter((secret) => secret.length >= minSecretLength);
		// Inside JSON text a secret is escaped.
		const escaped = wanted.map((secret) => JSON.stringify(secret).slice(1, -1));
		const all = new Set([...this.#secrets, ...wanted, ...escaped]);
		// Longest first, so that a secret which contains another goes as a whole.
		this.#secrets = [...all].toSorted((a, b) => b.length - a.length);
	}

	/** A line of text without known secrets and without what looks like one. */
	text(text: string): string {
		let result = this.#withoutSecrets(text)
			.replace(loginValue, (...match: LoginValue) => this.#withoutLogin(match))
			.replace(serviceKey, (key) =>
				this.#sparesCode && key.charAt(2) === '_' && !looksRandom(key) ? key : mark,
			);
		for (const [shape, replacement] of shapes) result = result.replace(shape, replacement);
		return result.replace(namedValue, (...match: NamedValue) => this.#withoutValue(match));
	}

	/** True when a secret begins in one text and ends in the next. */
	isSplit(before: string, after: string): boolean {
		return this.text(before + after) !== this.text(before) + this.text(after);
	}

	/** A message as one line of JSON. Nesting that is too deep to write becomes a mark: it never throws. */
	json(value: unknown): string {
		try {
			return JSON.stringify(this.#clean(value)) ?? 'null';
		} catch {
			return JSON.stringify('[not serialisable]');
		}
	}

	#withoutSecrets(text: string): string {
		let result = text;
		for (const secret of this.#secrets) result = withoutParts(result.replaceAll(secret, mark), secret);
		return result;
	}

	#withoutLogin([all, scheme, value, at, text]: LoginValue): string {
		const isHeader = /authorization\W{1,4}$/iu.test(text.slice(Math.max(0, at - 20), at));
		return this.#sparesCode && !isHeader && isWord(value) ? all : `${scheme} ${mark}`;
	}

	#withoutValue([all, name, sign, value, at, text]: NamedValue): string {
		const isQuoted = sign.endsWith('"') || /[?&]/u.test(text.charAt(at - 1));
		return this.#sparesCode && !isQuoted && isCode(name, value) ? all : `${name}${sign}${mark}`;
	}

	#clean(value: unknown): unknown {
		if (typeof value === 'string') return this.text(value);
		if (Array.isArray(value)) return value.map((item) => this.#clean(item));
		if (typeof value !== 'object' || value === null) return value;
		const isStatus = authStatusMethod.test(String('method' in value ? value.method : ''));
		const hasAccounts = 'accounts' in value && ('state' in value || namesPeople(value.accounts));
		// acp C108: what the user typed into an elicitation is not logged.
		const isAnswer = 'action' in value && value.action === 'accept';
		return Object.fromEntries(
			Object.entries(value).map(([name, item]) => {
				if (secretGroup.test(name)) return [name, hideGroup(item)];
				if (secretName.test(name)) return [name, hide(item)];
				// The names are the agent's own, and an object is still what the protocol says.
				if (isAnswer && name === 'content') return [name, hideGroup(item)];
				// acp C127: who is logged in is not logged; the state is.
				if (isStatus && name === 'params') return [name, onlyState(item)];
				if (hasAccounts && name === 'accounts') return [name, mark];
				// Names are data too: `{"<secret>": 1}`.
				return [this.#withoutSecrets(name), this.#clean(item)];
			}),
		);
	}
}

type LoginValue = [all: string, scheme: string, value: string, at: number, text: string];
type NamedValue = [all: string, name: string, sign: string, value: string, at: number, text: string];

/**
 * The text without what is left of a secret that it was cut within, at its end or at its beginning. Words are no part of
 * a secret by themselves: the beginning of `production-7` ends many a text.
 */
function withoutParts(text: string, secret: string): string {
	const end = text.slice(-secret.length);
	const head = secret.slice(0, minPartLength);
	let result = text;
	for (let at = end.indexOf(head); at >= 0; at = end.indexOf(head, at + 1)) {
		const part = end.slice(at);
		if (!secret.startsWith(part) || !looksRandom(part)) continue;
		result = result.slice(0, -part.length) + mark;
		break;
	}
	const tail = secret.slice(-minPartLength);
	const at = result.slice(0, secret.length).lastIndexOf(tail);
	const part = result.slice(0, at + tail.length);
	return at >= 0 && secret.endsWith(part) && looksRandom(part) ? mark + result.slice(part.length) : result;
}

/** The draft's and, with the underscore, what agents sent before it. */
const authStatusMethod = /^_?auth\/status_update$/;

function onlyState(params: unknown): unknown {
	const isKnown = typeof params === 'object' && params !== null && 'state' in params;
	return isKnown && typeof params.state === 'string' ? { state: params.state, accounts: mark } : mark;
}

/** True for who is logged in, where the agent left out the state beside it. */
function namesPeople(accounts: unknown): boolean {
	return (
		Array.isArray(accounts) &&
		accounts.some(
			(item: unknown) =>
				typeof item === 'object' && item !== null && 'label' in item && ('email' in item || 'active' in item),
		)
	);
}

/** Hides strings, and everything inside objects and lists. Numbers, such as `maxTokens`, are no secrets. */
function hide(value: unknown): unknown {
	if (typeof value === 'string') return mark;
	return typeof value === 'object' && value !== null ? mark : value;
}

function hideGroup(group: unknown): unknown {
	if (Array.isArray(group)) return group.map((item: unknown) => hideValue(item));
	if (typeof group !== 'object' || group === null) return hide(group);
	return Object.fromEntries(Object.keys(group).map((name) => [name, mark]));
}

function hideValue(item: unknown): unknown {
	const isPair = typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string';
	return isPair ? { name: item.name, value: mark } : mark;
}
