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

/** How a patch names a file. */
export interface PatchName {
	readonly written: string;
	/** Without the prefix of git, such as `a/`, where there is one. */
	readonly bare?: string;
}

/** @returns undefined for what is no patch, or says more than how files change */
export function patchPaths(text: string): readonly string[] | undefined {
	const names = patchNames(text)?.flatMap(({ written, bare }) =>
		bare === undefined ? [written] : [written, bare],
	);
	return names === undefined ? undefined : [...new Set(names)];
}

/** @returns each name in the order of the text; undefined as `patchPaths` */
export function patchNames(text: string): readonly PatchName[] | undefined {
	const names: PatchName[] = [];
	for (const line of text.split(/\r?\n/u)) {
		if (deletion.test(line)) return undefined;
		const name = unifiedName.exec(line)?.[1] ?? wayName.exec(line)?.[1] ?? envelopeName.exec(line)?.[1];
		const both = gitNames.exec(line)?.[1];
		if (name !== undefined) names.push(...nameIn(name));
		else if (both !== undefined) for (const word of both.split(/\s+/u)) names.push(...nameIn(word));
		else if (!harmless.test(line)) return undefined;
	}
	// A program that applies the patch may strip leading folders, and `..` then leads elsewhere.
	const isOdd = names.some(({ written }) => written.includes('"') || written.split(/[\\/]/u).includes('..'));
	return names.length === 0 || isOdd ? undefined : names;
}

/** A date may stand behind a tab. */
function nameIn(name: string): readonly PatchName[] {
	const written = name.replace(/\t.*$/u, '').trim();
	if (written === '/dev/null' || written === '') return [];
	return [/^[a-z]\//u.test(written) ? { written, bare: written.slice(2) } : { written }];
}
