/**
 * The test file that has declared a test by way of a helper. Where files share a process (`--test-isolation=none`), node
 * names the file of the helper, and the reporter, which runs in the same process, asks here.
 */
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

/** By the title of the test. */
const files = new Map<string, string>();

/** To be called by a helper that declares a test for the file that calls it. */
export function noteDeclaringFile(title: string): void {
	const file = getCallSites().find(({ scriptName }) => scriptName.endsWith('.test.ts'))?.scriptName;
	if (file !== undefined) files.set(title, file.startsWith('file:') ? fileURLToPath(file) : file);
}

/** Absolute; undefined for a test that no helper has declared here. */
export function declaringFile(title: string): string | undefined {
	return files.get(title);
}
