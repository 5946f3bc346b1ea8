/**
 * Whether an agent's regular expression may be run here. One that backtracks without end would stop the whole window,
 * so its cost is estimated before: what cannot be estimated is not run, and the agent checks the value itself.
 * Each part that repeats on its own multiplies the ways to match by the text's length, each choice by its branches.
 */

const maxPattern = 200;
const maxText = 1000;
/** Ways to match that are tried in a blink. */
const maxSteps = 1e7;

/** Undefined: the pattern says nothing that can be checked here about a text of this length. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
	const expression = compile(pattern);
	if (expression === undefined || text.length > longestText(expression)) return undefined;
	return expression.test(text);
}

function compile(pattern: string): RegExp | undefined {
	if (pattern.length > maxPattern) return undefined;
	try {
		return new RegExp(pattern, 'u');
	} catch {
		// Some agents escape more than is allowed with `u`.
		try {
			return new RegExp(pattern);
		} catch {
			return undefined;
		}
	}
}

function longestText(pattern: RegExp): number {
	const cost = new PatternReader(pattern).read();
	if (cost === undefined || cost.ways > maxSteps) return -1;
	// A pattern without an anchor is tried at each place.
	const power = cost.power + (pattern.source.startsWith('^') ? 0 : 1);
	return power === 0 ? maxText : Math.min(maxText, Math.floor((maxSteps / cost.ways) ** (1 / power)));
}

interface Cost {
	/** Parts that repeat without a fixed count. */
	readonly power: number;
	/** Ways through choices and optional parts. */
	readonly ways: number;
	/** There is more than one way to read a text, so it must not be repeated. */
	readonly isOpen: boolean;
}

interface Atom {
	readonly source: string;
	/** Of a group. */
	readonly body?: Cost;
	readonly isOnce?: boolean;
}

interface Quantifier {
	readonly min: number;
	readonly max: number;
}

/** Reads a pattern that is known to compile. Gives up at what it does not know, such as references back. */
class PatternReader {
	readonly #pattern: string;
	readonly #flags: string;
	#at = 0;

	constructor({ source, flags }: RegExp) {
		this.#pattern = source;
		this.#flags = flags;
	}

	read(): Cost | undefined {
		const cost = this.#alternatives();
		return this.#at === this.#pattern.length ? cost : undefined;
	}

	#alternatives(): Cost | undefined {
		let cost = this.#sequence();
		while (cost !== undefined && this.#take('|')) {
			const other = this.#sequence();
			cost =
				other === undefined
					? undefined
					: { power: cost.power + other.power, ways: cost.ways + other.ways, isOpen: true };
		}
		return cost;
	}

	#sequence(): Cost | undefined {
		let cost: Cost = { power: 0, ways: 1, isOpen: false };
		const atoms: Atom[] = [];
		while (this.#at < this.#pattern.length && !'|)'.includes(this.#peek())) {
			const atom = this.#atom();
			const quantifier = this.#quantifier();
			const part = atom === undefined ? undefined : costOf(atom, quantifier);
			if (atom === undefined || part === undefined) return undefined;
			atoms.push({ ...atom, isOnce: quantifier.min === 1 && quantifier.max === 1 });
			cost = {
				power: cost.power + part.power,
				ways: cost.ways * part.ways,
				isOpen: cost.isOpen || part.isOpen,
			};
		}
		// With one part of free length between two delimiters there is one way to read what lies between them.
		const isOneWay = cost.power === 1 && cost.ways === 1 && isDelimited(atoms, this.#flags);
		return isOneWay ? { ...cost, isOpen: false } : cost;
	}

	#atom(): Atom | undefined {
		const start = this.#at;
		const first = this.#peek();
		this.#at++;
		if (first === '(') return this.#group(start);
		if (first === '[') while (this.#peek() !== ']') this.#at += this.#peek() === '\\' ? 2 : 1;
		if (first === '[') this.#at++;
		if (first === '\\' && !this.#escape()) return undefined;
		return { source: this.#pattern.slice(start, this.#at) };
	}

	#group(start: number): Atom | undefined {
		const head = /^\?(?:[:=!]|<[=!]|<[^>]+>)/u.exec(this.#pattern.slice(this.#at))?.[0] ?? '';
		if (head === '' && this.#peek() === '?') return undefined;
		this.#at += head.length;
		const body = this.#alternatives();
		if (body === undefined || !this.#take(')')) return undefined;
		return { source: this.#pattern.slice(start, this.#at), body };
	}

	/** False for a reference back to a group: it makes any estimate wrong. */
	#escape(): boolean {
		const rest = this.#pattern.slice(this.#at);
		const found = /^(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|[^1-9k])/iu.exec(rest)?.[0];
		this.#at += found?.length ?? 0;
		return found !== undefined;
	}

	#quantifier(): Quantifier {
		const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/u.exec(this.#pattern.slice(this.#at));
		if (found === null) return { min: 1, max: 1 };
		this.#at += found[0].length;
		const [all, min, comma, max] = found;
		if (min === undefined)
			return { min: all.startsWith('+') ? 1 : 0, max: all.startsWith('?') ? 1 : Infinity };
		if (comma === '') return { min: Number(min), max: Number(min) };
		return { min: Number(min), max: max === '' ? Infinity : Number(max) };
	}

	#peek(): string {
		return this.#pattern.charAt(this.#at);
	}

	#take(character: string): boolean {
		const isThere = this.#peek() === character;
		if (isThere) this.#at++;
		return isThere;
	}
}

/** Undefined for a repetition of what can be read in several ways: that is where the ways explode. */
function costOf({ body }: Atom, { min, max }: Quantifier): Cost | undefined {
	const inner = body ?? { power: 0, ways: 1, isOpen: false };
	if (min === max) return { power: inner.power * min, ways: inner.ways ** min, isOpen: inner.isOpen };
	if (min === 0 && max === 1) return { ...inner, ways: inner.ways + 1, isOpen: true };
	return inner.isOpen ? undefined : { power: inner.power + 1, ways: inner.ways, isOpen: true };
}

/** Starts or ends with a character that none of the rest can be, as in `-[a-z]+`: each repetition has one place. */
function isDelimited(atoms: readonly Atom[], flags: string): boolean {
	return (
		isDelimiter(atoms.at(0), atoms.slice(1), flags) || isDelimiter(atoms.at(-1), atoms.slice(0, -1), flags)
	);
}

function isDelimiter(atom: Atom | undefined, rest: readonly Atom[], flags: string): boolean {
	if (atom?.isOnce !== true) return false;
	const character = /^(?:\\(?=[^\p{L}\d])|(?![.^$([]))(.)$/u.exec(atom.source)?.[1];
	if (character === undefined) return false;
	return rest.every(
		({ source, body }) => body === undefined && !new RegExp(`^(?:${source})$`, flags).test(character),
	);
}
