/**
 * Bytes that arrive in pieces, as text: each piece is base64 of its own (acp C257), and a character may begin in one
 * and end in the next (acp C258). The host says how, since the core knows no bytes.
 */
export interface Base64TextDecoder {
	/**
	 * @param base64 one piece
	 * @returns the text that is complete with it; bytes that are no UTF-8 become U+FFFD
	 * @throws RangeError when it is no base64; nothing of it counts then
	 */
	write(base64: string): string;
}
