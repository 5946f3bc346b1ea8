import {
	createAnsiSequenceParser,
	createColorPalette,
	namedColors,
	type ParseToken,
} from 'ansi-sequence-parser';

type Colour = NonNullable<ParseToken['foreground']>;

const palette = createColorPalette();

/** Follows SGR sequences and says which classes text has now. */
export class AnsiStyle {
	readonly #parser = createAnsiSequenceParser();

	/** The class names of text after `ESC [ parameters m`; empty for plain text. */
	apply(parameters: string): string {
		const [styled] = this.#parser.parse(`\u001B[${effective(parameters).join(';')}mx`);
		if (styled === undefined) return '';
		const { foreground, background, decorations } = styled;
		const colours = [colourClass(foreground, 'fg'), colourClass(background, 'bg')];
		return [...[...decorations].map((name) => `ansi-${name}`), ...colours]
			.filter((name) => name !== '')
			.join(' ');
	}
}

/** The codes from the last reset on: the library resets first, wherever the reset stands. No code is a reset, too. */
function effective(parameters: string): readonly string[] {
	const codes = parameters.split(';').map((code) => (code === '' ? '0' : code));
	let start = 0;
	for (let at = 0; at < codes.length; at++) {
		const isColour = codes[at] === '38' || codes[at] === '48';
		// What follows are numbers of the colour.
		if (isColour) at += codes[at + 1] === '2' ? 4 : 2;
		else if (Number(codes[at]) === 0) start = at;
	}
	return codes.slice(start);
}

function colourClass(colour: Colour | null, side: 'fg' | 'bg'): string {
	if (colour === null) return '';
	const named = colour.type === 'table' ? namedColors[colour.index] : colour.type === 'named' && colour.name;
	// The theme has these.
	if (named) return `ansi-${named.replace('bright', 'bright-').toLowerCase()}-${side}`;
	const value = palette.value(colour);
	return value === undefined ? '' : exactColour(side, value);
}

/** 16 steps per channel bound the number of classes. */
function exactColour(side: 'fg' | 'bg', value: string): string {
	const rgb = [1, 3, 5].map((at) => Math.round(Number.parseInt(value.slice(at, at + 2), 16) / 17) * 17);
	const name = `ansi-${side}-${rgb.join('-')}`;
	if (!exactColours.has(name))
		addRule(name, `${side === 'bg' ? 'background-color' : 'color'}: rgb(${rgb.join(',')})`);
	return name;
}

const exactColours = new Set<string>();
let sheet: CSSStyleSheet | undefined;

function addRule(name: string, style: string): void {
	exactColours.add(name);
	if (sheet === undefined) {
		sheet = new CSSStyleSheet();
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
	}
	sheet.insertRule(`.${name} { ${style}; }`);
}
