/** What stands at a path. */
import { lstatSync, type Stats } from 'node:fs';
import type { Gaps } from './gaps.ts';

/**
 * Of a link itself. Also undefined where a file stands in the place of a folder on the way, which Node throws for.
 * @throws the system's error where that cannot be told
 */
export function statAt(file: string): Stats | undefined {
	try {
		return lstatSync(file, { throwIfNoEntry: false });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
		throw error;
	}
}

/** As `statAt`; what may not be looked at is named: other files are looked at after it. */
export function statOrGap(file: string, gaps: Gaps): Stats | 'unreadable' | undefined {
	try {
		return statAt(file);
	} catch {
		gaps.add('unreadable', file);
		return 'unreadable';
	}
}
