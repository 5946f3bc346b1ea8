import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Redactor } from '../../node/redact.ts';
import { TrafficFile } from '../../node/trafficFile.ts';
import { TrafficLog } from '../../node/trafficLog.ts';

/** One log channel for each agent, and its traffic log where the user switched it on. */
export class AgentLogs implements Disposable {
	readonly #folder: string;
	readonly #channels = new Map<string, vscode.LogOutputChannel>();
	/** One for each agent: all its connections write to it. */
	readonly #files = new Map<string, TrafficFile>();
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
		const sink = this.#fileOf(agentName);
		this.channel(agentName).info(`Traffic is logged to ${sink.file}`);
		return new TrafficLog({ sink, redactor });
	}

	dispose(): void {
		this.#store.dispose();
	}

	#fileOf(agentName: string): TrafficFile {
		const known = this.#files.get(agentName);
		if (known !== undefined) return known;
		const file = new TrafficFile(path.join(this.#folder, `traffic-${fileWord(agentName)}.jsonl`), {
			onError: (error) => this.channel(agentName).warn(`The traffic log cannot be written: ${String(error)}`),
		});
		this.#files.set(agentName, file);
		return file;
	}
}

/** A short word for file names that no other agent has, also where large and small letters are the same. */
function fileWord(agentName: string): string {
	if (/^[a-z0-9_.-]{1,60}$/u.test(agentName)) return agentName;
	const hash = createHash('sha256').update(agentName).digest('hex').slice(0, 8);
	return `${agentName.replaceAll(/[^\w.-]/gu, '_').slice(0, 60)}~${hash}`;
}
