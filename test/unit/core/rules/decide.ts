/** What rules say of a permission whose paths are what they are called, in short. */
import path from 'node:path';
import { readRequestFacts } from '../../../../src/core/rules/requestFacts.ts';
import { evaluateRules } from '../../../../src/core/rules/evaluateRules.ts';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import { askedPermission, type AskedSample, rule } from './samples.ts';

export interface Facts {
	readonly now?: number;
	readonly isCaseSensitive?: boolean;
	readonly isProtected?: boolean;
	/** Literal path to canonical. */
	readonly links?: Readonly<Record<string, string | undefined>>;
}

/** `ask`, or the id of the option. */
export function decide(rules: readonly Rule[], sample: AskedSample, facts: Facts = {}): string {
	const asked = readRequestFacts(askedPermission(sample));
	const { links = {}, isProtected = false } = facts;
	const landing = (written: string): readonly (string | undefined)[] => {
		const literal = path.posix.resolve(asked.cwd, written);
		return [literal in links ? links[literal] : literal];
	};
	const places = {
		cwd: asked.cwd,
		paths: asked.paths.map((literal) => ({
			literal,
			canonical: literal in links ? links[literal] : literal,
		})),
		mentions: asked.mentions.map(landing),
		words: asked.words.map(landing),
		folders: asked.folders,
		isProtected,
	};
	const { now = 1, isCaseSensitive = true } = facts;
	const decision = evaluateRules(rules, asked, places, { now, isCaseSensitive });
	return decision.type === 'ask' ? 'ask' : decision.option.optionId;
}

export const allow = (fields: Partial<Rule>): Rule => rule({ effect: 'allow', ...fields });
export const deny = (fields: Partial<Rule>): Rule => rule({ effect: 'deny', ...fields });
export const command = (text: string): Rule['pattern'] => ({ type: 'command', command: text });
export const start = (text: string): Rule['pattern'] => ({ type: 'commandStart', command: text });
export const glob = (text: string): Rule['pattern'] => ({ type: 'glob', glob: text });
