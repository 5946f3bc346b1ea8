/** What a running agent is in either version: who it is, what it offers, and the requests that both versions share. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { AgentError } from '../../base/errors.ts';
import { type Sentence, sentence } from '../../base/sentence.ts';
import type { AuthMethod, AuthStatus } from '../../session/model/auth.ts';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';
import type {
	AgentPort,
	AgentProvider,
	OpenedSession,
	ProviderChoice,
	SessionSetup,
	SteeringOutcome,
} from '../../session/model/agentPort.ts';
import type { Content } from '../../session/model/content.ts';
import type { SessionTarget } from '../../session/model/sessionTarget.ts';
import { isJsonObject, type JsonObject, objectAt, objectsIn, stringAt, stringsIn } from '../../base/json.ts';
import { extensionRequests, unstableAgentRequests } from '../methods.ts';
import { errorCodes, type Wire } from '../wire.ts';
import { decodeAuthStatus } from './auth.ts';
import { encodePrompt } from './content.ts';
import type { Inbound } from './inbound.ts';
import type { InitializeResult } from './initialized.ts';
import { takesMcpServer } from './sessionSetup.ts';
import { readableError, unreadable } from './errors.ts';
import { steeringMeta, toSteeringOutcome } from './steering.ts';

/** What the agent did not offer rejects with AgentError `unsupported` before anything is sent (acp C20, C204). */
export abstract class ConnectedAgent implements Disposable {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly authMethods: readonly AuthMethod[];
	readonly onAuthStatus: Event<AuthStatus>;
	readonly #wire: Wire;
	protected readonly inbound: Inbound;

	/** @param inbound listens to the same wire, with the codec of the version that was agreed on */
	constructor(wire: Wire, inbound: Inbound, result: InitializeResult) {
		this.capabilities = result.capabilities;
		this.info = result.info;
		this.authMethods = result.authMethods;
		this.onAuthStatus = inbound.onAuthStatus;
		this.#wire = wire;
		this.inbound = inbound;
	}

	takesMcpServer(server: McpServer): boolean {
		return takesMcpServer(server, this.capabilities);
	}

