import * as limits from '../../core/base/limits.ts';
import type { TerminalProcess } from '../../node/terminalProcess.ts';

type Holder = Pick<TerminalProcess, 'outputBytes' | 'isRunning' | 'dropOutput'>;

/**
 * One bound over the output that is kept of all commands of a session (hazard E11): an agent need not release any. Of
 * the oldest that have ended it is dropped first, then of the oldest that run; they are marked as cut.
 */
export class TerminalRoom {
	readonly #maxBytes: number;
	/** Bytes of each command when it last printed, oldest first. */
	readonly #kept = new Map<Holder, number>();
	#bytes = 0;

	constructor(maxBytes: number = limits.sessionTerminalBytes) {
		this.#maxBytes = maxBytes;
	}

	/** To be called after each output of a command. */
	onOutput(command: Holder): void {
		const bytes = command.outputBytes;
		this.#bytes += bytes - (this.#kept.get(command) ?? 0);
		this.#kept.set(command, bytes);
		if (this.#bytes > this.#maxBytes) this.#makeRoom(command);
	}

	/** Nobody can read the output of that command any more. */
	forget(command: Holder): void {
		this.#bytes -= this.#kept.get(command) ?? 0;
		this.#kept.delete(command);
	}

	#makeRoom(printing: Holder): void {
		const others = [...this.#kept.keys()].filter((command) => command !== printing);
		const ended = others.filter(({ isRunning }) => !isRunning);
		const running = others.filter(({ isRunning }) => isRunning);
		for (const command of [...ended, ...running]) {
			if (this.#bytes <= this.#maxBytes) return;
			this.forget(command);
			command.dropOutput();
		}
	}
}
