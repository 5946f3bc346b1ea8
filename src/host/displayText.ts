/** Foreign text in VS Code's own controls. Pure. */

/** Characters that hide, reorder or fake text: bidi controls, zero-width, other controls. Tab and newline stay. */
const invisible =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\u{E0000}|[\u{E0001}-\u{E007F}]/gu;

/** Makes every character that could deceive visible as `<U+202E>` (hazard C7). */
export function makeVisible(text: string): string {
	return text.replace(
		invisible,
		(char) => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
	);
}

/** Text for a label that renders `$(icon)`: the sequence is broken so that it shows as it was written. */
export function escapeIcons(text: string): string {
	return text.replaceAll('$(', '$\u200A(');
}

/** One line for a label: line breaks and long runs of blanks become visible marks, nothing is cut. */
export function oneLine(text: string): string {
	return escapeIcons(
		makeVisible(text.replaceAll(/\r\n|\r|\n/gu, ' ⏎ ')).replaceAll(
			/[ \t]{8,}/gu,
			(run) => ` ⟨${run.length} blanks⟩ `,
		),
	);
}

/** Cuts a long text into rows of at most `width` characters for a list that does not wrap. */
export function rowsOf(text: string, width: number): string[] {
	return makeVisible(text)
		.split(/\r\n|\r|\n/u)
		.flatMap((line) => (line === '' ? [''] : chunk(line, width)));
}

function chunk(line: string, width: number): string[] {
	const characters = Array.from(line);
	const rows: string[] = [];
	for (let at = 0; at < characters.length; at += width) rows.push(characters.slice(at, at + width).join(''));
	return rows;
}
