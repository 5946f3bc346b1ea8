/** The methods of the demo agent (ACP v1). What a turn does is up to the scripts. */
import type {
	AgentCapabilities,
	InitializeResponse,
	PromptResponse,
	SessionUpdate,
} from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import { Account } from './account.ts';
import { answerPrompt } from './answerPrompt.ts';
import type { Client } from './client.ts';
import type { DemoOptions } from './options.ts';
import { asRecord, readPrompt, readString } from './params.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { Turn } from './turn.ts';

const protocolVersion = 1;

const agentCapabilities: AgentCapabilities = {
	loadSession: true,
	promptCapabilities: { image: true, audio: true, embeddedContext: true },
	sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
	auth: { logout: {} },
};

/** Serves the requests of one client. With `stateFolder` sessions outlive the process. */
export class DemoAgent {
	readonly #pace: number;
	readonly #sessions: Sessions;
	readonly #account: Account;
	#isInitialized = false;

	constructor(options: DemoOptions) {
		this.#pace = options.pace;
		this.#sessions = new Sessions(options.stateFolder);
		this.#account = new Account(options);
	}

	/** Answers a request of the client. @param signal aborted by `$/cancel_request` */
	async request(client: Client, method: string, raw: unknown, signal: AbortSignal): Promise<object> {
		const params = asRecord(raw);
		if (method === 'initialize') return this.#initialize(client, params);
		if (!this.#isInitialized) {
			throw new WireError(errorCodes.invalidRequest, 'initialize must be the first request');
		}
		switch (method) {
			case 'authenticate':
				return this.#account.authenticate(readString(params, 'methodId'), signal);
			case 'logout':
				return this.#account.logOut();
			case 'session/new':
				return this.#sessions.create(client, params);
			case 'session/load':
				return this.#sessions.load(client, params);
			case 'session/resume':
				return this.#sessions.resume(client, params);
			case 'session/close':
				return this.#sessions.close(params);
			case 'session/delete':
				return this.#sessions.delete(params);
			case 'session/list':
				return this.#sessions.list(params);
			case 'session/set_mode':
				return this.#setMode(client, params);
			case 'session/set_config_option':
				return this.#setConfigOption(client, params);
			case 'session/prompt':
				return this.#prompt(client, params, signal);
			default:
				throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
		}
	}

	notify(method: string, params: unknown): void {
		if (method !== 'session/cancel') return;
		const sessionId =
			typeof params === 'object' && params !== null && 'sessionId' in params && params.sessionId;
		if (typeof sessionId === 'string') this.#sessions.cancel(sessionId);
	}

	/** The client is gone. */
	close(): void {
		this.#sessions.closeAll();
	}

	#initialize(client: Client, params: Record<string, unknown>): InitializeResponse {
		this.#isInitialized = true;
		const capabilities = params['clientCapabilities'];
		if (capabilities) client.capabilities = asRecord(capabilities);
		return {
			protocolVersion,
			agentInfo: { name: 'acp-host-demo', title: 'Demo Agent', version: '1.0.0' },
			agentCapabilities,
			authMethods: this.#account.methodsFor(client),
		};
	}

	async #setMode(client: Client, params: Record<string, unknown>): Promise<object> {
		const session = this.#sessions.find(params);
		session.options.set('mode', readString(params, 'modeId'));
		await tell(client, session, {
			sessionUpdate: 'config_option_update',
			configOptions: session.options.list,
		});
		return {};
	}

	/** The mode is told in both ways, whichever way it was set. */
	async #setConfigOption(client: Client, params: Record<string, unknown>): Promise<object> {
		const session = this.#sessions.find(params);
		const { options } = session;
		const before = options.mode;
		options.set(readString(params, 'configId'), params['value']);
		if (options.mode !== before) {
			await tell(client, session, { sessionUpdate: 'current_mode_update', currentModeId: options.mode });
		}
		return { configOptions: options.list };
	}

	async #prompt(
		client: Client,
		params: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<PromptResponse> {
		const session = this.#sessions.find(params);
		const prompt = readPrompt(params);
		if (session.turn) throw new WireError(errorCodes.invalidRequest, 'A turn of this session is running');
		const controller = new AbortController();
		session.turn = controller;
		const turn = new Turn({
			session,
			client,
			prompt,
			pace: this.#pace,
			signal: AbortSignal.any([controller.signal, signal]),
		});
		try {
			return await answerPrompt(turn, this.#account);
		} finally {
			session.turn = undefined;
			session.transcript.flush();
		}
	}
}

function tell(client: Client, { id }: Session, update: SessionUpdate): Promise<void> {
	return client.update({ sessionId: id, update });
}
