import type {
	CancelNotification,
	PromptRequest,
	SetSessionConfigOptionRequest,
	SetSessionModeRequest,
} from '@agentclientprotocol/sdk/unstable';
import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { AgentError } from '../../base/errors.ts';
import type { AuthMethod, AuthStatus } from '../../session/auth.ts';
import type { AgentCapabilities } from '../../session/capabilities.ts';
import type { ConfigOption } from '../../session/config.ts';
import type { Content } from '../../session/content.ts';
import type { OfferedOptions } from '../../session/events.ts';
import type { McpServer } from '../../session/mcp.ts';
import type { StopReason } from '../../session/model.ts';
import type {
	AgentPort,
	AgentProvider,
	OpenedSession,
	ProviderChoice,
	SessionPage,
	SessionQuery,
	SessionSetup,
	SessionTarget,
} from '../../session/ports.ts';
import { type JsonObject, stringAt } from '../json.ts';
import { agentNotifications, agentRequests, legacyAgentRequests, unstableAgentRequests } from '../methods.ts';
import type { Wire } from '../wire.ts';
import { decodeAuthStatus } from './authStatus.ts';
import { decodeConfigOptions, decodeOffered, type OptionContext } from './configOptions.ts';
import { encodePrompt } from './content.ts';
import { Inbound, type InboundOptions } from './inbound.ts';
import { type ClientInfo, initialize, type InitializeResult } from './initialize.ts';
import { decodeProviders } from './providers.ts';
import { Requests, unreadable } from './requests.ts';
import { decodePage, encodeQuery } from './sessionList.ts';
import { encodeSetup, takesMcpServer } from './sessionSetup.ts';
import { toStopReason } from './stopReason.ts';

export interface ConnectOptions extends InboundOptions {
	readonly clientInfo: ClientInfo;
}

/**
 * Initialises an agent that speaks version 1.
 * @throws AgentError `protocol` when it speaks another version or answers nonsense, and whatever the wire rejects with
 */
export async function connectV1(wire: Wire, options: ConnectOptions): Promise<V1Agent> {
	const inbound = new Inbound(wire, options);
	try {
		const result = await initialize(wire, options, options.decoder);
		inbound.useQuirksOf(result.info);
		return new V1Agent(wire, inbound, options, result);
	} catch (error) {
		inbound.dispose();
		throw error;
	}
}

/**
 * One running agent, over version 1 of the protocol. Made by `connectV1`.
 * What the agent did not offer rejects with AgentError `unsupported` before anything is sent (acp C20).
 */
export class V1Agent implements AgentPort, Disposable {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly authMethods: readonly AuthMethod[];
	readonly onAuthStatus: Event<AuthStatus>;
	readonly #requests: Requests;
	readonly #inbound: Inbound;
	readonly #context: OptionContext;

	constructor(wire: Wire, inbound: Inbound, { decoder }: InboundOptions, result: InitializeResult) {
		this.capabilities = result.capabilities;
		this.info = result.info;
		this.authMethods = result.authMethods;
		this.onAuthStatus = inbound.onAuthStatus;
		this.#requests = new Requests(wire);
		this.#inbound = inbound;
		this.#context = { decoder, log: inbound.log };
	}

	takesMcpServer(server: McpServer): boolean {
		return takesMcpServer(server, this.capabilities);
	}

	newSession(setup: SessionSetup): Promise<OpenedSession> {
		return this.#inbound.links.open(() => this.#open(agentRequests.newSession, this.#encode(setup)));
	}

