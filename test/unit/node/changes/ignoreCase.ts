/** A disk that does not tell names by their case, on one that does. */
import fs, { existsSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** Lets calls find a file by a name of another case, as the disks of macOS and Windows do. */
export function ignoreCase(t: TestContext): void {
	const { readdirSync: list, readlinkSync: follow } = fs;
	const onDisk = (target: unknown): unknown => {
		const [, descriptor, rest] = /^(\/proc\/self\/fd\/\d+)\/(.+)$/u.exec(String(target)) ?? [];
		const file = descriptor === undefined ? String(target) : path.join(follow(descriptor), rest ?? '');
		if (typeof target !== 'string' || !file.startsWith('/')) return target;
		const [folder, name] = [path.dirname(file), path.basename(file)];
		if (!existsSync(folder)) return target;
		const names = list(folder);
		const known = names.includes(name) ? name : names.find((one) => one.toLowerCase() === name.toLowerCase());
		return known === undefined ? target : path.join(folder, known);
	};
	for (const name of ['lstatSync', 'openSync', 'rmSync'] as const) {
		const real = fs[name] as (...args: readonly unknown[]) => unknown;
		t.mock.method(fs, name, (target: unknown, ...rest: readonly unknown[]) => real(onDisk(target), ...rest));
	}
	const { renameSync: rename, rmSync: remove } = { renameSync: fs.renameSync, rmSync };
	t.mock.method(fs, 'renameSync', (from: string, to: string) => {
		const [source, target] = [String(onDisk(from)), String(onDisk(to))];
		// What stands there under another spelling is replaced by it.
		if (target !== to && target !== source) remove(target, { force: true });
		rename(source, to);
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
}
