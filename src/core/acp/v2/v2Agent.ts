import type {
	CancelSessionNotification,
	CancelTerminalRequest,
	CancelToolCallRequest,
	PromptRequest,
	ResumeSessionRequest,
	SetSessionConfigOptionRequest,
} from '@agentclientprotocol/sdk/experimental/v2/unstable';
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
import {
	agentNotifications,
	agentRequestsV2,
	firstDraftRequests,
	unstableAgentRequests,
} from '../methods.ts';
import { encodePrompt } from '../shared/content.ts';
import { ConnectedAgent } from '../shared/connectedAgent.ts';
import { toRefusal } from '../shared/errors.ts';
import type { Inbound, InboundOptions } from '../shared/inbound.ts';
import { toTurnEnd } from '../shared/sessionFacts.ts';
import type { ClientInfo } from '../shared/initialized.ts';
import { decodePage, encodeQuery } from '../shared/sessionList.ts';
import { errorCodes, type Wire } from '../wire.ts';
import { decodeCommands, type V2UpdateOptions } from './update.ts';
import { decodeOffered, type DecodeContext } from './configOptions.ts';
import type { V2InitializeResult } from './initialize.ts';
import { encodeSetup } from '../shared/sessionSetup.ts';

interface V2ConnectOptions extends InboundOptions, V2UpdateOptions {
	readonly clientInfo: ClientInfo;
}

/**
 * One running agent, over version 2 of the protocol in any of its shapes. Made once `initialize` has settled on it.
 * What the agent did not offer rejects with AgentError `unsupported` before anything is sent (acp C204, C217).
 */
export class V2Agent extends ConnectedAgent implements AgentPort {
	readonly #context: DecodeContext;
	readonly #isFirstDraft: boolean;

	/** @param inbound listens to the same wire, with the codec of this version */
	constructor(wire: Wire, inbound: Inbound, { decoder }: V2ConnectOptions, result: V2InitializeResult) {
		super(wire, inbound, result);
		this.#context = { decoder, log: inbound.log };
		this.#isFirstDraft = result.isFirstDraft;
	}

	async newSession(setup: SessionSetup): Promise<OpenedSession> {
		this.require('sessions', sentence('This agent cannot hold conversations.'));
		return this.inbound.links.open(() => this.open(agentRequestsV2.newSession, this.encode(setup)));
	}

	/** There is no request to load but in the first draft: a session is resumed from its start (acp C218). */
	async loadSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.require('loadSession', sentence('This agent cannot load sessions.'));
		// All of it is said anew.
		this.inbound.forgetSession(sessionId);
		const params = { sessionId, ...this.encode(setup) };
		if (!this.#isFirstDraft) return this.#resume(sessionId, params, { replayFrom: { type: 'start' } });
		this.requireOwn(sessionId);
		const method = firstDraftRequests.loadSession;
		return this.inbound.links.open(() => this.open(method, params, sessionId), sessionId);
	}

	/** acp C218 */
	async resumeSession(sessionId: string, setup: SessionSetup): Promise<OpenedSession> {
		this.require('resumeSession', sentence('This agent cannot resume sessions.'));
		return this.#resume(sessionId, { sessionId, ...this.encode(setup) });
	}

	/** acp C223, C224 */
	async closeSession(sessionId: string): Promise<void> {
		this.require('closeSession', sentence('This agent cannot close sessions.'));
		await this.#end(agentRequestsV2.closeSession, sessionId);
	}

	/** acp C217, C223 */
	async deleteSession(sessionId: string): Promise<void> {
		this.require('deleteSession', sentence('This agent cannot delete sessions.'));
		await this.#end(agentRequestsV2.deleteSession, sessionId);
	}

