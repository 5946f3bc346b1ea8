/**
 * Takes secrets out of what we log (hazard F5): values the user configured, values that stand under telling names,
 * and a few shapes that keys have. A name stays, its value becomes `[redacted]`.
 */
const mark = '[redacted]';

/** Shorter values are not looked for: replacing every "1" would make logs unreadable and hide nothing. */
const minSecretLength = 4;

const secretName =
	/api[-_]?key|access[-_]?key|authorization|cookie|credential|passw|private[-_]?key|secret|token$/i;
/** Objects or lists of `{name, value}` all of whose values are secret: MCP servers, terminals (protocol.md 1.5). */
const secretGroup = /^(?:env|headers)$/i;

const shapes: readonly [RegExp, string][] = [
	[/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mark}`],
	[/\b(?:sk|pk|ghp|gho|ghs|github_pat|xox[a-z]|glpat)[-_][\w-]{10,}/g, mark],
	[
		// From the beginning of a name only: from each of its words it would take the square of its length.
		/(?<![\w-])([\w-]*(?:api[-_]?key|token|secret|password|passwd|authorization))("?\s*[=:]\s*"?)[^\s"',;&]+/gi,
		`$1$2${mark}`,
	],
	[/(:\/\/[^\s:/@]+:)[^\s/@]+@/g, `$1${mark}@`],
];

export class Redactor {
	readonly #secrets: readonly string[];

	/** @param secrets exact values to hide wherever they occur, such as the values of configured env entries */
	constructor(secrets: readonly string[] = []) {
		const wanted = secrets.filter((secret) => secret.length >= minSecretLength);
		// Inside JSON text a secret is escaped.
		const escaped = wanted.map((secret) => JSON.stringify(secret).slice(1, -1));
		// Longest first, so that a secret which contains another goes as a whole.
		this.#secrets = [...new Set([...wanted, ...escaped])].toSorted((a, b) => b.length - a.length);
	}

	/** A line of text without known secrets and without what looks like one. */
	text(text: string): string {
		let result = this.#withoutSecrets(text);
		for (const [shape, replacement] of shapes) result = result.replace(shape, replacement);
		return result;
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
		for (const secret of this.#secrets) result = result.replaceAll(secret, mark);
		return result;
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
