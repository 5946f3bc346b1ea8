/** A recording through everything but VS Code: the real connection, codec, session and reducer. */
import { connectV1 } from '../../../src/core/acp/v1/v1Agent.ts';
import type { JsonObject } from '../../../src/core/acp/json.ts';
import { toDisposable } from '../../../src/core/base/disposable.ts';
import type { AgentEvent } from '../../../src/core/session/events.ts';
import type { PermissionEntry, StopReason, ToolCallEntry } from '../../../src/core/session/model.ts';
import { pendingPermission } from '../../../src/core/session/permissions.ts';
import type { AgentPort, Clock } from '../../../src/core/session/ports.ts';
import { Session } from '../../../src/core/session/session.ts';
import { permissionDetails, toolCallOf } from '../../../src/core/view/project.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { clientInfo, decoder, type Recording } from '../acp/support.ts';
import { recordedBackend } from './recordedBackend.ts';
import { type Answered, asObject, type Pace, ReplayAgent, until } from './replayAgent.ts';
import { updatesOf } from './wireFold.ts';

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

/** Plays a recording to its end and ends the connection. */
export async function replay(recording: Recording, pace: Pace): Promise<Replayed> {
	const agent = new ReplayAgent(recording, pace);
	const replaying = new Replaying(recording, agent);
	try {
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
	readonly #connection: AgentConnection;
	readonly #updateCount: number;
	#changeCount = 0;
	#turn: Promise<unknown> | undefined;

	constructor(recording: Recording, agent: ReplayAgent) {
		const log = (line: string): void => void this.logged.push(line);
		this.#updateCount = updatesOf(recording).length;
		this.#connection = new AgentConnection({ input: agent.stdout, output: agent.stdin, log });
		const port = connectV1(this.#connection, { clientInfo, decoder, log });
		const { cwd, title } = seedOf(recording);
		const agentTitle = recording.name;
		const seed = {
			key: 's1',
			agentName: agentTitle,
			agentTitle,
			cwd,
			title,
			createdAt: 0,
			sessionId: undefined,
		};
		this.session = new Session(seed, {
			clock,
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

	/** Does what the recorded user did. */
	async act(message: JsonObject, request: JsonObject | undefined): Promise<void> {
		switch (message['method'] ?? request?.['method']) {
			case 'initialize':
				return void this.session.start();
			case 'session/prompt': {
				await this.#turn;
				await until(() => this.session.isOpen);
				const [content] = asObject(message['params'])['prompt'] as readonly JsonObject[];
				this.#turn = this.session.prompt([{ type: 'text', text: String(content?.['text']) }]);
				return undefined;
			}
			case 'session/cancel':
				return this.session.stop();
			case 'session/request_permission':
				return this.#answer(asObject(message['result']), asObject(request?.['params']));
		}
	}

	/** Everything that was sent has arrived, and the turn is over. */
	async settle(): Promise<void> {
		await this.#turn;
		// What `_meta` says of terminals comes as events of its own, on top of the update's.
		const isUpdate = ({ type }: AgentEvent): boolean => !type.startsWith('terminal_');
		await until(() => this.events.filter(isUpdate).length >= this.#updateCount);
	}

	dispose(): void {
		this.session.dispose();
		this.#connection.dispose();
	}

	async #answer(result: JsonObject, params: JsonObject): Promise<void> {
		const { toolCallId } = asObject(params['toolCall']);
		const { state } = this.session;
		const pending = (): PermissionEntry | undefined =>
			state.pendingPermissions
				.map((id) => pendingPermission(state, id))
				.find((entry) => entry?.subject.toolCallId === toolCallId);
		await until(() => pending() !== undefined);
		const entry = pending();
		const call = entry === undefined ? undefined : toolCallOf(state, entry);
		if (entry === undefined || call === undefined)
			throw new Error(`Nobody was asked about ${String(toolCallId)}.`);
		this.questions.set(entry.id, { details: permissionDetails(call), call });
		this.session.answer(entry.id, String(asObject(result['outcome'])['optionId']));
	}

	#watch(port: AgentPort): AgentPort {
		return {
			capabilities: port.capabilities,
			info: port.info,
			newSession: (cwd) => port.newSession(cwd),
			loadSession: (sessionId, cwd) => port.loadSession(sessionId, cwd),
			prompt: async (sessionId, content) => {
				const reason = await port.prompt(sessionId, content);
				this.stopReasons.push(reason);
				return reason;
			},
			cancel: (sessionId) => port.cancel(sessionId),
			setMode: (sessionId, modeId) => port.setMode(sessionId, modeId),
			attach: (sessionId, target) =>
				port.attach(sessionId, { ...target, onEvent: (event) => this.#see(event, target) }),
		};
	}

	#see(event: AgentEvent, target: { onEvent(event: AgentEvent): void }): void {
		const before = this.#changeCount;
		target.onEvent(event);
		this.events.push(event);
		if (this.#changeCount === before) this.unchanged.push(event);
	}
}

const clock: Clock = {
	now: () => 0,
	setTimer: (ms, run) => {
		const timer = setTimeout(run, ms);
		return toDisposable(() => clearTimeout(timer));
	},
};

function seedOf({ messages }: Recording): { cwd: string; title: string } {
	const opened = messages.find(({ msg }) => msg['method'] === 'session/new');
	return { cwd: String(asObject(opened?.msg['params'])['cwd']), title: '' };
}
