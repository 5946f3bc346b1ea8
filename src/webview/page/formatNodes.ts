/**
 * A sentence of `t` with things in its places that are more than text, such as nodes and templates.
 * @param sentence as `t` gives it without arguments: `{0}`, `{1}` … are still in it
 */
export function formatNodes<T>(sentence: string, ...things: readonly T[]): (string | T)[] {
	return sentence
		.split(/\{(\d+)\}/)
		.map((part, index) => (index % 2 === 0 ? part : (things[Number(part)] ?? part)));
}
