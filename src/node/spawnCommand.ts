/** Starts a program the way every child of ours is started: no shell, own process group, nothing inherited but env. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { type SpawnCommand, windowsCommand } from './windowsCommand.ts';

export interface CommandLine {
	readonly command: string;
	readonly args: readonly string[];
	/** Absolute path of the working directory. */
	readonly cwd: string;
	/** The whole environment of the child (`childEnv`). */
	readonly env: Readonly<Record<string, string>>;
}

/** Finds out what to spawn on this platform. Throws AgentError `spawn`. */
export function resolveCommand(line: CommandLine): SpawnCommand {
	if (process.platform !== 'win32') return { file: line.command, args: line.args, isVerbatim: false };
	return windowsCommand(line.command, line.args, { env: line.env, cwd: line.cwd, isFile, readText });
}

/** Throws, or emits 'error', when it cannot be started: `toSpawnError` explains either. */
export function spawnCommand(what: SpawnCommand, line: CommandLine, stdio: StdioOptions): ChildProcess {
	return spawn(what.file, what.args, {
		cwd: line.cwd,
		env: line.env,
		stdio,
		shell: false,
		// On POSIX a group of its own, so that the tree can be signalled; on Windows it would open a console.
		detached: process.platform !== 'win32',
		windowsHide: true,
		windowsVerbatimArguments: what.isVerbatim,
	});
}

/** True for an existing regular file. */
export function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
