/** Starts a program the way every child of ours is started: no shell, own process group, nothing inherited but env. */
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { type Sentence, sentence } from '../core/base/sentence.ts';
import { type SpawnCommand, windowsCommand } from './windowsCommand.ts';

/** A program with its arguments, directory and environment. */
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
		...detachedOption(process.platform),
		windowsHide: true,
		windowsVerbatimArguments: what.isVerbatim,
	});
}

/**
 * On POSIX a child leads a group of its own, so that its tree can be signalled. On Windows it must not: it would open a
 * console, and Node would leave it out of the job that ends children with us (hazard B2).
 */
export function detachedOption(platform: NodeJS.Platform): { readonly detached: boolean } {
	return { detached: platform !== 'win32' };
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

/**
 * The terminal of VS Code reports code 0 for a program that a signal ended, such as by Ctrl+C. A shell around it says
 * 128 and the signal's number instead. It gets the program and its arguments as they are, as its own arguments, so
 * there is nothing to quote; being interactive stays possible, because the child has the terminal.
 */
export function reportingExit(
	command: SpawnCommand,
	platform: NodeJS.Platform = process.platform,
): SpawnCommand {
	if (platform === 'win32') return command;
	// The trap keeps the shell alive for its last word; children get the default back.
	const script = 'trap : INT QUIT; "$0" "$@"; exit $?';
	return { file: '/bin/sh', args: ['-c', script, command.file, ...command.args], isVerbatim: false };
}

/** Why a program cannot be started in that folder, if so. */
export function explainCwd(cwd: string): Sentence | undefined {
	try {
		return statSync(cwd).isDirectory()
			? undefined
			: sentence('the working directory {0} is not a directory', cwd);
	} catch {
		return sentence('the working directory {0} does not exist or cannot be read', cwd);
	}
}
