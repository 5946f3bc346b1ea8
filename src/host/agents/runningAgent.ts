/** One agent with its connection, from the start to the end, whatever carries its messages. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogOutputChannel } from 'vscode';
import { negotiate, type Negotiated, type NegotiateOptions } from '../../core/acp/negotiate.ts';
import type { NegotiatedProtocol, ProtocolVersion } from '../../core/acp/protocolChoice.ts';
import type { ClientInfo, Offer } from '../../core/acp/shared/initialized.ts';
import type { McpHandler } from '../../core/acp/shared/mcpMessage.ts';
import type { AbortSignal as CoreSignal } from '../../core/base/abortSignal.ts';
import { agentRequests } from '../../core/acp/methods.ts';
import type { InitializedAgent } from '../../core/acp/connect.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { AgentError } from '../../core/base/errors.ts';
import { isJsonObject } from '../../core/base/json.ts';
import * as limits from '../../core/base/limits.ts';
import { sentence, type Spoken } from '../../core/base/sentence.ts';
import type { UnstableFeature } from '../../core/session/model/capabilities.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../../core/session/model/elicitation.ts';
import type { AgentPort } from '../../core/session/model/agentPort.ts';
import type { ByteTools, ConnectTurns } from '../../core/turns/connectTurns.ts';
import { isTurnProtocol } from '../../core/turns/turnProtocol.ts';
import { NodeBase64TextDecoder } from '../../node/base64TextDecoder.ts';
import { AgentConnection } from '../../node/connection.ts';
import { withTimeout } from '../../node/deadline.ts';
import type { TreeReaper } from '../../node/watchdog/watchdog.ts';
import type { Redactor } from '../../node/redact.ts';
import type { TrafficLog } from '../../node/trafficLog.ts';
import type { AgentDefinition } from '../settings/agentDefinition.ts';
import { isLoopbackHost } from '../settings/remoteAddress.ts';
import { redactorOf } from '../settings/agentSecrets.ts';
import { type AgentLine, type OpenLine, startProcess } from './agentLine.ts';
import { NoiseLog } from './noiseLog.ts';
import { decodersIn } from './schemas.ts';

/** How an agent is started, and what it is offered. */
export interface StartOptions {
	readonly definition: AgentDefinition;
	/** What opens the line to it; starts its process if absent. */
	readonly openLine?: OpenLine;
	/** Workspace folder, absolute: the agent's working directory unless it names one. */
	readonly folder: string;
	/** Absolute path: where npm looks for agents, in place of the workspace (hazard F10). */
	readonly launchFolder: string;
	readonly clientInfo: ClientInfo;
	/** Folder of the pruned schemas, absolute. */
	readonly schemaFolder: string;
	/** The version of ACP to ask for first. */
	readonly ask: ProtocolVersion;
	/** Talks to an agent that is a turn gateway and speaks no ACP, where the definition says so. */
	readonly connectTurns?: ConnectTurns;
	/** Ends the agent when this window is gone before it. */
	readonly reaper?: TreeReaper;
	/** Gets the first line that the agent prints and that is no protocol, as it can be shown. */
	readonly onNoise?: (first: string) => void;
	/** Ends the agent while it is still starting. */
	readonly signal: AbortSignal;
	readonly log: LogOutputChannel;
	/** Takes secrets out of what is logged; made of the definition if absent. */
	readonly redactor?: Redactor;
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

const byteTools: ByteTools = {
	fromBase64: (data) => Buffer.from(data, 'base64'),
	utf8: (text) => Buffer.from(text),
	sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
};

/** What one line to the agent came to. */
type Attempt = { readonly type: 'started'; readonly agent: RunningAgent } | Respawn;

type Respawn = Negotiated & { readonly type: 'respawn' };

/** An agent that is talked to; without a version where it speaks no ACP. */
interface Connected {
	readonly type: 'connected';
	readonly agent: InitializedAgent;
	readonly version?: ProtocolVersion;
}

/** An agent with a connection and a negotiated version. Made by `start`, ended by `stop` or `kill`. */
export class RunningAgent implements Disposable {
	readonly #line: AgentLine;
	readonly #connection: AgentConnection;
	readonly #noise: NoiseLog;
	readonly #store = new DisposableStore();
	readonly #exited = this.#store.add(new Emitter<AgentError>());
	readonly #asked: ProtocolVersion;
	#connected: Connected | undefined;
	#isStopping = false;

	/** Fires once, when the agent is gone or the connection failed. */
	readonly onExit = this.#exited.event;

