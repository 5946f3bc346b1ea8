/** A package for npm with one command, made without the network. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface NpmPackage {
	readonly manifest: { readonly name: string; readonly version: string };
	/** Absolute path of the tarball. */
	readonly file: string;
}

/**
 * @param folder absolute path, in which the package is made
 * @param name of the package and of its command
 * @param program text of a script for Node
 */
export function packProgram(folder: string, name: string, program: string): NpmPackage {
	const manifest = { name, version: '1.0.0', bin: { [name]: 'cli.js' } };
	const source = path.join(folder, 'package');
	mkdirSync(source, { recursive: true });
	writeFileSync(path.join(source, 'package.json'), JSON.stringify(manifest));
	writeFileSync(path.join(source, 'cli.js'), `#!/usr/bin/env node\n${program}`, { mode: 0o755 });
	const file = path.join(folder, 'package.tgz');
	execFileSync('tar', ['-czf', file, '-C', folder, 'package']);
	return { manifest, file };
}

/** A program that is another one, with its pipes. */
export function programThatRuns(line: {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}): string {
	return `const { command, args, env } = ${JSON.stringify(line)};
		require('child_process')
			.spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
			.on('exit', () => process.exit());`;
}
