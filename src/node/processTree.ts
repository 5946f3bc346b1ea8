/**
 * Ends a process together with everything it started (hazard B1). A group kill alone misses a grandchild that made
 * its own session; a walk over parents misses a child whose parent is gone. So both are used, from one snapshot.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** One process of the system, from one snapshot. */
export interface ProcessInfo {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	/** When it started, in whatever form the system gives; tells a process from a later one with its number. */
	readonly startedAt: string;
}

/**
 * All living processes, zombies left out. Empty on Windows, where `taskkill` walks the tree itself, and where the system
 * does not say, such as when there are no more handles.
 */
export function listProcesses(): ProcessInfo[] {
	if (process.platform === 'win32') return [];
	// No `ps` in slim containers, and reading /proc is faster.
	return process.platform === 'linux' ? listFromProc() : listFromPs();
}

/** When a process started, as `ProcessInfo` says it. Nothing when there is none, and on Windows. */
export function startOf(pid: number): string | undefined {
	if (process.platform === 'linux') return readStat(String(pid))?.startedAt;
	const processes = process.platform === 'win32' ? [] : listFromPs();
	return processes.find((entry) => entry.pid === pid)?.startedAt;
}

/**
 * The members of a tree: those that were known and still live, what is in one of its process groups, and everything
 * that any of these started.
 * @param root leader of a process group, while it lives; its number means nothing any more after its exit
 * @param known members seen earlier, which may have lost their parent since
 */
export function treeOf(
	processes: readonly ProcessInfo[],
	root: number | undefined,
	known: readonly ProcessInfo[] = [],
): ProcessInfo[] {
	const startOf = new Map(known.map((entry) => [entry.pid, entry.startedAt]));
	const old = processes.filter((entry) => startOf.get(entry.pid) === entry.startedAt);
	const pids = new Set(old.map((entry) => entry.pid));
	const groups = new Set(old.map((entry) => entry.group));
	if (root !== undefined) {
		pids.add(root);
		groups.add(root);
	}
	for (let size = -1; size !== pids.size + groups.size;) {
		size = pids.size + groups.size;
		for (const { pid, parent, group } of processes) {
			if (!pids.has(pid) && !pids.has(parent) && !groups.has(group)) continue;
			pids.add(pid);
			// A member may have made a group of its own, in which others have lost their parents.
			groups.add(group);
		}
	}
	return processes.filter((entry) => pids.has(entry.pid));
}

/** Signals these processes, and their groups before, which reaches what was forked after the snapshot as well. */
export function signalAll(members: readonly ProcessInfo[], signal: 'SIGTERM' | 'SIGKILL'): void {
	const leaders = members.filter((entry) => entry.pid === entry.group).map((entry) => entry.group);
	const groups = new Set(leaders);
	for (const group of groups) signalGroup(group, signal);
	for (const entry of members) if (!groups.has(entry.group)) trySignal(entry.pid, signal);
}

/** Signals a group. @param leader its number, which has to be known to be ours */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
	trySignal(-leader, signal);
}

/** Ends a tree by force on Windows, where there is nothing gentler for a program without a window. */
export function taskkill(root: number): void {
	// An absolute path: a workspace folder on PATH must not supply this program.
	const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
	const child = spawn(program, ['/T', '/F', '/PID', String(root)], { stdio: 'ignore', windowsHide: true });
	child.on('error', () => undefined);
}

function trySignal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
	try {
		process.kill(target, signal);
	} catch {
		// It is gone, which is what we want, or not ours.
	}
}

function listFromProc(): ProcessInfo[] {
	const processes: ProcessInfo[] = [];
	for (const name of namesInProc()) {
		if (!/^\d+$/.test(name)) continue;
		const entry = readStat(name);
		if (entry !== undefined) processes.push(entry);
	}
	return processes;
}

function namesInProc(): readonly string[] {
	try {
		return readdirSync('/proc');
	} catch {
		return [];
	}
}

/** Longer than any line of `stat`. */
const procBuffer = Buffer.alloc(4096);

/**
 * The beginning of a file of `/proc`. Such files have no size, so `readFile` takes 64 KiB for each, which for hundreds
 * of processes at each look keeps the garbage collector busy.
 */
function readProc(file: string): string {
	const handle = openSync(file, 'r');
	try {
		return procBuffer.toString('latin1', 0, readSync(handle, procBuffer));
	} finally {
		closeSync(handle);
	}
}

function readStat(pid: string): ProcessInfo | undefined {
	let stat: string;
	try {
		stat = readProc(`/proc/${pid}/stat`);
	} catch {
		return undefined;
	}
	// "pid (name) state ppid pgrp …": the name may hold spaces and parentheses. Field 22 is the start time.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state, parent, group] = fields;
	if (state === 'Z' || state === 'X') return undefined;
	return { pid: Number(pid), parent: Number(parent), group: Number(group), startedAt: fields[19] ?? '' };
}

function listFromPs(): ProcessInfo[] {
	const result = spawnSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
		encoding: 'utf8',
		// The start is compared with what another process was told: language and time zone of both must be the same.
		env: { LC_ALL: 'C', TZ: 'UTC' },
	});
	return (result.stdout ?? '').split('\n').flatMap((line) => {
		const [, pid, parent, group, state, startedAt] =
			/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
		if (pid === undefined || state?.startsWith('Z') === true) return [];
		return [{ pid: Number(pid), parent: Number(parent), group: Number(group), startedAt: startedAt ?? '' }];
	});
}
