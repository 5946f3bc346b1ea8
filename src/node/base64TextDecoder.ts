import { StringDecoder } from 'node:string_decoder';
import type { Base64TextDecoder } from '../core/acp/v2/terminal.ts';

/** Both alphabets, padded or not. `Buffer.from` takes anything, so this is checked before. */
const base64Text = /^([A-Za-z0-9+/_-]*)={0,2}$/u;

function isBase64(text: string): boolean {
	const letters = base64Text.exec(text)?.[1]?.length;
	// One letter alone holds six bits, which is no byte.
	return letters !== undefined && letters % 4 !== 1;
}

/** Text of one terminal, from the start of its output or from a snapshot of it. */
export class NodeBase64TextDecoder implements Base64TextDecoder {
	readonly #decoder = new StringDecoder('utf8');

	write(base64: string): string {
		if (!isBase64(base64)) throw new RangeError('Not base64');
		return this.#decoder.write(Buffer.from(base64, 'base64'));
	}
}
