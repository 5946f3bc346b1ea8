/** One agent process with its connection, from the start to the end. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogOutputChannel } from 'vscode';
import { createDecoder } from '../core/acp/decoder.ts';
import type { V1Decoder, V1Types } from '../core/acp/v1/types.ts';
import type { Offer } from '../core/acp/v1/capabilities.ts';
import type { McpHandler } from '../core/acp/v1/mcpMessage.ts';
import { connectV1, type V1Agent } from '../core/acp/v1/v1Agent.ts';
import type { AbortSignal as CoreSignal } from '../core/base/abortSignal.ts';
import { Deferred } from '../core/base/deferred.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { AgentError } from '../core/base/errors.ts';
import { limits } from '../core/base/limits.ts';
import type { UnstableFeature } from '../core/session/capabilities.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../core/session/elicitation.ts';
import type { AgentPort } from '../core/session/ports.ts';
import { AgentProcess, exitError } from '../node/agentProcess.ts';
import { childEnv } from '../node/childEnv.ts';
import { AgentConnection } from '../node/connection.ts';
import type { TrafficLog } from '../node/trafficLog.ts';
import type { AgentDefinition } from './agentDefinition.ts';
import { NoiseLog } from './noiseLog.ts';
import { redactorOf } from './redactorOf.ts';

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
	/** What the agent may ask of us. */
	readonly offer: Offer;
	/** Drafts of the protocol that are switched on. */
	readonly unstable: ReadonlySet<UnstableFeature>;
	/** Asks the user for a request of ours that is open, such as a login. */
	readonly elicit?: (request: ElicitationRequest, signal: CoreSignal) => Promise<ElicitationOutcome>;
	/** The agent says that what an address was for is done. */
	readonly completeElicitation?: (elicitationId: string) => void;
	/** Tool servers of this window (unstable). */
	readonly mcp?: McpHandler;
}

export class RunningAgent implements Disposable {
	readonly #process: AgentProcess;
	readonly #connection: AgentConnection;
	readonly #noise: NoiseLog;
	readonly #store = new DisposableStore();
	readonly #exited = this.#store.add(new Emitter<AgentError>());
	#port: V1Agent | undefined;

	/** Fires once, when the process is gone or the connection failed. */
	readonly onExit = this.#exited.event;

	private constructor(process: AgentProcess, options: StartOptions, redact: (text: string) => string) {
		const { log, definition } = options;
		this.#process = this.#store.add(process);
		this.#connection = this.#store.add(connectTo(process, options, redact));
		this.#noise = new NoiseLog((line) => log.warn(redact(line)));
		this.#store.add(this.#connection.onNoise((noise) => this.#noise.note(noise)));
		this.#store.add(process.onStderr((line) => log.info(`[stderr] ${line}`)));
		this.#store.add(process.onExit((exit) => this.#connection.close(exitError(definition.name, exit))));
		this.#store.add(
			this.#connection.onClose((error) => {
				log.error(error.message);
				this.#exited.fire(error);
				void this.stop();
			}),
		);
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
		options.signal.addEventListener('abort', () => process.kill());
		if (options.signal.aborted) process.kill();
		const agent = new RunningAgent(process, options, redact);
		try {
			await agent.#initialize(options, decoder);
			return agent;
		} catch (error) {
			await process.stop();
			agent.dispose();
			throw error;
		}
	}

	/** What the sessions talk to. There from the moment `start` resolved. */
	get port(): AgentPort {
		if (this.#port === undefined) throw new AgentError('protocol', 'The agent is not initialized.');
		return this.#port;
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
		this.#store.dispose();
	}

	async #initialize(options: StartOptions, decoder: V1Decoder): Promise<void> {
		const { log, elicit, completeElicitation, mcp } = options;
		const closed = new Deferred<never>();
		// Nobody waits for it any more once the agent has answered.
		closed.promise.catch(() => undefined);
		this.#store.add(this.#connection.onClose((error) => closed.reject(error)));
		const connected = connectV1(this.#connection, {
			clientInfo: options.clientInfo,
			offer: options.offer,
			unstable: options.unstable,
			decoder,
			log: warnTo(log),
			pause: (ms) => sleep(ms),
			...(elicit === undefined ? {} : { elicit }),
			...(completeElicitation === undefined ? {} : { completeElicitation }),
			...(mcp === undefined ? {} : { mcp }),
		});
		const answer = Promise.race([connected, closed.promise]);
		this.#port = this.#store.add(await withTimeout(answer, limits.initFailMs, () => this.#describeSilence()));
	}

	#describeSilence(): string {
		const silence = `It did not answer "initialize" within ${limits.initFailMs / 1000} s.`;
		const { first } = this.#noise;
		return first === undefined ? silence : `${silence} It prints text that is no protocol, such as ${first}`;
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

/** The schemas are read on first use, once. */
let decoder: Promise<V1Decoder> | undefined;
function loadDecoder(schemaFile: string): Promise<V1Decoder> {
	decoder ??= readFile(schemaFile, 'utf8').then((text) => createDecoder<V1Types>(JSON.parse(text)));
	return decoder;
}

async function withTimeout<T>(work: Promise<T>, ms: number, message: () => string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new AgentError('timeout', message())), ms);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
