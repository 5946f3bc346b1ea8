/** A disk that does not tell names by their case, on one that does. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { TestContext } from 'node:test';

/** Lets calls find a file by a name of another case, as the disks of macOS and Windows do. */
export function ignoreCase(t: TestContext): void {
	const { readdirSync: list, readlinkSync: follow, renameSync: rename, rmSync: remove } = fs;
	const { native } = fs.realpathSync;
	const spelled = (file: string): string => {
		const folder = path.dirname(file);
		if (folder === file) return file;
		const above = spelled(folder);
		const name = path.basename(file);
		const names = namesIn(list, above);
		const known = names.includes(name) ? name : names.find((one) => one.toLowerCase() === name.toLowerCase());
		return path.join(above, known ?? name);
	};
	const onDisk = (target: unknown): unknown => {
		const [, descriptor, rest] = /^(\/proc\/self\/fd\/\d+)\/(.+)$/u.exec(String(target)) ?? [];
		const file = descriptor === undefined ? String(target) : path.join(follow(descriptor), rest ?? '');
		return typeof target === 'string' && file.startsWith('/') ? spelled(file) : target;
	};
	const found = [
		'lstatSync',
		'openSync',
		'rmSync',
		'existsSync',
		'readdirSync',
		'mkdirSync',
		'rmdirSync',
	] as const;
	for (const name of found) {
		const real = fs[name] as (...args: readonly unknown[]) => unknown;
		t.mock.method(fs, name, (target: unknown, ...rest: readonly unknown[]) => real(onDisk(target), ...rest));
	}
	t.mock.method(fs, 'renameSync', (from: string, to: string) => {
		const [source, target] = [String(onDisk(from)), String(onDisk(to))];
		// What stands there under another spelling is replaced by it.
		if (target !== to && target !== source) remove(target, { force: true });
		rename(source, to);
	});
	// Linux says of such a path what it was asked for.
	t.mock.method(fs.realpathSync, 'native', (file: string) => {
		const real = native(String(onDisk(file)));
		return real.toLowerCase() === file.toLowerCase() ? file : real;
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
}

function namesIn(list: typeof fs.readdirSync, folder: string): readonly string[] {
	try {
		return list(folder);
	} catch {
		return [];
	}
}
