import { existsSync, readFileSync } from 'node:fs';

/** Numbers that processes appended to a file, one a line; none while there is no file. */
export function readPids(file: string): number[] {
	return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}
