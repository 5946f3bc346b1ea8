/**
 * The methods of the demo agent (ACP v1). What a turn does is up to the scripts.
 * A cancelled turn is answered `cancelled`, whatever error the cancel made on its way.
 */
import { randomUUID } from 'node:crypto';
import type {
	ContentBlock,
	InitializeResponse,
	LoadSessionResponse,
	NewSessionResponse,
	PromptResponse,
	SessionUpdate,
} from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import type { Client } from './client.ts';
import type { DemoOptions } from './options.ts';
import { asRecord, readAbsolutePath, readPrompt, readString } from './params.ts';
import { availableCommands, chooseScript, textOf } from './scriptList.ts';
import { isModeId, Session } from './session.ts';
import { SessionStore } from './sessionStore.ts';
import { Turn } from './turn.ts';

const protocolVersion = 1;
const titleLength = 60;

export class DemoAgent {
	readonly #pace: number;
	readonly #store: SessionStore;
	readonly #sessions = new Map<string, Session>();
	#isInitialized = false;

	constructor(options: DemoOptions) {
		this.#pace = options.pace;
		this.#store = new SessionStore(options.stateFolder);
	}

	/** Answers a request of the client. @param signal aborted by `$/cancel_request` */
	async request(client: Client, method: string, raw: unknown, signal: AbortSignal): Promise<object> {
		const params = asRecord(raw);
		if (method === 'initialize') return this.#initialize(client, params);
		if (!this.#isInitialized && method.startsWith('session/')) {
			throw new WireError(errorCodes.invalidRequest, 'initialize must be the first request');
		}
		switch (method) {
			case 'session/new':
				return this.#newSession(client, params);
			case 'session/load':
				return this.#loadSession(client, params);
			case 'session/prompt':
				return this.#prompt(client, params, signal);
			case 'session/set_mode':
				return this.#setMode(params);
			default:
				throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
		}
	}

	notify(method: string, params: unknown): void {
		if (method !== 'session/cancel') return;
		const sessionId =
			typeof params === 'object' && params !== null && 'sessionId' in params && params.sessionId;
		if (typeof sessionId === 'string') this.#sessions.get(sessionId)?.turn?.abort();
	}

	/** The client is gone. Nothing that runs has anybody to run for. */
	close(): void {
		for (const session of this.#sessions.values()) {
			session.turn?.abort();
			session.transcript.flush();
		}
	}

	#initialize(client: Client, params: Record<string, unknown>): InitializeResponse {
		this.#isInitialized = true;
		const capabilities = params['clientCapabilities'];
		if (capabilities) client.capabilities = asRecord(capabilities);
		return {
			protocolVersion,
			agentInfo: { name: 'acp-host-demo', title: 'Demo Agent', version: '1.0.0' },
			agentCapabilities: {
				loadSession: true,
				promptCapabilities: { image: false, audio: false, embeddedContext: true },
			},
			authMethods: [],
		};
	}

	#newSession(client: Client, params: Record<string, unknown>): NewSessionResponse {
		const cwd = readAbsolutePath(params, 'cwd');
		const sessionId = randomUUID();
		const session = new Session(sessionId, cwd, this.#store.create(sessionId, cwd));
		this.#open(client, session);
		return { sessionId, modes: session.modeState };
	}

	async #loadSession(client: Client, params: Record<string, unknown>): Promise<LoadSessionResponse> {
		const sessionId = readString(params, 'sessionId');
		const cwd = readAbsolutePath(params, 'cwd');
		const running = this.#sessions.get(sessionId);
		if (running?.turn) throw new WireError(errorCodes.invalidRequest, 'A turn of this session is running');
		const stored = running ?? this.#store.load(sessionId);
		if (!stored) {
			throw new WireError(errorCodes.resourceNotFound, 'No such session', { sessionId });
		}
		const session = new Session(sessionId, cwd, stored.transcript);
		for (const update of session.transcript.replay()) await client.update({ sessionId, update });
		this.#open(client, session);
		return { modes: session.modeState };
	}

	#open(client: Client, session: Session): void {
		this.#sessions.set(session.id, session);
		const update: SessionUpdate = { sessionUpdate: 'available_commands_update', availableCommands };
		// After the response: before it the client does not know the session.
		setTimeout(() => void client.update({ sessionId: session.id, update }), 0);
	}

	#setMode(params: Record<string, unknown>): object {
		const modeId = readString(params, 'modeId');
		const session = this.#find(params);
		if (!isModeId(modeId)) throw new WireError(errorCodes.invalidParams, `No such mode: ${modeId}`);
		session.mode = modeId;
		return {};
	}

	async #prompt(
		client: Client,
		params: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<PromptResponse> {
		const session = this.#find(params);
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
			return await this.#run(turn);
		} finally {
			session.turn = undefined;
			session.transcript.flush();
		}
	}

	async #run(turn: Turn): Promise<PromptResponse> {
		recordPrompt(turn);
		try {
			await nameSession(turn);
			const { script, args } = chooseScript(turn.prompt);
			return { stopReason: (await script.run(turn, args)) ?? 'end_turn' };
		} catch (error) {
			if (turn.signal.aborted) return { stopReason: 'cancelled' };
			throw error;
		}
	}

	#find(params: Record<string, unknown>): Session {
		const sessionId = readString(params, 'sessionId');
		const session = this.#sessions.get(sessionId);
		if (session) return session;
		throw new WireError(errorCodes.resourceNotFound, 'No such session', { sessionId });
	}
}

/** The client has shown what the user typed already; only a replay needs it from us. */
function recordPrompt(turn: Turn): void {
	const messageId = randomUUID();
	for (const content of turn.prompt as ContentBlock[]) {
		turn.session.transcript.record({ sessionUpdate: 'user_message_chunk', messageId, content });
	}
}

/** The first prompt becomes the title of its session. */
async function nameSession(turn: Turn): Promise<void> {
	const text = textOf(turn.prompt).replaceAll(/\s+/g, ' ');
	if (turn.session.isTitled || text === '') return;
	turn.session.isTitled = true;
	const title = text.length > titleLength ? `${text.slice(0, titleLength - 1)}…` : text;
	await turn.send({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() });
}
