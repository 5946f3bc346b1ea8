/**
 * Character references in Markdown text. There is no HTML parser to ask (that would need an HTML string), so the
 * names that people and models write are listed; a name that is not stays as written.
 */
const listed = `
	amp &  lt <  gt >  quot "  apos '  copy ©  reg ®  trade ™  hellip …  mdash —  ndash –  lsquo ‘  rsquo ’
	ldquo “  rdquo ”  laquo «  raquo »  bull •  middot ·  sect §  para ¶  deg °  plusmn ±  times ×  divide ÷
	minus −  ne ≠  le ≤  ge ≥  asymp ≈  infin ∞  micro µ  larr ←  uarr ↑  rarr →  darr ↓  harr ↔  rArr ⇒
	check ✓  cross ✗  euro €  pound £  yen ¥  cent ¢  frac12 ½  frac14 ¼  alpha α  beta β  gamma γ  delta δ
	lambda λ  mu μ  pi π  sigma σ  Delta Δ  Sigma Σ  colon :  lpar (  rpar )  lbrack [  rbrack ]  lsqb [
	rsqb ]  lcub {  rcub }  ast *  lowbar _  grave \`  num #  excl !  vert |  bsol \\  sol /`;

const named = new Map([
	['nbsp', '\u00A0'],
	['Tab', '\t'],
	['NewLine', '\n'],
	...[...listed.matchAll(/(\S+) (\S+)/g)].map(([, name = '', character = '']) => [name, character] as const),
]);

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));/g;

/** Text with its character references replaced by the characters. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
		if (decimal !== undefined) return fromCode(Number.parseInt(decimal, 10));
		if (hexadecimal !== undefined) return fromCode(Number.parseInt(hexadecimal, 16));
		return named.get(name ?? '') ?? whole;
	});
}

function fromCode(code: number): string {
	const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