	async forkSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.require('forkSession', sentence('This agent cannot fork sessions.'));
		const params = { sessionId, ...this.encode(setup) };
		return this.inbound.links.open(() => this.open(unstableAgentRequests.forkSession, params));
	}

	async archiveSession(sessionId: string, isArchived: boolean): Promise<void> {
		this.require('archiveSession', sentence('This agent cannot archive sessions.'));
		this.requireOwn(sessionId);
		const { archiveSession, unarchiveSession } = unstableAgentRequests;
		await this.send(isArchived ? archiveSession : unarchiveSession, { sessionId });
	}

	/** @returns the title that the session has now */
	async setTitle(sessionId: string, title: string): Promise<string> {
		this.require('setTitle', sentence('This agent cannot rename sessions.'));
		this.requireOwn(sessionId);
		const answer = await this.send(unstableAgentRequests.setTitle, { sessionId, title });
		return stringAt(answer, 'title') ?? title;
	}

	/** What the answer says of the work is a snapshot of the moment, and nothing that happens: it is not read (acp C273). */
	async sessionStatus(sessionId: string): Promise<'open' | 'saved'> {
		this.require('sessionStatus', sentence('This agent cannot tell the state of sessions.'));
		const answer = await this.send(unstableAgentRequests.sessionStatus, { sessionId });
		return stringAt(answer, 'status') === 'open' ? 'open' : 'saved';
	}

	async authStatus(): Promise<AuthStatus> {
		this.require('authStatus', sentence('This agent cannot tell who is logged in.'));
		return decodeAuthStatus(await this.send(unstableAgentRequests.authStatus, {}));
	}

	async listProviders(): Promise<readonly AgentProvider[]> {
		this.require('providers', sentence('This agent cannot list model providers.'));
		return decodeProviders(await this.send(unstableAgentRequests.listProviders, {}));
	}

	async setProvider(choice: ProviderChoice): Promise<void> {
		this.require('providers', sentence('This agent cannot change model providers.'));
		await this.send(unstableAgentRequests.setProvider, choice);
	}

	/** Rejects as `prompt` for content that the agent does not take. */
	async steer(
		sessionId: string,
		content: readonly Content[],
		signal?: AbortSignal,
	): Promise<SteeringOutcome> {
		this.require('steering', sentence('This agent takes no messages into a turn that runs.'));
		this.requireOwn(sessionId);
		const prompt = encodePrompt(content, this.capabilities);
		const params = { sessionId, prompt, _meta: steeringMeta };
		return toSteeringOutcome(await this.send(extensionRequests.steer, params, signal));
	}

	attach(sessionId: string, target: SessionTarget): Disposable {
		return this.inbound.links.attach(sessionId, target);
	}

	/** Stops listening. Requests of the agent that wait for a session are refused. */
	dispose(): void {
		this.inbound.dispose();
	}

	/** As the version writes it. */
	protected abstract encode(setup: SessionSetup): object;

	/** What the answer to a request that opens a session says beside its id. */
	protected abstract offered(answer: JsonObject): Omit<OpenedSession, 'sessionId'>;

	/** @param known id of a session that exists; a new one gets its id from the answer */
	protected async open(method: string, params: object, known?: string): Promise<OpenedSession> {
		const answer = await this.send(method, params);
		const sessionId = known ?? stringAt(answer, 'sessionId');
		if (sessionId === undefined) throw unreadable(method, 'sessionId: should be string');
		return { sessionId, ...this.offered(answer) };
	}

	/**
	 * Sends a request. Rejects with `AgentError`; an error of the agent has the text that the user should read.
	 * @param signal sends `$/cancel_request` when aborted (acp C113)
	 * @returns the answer's object; null and anything that is no object count as an empty one (acp C47)
	 */
	protected async send(method: string, params: object, signal?: AbortSignal): Promise<JsonObject> {
		try {
			const answer = await this.#wire.request(method, params, signal);
			return isJsonObject(answer) ? answer : {};
		} catch (error) {
			throw readableError(error);
		}
	}

	/** As `send`; that the agent does not know the session (any more) is as good as a yes (acp C120). */
	protected async sendForGone(method: string, params: object): Promise<void> {
		try {
			await this.send(method, params);
		} catch (error) {
			if (!AgentError.is(error, 'answered') || error.code !== errorCodes.resourceNotFound) throw error;
		}
	}

	/** Never throws. */
	protected notify(method: string, params: object): void {
		this.#wire.notify(method, params);
	}

	/** Throws unless the agent offers it. @param why says so to the user */
	protected require(capability: keyof AgentCapabilities, why: Sentence): void {
		if (!this.capabilities[capability]) throw new AgentError('unsupported', why);
	}

	/** A child session belongs to its parent: only the agent gives it work or ends it (acp C276). */
	protected requireOwn(sessionId: string): void {
		if (!this.inbound.links.isChild(sessionId)) return;
		throw new AgentError(
			'unsupported',
			sentence('This session belongs to another one, and the agent runs it itself.'),
		);
	}
}

/** The model providers of an agent (unstable). Protocols we do not know are names like any other. */
function decodeProviders(answer: JsonObject): AgentProvider[] {
	return objectsIn(answer['providers']).flatMap(toProvider);
}

function toProvider(item: JsonObject): AgentProvider[] {
	const providerId = stringAt(item, 'providerId');
	if (providerId === undefined) return [];
	const current = currentOf(objectAt(item, 'current'));
	return [
		{
			providerId,
			supported: stringsIn(item['supported']),
			isRequired: item['required'] !== false,
			...(current === undefined ? {} : { current }),
		},
	];
}

function currentOf(raw: JsonObject | undefined): AgentProvider['current'] {
	const apiType = stringAt(raw, 'apiType');
	const baseUrl = stringAt(raw, 'baseUrl');
	return apiType === undefined || baseUrl === undefined ? undefined : { apiType, baseUrl };
}
