/** Runs a program of this folder as a process of its own, so that its memory is its own, and reads what it measured. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @param program name of the file, without its end
 * @param args its arguments, after the folder that it may write to
 * Rejects when it fails, with what it said.
 */
export async function measure<Figures>(
	program: string,
	...args: readonly (string | number)[]
): Promise<Figures> {
	const file = fileURLToPath(new URL(`./${program}.ts`, import.meta.url));
	const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-host-soak-'));
	try {
		const said = await run([...nodeArgs, file, folder, ...args.map(String)]);
		return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Figures;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Young garbage is bounded: in a larger space, such as newer versions of Node have, it hides what is measured. */
const nodeArgs = ['--expose-gc', '--max-semi-space-size=16'];

function run(args: readonly string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		const end = (): void => void child.kill('SIGKILL');
		// The watchdog of the program ends what it started.
		process.once('exit', end);
		let said = '';
		let complaint = '';
		child.stdout.on('data', (text: Buffer) => (said += text.toString()));
		child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
		child.once('error', reject);
		child.once('close', (code, signal) => {
			process.off('exit', end);
			if (code === 0) resolve(said);
			else reject(new Error(`${args.join(' ')} ended with ${signal ?? code}\n${said}${complaint}`));
		});
	});
}