	private constructor(line: AgentLine, options: StartOptions, redact: (text: string) => string) {
		const { log } = options;
		this.#asked = options.ask;
		this.#line = this.#store.add(line);
		this.#connection = this.#store.add(connectTo(line, options, redact));
		this.#noise = new NoiseLog((line) => log.warn(line), redact);
		this.#store.add(
			this.#connection.onNoise((noise) => {
				this.#noise.note(noise);
				if (noise.count === 1) options.onNoise?.(this.#noise.first ?? '');
			}),
		);
		this.#store.add(
			this.#connection.onClose((error) => {
				if (this.#isStopping) log.info(error.message);
				else log.error(error.message);
				this.#exited.fire(error);
				void this.stop();
			}),
		);
	}

	/**
	 * Opens a line to the agent and agrees on the protocol, for which a second line may take the place of the first.
	 * Rejects with `AgentError`; then nothing is left running.
	 */
	static async start(options: StartOptions): Promise<RunningAgent> {
		const first = await RunningAgent.#attempt(options, options.ask);
		if (first.type === 'started') return first.agent;
		if (options.signal.aborted) throw first.reason;
		options.log.warn(
			`Asked for version ${options.ask} of the protocol: ${first.reason.message} ` +
				`The agent was ended and is started again to be asked for version ${first.ask}.`,
		);
		const second = await RunningAgent.#attempt(options, first.ask);
		if (second.type === 'started') return second.agent;
		throw second.reason;
	}

	/** Rejects with `AgentError`. Unless it started, nothing is left running. */
	static async #attempt(options: StartOptions, ask: ProtocolVersion): Promise<Attempt> {
		const { definition, signal, openLine = startProcess } = options;
		const redactor = options.redactor ?? redactorOf(definition, []);
		const line = await openLine(options, redactor);
		const kill = (): void => line.kill();
		signal.addEventListener('abort', kill);
		if (signal.aborted) kill();
		const agent = new RunningAgent(line, options, (text) => redactor.text(text));
		try {
			const negotiated = await agent.#connect(options, ask);
			if (negotiated === undefined) return { type: 'started', agent };
			await agent.#end();
			return negotiated;
		} catch (error) {
			await agent.#end();
			throw error;
		} finally {
			signal.removeEventListener('abort', kill);
		}
	}

	/** What the sessions talk to. There from the moment `start` resolved. */
	get port(): AgentPort {
		return this.#started.agent;
	}

	/** What was asked for at first, and what came of it; undefined for one that speaks no ACP. There once `start` resolved. */
	get negotiated(): NegotiatedProtocol | undefined {
		const { version, agent } = this.#started;
		if (version === undefined) return undefined;
		return { asked: this.#asked, spoken: version, info: agent.info };
	}

	/** Ends the agent in good order. */
	async stop(): Promise<void> {
		this.#isStopping = true;
		await this.#line.stop();
	}

	/** Ends the agent at once. */
	kill(): void {
		this.#line.kill();
	}

	dispose(): void {
		this.#store.dispose();
	}

	get #started(): Connected {
		if (this.#connected === undefined)
			throw new AgentError('protocol', sentence('The agent is not initialized.'));
		return this.#connected;
	}

	async #end(): Promise<void> {
		await this.stop();
		this.dispose();
	}

	/** @returns what has to be started in its place, if it does not come to an agent */
	async #connect(options: StartOptions, ask: ProtocolVersion): Promise<Respawn | undefined> {
		const { protocol } = options.definition;
		const found = isTurnProtocol(protocol)
			? await this.#shakeHands(options)
			: await negotiate(this.#connection, this.#optionsFrom(options), ask);
		if (found.type === 'respawn') return found;
		this.#connected = found;
		this.#store.add(found.agent);
		const spoken = found.version === undefined ? protocol : `version ${found.version} of the protocol`;
		options.log.info(`Agreed on ${spoken}`);
		return undefined;
	}

	async #shakeHands(options: StartOptions): Promise<Connected> {
		const { connectTurns, definition, elicit } = options;
		if (connectTurns === undefined) throw new Error('Nothing is there to talk to a turn gateway');
		const { clientInfo, log, offer, answerWithin } = this.#optionsFrom(options);
		const connecting = connectTurns(this.#connection, {
			clientInfo,
			log,
			offer,
			newId: randomUUID,
			tools: byteTools,
			isLocal: definition.type === 'program' || isLoopbackHost(new URL(definition.url).hostname),
			wait: (ms) => sleep(ms, undefined, { ref: false }),
			...(elicit === undefined ? {} : { askUser: elicit }),
		});
		const agent = await answerWithin(connecting, limits.initFailMs);
		// What waits for a word of it waits in vain.
		this.#store.add(this.#connection.onClose(() => agent.dispose()));
		return { type: 'connected', agent };
	}

	#optionsFrom(options: StartOptions): NegotiateOptions {
		const { log, elicit, completeElicitation, mcp } = options;
		const closed = Promise.withResolvers<never>();
		// Once the agent has answered nothing awaits this promise; its rejection must not go unhandled.
		closed.promise.catch(() => undefined);
		this.#store.add(this.#connection.onClose((error) => closed.reject(error)));
		return {
			clientInfo: options.clientInfo,
			offer: options.offer,
			unstable: options.unstable,
			decoders: decodersIn(options.schemaFolder),
			newBase64TextDecoder: () => new NodeBase64TextDecoder(),
			log: warnTo(log),
			pause: (ms) => sleep(ms),
			answerWithin: (answer, ms) =>
				withTimeout(
					ms,
					Promise.race([answer, closed.promise]),
					() => new AgentError('timeout', this.#describeSilence(ms)),
				),
			...(elicit === undefined ? {} : { elicit }),
			...(completeElicitation === undefined ? {} : { completeElicitation }),
			...(mcp === undefined ? {} : { mcp }),
		};
	}

	#describeSilence(ms: number): readonly Spoken[] {
		const silence = sentence('It did not answer "initialize" within {0} s.', ms / 1000);
		const { first } = this.#noise;
		return first === undefined
			? [silence]
			: [silence, sentence('It prints text that is no protocol, such as {0}', first)];
	}
}

function connectTo(
	line: AgentLine,
	{ log, traffic }: StartOptions,
	redact: (text: string) => string,
): AgentConnection {
	return new AgentConnection({
		transport: line.transport,
		log: warnTo(log),
		redact,
		tap: (direction, message) => {
			if (direction === 'out' && isPrompt(message)) line.beginTurn();
			traffic?.record(direction, message);
		},
	});
}

function isPrompt(message: unknown): boolean {
	return isJsonObject(message) && message['method'] === agentRequests.prompt;
}

function warnTo(log: LogOutputChannel): (line: string) => void {
	return (line) => log.warn(line);
}
