/**
 * The folder `.vscode-test/` keeps what is fetched once: VS Code, a browser, a second Node.
 * An entry appears in one step (built beside its place, then renamed), so a half-built one is never used,
 * and a lock folder lets only one process build it while others wait.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onProcessEnd } from './cleanup.ts';

/** Top folder of the project. */
export const projectFolder = join(import.meta.dirname, '..', '..', '..');
const cacheFolder = join(projectFolder, '.vscode-test');
const waitForOtherMs = 10 * 60_000;

/** Returns the folder of the entry `name`; `build` fills a new folder with it when it is missing. */
export async function cached(name: string, build: (folder: string) => Promise<void>): Promise<string> {
	const place = join(cacheFolder, name);
	if (existsSync(place)) return place;
	mkdirSync(cacheFolder, { recursive: true });
	const unlock = await lock(join(cacheFolder, `${name}.lock`));
	try {
		if (existsSync(place)) return place;
		const started = performance.now();
		console.log(`Fetching ${name} (once) ...`);
		const partial = mkdtempSync(join(cacheFolder, `${name}.partial-`));
		const discard = onProcessEnd(() => rmSync(partial, { recursive: true, force: true }));
		try {
			await build(partial);
			renameSync(partial, place);
		} finally {
			discard();
		}
		console.log(`Fetched ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
		return place;
	} finally {
		unlock();
	}
}

async function lock(folder: string): Promise<() => void> {
	const owner = join(folder, 'pid');
	const giveUp = Date.now() + waitForOtherMs;
	for (;;) {
		try {
			mkdirSync(folder);
			writeFileSync(owner, String(process.pid));
			return onProcessEnd(() => rmSync(folder, { recursive: true, force: true }));
		} catch (error) {
			if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
		}
		if (Date.now() > giveUp)
			throw new Error(`Another process holds ${folder}. Delete it if none is running.`);
		await wait(500);
		if (isAbandoned(owner)) rmSync(folder, { recursive: true, force: true });
	}
}

function isAbandoned(owner: string): boolean {
	try {
		process.kill(Number(readFileSync(owner, 'utf8')), 0);
		return false;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'ESRCH';
	}
}
