/**
 * An agent that plays one set of scenarios in any shape of the protocol: `node scenarioAgent.ts v1|A|B|C [echo]`.
 * `scenarioPrompts.ts` says what each prompt does. It is strict: what a client must not send is refused.
 * SCENARIO_MARKS says where a history begins. SCENARIO_STORE keeps sessions in a folder, SCENARIO_GATES is the folder in which tests open gates.
 */
import type { JsonObject } from './fakeAgentScript.ts';
import { readMessages, type WireMessage, writeMessage } from './fakeAgentWire.ts';
import { type Echo, PromptTurns, type Shape } from './promptTurns.ts';
import { Background } from './scenarioBackground.ts';
import { commandsOf, configOptions, initializeResult, sessionMethods } from './scenarioOffer.ts';
import { ScenarioPeer } from './scenarioPeer.ts';
import { play } from './scenarioPrompts.ts';
import { type KeptSession, ScenarioSessions } from './scenarioSessions.ts';
import { Cancelled, ScenarioTurn, type TurnContext } from './scenarioTurn.ts';
import { newId, ShapedUpdates } from './shapedUpdates.ts';

/** What stands before a history in the output of an agent that is asked for marks: what comes earlier is none of it. */
const replayMark = '_scenario/replay';

class RequestError extends Error {
	readonly code: number;
	readonly data: JsonObject | undefined;

	constructor(code: number, message: string, data?: JsonObject) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

class ScenarioAgent {
	readonly #shape: Shape;
	readonly #peer = new ScenarioPeer();
	readonly #background = new Background();
	readonly #sessions = new ScenarioSessions(process.env['SCENARIO_STORE']);
	readonly #running = new Map<string, AbortController>();
	readonly #closed = new Set<string>();
	readonly #turns: PromptTurns;
	#isInitialized = false;

