type Side = 'fg' | 'bg';

/** The theme has these, and bright ones of the same names. */
const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

const decorations: ReadonlyMap<number, string> = new Map([
	[1, 'bold'],
	[2, 'dim'],
	[3, 'italic'],
	[4, 'underline'],
	[7, 'reverse'],
	[8, 'hidden'],
	[9, 'strikethrough'],
	[53, 'overline'],
]);

/**
 * Follows SGR sequences and says which classes text has now. Codes: ECMA-48, 8.3.117; those of colours as in xterm
 * (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
 */
export class AnsiStyle {
	readonly #decorations = new Set<string>();
	#foreground = '';
	#background = '';

	/** The class names of text after `ESC [ parameters m`; empty for plain text. */
	apply(parameters: string): string {
		// No code is a reset, too.
		const codes = parameters.split(';').map(Number);
		for (let code = codes.shift(); code !== undefined; code = codes.shift()) this.#take(code, codes);
		const classes = [...this.#decorations].map((name) => `ansi-${name}`);
		return [...classes, this.#foreground, this.#background].filter((name) => name !== '').join(' ');
	}

	/** @param rest what follows the code: the numbers of a colour are taken from it */
	#take(code: number, rest: number[]): void {
		const decoration = decorations.get(code);
		if (decoration !== undefined) this.#decorations.add(decoration);
		else if (code === 0) this.#reset();
		else if (code === 22) this.#remove('bold', 'dim');
		else if (code > 20 && code < 30) this.#remove(decorations.get(code - 20) ?? '');
		else if (code === 55) this.#remove('overline');
		else if (code === 38) this.#foreground = takeColour(rest, 'fg') ?? this.#foreground;
		else if (code === 48) this.#background = takeColour(rest, 'bg') ?? this.#background;
		else if (code === 39) this.#foreground = '';
		else if (code === 49) this.#background = '';
		else if (code >= 30 && code <= 37) this.#foreground = namedColour(code - 30, 'fg');
		else if (code >= 40 && code <= 47) this.#background = namedColour(code - 40, 'bg');
		else if (code >= 90 && code <= 97) this.#foreground = namedColour(code - 82, 'fg');
		else if (code >= 100 && code <= 107) this.#background = namedColour(code - 92, 'bg');
	}

	#remove(...removed: readonly string[]): void {
		for (const name of removed) this.#decorations.delete(name);
	}

	#reset(): void {
		this.#decorations.clear();
		this.#foreground = '';
		this.#background = '';
	}
}

/** What follows 38 or 48: `2` and three channels, or `5` and a place in the table. Undefined if it is not complete. */
function takeColour(codes: number[], side: Side): string | undefined {
	const kind = codes.shift();
	if (kind === 2) {
		const channels = codes.splice(0, 3);
		return channels.length === 3 ? exactColour(side, channels) : undefined;
	}
	const index = kind === 5 ? codes.shift() : undefined;
	return index === undefined ? undefined : tableColour(index, side);
}

/** 16 colours of the theme, a cube of 6 × 6 × 6, and 24 greys. */
function tableColour(index: number, side: Side): string {
	if (index < 16) return namedColour(index, side);
	if (index > 255) return '';
	if (index > 231) return exactColour(side, Array<number>(3).fill(8 + (index - 232) * 10));
	const place = index - 16;
	const steps = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6];
	return exactColour(
		side,
		steps.map((step) => (step === 0 ? 0 : 55 + step * 40)),
	);
}

/** @param index the bright ones from 8 on */
function namedColour(index: number, side: Side): string {
	const name = names[index % 8] ?? '';
	return index < 8
		? classOf(`ansi-${name.toLowerCase()}-${side}`, side, `var(--vscode-terminal-ansi${name})`)
		: classOf(`ansi-bright-${name.toLowerCase()}-${side}`, side, `var(--vscode-terminal-ansiBright${name})`);
}

/** 16 steps per channel bound the number of classes. */
function exactColour(side: Side, channels: readonly number[]): string {
	const rgb = channels.map((channel) => Math.round(Math.min(channel, 255) / 17) * 17);
	return classOf(`ansi-${side}-${rgb.join('-')}`, side, `rgb(${rgb.join(',')})`);
}

const colours = new Set<string>();
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** The same name, once the page has a rule for it. In a layer: those of the style sheet, such as `ansi-reverse`, win. */
function classOf(name: string, side: Side, colour: string): string {
	if (colours.has(name)) return name;
	colours.add(name);
	sheet.insertRule(`@layer ansi { .${name} { ${side === 'bg' ? 'background' : 'color'}: ${colour}; } }`);
	return name;
}
