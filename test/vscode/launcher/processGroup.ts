import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface ProcessGroup {
	/** Its output is that of the command. */
	readonly child: ChildProcess;
	/** Ends the command with everything it started, and deletes its folders. */
	stop(): Promise<void>;
}

export interface ProcessGroupOptions {
	readonly env: NodeJS.ProcessEnv;
	/** Folders that are deleted once the group has ended. */
	readonly foldersToDelete: readonly string[];
}

const keeper = path.join(import.meta.dirname, 'keeper.ts');

/** Starts a process in a group of its own, which ends with `stop`, at the latest when this process is gone. */
export function spawnGroup(
	command: string,
	args: readonly string[],
	{ env, foldersToDelete }: ProcessGroupOptions,
): ProcessGroup {
	const child = spawn(process.execPath, [keeper, JSON.stringify(foldersToDelete), command, ...args], {
		detached: true,
		env,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	return {
		child,
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			child.stdin.destroy();
			await ended;
		},
	};
}
