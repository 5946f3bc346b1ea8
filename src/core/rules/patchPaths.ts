/**
 * The files that a patch names, as the rules want to know them: in whichever format, with and without the prefixes of
 * git. Lines of a text that look like such a name count as one.
 */

const unifiedName = /^\s*(?:\+\+\+|---|Index:)\s+(.+)$/u;
const gitNames = /^\s*diff --git\s+(.+)$/u;
const wayName = /^\s*copy (?:from|to)\s+(.+)$/u;
const deletion = /^\s*\+\+\+\s+\/dev\/null\s*$/u;
const envelopeName = /^\s*\*\*\* (?:Add|Update) File:\s*(.+)$/u;
/** Of all that patches can say, what removes, moves and links nothing. */
const harmless =
	/^(?:[ +\-@\\]|={5,}|index [\da-f]+\.\.[\da-f]+(?: 100\d+)?\s*$|new file mode 100|\*\*\* (?:Begin Patch|End Patch|End of File)\s*$|\s*$)/u;

/** @returns undefined for what is no patch, or says more than how files change */
export function patchPaths(text: string): readonly string[] | undefined {
	const paths: string[] = [];
	for (const line of text.split(/\r?\n/u)) {
		if (deletion.test(line)) return undefined;
		const name = unifiedName.exec(line)?.[1] ?? wayName.exec(line)?.[1] ?? envelopeName.exec(line)?.[1];
		const both = gitNames.exec(line)?.[1];
		if (name !== undefined) paths.push(...namesIn(name));
		else if (both !== undefined) paths.push(...both.split(/\s+/u).flatMap(namesIn));
		else if (!harmless.test(line)) return undefined;
	}
	// A program that applies the patch may strip leading folders, and `..` then leads elsewhere.
	const isOdd = paths.some((path) => path.includes('"') || path.split(/[\\/]/u).includes('..'));
	return paths.length === 0 || isOdd ? undefined : [...new Set(paths)];
}

/** As it is written and without the prefix; a date may stand behind a tab. */
function namesIn(written: string): readonly string[] {
	const name = written.replace(/\t.*$/u, '').trim();
	if (name === '/dev/null' || name === '') return [];
	return /^[a-z]\//u.test(name) ? [name, name.slice(2)] : [name];
}
