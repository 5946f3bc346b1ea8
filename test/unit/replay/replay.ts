/** A recording through everything but VS Code: the real connection, codec, session and reducer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeContent } from '../../../src/core/acp/shared/content.ts';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { ConfigOption } from '../../../src/core/session/model/config.ts';
import type { Content } from '../../../src/core/session/model/content.ts';
import type { ElicitationOutcome, FormValues } from '../../../src/core/session/model/elicitation.ts';
import type { AgentEvent } from '../../../src/core/session/model/agentEvents.ts';
import type { PermissionEntry, ToolCallEntry } from '../../../src/core/session/model/entry.ts';
import type { StopReason } from '../../../src/core/session/model/turnState.ts';
import { pendingPermission } from '../../../src/core/session/reducer/draft.ts';
import type { Clock } from '../../../src/core/base/clock.ts';
import type { AgentPort } from '../../../src/core/session/model/agentPort.ts';
import type { SessionSeed } from '../../../src/core/session/reducer/createSessionState.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import { permissionDetails, toolCallOf } from '../../../src/core/view/permissionSubject.ts';
import { systemClock } from '../../../src/host/common/systemClock.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { decoder, type Recording } from '../core/acp/support.ts';
import { recordedBackend } from './recordedBackend.ts';
import { type Answered, asObject, endOfRecording, type Pace, ReplayAgent, until } from './replayAgent.ts';
import { isUnfinished, opensKnown, versionOf } from './wireFold.ts';

export interface Replayed {
	readonly session: Session;
	/** What the session was told, and that part of it that changed nothing. */
	readonly events: readonly AgentEvent[];
	readonly unchanged: readonly AgentEvent[];
	readonly answered: readonly Answered[];
	/** Messages of ours that the recorded client did not send. */
	readonly surplus: readonly JsonObject[];
	readonly stopReasons: readonly StopReason[];
	/** By permission: what the user could read when they answered. */
	readonly questions: ReadonlyMap<string, Question>;
	/** Lines about odd things. */
	readonly logged: readonly string[];
}

/** A permission as it stood when it was answered. */
export interface Question {
	readonly details: string;
	readonly call: ToolCallEntry;
}

/**
 * Plays a recording to its end and ends the connection.
 * @param begin called with the session before it is opened
 */
export async function replay(
	recording: Recording,
	pace: Pace,
	begin: (session: Session) => void = () => undefined,
): Promise<Replayed> {
	const agent = new ReplayAgent(recording, pace);
	const replaying = new Replaying(recording, agent);
	try {
		begin(replaying.session);
		await agent.play({ act: (message, request) => replaying.act(message, request) });
		await replaying.settle();
		const { session, events, unchanged, stopReasons, questions, logged } = replaying;
		const { answered, surplus } = agent;
		return { session, events, unchanged, answered, surplus: [...surplus], stopReasons, questions, logged };
	} finally {
		replaying.dispose();
	}
}

class Replaying {
	readonly session: Session;
	readonly events: AgentEvent[] = [];
	readonly unchanged: AgentEvent[] = [];
	readonly stopReasons: StopReason[] = [];
	readonly questions = new Map<string, Question>();
	readonly logged: string[] = [];
	readonly #agent: ReplayAgent;
	readonly #connection: AgentConnection;
	readonly #isUnfinished: boolean;
	#openingCount = 0;
	#changeCount = 0;
	readonly #choices: Promise<unknown>[] = [];
	#turn: Promise<unknown> | undefined;
	#started: Promise<unknown> | undefined;

