import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessEnd } from './cleanup.ts';

export interface TempFolder {
	readonly path: string;
	/** Deletes the folder with all that is in it. */
	remove(): void;
}

/** Makes an empty folder that is gone at the latest when the process ends. */
export function makeTempFolder(name: string): TempFolder {
	const path = mkdtempSync(join(realpathSync(tmpdir()), `acp-host-${name}-`));
	const remove = onProcessEnd(() => {
		// A process that is just ending may still write into the folder, so a few tries are normal.
		rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
	});
	return { path, remove };
}
