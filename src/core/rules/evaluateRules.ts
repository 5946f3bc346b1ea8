/**
 * What the rules say of a permission. Deny beats ask, ask beats allow, and where no rule speaks the user is asked.
 * Pure: paths have been resolved by the host.
 */
import type { PermissionOption } from '../session/model/permission.ts';
import type { RequestFacts } from './requestFacts.ts';
import { isExpired, type Rule } from './rule.ts';
import { type ResolvedPlaces, RuleMatcher } from './ruleMatcher.ts';

interface Circumstances {
	/** Epoch milliseconds. */
	readonly now: number;
	/** False where `A` and `a` are the same file. */
	readonly isCaseSensitive: boolean;
}

type RuleDecision =
	/** `rule`: the one that wants it. Without one none speaks of the permission, or none may decide it. */
	| { readonly type: 'ask'; readonly rule?: Rule }
	| { readonly type: 'answer'; readonly option: PermissionOption; readonly rule: Rule };

/**
 * @param rules the user's, in any order
 * @returns an answer only where a rule speaks and the agent offers exactly what it wants to say
 */
export function evaluateRules(
	rules: readonly Rule[],
	facts: RequestFacts,
	places: ResolvedPlaces,
	circumstances: Circumstances,
): RuleDecision {
	const matcher = new RuleMatcher(facts, places, circumstances.isCaseSensitive);
	const meant = rules.filter((rule) => !isExpired(rule, circumstances.now) && matcher.isMeant(rule));
	const denying = meant.find((rule) => rule.effect === 'deny' && matcher.isTouched(rule));
	if (denying !== undefined) return answerWith(rejection(facts.options), denying);
	const asking = meant.find((rule) => rule.effect === 'ask' && matcher.isTouched(rule));
	if (asking !== undefined) return { type: 'ask', rule: asking };
	// What cannot be looked at could be what another rule denies.
	if (places.isProtected || facts.exceedsBounds || !isResolved(places)) return { type: 'ask' };
	if (places.mentions.length < facts.mentions.length) return { type: 'ask' };
	const limiting = meant.filter(({ effect }) => effect !== 'allow');
	const allowing = meant.find(
		(rule) =>
			rule.effect === 'allow' &&
			matcher.isCovered(rule) &&
			!limiting.some((limit) => matcher.isMentioned(limit, rule)),
	);
	return allowing === undefined ? { type: 'ask' } : answerWith(allowance(facts.options), allowing);
}

function isResolved({ paths, folders }: ResolvedPlaces): boolean {
	return paths.every(({ canonical }) => canonical !== undefined) && !folders.includes(undefined);
}

function answerWith(option: PermissionOption | undefined, rule: Rule): RuleDecision {
	return option === undefined ? { type: 'ask', rule } : { type: 'answer', option, rule };
}

/**
 * The one option that allows this once. Several of them are a choice that no rule can make, and what would be
 * remembered by the agent is never chosen here.
 */
function allowance(options: readonly PermissionOption[]): PermissionOption | undefined {
	const once = options.filter(({ kind }) => kind === 'allow_once');
	return once.length === 1 ? once.find((option) => isUnmistakable(option, options)) : undefined;
}

function rejection(options: readonly PermissionOption[]): PermissionOption | undefined {
	const unmistakable = options.filter((option) => isUnmistakable(option, options));
	return (
		unmistakable.find(({ kind }) => kind === 'reject_once') ??
		unmistakable.find(({ kind }) => kind === 'reject_always')
	);
}

/** The agent hears the id alone: one that stands for two options says neither. */
function isUnmistakable({ optionId }: PermissionOption, options: readonly PermissionOption[]): boolean {
	return options.filter((other) => other.optionId === optionId).length === 1;
}