	/** acp C33 */
	loadSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		return this.#openKnown(agentRequests.loadSession, 'loadSession', sessionId, setup);
	}

	/** acp C34 */
	resumeSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		return this.#openKnown(agentRequests.resumeSession, 'resumeSession', sessionId, setup);
	}

	async forkSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.#require('forkSession', 'fork sessions');
		const params = { sessionId, ...this.#encode(setup) };
		return this.#inbound.links.open(() => this.#open(unstableAgentRequests.forkSession, params));
	}

	/** acp C35, C120 */
	async closeSession(sessionId: string): Promise<void> {
		this.#require('closeSession', 'close sessions');
		await this.#requests.sendForGone(agentRequests.closeSession, { sessionId });
	}

	/** acp C37, C120 */
	async deleteSession(sessionId: string): Promise<void> {
		this.#require('deleteSession', 'delete sessions');
		await this.#requests.sendForGone(agentRequests.deleteSession, { sessionId });
	}

	/** acp C36 */
	async listSessions(query: SessionQuery, signal?: AbortSignal): Promise<SessionPage> {
		this.#require('listSessions', 'list sessions');
		const answer = await this.#requests.send(agentRequests.listSessions, encodeQuery(query), signal);
		return decodePage(answer, this.#context);
	}

	async archiveSession(sessionId: string, isArchived: boolean): Promise<void> {
		this.#require('archiveSession', 'archive sessions');
		const { archiveSession, unarchiveSession } = unstableAgentRequests;
		await this.#requests.send(isArchived ? archiveSession : unarchiveSession, { sessionId });
	}

	async setTitle(sessionId: string, title: string): Promise<string> {
		this.#require('setTitle', 'rename sessions');
		const answer = await this.#requests.send(unstableAgentRequests.setTitle, { sessionId, title });
		return stringAt(answer, 'title') ?? title;
	}

	async sessionStatus(sessionId: string): Promise<'open' | 'saved'> {
		this.#require('sessionStatus', 'tell the state of sessions');
		const answer = await this.#requests.send(unstableAgentRequests.sessionStatus, { sessionId });
		return stringAt(answer, 'status') === 'open' ? 'open' : 'saved';
	}

	/** Rejects with AgentError `unsupported` for content that the agent does not take (acp C48). */
	async prompt(sessionId: string, content: readonly Content[]): Promise<StopReason> {
		const params: PromptRequest = { sessionId, prompt: encodePrompt(content, this.capabilities) };
		return toStopReason(await this.#requests.send(agentRequests.prompt, params));
	}

	cancel(sessionId: string): void {
		const params: CancelNotification = { sessionId };
		this.#requests.notify(agentNotifications.cancel, params);
	}

	/** Options, modes and models each have a request of their own (acp C83). Any answer is a yes (acp C47). */
	async setOption(sessionId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		switch (option.via) {
			case 'mode': {
				const params: SetSessionModeRequest = { sessionId, modeId: String(value) };
				await this.#requests.send(agentRequests.setMode, params);
				return {};
			}
			case 'model':
				await this.#requests.send(legacyAgentRequests.setModel, { sessionId, modelId: String(value) });
				return {};
			case 'option': {
				const configId = option.id;
				const params: SetSessionConfigOptionRequest =
					typeof value === 'boolean'
						? { sessionId, configId, type: 'boolean', value }
						: { sessionId, configId, value };
				const answer = await this.#requests.send(agentRequests.setConfigOption, params);
				const configOptions = decodeConfigOptions(answer['configOptions'], this.#context);
				return configOptions === undefined ? {} : { configOptions };
			}
		}
	}

	/** Only methods that the agent advertised, and none that is for a terminal (acp C24). */
	async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
		const method = this.authMethods.find(({ id }) => id === methodId);
		if (method?.type !== 'agent' && method?.type !== 'env_var') {
			throw new AgentError('unsupported', 'This agent does not log in that way.');
		}
		await this.#requests.send(agentRequests.authenticate, { methodId }, signal);
	}

	/** acp C25 */
	async logout(): Promise<void> {
		this.#require('logout', 'log out');
		await this.#requests.send(agentRequests.logout, {});
	}

	async authStatus(): Promise<AuthStatus> {
		this.#require('authStatus', 'tell who is logged in');
		return decodeAuthStatus(await this.#requests.send(unstableAgentRequests.authStatus, {}));
	}

	async listProviders(): Promise<readonly AgentProvider[]> {
		this.#require('providers', 'list model providers');
		return decodeProviders(await this.#requests.send(unstableAgentRequests.listProviders, {}));
	}

	async setProvider(choice: ProviderChoice): Promise<void> {
		this.#require('providers', 'change model providers');
		await this.#requests.send(unstableAgentRequests.setProvider, choice);
	}

	async disableProvider(providerId: string): Promise<void> {
		this.#require('providers', 'change model providers');
		await this.#requests.send(unstableAgentRequests.disableProvider, { providerId });
	}

	attach(sessionId: string, target: SessionTarget): Disposable {
		return this.#inbound.links.attach(sessionId, target);
	}

	/** Stops listening. Requests of the agent that wait for a session are refused. */
	dispose(): void {
		this.#inbound.dispose();
	}

	#encode(setup: SessionSetup): object {
		return encodeSetup(setup, this.capabilities);
	}

	async #openKnown(
		method: string,
		capability: 'loadSession' | 'resumeSession',
		sessionId: string,
		setup: SessionSetup,
	): Promise<OpenedSession> {
		this.#require(capability, capability === 'loadSession' ? 'load sessions' : 'resume sessions');
		const params = { sessionId, ...this.#encode(setup) };
		return this.#inbound.links.open(async () => {
			const opened = await this.#open(method, params, sessionId);
			if (capability === 'loadSession') await this.#inbound.waitForLateReplay();
			return opened;
		}, sessionId);
	}

	/** @param known id of a session that exists; a new one gets its id from the answer */
	async #open(method: string, params: object, known?: string): Promise<OpenedSession> {
		const answer: JsonObject = await this.#requests.send(method, params);
		const sessionId = known ?? stringAt(answer, 'sessionId');
		if (sessionId === undefined) throw unreadable(method, 'sessionId: should be string');
		return { sessionId, options: decodeOffered(answer, this.#context) };
	}

	#require(capability: keyof AgentCapabilities, what: string): void {
		if (!this.capabilities[capability]) throw new AgentError('unsupported', `This agent cannot ${what}.`);
	}
}
