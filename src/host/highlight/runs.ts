import { BoundedMap } from '../../core/base/boundedMap.ts';
import * as limits from '../../core/base/limits.ts';
import type { ViewHighlight, ViewCodeStyle } from '../../core/view/toView.ts';

/** What a theme says about a piece of text. */
export interface TokenStyle {
	/** Of the theme, or a variable of VS Code; undefined for the colour of plain text. */
	readonly color: string | undefined;
	/** Bits of vscode-textmate: 1 italic, 2 bold, 4 underline. */
	readonly fontStyle: number;
}

const italic = 1;
const bold = 2;
const underline = 4;
const shown = italic | bold | underline;

/** Collects pieces of text into runs: neighbours that look alike are one, and blanks take the style of what is before. */
export class Runs {
	readonly #styles: ViewCodeStyle[] = [];
	readonly #indices = new Map<string, number>();
	readonly #runs: number[] = [];

	add(text: string, token: TokenStyle): void {
		if (text === '') return;
		const style = this.#indexOf(token);
		const last = this.#runs.at(-1);
		if (last !== undefined && (last === style || this.#isInvisible(text, last, token)))
			this.#grow(text.length);
		else this.#runs.push(text.length, style);
	}

	result(): ViewHighlight {
		return { styles: this.#styles, runs: this.#runs };
	}

	/** Only an underline shows on blanks. */
	#isInvisible(text: string, before: number, { fontStyle }: TokenStyle): boolean {
		const isUnderlined = this.#styles[before]?.isUnderline === true || (fontStyle & underline) !== 0;
		return !isUnderlined && /^\s*$/.test(text);
	}

	#grow(length: number): void {
		this.#runs[this.#runs.length - 2] = (this.#runs.at(-2) ?? 0) + length;
	}

	#indexOf({ color, fontStyle }: TokenStyle): number {
		const bits = fontStyle & shown;
		const key = `${color ?? ''} ${bits}`;
		const known = this.#indices.get(key);
		if (known !== undefined) return known;
		this.#indices.set(key, this.#styles.length);
		this.#styles.push({
			...(color === undefined ? {} : { color }),
			...((bits & bold) === 0 ? {} : { isBold: true }),
			...((bits & italic) === 0 ? {} : { isItalic: true }),
			...((bits & underline) === 0 ? {} : { isUnderline: true }),
		});
		return this.#styles.length - 1;
	}
}

/** Text as it is, without any colour. */
export function plainRuns(text: string): ViewHighlight {
	return { styles: [{}], runs: text === '' ? [] : [text.length, 0] };
}

/** Room for the runs of the texts that were coloured last. */
export function keptHighlights(): BoundedMap<string, ViewHighlight> {
	return new BoundedMap({
		maxCount: limits.highlightsKept,
		maxWeight: limits.highlightsKeptChars,
		weigh: ({ runs }) => runs.reduce((sum, length, at) => (at % 2 === 0 ? sum + length : sum), 0),
	});
}
