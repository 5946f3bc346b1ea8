/** One agent process with its connection, from the start to the end. */
import { readFile } from 'node:fs/promises';
import type { LogOutputChannel } from 'vscode';
import { createDecoder } from '../core/acp/decoder.ts';
import type { V1Decoder, V1Types } from '../core/acp/v1/types.ts';
import { connectV1 } from '../core/acp/v1/v1Agent.ts';
import { Deferred } from '../core/base/deferred.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError } from '../core/base/errors.ts';
import { limits } from '../core/base/limits.ts';
import type { AgentPort } from '../core/session/ports.ts';
import { type AgentExit, AgentProcess } from '../node/agentProcess.ts';
import { childEnv } from '../node/childEnv.ts';
import { AgentConnection } from '../node/connection.ts';
import type { TrafficLog } from '../node/trafficLog.ts';
import type { AgentDefinition } from './agentDefinition.ts';
import { redactorOf } from './agentLogs.ts';

/** Last words of an agent that are worth showing in the chat; the log has them all. */
const shownStderrLines = 10;

export interface StartOptions {
	readonly definition: AgentDefinition;
	/** Workspace folder, absolute: the agent's working directory unless it names one. */
	readonly folder: string;
	readonly clientInfo: { readonly name: string; readonly title: string; readonly version: string };
	/** File of the pruned schemas. */
	readonly schemaFile: string;
	/** Ends the process while it is still starting. */
	readonly signal: AbortSignal;
	readonly log: LogOutputChannel;
	readonly traffic?: TrafficLog;
}

export class RunningAgent implements Disposable {
	readonly port: AgentPort;
	readonly #process: AgentProcess;
	readonly #store: DisposableStore;
	readonly #exited: Emitter<AgentError>;

	/** Fires once, when the process is gone or the connection failed. */
	readonly onExit;

	private constructor(
		port: AgentPort,
		process: AgentProcess,
		store: DisposableStore,
		exited: Emitter<AgentError>,
	) {
		this.port = port;
		this.#process = process;
		this.#store = store;
		this.#exited = exited;
		this.onExit = exited.event;
	}

	/** Spawns the agent and agrees on the protocol. Rejects with `AgentError`; then nothing is left running. */
	static async start(options: StartOptions): Promise<RunningAgent> {
		const { definition, folder, log } = options;
		const cwd = definition.cwd ?? folder;
		log.info(`Starting ${definition.command} in ${cwd}`);
		const decoder = await loadDecoder(options.schemaFile);
		const redactor = redactorOf(definition);
		const redact = (text: string): string => redactor.text(text);
		const { command, args, env } = definition;
		const process = await AgentProcess.start(
			{ command, args, cwd, env: childEnv(globalThis.process.env, env) },
			{ redact },
		);
		const store = new DisposableStore();
		store.add(process);
		options.signal.addEventListener('abort', () => process.kill());
		if (options.signal.aborted) process.kill();
		store.add(process.onStderr((line) => log.info(`[stderr] ${line}`)));
		const connection = store.add(connectTo(process, options, redact));
		store.add(process.onExit((exit) => connection.close(exitError(definition.name, exit))));
		const exited = store.add(new Emitter<AgentError>());
		const closed = new Deferred<never>();
		closed.promise.catch(() => undefined);
		store.add(
			connection.onClose((error) => {
				log.error(error.message);
				closed.reject(error);
				exited.fire(error);
			}),
		);
		try {
			const connected = connectV1(connection, { clientInfo: options.clientInfo, decoder, log: warnTo(log) });
			const port = await withTimeout(
				Promise.race([connected, closed.promise]),
				limits.initFailMs,
				`It did not answer "initialize" within ${limits.initFailMs / 1000} s.`,
			);
			store.add(port);
			const agent = new RunningAgent(port, process, store, exited);
			store.add(exited.event(() => void agent.stop()));
			return agent;
		} catch (error) {
			await process.stop();
			store.dispose();
			throw error;
		}
	}

	/** Ends the process tree in good order. */
	async stop(): Promise<void> {
		await this.#process.stop();
	}

	/** Ends the process tree at once. */
	kill(): void {
		this.#process.kill();
	}

	dispose(): void {
		this.#exited.dispose();
		this.#store.dispose();
	}
}

function connectTo(
	process: AgentProcess,
	{ log, traffic }: StartOptions,
	redact: (text: string) => string,
): AgentConnection {
	return new AgentConnection({
		input: process.stdout,
		output: process.stdin,
		log: warnTo(log),
		redact,
		...(traffic === undefined ? {} : { tap: (direction, message) => traffic.record(direction, message) }),
	});
}

function warnTo(log: LogOutputChannel): (line: string) => void {
	return (line) => log.warn(line);
}

function exitError(name: string, { code, signal, stderrTail }: AgentExit): AgentError {
	const how = signal === null ? `with exit code ${code}` : `by signal ${signal}`;
	const tail = stderrTail.trim().split('\n').slice(-shownStderrLines).join('\n');
	return new AgentError('exited', `${name} ended ${how}.${tail === '' ? '' : `\n${tail}`}`);
}

/** The schemas are read on first use, once. */
let decoder: Promise<V1Decoder> | undefined;
function loadDecoder(schemaFile: string): Promise<V1Decoder> {
	decoder ??= readFile(schemaFile, 'utf8').then((text) => createDecoder<V1Types>(JSON.parse(text)));
	return decoder;
}

async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new AgentError('timeout', message)), ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