	constructor(recording: Recording, agent: ReplayAgent) {
		const log = (line: string): void => {
			if (!line.includes(endOfRecording)) this.logged.push(line);
		};
		this.#agent = agent;
		this.#connection = new AgentConnection({
			transport: new StreamTransport({ input: agent.stdout, output: agent.stdin }),
			log,
		});
		this.#isUnfinished = isUnfinished(recording);
		const pause = (ms: number): Promise<void> => sleep(ms);
		const negotiated = negotiate(this.#connection, negotiateOptions({ log, pause }), versionOf(recording));
		const port = negotiated.then((result) => {
			if (result.type === 'respawn') throw result.reason;
			return result.agent;
		});
		this.session = new Session(seedOf(recording), {
			clock,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
			source: {
				commandLine: () => 'replay',
				isApproved: () => true,
				acquire: async () => ({
					port: this.#watch(await port),
					onExit: this.#connection.onClose,
					dispose: () => undefined,
				}),
			},
			createBackend: (session) => recordedBackend(recording, session),
		});
		this.session.onDidChange(() => void this.#changeCount++);
	}

	/** Does what the recorded user did. @returns false where a user of ours cannot */
	async act(message: JsonObject, request: JsonObject | undefined): Promise<boolean> {
		const params = isJsonObject(message['params']) ? message['params'] : {};
		switch (message['method'] ?? request?.['method']) {
			case 'initialize':
				this.#started = this.session.start();
				return true;
			case 'session/new':
				return !this.session.isOpen && !this.#isOtherSession(params);
			case 'session/load':
			case 'session/resume':
				// Once more was only to try it otherwise.
				return this.#openingCount++ === 0 && !this.#isOtherSession(params);
			case 'session/prompt':
				return this.#prompt(params);
			case '_session/steering':
				void this.session.prompt(contentOf(params), true);
				return true;
			case 'session/cancel':
				// The recorded user saw the question before they stopped the turn.
				if (this.#agent.isAsked('session/request_permission'))
					await until(() => this.session.state.pendingPermissions.length > 0);
				this.session.stop();
				return true;
			case 'session/set_mode':
				return this.#choose('mode', undefined, params['modeId']);
			case 'session/set_model':
				return this.#choose('model', undefined, params['modelId']);
			case 'session/set_config_option':
				return this.#choose('option', params['configId'], params['value']);
			case 'session/request_permission': {
				const result = asObject(message['result']);
				if (result['answers'] === undefined) await this.#answer(result, asObject(request?.['params']));
				else await this.#answerElicitation({ action: 'accept', content: result['answers'] });
				return true;
			}
			case 'elicitation/create':
				await this.#answerElicitation(asObject(message['result']));
				return true;
			default:
				return message['method'] === undefined;
		}
	}

	/** The turn is over, if it ever was. */
	async settle(): Promise<void> {
		// Some recordings end while the agent still tries (docs/agents-in-the-wild.md#errors-of-the-model).
		if (!this.#isUnfinished) await this.#turn;
		// A history that comes late is waited for (docs/agents-in-the-wild.md#replays).
		await this.#started;
		await Promise.allSettled(this.#choices);
	}

	dispose(): void {
		this.session.dispose();
		this.#connection.dispose();
	}

	#isOtherSession({ sessionId }: JsonObject): boolean {
		return typeof sessionId === 'string' && sessionId !== this.session.state.sessionId;
	}

	/**
	 * A second prompt while one runs is refused by us (docs/agents-in-the-wild.md#a-second-prompt), an empty one as
	 * well.
	 */
	async #prompt(params: JsonObject): Promise<boolean> {
		const blocks = params['prompt'] as readonly JsonObject[];
		if (this.#agent.isOpen('session/prompt') || blocks.length === 0) return false;
		await this.#turn;
		await until(() => this.session.isOpen || this.session.state.agent.type === 'exited');
		if (!this.session.isOpen || this.#isOtherSession(params)) return false;
		// What the agent does not take, we do not send (acp C48).
		const { promptImage } = this.session.state.capabilities;
		if (!promptImage && blocks.some(({ type }) => type === 'image')) return false;
		this.#turn = this.session.prompt(contentOf(params));
		return true;
	}

	async #choose(via: ConfigOption['via'], id: unknown, value: unknown): Promise<boolean> {
		await until(() => this.session.isOpen);
		const option = this.session.state.options.find(
			(one) => one.via === via && (id === undefined || one.id === id),
		);
		if (option?.type !== 'select' || typeof value !== 'string') return false;
		const isOffered = option.groups.some(({ choices }) => choices.some((choice) => choice.value === value));
		if (!isOffered) return false;
		this.#choices.push(this.session.setOption(option.id, value));
		return true;
	}

	async #answer(result: JsonObject, params: JsonObject): Promise<void> {
		const outcome = asObject(result['outcome']);
		// After Stop, every question has its answer.
		if (this.session.state.turn.type === 'stopping') return;
		const subject = isJsonObject(params['subject']) ? params['subject'] : params;
		const { toolCallId } = asObject(subject['toolCall']);
		const { state } = this.session;
		const pending = (): PermissionEntry | undefined =>
			state.pendingPermissions
				.map((id) => pendingPermission(state, id))
				.find((entry) => entry?.subject.type === 'tool_call' && entry.subject.toolCallId === toolCallId);
		await until(() => pending() !== undefined);
		const entry = pending();
		const call = entry === undefined ? undefined : toolCallOf(state, entry);
		if (entry === undefined || call === undefined)
			throw new Error(`Nobody was asked about ${String(toolCallId)}.`);
		this.questions.set(entry.id, { details: permissionDetails(entry, call), call });
		if (outcome['outcome'] === 'cancelled') this.session.stop();
		else this.session.permissions.answer(entry.id, String(outcome['optionId']));
	}

	async #answerElicitation({ action, content }: JsonObject): Promise<void> {
		const pending = (): string | undefined =>
			[...this.session.state.entries.values()].find(
				(entry) => entry.type === 'elicitation' && entry.state.type === 'pending',
			)?.id;
		await until(() => pending() !== undefined);
		const values = isJsonObject(content) ? { content: content as FormValues } : {};
		const outcome: ElicitationOutcome =
			action === 'accept'
				? { type: 'accept', ...values }
				: { type: action === 'decline' ? 'decline' : 'cancel' };
		this.session.elicitations.answer(pending() ?? '', outcome);
	}

	get #isBusy(): boolean {
		return this.session.state.turn.type !== 'idle';
	}

	#watch(port: AgentPort): AgentPort {
		return new Proxy(port, {
			get: (target, name) => {
				if (name === 'prompt') return this.#watchPrompt(target);
				if (name === 'attach') return this.#watchAttach(target);
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		});
	}

	#watchPrompt(port: AgentPort): AgentPort['prompt'] {
		return async (sessionId, content, signal) => {
			const answer = await port.prompt(sessionId, content, signal);
			if (answer.type === 'ended') this.stopReasons.push(answer.end.reason);
			return answer;
		};
	}

	#watchAttach(port: AgentPort): AgentPort['attach'] {
		return (sessionId, target) =>
			port.attach(sessionId, { ...target, onEvent: (event) => this.#see(event, target) });
	}

	#see(event: AgentEvent, target: { onEvent(event: AgentEvent): void }): void {
		const before = this.#changeCount;
		// While a session is loaded, what comes is kept and counts later.
		const isKept = !this.session.isOpen;
		const wasBusy = this.#isBusy;
		target.onEvent(event);
		// Where the answer to the prompt does not say why the turn ended, the agent's word on its work does.
		if (event.type === 'work' && wasBusy && !this.#isBusy)
			this.stopReasons.push(event.end?.reason ?? 'not_reported');
		this.events.push(event);
		if (this.#changeCount === before && !isKept) this.unchanged.push(event);
	}
}

function contentOf({ prompt }: JsonObject): readonly Content[] {
	const content = (prompt as readonly JsonObject[]).map((block) => decodeContent(decoder, block));
	return content.filter((part) => part !== undefined);
}

const clock: Clock = { ...systemClock, now: () => 0 };

function seedOf({ name, messages }: Recording): SessionSeed {
	const opened = messages.find(({ msg }) => msg['method'] === 'session/new' || opensKnown(msg['method']));
	const { cwd, sessionId } = asObject(opened?.msg['params']);
	return {
		key: 's1',
		agentName: name,
		agentTitle: name,
		cwd: String(cwd),
		title: '',
		createdAt: 0,
		sessionId: typeof sessionId === 'string' ? sessionId : undefined,
	};
}
