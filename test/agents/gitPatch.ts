/** Writes the patch of one text file as version 2 has it: absolute paths, without `a/` and `b/`. */

const context = 3;

/** @param oldText null where there was no file */
export function gitPatch(path: string, oldText: string | null, newText: string): string {
	const before = linesOf(oldText ?? '');
	const after = linesOf(newText);
	const same = countSame(before, after);
	const sameAtEnd = countSame(before.slice(same).toReversed(), after.slice(same).toReversed());
	const start = Math.max(0, same - context);
	const keptAfter = Math.min(context, sameAtEnd);
	const removed = before.slice(same, before.length - sameAtEnd);
	const added = after.slice(same, after.length - sameAtEnd);
	const lead = before.slice(start, same);
	const tail = before.slice(before.length - sameAtEnd, before.length - sameAtEnd + keptAfter);
	const countOf = (changed: readonly string[]): number => lead.length + changed.length + tail.length;
	const from = (count: number): number => (count === 0 ? 0 : start + 1);
	const [oldCount, newCount] = [countOf(removed), countOf(added)];
	return [
		`diff --git ${path} ${path}\n`,
		...(oldText === null ? ['new file mode 100644\n', '--- /dev/null\n'] : [`--- ${path}\n`]),
		`+++ ${path}\n`,
		`@@ -${from(oldCount)},${oldCount} +${from(newCount)},${newCount} @@\n`,
		...lead.map((line) => ` ${line}`),
		...removed.map((line) => `-${line}`),
		...added.map((line) => `+${line}`),
		...tail.map((line) => ` ${line}`),
	]
		.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
		.join('');
}

/** With their ends, so that a missing one is a difference. */
function linesOf(text: string): string[] {
	return text.split(/(?<=\n)/u).filter((line) => line !== '');
}

function countSame(some: readonly string[], others: readonly string[]): number {
	const index = some.findIndex((line, at) => line !== others[at]);
	return index < 0 ? Math.min(some.length, others.length) : index;
}
