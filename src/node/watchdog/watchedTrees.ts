/** The trees that the watchdog is to end, their members, and how it ends them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses, type ProcessInfo, signalAll, treeOf } from '../processTree.ts';

const pollMs = 50;

interface WatchedTree {
	/** When its root started: tells it from a later process with its number. */
	readonly startedAt: string;
	/** Members when they were last listed: one that lost its parent since can be found by this only. */
	known: readonly ProcessInfo[];
}

export class WatchedTrees {
	readonly #trees = new Map<number, WatchedTree>();

	/**
	 * Takes one line from the host: `+<pid> <started at>` for a tree that begins, `-<pid>` for one that has ended.
	 * Anything else is ignored.
	 */
	take(line: string): void {
		const [, sign, pid, startedAt = ''] = /^([+-])(\d+) ?(.*)$/.exec(line) ?? [];
		if (pid === undefined) return;
		const root = Number(pid);
		if (sign === '-') this.#trees.delete(root);
		else this.#trees.set(root, { startedAt, known: [] });
	}

	/** Lists the processes that belong to the trees now. */
	members(): ProcessInfo[] {
		if (this.#trees.size === 0) return [];
		const processes = listProcesses();
		const all = new Map<number, ProcessInfo>();
		for (const [root, tree] of this.#trees) {
			// Without its leader a group keeps its number as long as it has members; with another one it is another's.
			const isSameRoot = processes.every(
				({ pid, startedAt }) => pid !== root || startedAt === tree.startedAt,
			);
			tree.known = treeOf(processes, isSameRoot ? root : undefined, tree.known);
			for (const member of tree.known) all.set(member.pid, member);
		}
		return [...all.values()];
	}

	/**
	 * Ends all trees: processes that exit by themselves, because their stdin has ended too, have `graceMs` for it.
	 * Resolves when no process is left, or after `killMs` more: what survives SIGKILL that long hangs in the kernel.
	 */
	async end(graceMs: number, killMs: number): Promise<void> {
		for (const end = performance.now() + graceMs; performance.now() < end; await sleep(pollMs)) {
			if (this.members().length === 0) return;
		}
		for (const end = performance.now() + killMs; performance.now() < end; await sleep(pollMs)) {
			const members = this.members();
			if (members.length === 0) return;
			signalAll(members, 'SIGKILL');
		}
	}
}
