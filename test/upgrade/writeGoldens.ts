/**
 * Writes down what this version shows of the data that a release has left in `test/upgrade/<version>`. To be run in a
 * checkout of that very release, once: `node test/upgrade/writeGoldens.ts 0.3.0`. See README.md beside this file.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tellAll } from '../unit/upgrade/goldens.ts';
import { readRelease } from '../unit/upgrade/storedRelease.ts';

const release = readRelease(process.argv[2] ?? '');
const scratch = mkdtempSync(path.join(tmpdir(), 'acp-host-goldens-'));
try {
	const { goldens, warnings, unread } = await tellAll(release, scratch);
	if (warnings.length + unread.length > 0) throw new Error([...warnings, ...unread].join('\n'));
	const folder = path.join(release.folder, 'golden');
	rmSync(folder, { recursive: true, force: true });
	for (const [name, text] of goldens) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
