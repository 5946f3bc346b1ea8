/** Rules as they are kept: read with mistrust, since a rule that is half there could allow what nobody meant. */
import { isFields } from '../base/fields.ts';
import { type Rule, type RuleEnd, ruleKinds, type RulePattern, type RuleScope } from './rule.ts';

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
	const read = stored.map((raw) => parseRule(raw)).filter((rule) => rule !== undefined);
	// A second rule of the same id could not be told from the first, nor revoked on its own.
	const byId = new Map<string, Rule>();
	for (const rule of read) byId.set(rule.id, stricter(byId.get(rule.id), rule));
	const rules = [...byId.values()].slice(-maxCount);
	return { rules, ignored: stored.length - rules.length };
}

/** Of two that cannot be told apart the one that allows less. */
function stricter(before: Rule | undefined, rule: Rule): Rule {
	const order = ['allow', 'ask', 'deny'];
	return before !== undefined && order.indexOf(before.effect) > order.indexOf(rule.effect) ? before : rule;
}

function parseRule(raw: unknown): Rule | undefined {
	if (!isFields(raw)) return undefined;
	const { id, effect, agentName, kind, createdAt } = raw;
	const pattern = parsePattern(raw['pattern']);
	const scope = parseScope(raw['scope']);
	const end = parseEnd(raw['end']);
	const knownKind = ruleKinds.find((one) => one === kind);
	const isReadable =
		isText(id) &&
		(effect === 'deny' || effect === 'ask' || effect === 'allow') &&
		(agentName === undefined || isText(agentName)) &&
		(kind === undefined || knownKind !== undefined) &&
		isTime(createdAt);
	if (!isReadable || pattern === undefined || scope === undefined || end === undefined) return undefined;
	return {
		id,
		effect,
		...(agentName === undefined ? {} : { agentName }),
		...(knownKind === undefined ? {} : { kind: knownKind }),
		pattern,
		scope,
		end,
		createdAt,
	};
}

function parsePattern(raw: unknown): RulePattern | undefined {
	if (!isFields(raw)) return undefined;
	const { type, command, path, glob } = raw;
	switch (type) {
		case 'any':
			return { type };
		case 'command':
		case 'commandStart':
			return isText(command) ? { type, command } : undefined;
		case 'file':
		case 'folder':
			return isText(path) ? { type, path } : undefined;
		case 'glob':
			return isText(glob) ? { type, glob } : undefined;
		default:
			return undefined;
	}
}

/** Rules of a session are never stored. */
function parseScope(raw: unknown): RuleScope | undefined {
	if (!isFields(raw)) return undefined;
	const { type, path } = raw;
	if (type === 'everywhere') return { type };
	return type === 'folder' && isText(path) ? { type, path } : undefined;
}

function parseEnd(raw: unknown): RuleEnd | undefined {
	if (!isFields(raw)) return undefined;
	const { type, at } = raw;
	if (type === 'never') return { type };
	return type === 'time' && isTime(at) ? { type, at } : undefined;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
