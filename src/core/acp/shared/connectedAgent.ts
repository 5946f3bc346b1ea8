/** What a running agent is in either version: who it is, what it offers, and the requests that both versions share. */
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { AgentError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import type { AuthMethod, AuthStatus } from '../../session/model/auth.ts';
import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { McpServer } from '../../session/model/mcp.ts';
import type { AgentPort, AgentProvider, ProviderChoice } from '../../session/model/agentPort.ts';
import type { SessionTarget } from '../../session/model/sessionTarget.ts';
import { stringAt } from '../json.ts';
import { unstableAgentRequests } from '../methods.ts';
import type { Wire } from '../wire.ts';
import { decodeAuthStatus } from './authStatus.ts';
import type { Inbound } from './inbound.ts';
import type { InitializeResult } from './initialized.ts';
import { takesMcpServer } from './mcpServers.ts';
import { decodeProviders } from './providers.ts';
import { Requests } from './requests.ts';

/** What the agent did not offer rejects with AgentError `unsupported` before anything is sent (acp C20, C204). */
export abstract class ConnectedAgent implements Disposable {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly authMethods: readonly AuthMethod[];
	readonly onAuthStatus: Event<AuthStatus>;
	protected readonly requests: Requests;
	protected readonly inbound: Inbound;

	/** @param inbound listens to the same wire, with the dialect of the version that was agreed on */
	constructor(wire: Wire, inbound: Inbound, result: InitializeResult) {
		this.capabilities = result.capabilities;
		this.info = result.info;
		this.authMethods = result.authMethods;
		this.onAuthStatus = inbound.onAuthStatus;
		this.requests = new Requests(wire);
		this.inbound = inbound;
	}

	takesMcpServer(server: McpServer): boolean {
		return takesMcpServer(server, this.capabilities);
	}

	async archiveSession(sessionId: string, isArchived: boolean): Promise<void> {
		this.require('archiveSession', t('This agent cannot archive sessions.'));
		this.requireOwn(sessionId);
		const { archiveSession, unarchiveSession } = unstableAgentRequests;
		await this.requests.send(isArchived ? archiveSession : unarchiveSession, { sessionId });
	}

	/** @returns the title that the session has now */
	async setTitle(sessionId: string, title: string): Promise<string> {
		this.require('setTitle', t('This agent cannot rename sessions.'));
		this.requireOwn(sessionId);
		const answer = await this.requests.send(unstableAgentRequests.setTitle, { sessionId, title });
		return stringAt(answer, 'title') ?? title;
	}

	/** What the answer says of the work is a snapshot of the moment, and nothing that happens: it is not read (acp C273). */
	async sessionStatus(sessionId: string): Promise<'open' | 'saved'> {
		this.require('sessionStatus', t('This agent cannot tell the state of sessions.'));
		const answer = await this.requests.send(unstableAgentRequests.sessionStatus, { sessionId });
		return stringAt(answer, 'status') === 'open' ? 'open' : 'saved';
	}

	async authStatus(): Promise<AuthStatus> {
		this.require('authStatus', t('This agent cannot tell who is logged in.'));
		return decodeAuthStatus(await this.requests.send(unstableAgentRequests.authStatus, {}));
	}

	async listProviders(): Promise<readonly AgentProvider[]> {
		this.require('providers', t('This agent cannot list model providers.'));
		return decodeProviders(await this.requests.send(unstableAgentRequests.listProviders, {}));
	}

	async setProvider(choice: ProviderChoice): Promise<void> {
		this.require('providers', t('This agent cannot change model providers.'));
		await this.requests.send(unstableAgentRequests.setProvider, choice);
	}

	attach(sessionId: string, target: SessionTarget): Disposable {
		return this.inbound.links.attach(sessionId, target);
	}

	/** Stops listening. Requests of the agent that wait for a session are refused. */
	dispose(): void {
		this.inbound.dispose();
	}

	/** Throws unless the agent offers it. @param sentence says so to the user */
	protected require(capability: keyof AgentCapabilities, sentence: string): void {
		if (!this.capabilities[capability]) throw new AgentError('unsupported', sentence);
	}

	/** A child session is its parent's: nobody else gives it work or takes it away (acp C276). */
	protected requireOwn(sessionId: string): void {
		if (!this.inbound.links.isChild(sessionId)) return;
		throw new AgentError(
			'unsupported',
			t('This session belongs to another one, and the agent runs it itself.'),
		);
	}
}
