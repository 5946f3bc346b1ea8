/**
 * The numbers of `core/base/limits.ts` where they are used, instead of the whole list in each bundle. Works on a
 * module that imports `limits` by that name; one that does more with it than to read a number keeps the list.
 */
import { limits } from '../src/core/base/limits.ts';

const values: Readonly<Record<string, number>> = limits;
const importLine = /^import \{ limits \} from '[^']*\/limits\.ts';\n/mu;

/** The source of a module with its limits as numbers. */
export function withNumbers(source: string): string {
	if (!importLine.test(source)) return source;
	const inlined = source.replaceAll(/\blimits\.(\w+)\b/gu, (whole, name: string) =>
		String(values[name] ?? whole),
	);
	const withoutImport = inlined.replace(importLine, '');
	return /\blimits\b/u.test(withoutComments(withoutImport)) ? inlined : withoutImport;
}

function withoutComments(source: string): string {
	return source.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/gu, '');
}
