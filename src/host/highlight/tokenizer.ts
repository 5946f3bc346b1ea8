/** Colours text with the libraries that VS Code itself uses. Lines that take too much time stay plain. */
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type IOnigLib, type IRawGrammar, type StateStack } from 'vscode-textmate';
import * as limits from '../../core/base/limits.ts';
import type { ViewHighlight } from '../../core/view/toView.ts';
import { fallbackVariable } from './fallbackRules.ts';
import type { Grammars } from './grammars.ts';
import type { ReadPackaged } from './contributions.ts';
import { plainRuns, Runs, type TokenStyle } from './runs.ts';
import type { TokenTheme } from './tokenRule.ts';

interface TokenizerParts {
	readonly grammars: Grammars;
	readonly read: ReadPackaged;
	/** Bytes of `onig.wasm`. */
	readonly readWasm: () => Promise<Uint8Array>;
	/** Something about a grammar that does not work. */
	readonly log: (line: string) => void;
}

/** A colour that no theme uses: what no rule is about gets it. */
const plainText = '#010203';
/** Its number: the registry counts the colours from there. */
const plainColour = 1;

export class Tokenizer {
	readonly #parts: TokenizerParts;
	readonly #registry: InstanceType<typeof textmate.Registry>;
	readonly #grammars = new Map<string, Promise<IGrammar | undefined>>();
	/** Languages whose grammar has coloured a line. */
	readonly #compiled = new Set<string>();
	#theme: TokenTheme | undefined;
	#colours: readonly string[] = [];

	constructor(parts: TokenizerParts) {
		this.#parts = parts;
		const onigLib = loadOnig(parts.readWasm);
		onigLib.catch((error: unknown) => parts.log(`Code stays without colours: ${String(error)}`));
		this.#registry = new textmate.Registry({
			onigLib,
			loadGrammar: (scopeName) => this.#readGrammar(scopeName),
			getInjections: (scopeName) => parts.grammars.injectionsInto(scopeName),
		});
	}

	setTheme(theme: TokenTheme): void {
		if (theme === this.#theme) return;
		this.#theme = theme;
		const rules = theme.rules.map(({ scope, settings }) => ({
			scope: typeof scope === 'string' ? scope : [...scope],
			settings,
		}));
		this.#registry.setTheme({ settings: [{ settings: { foreground: plainText } }, ...rules] });
		this.#colours = this.#registry.getColorMap();
	}

	/**
	 * @param language an id; text of one without a grammar stays plain
	 * @returns runs whose lengths sum up to that of the text
	 */
	async tokenize(language: string, text: string): Promise<ViewHighlight> {
		const grammar = await this.#grammarOf(language);
		if (grammar === undefined) return plainRuns(text);
		this.#compile(language, grammar, text);
		const runs = new Runs();
		const deadline = performance.now() + limits.highlightTextMs;
		let state: StateStack | null = null;
		let start = 0;
		while (start < text.length && performance.now() < deadline) {
			const lineBreak = text.indexOf('\n', start);
			const end = lineBreak === -1 ? text.length : lineBreak;
			state = this.#addLine(runs, grammar, text.slice(start, end), state);
			start = Math.min(end + 1, text.length);
			runs.add(text.slice(end, start), plainLook);
		}
		runs.add(text.slice(start), plainLook);
		return runs.result();
	}

	/**
	 * The first line of a language compiles the patterns that any text of it begins with, which can take longer than a
	 * line may. That is done once, and is not counted against the line.
	 */
	#compile(language: string, grammar: IGrammar, text: string): void {
		if (this.#compiled.has(language)) return;
		this.#compiled.add(language);
		const [line = ''] = text.split('\n', 1);
		if (line.length <= limits.highlightLineChars) grammar.tokenizeLine2(line, null, limits.highlightTextMs);
	}

	/** @returns where the next line begins */
	#addLine(runs: Runs, grammar: IGrammar, line: string, state: StateStack | null): StateStack | null {
		const result =
			line.length > limits.highlightLineChars
				? undefined
				: grammar.tokenizeLine2(line, state, limits.highlightLineMs);
		// Where the next line begins is not known if the time was up.
		if (result === undefined || result.stoppedEarly) {
			runs.add(line, plainLook);
			return state;
		}
		const { tokens } = result;
		for (let at = 0; at < tokens.length; at += 2) {
			const end = Math.min(tokens[at + 2] ?? line.length, line.length);
			runs.add(line.slice(tokens[at], end), this.#styleOf(tokens[at + 1] ?? 0));
		}
		return result.ruleStack;
	}

	/** https://github.com/microsoft/vscode-textmate: metadata has the style in bits 11 to 14, the colour in 15 to 23. */
	#styleOf(metadata: number): TokenStyle {
		const colour = (metadata >>> 15) & 0x1ff;
		return { color: this.#colourOf(colour), fontStyle: (metadata >>> 11) & 0xf };
	}

	#colourOf(id: number): string | undefined {
		const colour = id === plainColour ? undefined : this.#colours[id];
		return colour !== undefined && this.#theme?.isFallback === true ? fallbackVariable(colour) : colour;
	}

	#grammarOf(language: string): Promise<IGrammar | undefined> {
		const known = this.#grammars.get(language) ?? this.#loadGrammar(language);
		this.#grammars.set(language, known);
		return known;
	}

	async #loadGrammar(language: string): Promise<IGrammar | undefined> {
		const contributed = this.#parts.grammars.ofLanguage(language);
		if (contributed === undefined) return undefined;
		try {
			return (await this.#registry.loadGrammar(contributed.scopeName)) ?? undefined;
		} catch {
			// `#readGrammar` said why.
			return undefined;
		}
	}

	async #readGrammar(scopeName: string): Promise<IRawGrammar | undefined> {
		const contributed = this.#parts.grammars.ofScope(scopeName);
		if (contributed === undefined) return undefined;
		try {
			return textmate.parseRawGrammar(await this.#parts.read(contributed.file), contributed.file.path);
		} catch (error) {
			this.#parts.log(`The grammar ${scopeName} cannot be read: ${String(error)}`);
			return undefined;
		}
	}
}

const plainLook: TokenStyle = { color: undefined, fontStyle: 0 };

let onig: Promise<IOnigLib> | undefined;

/** The library is loaded once per process. */
function loadOnig(readWasm: () => Promise<Uint8Array>): Promise<IOnigLib> {
	onig ??= readWasm().then(async (data) => {
		await oniguruma.loadWASM({ data });
		return {
			createOnigScanner: (patterns) => oniguruma.createOnigScanner(patterns),
			createOnigString: (text) => oniguruma.createOnigString(text),
		};
	});
	return onig;
}
