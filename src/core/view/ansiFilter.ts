/**
 * Lets through text and colours, and nothing else that a terminal would obey (hazard E10): cursor movement, titles,
 * links, clipboard writes, device strings and the C1 forms of all these are dropped. Works on a stream: a sequence
 * may be cut anywhere, so the state lives from chunk to chunk.
 */

/** What the filter lets through. A `style` is the parameters of an SGR sequence, such as `1;31`. */
export type AnsiPiece =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'style'; readonly parameters: string }
	| { readonly type: 'newline' }
	/** Back to the start of the line: what follows overwrites it. */
	| { readonly type: 'return' };

type State =
	| 'ground'
	| 'escape'
	/** After ESC and an intermediate, such as the `(` of a character set: one more byte. */
	| 'escapeIntermediate'
	| 'control'
	/** Inside a string (OSC, DCS, APC, PM, SOS): all is dropped until BEL or ST. */
	| 'string'
	| 'stringEscape';

/** Longest run of parameters that is still looked at. */
const maxParameters = 128;
// oxlint-disable-next-line no-control-regex -- control characters are what this file is about
const plainText = /[^\u0000-\u001F\u007F-\u009F]+/y;

/** Splits output into pieces (`AnsiPiece`); keeps an unfinished escape sequence for the next chunk. */
export class AnsiFilter {
	#state: State = 'ground';
	#parameters = '';

	/** The pieces of the next chunk of output. */
	push(chunk: string): AnsiPiece[] {
		const pieces: AnsiPiece[] = [];
		let at = 0;
		while (at < chunk.length) {
			if (this.#state === 'ground') {
				plainText.lastIndex = at;
				const text = plainText.exec(chunk)?.[0];
				if (text !== undefined) {
					pieces.push({ type: 'text', text });
					at += text.length;
					continue;
				}
			}
			this.#step(chunk.charAt(at), pieces);
			at += 1;
		}
		return pieces;
	}

	#step(character: string, pieces: AnsiPiece[]): void {
		const code = character.charCodeAt(0);
		if (this.#state === 'string') this.#inString(code);
		else if (code === 0x18 || code === 0x1a) this.#state = 'ground';
		else if (code === 0x1b) this.#begin(this.#state === 'stringEscape' ? 'stringEscape' : 'escape');
		else if (code >= 0x80 && code <= 0x9f) this.#eightBit(code);
		else if (this.#state === 'ground') inGround(character, pieces);
		else if (this.#state === 'escape') this.#afterEscape(character, code);
		else if (this.#state === 'escapeIntermediate') this.#afterIntermediate(code);
		else if (this.#state === 'control') this.#inControl(character, code, pieces);
		// ESC in a string ends it: ESC \ is its terminator, any other ESC begins something new.
		else if (character === '\\') this.#state = 'ground';
		else this.#afterEscape(character, code);
	}

	#begin(state: State): void {
		this.#state = state;
		this.#parameters = '';
	}

	#inString(code: number): void {
		if (code === 0x07 || code === 0x9c || code === 0x18 || code === 0x1a) this.#state = 'ground';
		else if (code === 0x1b) this.#state = 'stringEscape';
	}

	/** C1: each is ESC and the character 0x40 below. */
	#eightBit(code: number): void {
		this.#begin('escape');
		this.#afterEscape(String.fromCharCode(code - 0x40), code - 0x40);
	}

	#afterEscape(character: string, code: number): void {
		if (character === '[') this.#begin('control');
		else if (']PX^_'.includes(character)) this.#state = 'string';
		else if (code >= 0x20 && code <= 0x2f) this.#state = 'escapeIntermediate';
		else if (code >= 0x20) this.#state = 'ground';
	}

	#afterIntermediate(code: number): void {
		if (code >= 0x30) this.#state = 'ground';
	}

	#inControl(character: string, code: number, pieces: AnsiPiece[]): void {
		if (code >= 0x40 && code <= 0x7e) {
			if (character === 'm' && /^[\d;]*$/.test(this.#parameters)) {
				pieces.push({ type: 'style', parameters: this.#parameters });
			}
			this.#state = 'ground';
		} else if (code >= 0x20 && code < 0x40) {
			// One character over the limit, so that what is too long never looks like a colour.
			if (this.#parameters.length <= maxParameters) this.#parameters += character;
			else this.#parameters = '?'.padEnd(maxParameters + 1);
		} else {
			// Terminals obey controls inside a sequence; line breaks are worth keeping.
			inGround(character, pieces);
		}
	}
}

function inGround(character: string, pieces: AnsiPiece[]): void {
	if (character === '\n') pieces.push({ type: 'newline' });
	else if (character === '\r') pieces.push({ type: 'return' });
	else if (character === '\t') pieces.push({ type: 'text', text: '\t' });
}
