import type {
	CancelNotification,
	PromptRequest,
	SetSessionConfigOptionRequest,
	SetSessionModeRequest,
} from '@agentclientprotocol/sdk/unstable';
import type { AbortSignal } from '../../base/abortSignal.ts';
import { AgentError } from '../../base/errors.ts';
import { sentence } from '../../base/sentence.ts';
import type { ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import type { Content } from '../../session/model/content.ts';
import type {
	AgentPort,
	OpenedSession,
	PromptAnswer,
	SessionPage,
	SessionQuery,
	SessionSetup,
} from '../../session/model/agentPort.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { agentNotifications, agentRequests, legacyAgentRequests, unstableAgentRequests } from '../methods.ts';
import type { Wire } from '../wire.ts';
import { decodeConfigOptions, decodeOffered, type DecodeContext } from './configOptions.ts';
import { encodePrompt } from '../shared/content.ts';
import { ConnectedAgent } from '../shared/connectedAgent.ts';
import type { Inbound, InboundOptions } from '../shared/inbound.ts';
import type { InitializeResult } from '../shared/initialized.ts';
import { decodePage, encodeQuery } from '../shared/sessionList.ts';
import { toTurnEnd } from '../shared/sessionFacts.ts';
import { replaysAfterAnswer } from '../quirks/gemini.ts';
import { listsPlaceholders, withoutPlaceholders } from '../quirks/opencodeNoTitle.ts';
import { encodeSetup } from '../shared/sessionSetup.ts';
import type { V1Decoder } from './types.ts';
import * as limits from '../../base/limits.ts';

export interface V1ConnectOptions extends InboundOptions {
	readonly decoder: V1Decoder;
}

/**
 * One running agent, over version 1 of the protocol. Made by `negotiate`.
 * What the agent did not offer rejects with AgentError `unsupported` before anything is sent (acp C20).
 */
export class V1Agent extends ConnectedAgent implements AgentPort {
	readonly #context: DecodeContext;
	readonly #waitForReplay: () => Promise<void>;

	constructor(wire: Wire, inbound: Inbound, options: V1ConnectOptions, result: InitializeResult) {
		super(wire, inbound, result);
		const { decoder, pause } = options;
		const isReplayLate = pause !== undefined && replaysAfterAnswer(result.info);
		this.#waitForReplay = async () => {
			if (isReplayLate) await waitForLateReplay(() => inbound.updateCount, pause);
		};
		this.#context = { decoder, log: inbound.log };
	}

	newSession(setup: SessionSetup): Promise<OpenedSession> {
		return this.inbound.links.open(() => this.open(agentRequests.newSession, this.encode(setup)));
	}

	/** acp C33 */
	async loadSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.require('loadSession', sentence('This agent cannot load sessions.'));
		const params = { sessionId, ...this.encode(setup) };
		return this.inbound.links.open(async () => {
			const opened = await this.open(agentRequests.loadSession, params, sessionId);
			await this.#waitForReplay();
			return opened;
		}, sessionId);
	}

	/** acp C34 */
	async resumeSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.require('resumeSession', sentence('This agent cannot resume sessions.'));
		const params = { sessionId, ...this.encode(setup) };
		const { links } = this.inbound;
		return links.open(() => this.open(agentRequests.resumeSession, params, sessionId), sessionId);
	}

	/** acp C35, C120 */
	async closeSession(sessionId: string): Promise<void> {
		this.require('closeSession', sentence('This agent cannot close sessions.'));
		await this.sendForGone(agentRequests.closeSession, { sessionId });
	}

	/** acp C37, C120 */
	async deleteSession(sessionId: string): Promise<void> {
		this.require('deleteSession', sentence('This agent cannot delete sessions.'));
		await this.sendForGone(agentRequests.deleteSession, { sessionId });
	}

	/** acp C36 */
	async listSessions(query: SessionQuery, signal?: AbortSignal): Promise<SessionPage> {
		this.require('listSessions', sentence('This agent cannot list sessions.'));
		const answer = await this.send(agentRequests.listSessions, encodeQuery(query), signal);
		const page = decodePage(answer, this.#context);
		if (!listsPlaceholders(this.info)) return page;
		return { ...page, sessions: withoutPlaceholders(page.sessions) };
	}

	/** Rejects with AgentError `unsupported` for content that the agent does not take (acp C48). */
	async prompt(sessionId: string, content: readonly Content[], signal?: AbortSignal): Promise<PromptAnswer> {
		const params: PromptRequest = { sessionId, prompt: encodePrompt(content, this.capabilities) };
		const answer = await this.send(agentRequests.prompt, params, signal);
		// An answer we cannot read still ends the turn (acp C51, C54).
		return { type: 'ended', end: toTurnEnd(stringAt(answer, 'stopReason')) };
	}

	cancel(sessionId: string): void {
		const params: CancelNotification = { sessionId };
		this.notify(agentNotifications.cancel, params);
	}

	/** Version 1 stops turns as a whole. */
	cancelToolCall(): Promise<void> {
		return Promise.reject(
			new AgentError('unsupported', sentence('This agent cannot stop a single tool call.')),
		);
	}

	cancelTerminal(): Promise<void> {
		return Promise.reject(new AgentError('unsupported', sentence('This agent runs no commands of its own.')));
	}

	/** Options, modes and models each have a request of their own (acp C83). Any answer is a yes (acp C47). */
	async setOption(sessionId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		switch (option.via) {
			case 'mode': {
				const params: SetSessionModeRequest = { sessionId, modeId: String(value) };
				await this.send(agentRequests.setMode, params);
				return {};
			}
			case 'model':
				await this.send(legacyAgentRequests.setModel, { sessionId, modelId: String(value) });
				return {};
			case 'option': {
				const configId = option.id;
				const params: SetSessionConfigOptionRequest =
					typeof value === 'boolean'
						? { sessionId, configId, type: 'boolean', value }
						: { sessionId, configId, value };
				const answer = await this.send(agentRequests.setConfigOption, params);
				const configOptions = decodeConfigOptions(answer['configOptions'], this.#context);
				return configOptions === undefined ? {} : { configOptions };
			}
		}
	}

	/** Only methods that the agent advertised, and none that is for a terminal (acp C24). */
	async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
		const method = this.authMethods.find(({ id }) => id === methodId);
		if (method?.type !== 'agent' && method?.type !== 'env_var') {
			throw new AgentError('unsupported', sentence('This agent does not log in that way.'));
		}
		await this.send(agentRequests.authenticate, { methodId }, signal);
	}

	/** acp C25 */
	async logout(): Promise<void> {
		this.require('logout', sentence('This agent cannot log out.'));
		await this.send(agentRequests.logout, {});
	}

	async disableProvider(providerId: string): Promise<void> {
		this.require('providers', sentence('This agent cannot change model providers.'));
		await this.send(unstableAgentRequests.disableProvider, { providerId });
	}

	protected encode(setup: SessionSetup): object {
		return encodeSetup(setup, this.capabilities, false);
	}

	protected offered(answer: JsonObject): Omit<OpenedSession, 'sessionId'> {
		return { options: decodeOffered(answer, this.#context) };
	}
}

/**
 * Waits for the history of a session that has been loaded, where the agent sends it after its answer: until it has
 * been quiet for a while.
 * @param updateCount counts the updates of the agent so far
 */
async function waitForLateReplay(
	updateCount: () => number,
	pause: (ms: number) => Promise<void>,
): Promise<void> {
	for (let waited = 0; waited < limits.lateReplayMaxMs; waited += limits.lateReplayQuietMs) {
		const before = updateCount();
		await pause(limits.lateReplayQuietMs);
		if (updateCount() === before) return;
	}
}
