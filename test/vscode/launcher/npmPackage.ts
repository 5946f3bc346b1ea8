import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const isWindows = process.platform === 'win32';

/** Runs npm in `folder`. A failure carries what npm printed. */
export async function runNpm(args: readonly string[], folder: string): Promise<void> {
	// Settings of the npm run that started us (dry-run, prefix, omit ...) must not reach this one.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(
			([key]) => !/^npm_(config_(?!cache|registry|cafile|userconfig|.*proxy)|package_|lifecycle_)/i.test(key),
		),
	);
	await execute(isWindows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund'], {
		cwd: folder,
		env,
		shell: isWindows,
		maxBuffer: 64 * 1024 * 1024,
	});
}

/** Fetches the published files of `spec` (`name@version`) into `folder`, without installing anything. */
export async function unpackPackage(spec: string, folder: string): Promise<void> {
	const packed = join(folder, '.packed');
	mkdirSync(packed, { recursive: true });
	await runNpm(['pack', spec, '--silent', '--pack-destination', packed], folder);
	const [archive] = readdirSync(packed);
	if (archive === undefined) throw new Error(`npm pack ${spec} made no archive`);
	await execute('tar', ['-xzf', join(packed, archive), '-C', folder, '--strip-components=1']);
	rmSync(packed, { recursive: true, force: true });
}
