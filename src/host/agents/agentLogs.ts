import { appendFile, mkdir, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Redactor } from '../../node/redact.ts';
import { TrafficLog } from '../../node/trafficLog.ts';

/** One log channel for each agent, and its traffic log where the user switched it on. */
export class AgentLogs implements Disposable {
	readonly #folder: string;
	readonly #channels = new Map<string, vscode.LogOutputChannel>();
	readonly #store = new DisposableStore();

	/** @param folder where traffic logs go: the extension's own log folder of this window */
	constructor(folder: string) {
		this.#folder = folder;
	}

	channel(agentName: string): vscode.LogOutputChannel {
		const known = this.#channels.get(agentName);
		if (known !== undefined) return known;
		const channel = this.#store.add(
			vscode.window.createOutputChannel(`ACP Host: ${agentName}`, { log: true }),
		);
		this.#channels.set(agentName, channel);
		return channel;
	}

	/** The redacted record of what goes over the wire, one JSON object a line. */
	traffic(agentName: string, redactor: Redactor): TrafficLog {
		const file = path.join(this.#folder, `traffic-${agentName.replaceAll(/[^\w.-]/gu, '_')}.jsonl`);
		this.channel(agentName).info(`Traffic is logged to ${file}`);
		// One after the other: parallel appends could swap lines.
		let queue: Promise<unknown> = mkdir(this.#folder, { recursive: true });
		const then = (work: () => Promise<unknown>): void => {
			queue = queue.then(work).catch((error: unknown) => {
				this.channel(agentName).warn(`The traffic log cannot be written: ${String(error)}`);
			});
		};
		return new TrafficLog({
			sink: {
				append: (line) => then(() => appendFile(file, line, { mode: 0o600 })),
				startOver: () => then(() => rm(file, { force: true })),
			},
			redactor,
		});
	}

	dispose(): void {
		this.#store.dispose();
	}
}
