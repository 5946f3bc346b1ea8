import { AnsiUp } from 'ansi_up';

/**
 * Follows SGR sequences and says which classes text has now. The state machine is ansi_up's; only one letter of our
 * own is ever given to it, so agent text never becomes an HTML string.
 */
export class AnsiStyle {
	readonly #machine = new AnsiUp();
	/** The one common style that ansi_up does not know. */
	#isInverse = false;

	constructor() {
		this.#machine.use_classes = true;
		this.#machine.boldStyle = 'ansi-bold';
		this.#machine.faintStyle = 'ansi-faint';
		this.#machine.italicStyle = 'ansi-italic';
		this.#machine.underlineStyle = 'ansi-underline';
	}

	/** The class names of text after `ESC [ parameters m`; empty for plain text. */
	apply(parameters: string): string {
		const markup = this.#machine.ansi_to_html(`\u001B[${parameters}mx`);
		const named = /class="([^"]*)"/.exec(markup)?.[1] ?? '';
		const styles = (/style="([^"]*)"/.exec(markup)?.[1] ?? '').split(';').map(classOfStyle);
		this.#isInverse = isInverseAfter(parameters, this.#isInverse);
		const inverse = this.#isInverse ? 'ansi-inverse' : '';
		return [...styles, named, inverse].filter((name) => name !== '').join(' ');
	}
}

function isInverseAfter(parameters: string, isInverse: boolean): boolean {
	let is = isInverse;
	// What follows 38 and 48 are numbers of a colour.
	for (const code of parameters.replaceAll(/[34]8;(?:5;\d*|2;\d*;\d*;\d*)/gu, '').split(';')) {
		const number = Number(code);
		if (number === 7) is = true;
		if (number === 27 || number === 0) is = false;
	}
	return is;
}

/** Colours beyond the 16 come as `color:rgb(…)`. They get a class as well, made when first met. */
function classOfStyle(style: string): string {
	const colour = /^(background-)?color:rgb\((\d+),(\d+),(\d+)\)$/.exec(style);
	if (colour === null) return style;
	const [red, green, blue] = colour.slice(2).map(toStep);
	return exactColour(colour[1] !== undefined, `${red},${green},${blue}`);
}

/** 16 steps per channel bound the number of classes. */
function toStep(channel: string): number {
	return Math.round(Number(channel) / 17) * 17;
}

const exactColours = new Set<string>();
let sheet: CSSStyleSheet | undefined;

function exactColour(isBackground: boolean, rgb: string): string {
	const name = `ansi-${isBackground ? 'bg' : 'fg'}-${rgb.replaceAll(',', '-')}`;
	if (exactColours.has(name)) return name;
	exactColours.add(name);
	if (sheet === undefined) {
		sheet = new CSSStyleSheet();
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	}
	sheet.insertRule(`.${name} { ${isBackground ? 'background-color' : 'color'}: rgb(${rgb}); }`);
	return name;
}