	async listSessions(query: SessionQuery, signal?: AbortSignal): Promise<SessionPage> {
		this.require('listSessions', sentence('This agent cannot list sessions.'));
		const { archived, ...plain } = query;
		const params = encodeQuery(this.capabilities.archiveSession ? query : plain);
		if (archived === 'only' && !this.capabilities.archiveSession) return { sessions: [] };
		return decodePage(await this.send(agentRequestsV2.listSessions, params, signal), this.#context);
	}

	/** Rejects with AgentError `unsupported` for an empty prompt, or content that the agent does not take (acp C226, C227). */
	async prompt(sessionId: string, content: readonly Content[], signal?: AbortSignal): Promise<PromptAnswer> {
		this.#requireSession(sessionId);
		if (content.length === 0) throw new AgentError('unsupported', sentence('There is nothing to send.'));
		const params: PromptRequest = { sessionId, prompt: encodePrompt(content, this.capabilities) };
		try {
			return toPromptAnswer(await this.send(agentRequestsV2.prompt, params, signal));
		} catch (error) {
			throw toRefusal(error);
		}
	}

	/**
	 * At any time (acp C238), for a child session as well: the caller checks that the child can be stopped (acp C276).
	 */
	cancel(sessionId: string): void {
		if (!this.capabilities.sessions) return;
		const params: CancelSessionNotification = { sessionId };
		this.notify(agentNotifications.cancel, params);
	}

	/** Any answer means that the agent will try, and no more (acp C261). */
	async cancelToolCall(sessionId: string, toolCallId: string): Promise<void> {
		this.require('sessions', sentence('This agent cannot hold conversations.'));
		const params: CancelToolCallRequest = { sessionId, toolCallId };
		await this.send(agentRequestsV2.cancelToolCall, params);
	}

	/** acp C261 */
	async cancelTerminal(sessionId: string, terminalId: string): Promise<void> {
		this.require('sessions', sentence('This agent cannot hold conversations.'));
		const params: CancelTerminalRequest = { sessionId, terminalId };
		await this.send(agentRequestsV2.cancelTerminal, params);
	}

	/** Options are all there is to choose; each value goes out with its type. */
	async setOption(sessionId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		this.#requireSession(sessionId);
		const typed =
			typeof value === 'boolean' ? ({ type: 'boolean', value } as const) : ({ type: 'id', value } as const);
		const params: SetSessionConfigOptionRequest = { sessionId, configId: option.id, ...typed };
		return decodeOffered(await this.send(agentRequestsV2.setConfigOption, params), this.#context);
	}

	/** Only methods that the agent advertised as its own (acp C212, C213). */
	async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
		const method = this.authMethods.find(({ id }) => id === methodId);
		if (method?.type !== 'agent') {
			throw new AgentError('unsupported', sentence('This agent does not log in that way.'));
		}
		await this.send(this.#accountRequests.login, { methodId }, signal);
	}

	/** acp C212 */
	async logout(): Promise<void> {
		this.require('logout', sentence('This agent cannot log out.'));
		await this.send(this.#accountRequests.logout, {});
	}

	/** The agent is asked first, because what it cannot do without may have changed (acp C278). */
	async disableProvider(providerId: string): Promise<void> {
		const provider = (await this.listProviders()).find((listed) => listed.providerId === providerId);
		if (provider === undefined || provider.isRequired) {
			throw new AgentError('unsupported', sentence('This agent cannot do without that model provider.'));
		}
		await this.send(unstableAgentRequests.disableProvider, { providerId });
	}

	get #accountRequests(): { readonly login: string; readonly logout: string } {
		return this.#isFirstDraft ? firstDraftRequests : agentRequestsV2;
	}

	protected encode(setup: SessionSetup): object {
		return encodeSetup(setup, this.capabilities, true);
	}

	/** An answer says what can be chosen and nothing of what the agent does (acp C220, C221). */
	protected offered(answer: JsonObject): Omit<OpenedSession, 'sessionId'> {
		const commands = decodeCommands(answer['availableCommands']);
		return {
			options: decodeOffered(answer, this.#context),
			...(commands === undefined ? {} : { commands }),
		};
	}

	/** An agent that cannot replay is asked to go on without (acp C219). */
	async #resume(
		sessionId: string,
		params: object,
		replay?: Pick<ResumeSessionRequest, 'replayFrom'>,
	): Promise<OpenedSession> {
		this.requireOwn(sessionId);
		const method = agentRequestsV2.resumeSession;
		return this.inbound.links.open(async () => {
			try {
				return await this.open(method, { ...params, ...replay }, sessionId);
			} catch (error) {
				if (replay === undefined || !isInvalidParams(error)) throw error;
				return this.open(method, params, sessionId);
			}
		}, sessionId);
	}

	async #end(method: string, sessionId: string): Promise<void> {
		this.requireOwn(sessionId);
		await this.sendForGone(method, { sessionId });
		this.inbound.forgetSession(sessionId);
	}

	#requireSession(sessionId: string): void {
		this.require('sessions', sentence('This agent cannot hold conversations.'));
		this.requireOwn(sessionId);
	}
}

function isInvalidParams(error: unknown): boolean {
	return AgentError.is(error, 'answered') && error.code === errorCodes.invalidParams;
}

/**
 * What the agent answers to a prompt, in any shape that the draft has had (docs/protocol.md#turn-shapes): a reason to stop is
 * the end of the turn; without one the agent has only taken the prompt up, and its updates tell the rest (acp C228). Null
 * and whatever else an agent sends count as an empty answer (acp C229).
 */
function toPromptAnswer(answer: JsonObject): PromptAnswer {
	const { stopReason } = answer;
	const messageId = stringAt(answer, 'messageId');
	if (typeof stopReason === 'string') return { type: 'ended', end: toTurnEnd(stopReason) };
	if (messageId !== undefined) return { type: 'taken', messageId };
	// A reason that cannot be read is an end all the same, one that is not reported (acp C235).
	const isEnd = stopReason !== undefined && stopReason !== null;
	return isEnd ? { type: 'ended', end: toTurnEnd(undefined) } : { type: 'taken' };
}
