/**
 * Where one suite runs: in a folder for temporary files of its own, and with a mark in the environment that everything
 * inherits which it starts. So it shows afterwards what it left behind: processes, and files of ours.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is ours among temporary files; browsers and editors have some of their own. */
const ours = 'acp-';
/** The variable that marks a process. Agents get it, too: only what is VS Code's is kept from them. */
const mark = 'ACP_TEST_RUN';
const compileCache = path.resolve('out', 'compile-cache');
/** Time that processes may take to end after their suite; a killed tree has its watchdog to wait for. */
const endMs = 10_000;
const pollMs = 100;

export class RunPlace {
	readonly #id = randomUUID();
	readonly #folder: string;
	readonly #endMs: number;

	private constructor(folder: string, patienceMs: number) {
		this.#folder = folder;
		this.#endMs = patienceMs;
		process.once('exit', this.#removeNow);
	}

	/** @param patienceMs time that processes may take to end */
	static async open(patienceMs: number = endMs): Promise<RunPlace> {
		// Short: sockets are made in it, and their paths must not be long.
		return new RunPlace(await mkdtemp(path.join(os.tmpdir(), `${ours}run-`)), patienceMs);
	}

	/** To be added to the environment of the suite. */
	get env(): Record<string, string> {
		return {
			[mark]: this.#id,
			TMPDIR: this.#folder,
			TEMP: this.#folder,
			TMP: this.#folder,
			// Tests start hundreds of processes that load the same sources, as types to be stripped each time.
			NODE_COMPILE_CACHE: compileCache,
		};
	}

	/** What is left when the suite has ended, one line each. Processes are ended then: they must not disturb the next. */
	async leftovers(): Promise<string[]> {
		const processes = await this.#survivors();
		for (const { pid } of processes) tryKill(pid);
		const files = (await readdir(this.#folder)).filter((name) => name.startsWith(ours));
		return [
			...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
			...files.map((name) => `temporary file: ${name}`),
		];
	}

	/** Takes the folder away with all that is in it. */
	close(): Promise<void> {
		process.off('exit', this.#removeNow);
		return rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}

	/** For a run that is interrupted. */
	readonly #removeNow = (): void => rmSync(this.#folder, { recursive: true, force: true });

	async #survivors(): Promise<Marked[]> {
		for (const end = performance.now() + this.#endMs; ; await sleep(pollMs)) {
			const found = await markedWith(`${mark}=${this.#id}`);
			if (found.length === 0 || performance.now() > end) return found;
		}
	}
}

interface Marked {
	readonly pid: number;
	readonly command: string;
}

/** Processes that have this in their environment. Only Linux says so. */
async function markedWith(entry: string): Promise<Marked[]> {
	if (process.platform !== 'linux') return [];
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
	const found = await Promise.all(pids.map((pid) => readMarked(pid, entry)));
	return found.filter((process) => process !== undefined);
}

async function readMarked(pid: string, entry: string): Promise<Marked | undefined> {
	try {
		// Another user's processes, and those that end meanwhile, cannot be read.
		const environ = await readFile(`/proc/${pid}/environ`, 'latin1');
		if (!environ.split('\0').includes(entry)) return undefined;
		const command = await readFile(`/proc/${pid}/cmdline`, 'latin1');
		return { pid: Number(pid), command: command.split('\0').join(' ').trim().slice(0, 200) };
	} catch {
		return undefined;
	}
}

function tryKill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended by itself.
	}
}
