/**
 * Rules as they are kept: one that is damaged is dropped, since a rule with a part missing could allow more than the
 * user meant.
 */
import { number, object, oneOf, optional, read, type Shape, text, variants, where } from '../base/shape.ts';
import { toolKinds } from '../base/toolCall.ts';
import type { Rule } from './rule.ts';

const nonBlank = where(text, (value) => value.trim() !== '');
const time = where(number, Number.isFinite);

const rule: Shape<Rule> = object({
	id: nonBlank,
	effect: oneOf('deny', 'ask', 'allow'),
	agentName: optional(nonBlank),
	kind: optional(oneOf(...toolKinds)),
	pattern: variants({
		any: {},
		command: { command: nonBlank },
		commandStart: { command: nonBlank },
		file: { path: nonBlank },
		folder: { path: nonBlank },
		glob: { glob: nonBlank },
	}),
	// Rules of a session are never stored.
	scope: variants({ everywhere: {}, folder: { path: nonBlank } }),
	end: variants({ never: {}, time: { at: time } }),
	createdAt: time,
});

interface StoredRules {
	readonly rules: readonly Rule[];
	/** Entries that are no rules. */
	readonly ignored: number;
}

/**
 * @param stored whatever was found
 * @param maxCount newest rules that are read at most
 */
export function parseRules(stored: unknown, maxCount: number): StoredRules {
	if (stored === undefined) return { rules: [], ignored: 0 };
	if (!Array.isArray(stored)) return { rules: [], ignored: 1 };
	const readable = stored.map((raw) => read(rule, raw)).filter((one) => one !== undefined);
	// A second rule of the same id could not be told from the first, nor revoked on its own.
	const byId = new Map<string, Rule>();
	for (const one of readable) byId.set(one.id, stricter(byId.get(one.id), one));
	const rules = [...byId.values()].slice(-maxCount);
	return { rules, ignored: stored.length - rules.length };
}

/** The one that allows less of two rules that cannot be told apart. */
function stricter(before: Rule | undefined, next: Rule): Rule {
	const order = ['allow', 'ask', 'deny'];
	return before !== undefined && order.indexOf(before.effect) > order.indexOf(next.effect) ? before : next;
}
