/**
 * A rule of the user: what is denied, asked or allowed without a question. It lives in the extension's own storage,
 * never in settings, and answers only with an option that the agent offered (hazards C5, C8).
 */
import type { ToolKind } from '../base/toolCall.ts';

/** What a rule does with a permission that it covers. */
export type RuleEffect = 'deny' | 'ask' | 'allow';

/** What a rule is about, beside the kind. One rule has one pattern: what it covers can be said in one sentence. */
export type RulePattern =
	/** Whatever the kind covers. */
	| { readonly type: 'any' }
	/** Exactly this command, whatever it contains. */
	| { readonly type: 'command'; readonly command: string }
	/** Commands that begin with these words. */
	| { readonly type: 'commandStart'; readonly command: string }
	/** Exactly this file. Absolute and canonical. */
	| { readonly type: 'file'; readonly path: string }
	/** This folder and all below it. Absolute and canonical. */
	| { readonly type: 'folder'; readonly path: string }
	/** `pathPattern.ts`. Relative to the rule's folder, or to the session's where the rule has none. */
	| { readonly type: 'glob'; readonly glob: string };

/** Where a rule counts. */
export type RuleScope =
	| { readonly type: 'session'; readonly sessionKey: string }
	/** Sessions that work in this folder or below it. Absolute and canonical. */
	| { readonly type: 'folder'; readonly path: string }
	| { readonly type: 'everywhere' };

/** Until when. `session`: as long as that session is in this window; such a rule is never stored. */
export type RuleEnd =
	| { readonly type: 'never' }
	| { readonly type: 'session'; readonly sessionKey: string }
	/** Epoch milliseconds. */
	| { readonly type: 'time'; readonly at: number };

/** One rule. It covers a permission by kind and pattern, where `scope` says, until `end`. */
export interface Rule {
	/** Made by us. */
	readonly id: string;
	readonly effect: RuleEffect;
	/** Name of the agent in the settings; any agent if absent. */
	readonly agentName?: string;
	/** Any kind if absent. */
	readonly kind?: ToolKind;
	readonly pattern: RulePattern;
	readonly scope: RuleScope;
	readonly end: RuleEnd;
	/** Epoch milliseconds. */
	readonly createdAt: number;
}

/**
 * True once the rule does not count any more by the clock. One that was set back must not prolong what allows: before
 * the rule was made it does not count either.
 */
export function isExpired({ effect, end, createdAt }: Rule, now: number): boolean {
	if (end.type !== 'time') return false;
	return end.at <= now || (effect === 'allow' && now < createdAt);
}

/** The session without which a rule is nothing; such rules are kept in memory only. */
export function sessionOf({ scope, end }: Rule): string | undefined {
	if (scope.type === 'session') return scope.sessionKey;
	return end.type === 'session' ? end.sessionKey : undefined;
}
