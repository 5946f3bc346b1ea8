import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { onProcessEnd } from './cleanup.ts';

export interface ProcessGroup {
	readonly child: ChildProcess;
	/** Ends the whole group: asks politely, then kills what is left. Resolves when the leader is gone. */
	stop(): Promise<void>;
}

const politeMs = 3000;
const briefMs = 500;

/** Starts a process in a group of its own, so that everything it starts can be ended with it. */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
	const child = spawn(command, args, { ...options, detached: true });
	const kill = onProcessEnd(() => {
		// At the end of this process there is no event loop to wait with; a moment is enough to end agents well.
		if (child.exitCode === null && child.signalCode === null && signalGroup(child, 'SIGTERM')) {
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, briefMs);
		}
		signalGroup(child, 'SIGKILL');
	});
	return {
		child,
		async stop() {
			if (child.exitCode === null && child.signalCode === null && signalGroup(child, 'SIGTERM')) {
				await Promise.race([once(child, 'exit'), new Promise((done) => setTimeout(done, politeMs).unref())]);
			}
			kill();
		},
	};
}

/** Sends `signal` to the group; false when no such group is left. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
	if (child.pid === undefined) return false;
	try {
		return process.kill(-child.pid, signal);
	} catch {
		return false;
	}
}
