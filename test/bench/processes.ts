/** What the operating system says about the processes of a window. From `/proc`, so on Linux only. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
	/** User and system time so far. */
	readonly cpuSeconds: number;
	readonly residentMb: number;
}

interface ProcessInfo {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
	readonly ticks: number;
}

/** Id of the extension host among the descendants of this process; undefined where there is no `/proc`. */
export function findExtensionHost(): number | undefined {
	const all = listProcesses();
	const isOurs = (info: ProcessInfo | undefined): boolean => {
		if (info === undefined) return false;
		return info.parent === process.pid || isOurs(all.get(info.parent));
	};
	return [...all.values()].find((info) => info.command.includes('--type=extensionHost') && isOurs(info))?.pid;
}

/** Command lines of the children of a process. */
export function childrenOf(pid: number): string[] {
	const all = [...listProcesses().values()];
	return all
		.filter(({ parent }) => parent === pid)
		.map(({ command }) => command.replaceAll('\0', ' ').trim());
}

/** Processor time so far in milliseconds, of all threads, by the kind of process. */
export interface WindowUse {
	/** The page of the workbench and of the view. */
	readonly rendererMs: number;
	readonly gpuMs: number;
	readonly rendererMb: number;
}

/** Of the windows that descend from this process. What has ended meanwhile counts no more. */
export function windowUse(): WindowUse {
	const all = listProcesses();
	const isOurs = (info: ProcessInfo | undefined): boolean =>
		info !== undefined && (info.parent === process.pid || isOurs(all.get(info.parent)));
	const ofType = (type: string, value: (pid: number) => number): number =>
		[...all.values()]
			.filter((info) => info.command.includes(`--type=${type}`) && isOurs(info))
			.reduce((sum, { pid }) => sum + value(pid), 0);
	return {
		rendererMs: ofType('renderer', threadsMs),
		gpuMs: ofType('gpu-process', threadsMs),
		rendererMb: ofType('renderer', (pid) => useOf(pid).residentMb),
	};
}

/** The clock of the scheduler is finer than that of the ticks. */
function threadsMs(pid: number): number {
	try {
		const folder = `/proc/${pid}/task`;
		const times = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/schedstat`, 'utf8'));
		return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0) / 1e6;
	} catch {
		// It ended while we looked.
		return 0;
	}
}

export function useOf(pid: number): ProcessUse {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const residentKb = Number(/^VmRSS:\s*(\d+)/mu.exec(status)?.[1] ?? 0);
	return { cpuSeconds: (readInfo(pid)?.ticks ?? 0) / ticksPerSecond, residentMb: residentKb / 1024 };
}

const ticksPerSecond = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;

function listProcesses(): Map<number, ProcessInfo> {
	const found = new Map<number, ProcessInfo>();
	if (process.platform !== 'linux') return found;
	for (const name of readdirSync('/proc')) {
		const info = /^\d+$/u.test(name) ? readInfo(Number(name)) : undefined;
		if (info !== undefined) found.set(info.pid, info);
	}
	return found;
}

function readInfo(pid: number): ProcessInfo | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may hold anything; what follows it is state, parent and so on.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
		return { pid, parent: Number(fields[1]), command, ticks: Number(fields[11]) + Number(fields[12]) };
	} catch {
		// It ended while we looked.
		return undefined;
	}
}
