import type {
	CancelNotification,
	LoadSessionRequest,
	NewSessionRequest,
	PromptRequest,
	SetSessionModeRequest,
} from '@agentclientprotocol/sdk/unstable';
import type { Disposable } from '../../base/disposable.ts';
import { AgentError } from '../../base/errors.ts';
import type { Content } from '../../session/content.ts';
import type { AgentCapabilities, StopReason } from '../../session/model.ts';
import type { AgentPort, OpenedSession, SessionTarget } from '../../session/ports.ts';
import { agentNotifications, agentRequests } from '../methods.ts';
import type { Wire } from '../wire.ts';
import { encodePrompt } from './content.ts';
import { readableError } from './errors.ts';
import { Inbound } from './inbound.ts';
import { type ClientInfo, initialize, type InitializeResult } from './initialize.ts';
import { toModes } from './modes.ts';
import { toStopReason } from './stopReason.ts';
import type { V1Decoder } from './types.ts';

export interface ConnectOptions {
	readonly clientInfo: ClientInfo;
	readonly decoder: V1Decoder;
	/** Oddities of the agent, each kind once. One line, without message content. */
	readonly log: (message: string) => void;
}

/**
 * Initialises an agent that speaks version 1.
 * @throws AgentError `protocol` when it speaks another version or answers nonsense, and whatever the wire rejects with
 */
export async function connectV1(wire: Wire, options: ConnectOptions): Promise<V1Agent> {
	const inbound = new Inbound(wire, options.decoder, options.log);
	try {
		const result = await initialize(wire, options.clientInfo, options.decoder);
		inbound.useQuirksOf(result.info);
		return new V1Agent(wire, inbound, options.decoder, result);
	} catch (error) {
		inbound.dispose();
		throw error;
	}
}

/** One running agent, over version 1 of the protocol. Made by `connectV1`. */
export class V1Agent implements AgentPort, Disposable {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly #wire: Wire;
	readonly #inbound: Inbound;
	readonly #decoder: V1Decoder;

	constructor(wire: Wire, inbound: Inbound, decoder: V1Decoder, { capabilities, info }: InitializeResult) {
		this.#wire = wire;
		this.#inbound = inbound;
		this.#decoder = decoder;
		this.capabilities = capabilities;
		this.info = info;
	}

	newSession(cwd: string): Promise<OpenedSession> {
		const params: NewSessionRequest = { cwd, mcpServers: [] };
		return this.#inbound.links.open(() => this.#openNew(params));
	}

	/** Rejects with AgentError `denied` when the agent did not advertise it (acp C33). */
	async loadSession(sessionId: string, cwd: string): Promise<OpenedSession> {
		if (!this.capabilities.loadSession) throw new AgentError('denied', 'This agent cannot load sessions.');
		const params: LoadSessionRequest = { sessionId, cwd, mcpServers: [] };
		return this.#inbound.links.open(() => this.#openKnown(params), sessionId);
	}

	/** Rejects with AgentError `denied` for content that the agent does not take (acp C48). */
	async prompt(sessionId: string, content: readonly Content[]): Promise<StopReason> {
		const params: PromptRequest = { sessionId, prompt: encodePrompt(content, this.capabilities) };
		return toStopReason(await this.#request(agentRequests.prompt, params));
	}

	cancel(sessionId: string): void {
		const params: CancelNotification = { sessionId };
		this.#wire.notify(agentNotifications.cancel, params);
	}

	/** Whatever the answer holds, null included, it is a yes (acp C47). */
	async setMode(sessionId: string, modeId: string): Promise<void> {
		const params: SetSessionModeRequest = { sessionId, modeId };
		await this.#request(agentRequests.setMode, params);
	}

	attach(sessionId: string, target: SessionTarget): Disposable {
		return this.#inbound.links.attach(sessionId, target);
	}

	/** Stops listening. Requests of the agent that wait for a session are refused. */
	dispose(): void {
		this.#inbound.dispose();
	}

	async #openNew(params: NewSessionRequest): Promise<OpenedSession> {
		const answer = await this.#request(agentRequests.newSession, params);
		const decoded = this.#decoder.decode('NewSessionResponse', answer);
		if (!decoded.ok) throw unreadable(agentRequests.newSession, decoded.error);
		return openedSession(decoded.value.sessionId, toModes(decoded.value.modes));
	}

	async #openKnown(params: LoadSessionRequest): Promise<OpenedSession> {
		const answer = await this.#request(agentRequests.loadSession, params);
		const decoded = this.#decoder.decode('LoadSessionResponse', answer ?? {});
		if (!decoded.ok) throw unreadable(agentRequests.loadSession, decoded.error);
		return openedSession(params.sessionId, toModes(decoded.value.modes));
	}

	async #request(method: string, params: object): Promise<unknown> {
		try {
			return await this.#wire.request(method, params);
		} catch (error) {
			throw readableError(error);
		}
	}
}

function openedSession(sessionId: string, modes: OpenedSession['modes'] | undefined): OpenedSession {
	return modes === undefined ? { sessionId } : { sessionId, modes };
}

function unreadable(method: string, error: string): AgentError {
	return new AgentError('protocol', `The agent's answer to ${method} cannot be read: ${error}`);
}