	constructor(shape: Shape, echo: Echo) {
		this.#shape = shape;
		this.#turns = new PromptTurns({
			shape,
			echo,
			update: (sessionId, update) => this.#update(sessionId, update),
			background: (sessionId) => this.#background.list(sessionId),
			newId: () => newId('user'),
		});
	}

	receive(message: WireMessage): void {
		const { method, id, params = {} } = message;
		if (method === undefined) this.#peer.receive(message);
		else if (id === undefined) this.#onNotification(method, params);
		else if (method === 'session/prompt') this.#prompt(message);
		else this.#answer(message);
	}

	#onNotification(method: string, params: JsonObject): void {
		const sessionId = String(params['sessionId']);
		if (method === '$/cancel_request') this.#turns.withdraw(params['requestId']);
		if (method !== 'session/cancel') return;
		this.#running.get(sessionId)?.abort();
		this.#turns.cancel(sessionId);
	}

	#answer(message: WireMessage): void {
		try {
			writeMessage({ id: message.id, result: this.#resultOf(message) });
		} catch (error) {
			fail(message, error);
		}
		if (message.method === 'session/new') this.#greet();
	}

	#resultOf({ method = '', params = {} }: WireMessage): unknown {
		if (method === 'initialize') return this.#initialize(params);
		if (!this.#isInitialized) throw new RequestError(-32_600, 'Initialize first.');
		if (!sessionMethods(this.#shape).has(method))
			throw new RequestError(-32_601, `Method not found: ${method}`);
		switch (method) {
			case 'session/new':
				return this.#opened(this.#sessions.create(String(params['cwd'])), true);
			case 'session/load':
				return this.#replay(this.#find(params));
			case 'session/resume':
				return this.#resume(this.#find(params), params);
			case 'session/list':
				return { sessions: this.#sessions.list(params['cwd']).map(toInfo) };
			case 'session/close':
				return this.#close(this.#find(params));
			case 'session/delete':
				this.#sessions.delete(this.#find(params).sessionId);
				return {};
			case 'session/set_config_option':
				return this.#choose(this.#find(params), params);
			default:
				return this.#cancelItem(params);
		}
	}

	#initialize({ protocolVersion }: JsonObject): unknown {
		const asked = Number(protocolVersion);
		if (this.#shape !== 'v1' && asked < 2) {
			throw new RequestError(-32_022, 'Unsupported protocol version', { supported: [2] });
		}
		this.#isInitialized = true;
		return initializeResult(this.#shape);
	}

	#prompt(message: WireMessage): void {
		try {
			const session = this.#find(message.params ?? {});
			const text = textOf(message.params?.['prompt']);
			if (!this.#isInitialized) throw new RequestError(-32_600, 'Initialize first.');
			if (text.startsWith('refuse')) throw new RequestError(-32_603, 'I do not take this prompt.');
			const isJoining = text.startsWith('also') && this.#shape === 'C';
			if (isJoining && this.#turns.isBusy(session.sessionId)) return this.#turns.join(message);
			void this.#turns.run(message, () => this.#work(session, message, text));
		} catch (error) {
			fail(message, error);
		}
		return undefined;
	}

	async #work(session: KeptSession, message: WireMessage, text: string): Promise<{ stopReason: string }> {
		const controller = new AbortController();
		this.#running.set(session.sessionId, controller);
		this.#remember(session, message.params?.['prompt']);
		const turn = new ScenarioTurn(this.#context(session), text.split(/\s+/u).slice(1), controller.signal);
		if (session.title === undefined) this.#name(session, text);
		try {
			return await play(text, turn);
		} catch (error) {
			if (error instanceof Cancelled) return { stopReason: 'cancelled' };
			process.stderr.write(`scenario agent: ${String(error)}\n`);
			return { stopReason: 'end_turn' };
		}
	}

	#context(session: KeptSession): TurnContext {
		return {
			shape: this.#shape,
			session,
			updates: this.#updatesOf(session),
			peer: this.#peer,
			turns: this.#turns,
			background: this.#background,
			gates: process.env['SCENARIO_GATES'],
		};
	}

	#updatesOf({ sessionId }: KeptSession): ShapedUpdates {
		return new ShapedUpdates(this.#shape, (update) => this.#update(sessionId, update));
	}

	#name(session: KeptSession, text: string): void {
		session.title = `About ${text}`;
		this.#updatesOf(session).title(session.title);
	}

	/** Of a shape that does not send the prompt back, a replay has it all the same. */
	#remember(session: KeptSession, prompt: unknown): void {
		if (session.history.some(({ content }) => content === prompt)) return;
		for (const content of Array.isArray(prompt) ? (prompt as unknown[]) : []) {
			const messageId = newId('user');
			session.history.push({ sessionUpdate: 'user_message_chunk', messageId, content });
		}
	}

	#update(sessionId: string, update: JsonObject): void {
		if (this.#closed.has(sessionId)) return;
		writeMessage({ method: 'session/update', params: { sessionId, update } });
		const session = this.#sessions.get(sessionId);
		if (session === undefined || update['sessionUpdate'] === 'state_update') return;
		session.history.push(this.#shape === 'v1' ? withoutTerminals(update) : update);
		this.#sessions.save(session);
	}

	#replay(session: KeptSession): unknown {
		this.#closed.delete(session.sessionId);
		if (process.env['SCENARIO_MARKS'] !== undefined) writeMessage({ method: replayMark });
		for (const update of session.history) {
			writeMessage({ method: 'session/update', params: { sessionId: session.sessionId, update } });
		}
		return this.#opened(session, false);
	}

	#resume(session: KeptSession, { replayFrom }: JsonObject): unknown {
		this.#closed.delete(session.sessionId);
		const result =
			replayFrom === undefined || replayFrom === null ? this.#opened(session, false) : this.#replay(session);
		this.#turns.state(session.sessionId, 'idle');
		return result;
	}

	#opened(session: KeptSession, isNew: boolean): unknown {
		const id = isNew ? { sessionId: session.sessionId } : {};
		return { ...id, configOptions: configOptions(this.#shape, session.mode), ...commandsOf(this.#shape) };
	}

	/** Where the answer cannot name the commands, an update does. */
	#greet(): void {
		const session = this.#sessions.list(undefined).at(-1);
		if (session === undefined || this.#shape === 'C') return;
		this.#updatesOf(session).commands([{ name: 'stream', description: 'Streams words' }]);
	}

	#close(session: KeptSession): unknown {
		this.#running.get(session.sessionId)?.abort();
		this.#background.end(session.sessionId);
		this.#closed.add(session.sessionId);
		return {};
	}

	#choose(session: KeptSession, { value }: JsonObject): unknown {
		session.mode = String(value);
		this.#sessions.save(session);
		return { configOptions: configOptions(this.#shape, session.mode) };
	}

	#cancelItem(params: JsonObject): unknown {
		const id = params['toolCallId'] ?? params['terminalId'];
		if (this.#background.cancel(String(params['sessionId']), id)) return {};
		throw new RequestError(-32_602, 'Nothing to cancel under this id.');
	}

	#find({ sessionId }: JsonObject): KeptSession {
		const session = this.#sessions.get(sessionId);
		if (session === undefined) throw new RequestError(-32_002, 'Resource not found', { sessionId });
		return session;
	}
}

function fail({ id }: WireMessage, error: unknown): void {
	if (!(error instanceof RequestError)) throw error;
	const { code, message, data } = error;
	writeMessage({ id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

function toInfo({ sessionId, cwd, title }: KeptSession): JsonObject {
	return { sessionId, cwd, ...(title === undefined ? {} : { title }) };
}

function textOf(prompt: unknown): string {
	const blocks = Array.isArray(prompt) ? (prompt as JsonObject[]) : [];
	return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

/** Terminals of the client are gone when the conversation is told again. */
function withoutTerminals(update: JsonObject): JsonObject {
	const { content } = update;
	if (!Array.isArray(content)) return update;
	return { ...update, content: (content as JsonObject[]).filter(({ type }) => type !== 'terminal') };
}

const [shape = 'C', echo = 'before'] = process.argv.slice(2);
const agent = new ScenarioAgent(shape as Shape, echo as Echo);
// Ends in order, so that no command of ours stays behind.
process.on('SIGTERM', () => process.exit(143));
readMessages(
	(message) => agent.receive(message),
	() => process.exit(0),
);
