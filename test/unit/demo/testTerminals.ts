import { type ChildProcess, spawn } from 'node:child_process';
import type {
	CreateTerminalRequest,
	TerminalExitStatus,
	TerminalOutputResponse,
} from '@agentclientprotocol/sdk';

interface TestTerminal {
	readonly child: ChildProcess;
	readonly exit: Promise<TerminalExitStatus>;
	output: string;
	exitStatus: TerminalExitStatus | undefined;
}

/** Terminals of a client, as plain child processes. */
export class TestTerminals {
	readonly #terminals = new Map<string, TestTerminal>();
	readonly log: string[] = [];

	create({ command, args, env, cwd }: CreateTerminalRequest): { terminalId: string } {
		const own = Object.fromEntries((env ?? []).map(({ name, value }) => [name, value]));
		const child = spawn(command, args ?? [], { ...(cwd ? { cwd } : {}), env: { ...process.env, ...own } });
		const terminalId = `terminal-${this.#terminals.size + 1}`;
		const terminal: TestTerminal = {
			child,
			output: '',
			exitStatus: undefined,
			exit: new Promise((resolve) => {
				child.on('close', (exitCode, signal) => resolve((terminal.exitStatus = { exitCode, signal })));
			}),
		};
		child.stdout.on('data', (data: Buffer) => (terminal.output += data.toString()));
		this.#terminals.set(terminalId, terminal);
		this.log.push(`create ${terminalId}`);
		return { terminalId };
	}

	output(terminalId: string): TerminalOutputResponse {
		const { output, exitStatus } = this.#get(terminalId);
		return { output, truncated: false, ...(exitStatus ? { exitStatus } : {}) };
	}

	wait(terminalId: string): Promise<TerminalExitStatus> {
		return this.#get(terminalId).exit;
	}

	kill(terminalId: string): object {
		this.log.push(`kill ${terminalId}`);
		this.#get(terminalId).child.kill();
		return {};
	}

	release(terminalId: string): object {
		this.log.push(`release ${terminalId}`);
		this.#get(terminalId).child.kill();
		return {};
	}

	/** Resolves when every process has ended. */
	async ended(): Promise<void> {
		await Promise.all([...this.#terminals.values()].map(({ exit }) => exit));
	}

	#get(terminalId: string): TestTerminal {
		const terminal = this.#terminals.get(terminalId);
		if (!terminal) throw new Error(`no terminal ${terminalId}`);
		return terminal;
	}
}
