import type { ContributedGrammar } from './contributions.ts';

/** Where the grammar of a language or a scope is, and which others add rules to it. */
export class Grammars {
	readonly #byLanguage = new Map<string, ContributedGrammar>();
	readonly #byScope = new Map<string, ContributedGrammar>();
	readonly #injections = new Map<string, string[]>();

	/** What comes later replaces what came before, as in VS Code. */
	constructor(grammars: readonly ContributedGrammar[]) {
		for (const grammar of grammars) {
			this.#byScope.set(grammar.scopeName, grammar);
			if (grammar.language !== undefined) this.#byLanguage.set(grammar.language, grammar);
			for (const target of grammar.injectTo) {
				this.#injections.set(target, [...(this.#injections.get(target) ?? []), grammar.scopeName]);
			}
		}
	}

	ofLanguage(id: string): ContributedGrammar | undefined {
		return this.#byLanguage.get(id);
	}

	ofScope(scopeName: string): ContributedGrammar | undefined {
		return this.#byScope.get(scopeName);
	}

	/** What is injected into `source.ts` goes into `source.ts.embedded`, too. */
	injectionsInto(scopeName: string): string[] {
		const parts = scopeName.split('.');
		return parts.flatMap((_, at) => this.#injections.get(parts.slice(0, at + 1).join('.')) ?? []);
	}
}
