/** A gateway without a process: `answers` plays its answers, `tell` and `ask` what it sends on its own. */
import type { RequestHandler, Wire } from '../../../../src/core/acp/wire.ts';
import { type Disposable, toDisposable } from '../../../../src/core/base/disposable.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import type {
	ElicitationOutcome,
	ElicitationRequest,
} from '../../../../src/core/session/model/elicitation.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { PermissionOutcome, PermissionRequest } from '../../../../src/core/session/model/permission.ts';
import type { SessionTarget } from '../../../../src/core/session/model/sessionTarget.ts';
import { connectCodex } from '../../../../src/core/turns/connectTurns.ts';
import type { TurnAgent } from '../../../../src/core/turns/turnAgent.ts';

export class GatewayWire implements Wire {
	readonly sent: { readonly method: string; readonly params: JsonObject }[] = [];
	readonly answers = new Map<string, (params: JsonObject) => unknown>();
	/** What the requests of the gateway that are open would be taken back by. */
	readonly withdrawn: (string | number)[] = [];
	/** Of the ids of our requests; 0 for numbers. */
	idLength = 0;
	#onRequest: RequestHandler | undefined;
	#onNotification: ((method: string, params: unknown) => void) | undefined;

	async request(method: string, params: object): Promise<unknown> {
		this.sent.push({ method, params: params as JsonObject });
		const answer = this.answers.get(method);
		if (answer === undefined) throw new AgentError('answered', `no ${method} here`, { code: -32601 });
		return answer(params as JsonObject);
	}

	notify(method: string, params: object): void {
		this.sent.push({ method, params: params as JsonObject });
	}

	padIds(length: number): void {
		this.idLength = length;
	}

	withdraw(requestId: string | number): void {
		this.withdrawn.push(requestId);
	}

	onRequest(handler: RequestHandler): Disposable {
		this.#onRequest = handler;
		return toDisposable(() => (this.#onRequest = undefined));
	}

	onNotification(handler: (method: string, params: unknown) => void): Disposable {
		this.#onNotification = handler;
		return toDisposable(() => (this.#onNotification = undefined));
	}

	tell(method: string, params: unknown): void {
		this.#onNotification?.(method, params);
	}

	ask(method: string, params: unknown, signal = new AbortController().signal): Promise<unknown> {
		if (this.#onRequest === undefined) throw new Error('nobody listens');
		return this.#onRequest(method, params, signal);
	}

	/** The last request of that method. */
	last(method: string): JsonObject {
		const found = this.sent.findLast((message) => message.method === method);
		if (found === undefined) throw new Error(`${method} was not sent`);
		return found.params;
	}
}

/** A target that keeps what it is told, and answers as it was told to. */
export class RecordingTarget implements SessionTarget {
	readonly events: AgentEvent[] = [];
	readonly asked: PermissionRequest[] = [];
	readonly questions: ElicitationRequest[] = [];
	answer: (request: PermissionRequest) => PermissionOutcome = () => ({ type: 'cancelled' });
	fillIn: (request: ElicitationRequest) => ElicitationOutcome = () => ({ type: 'cancel' });
	readonly permissions = {
		ask: (request: PermissionRequest): Promise<PermissionOutcome> => {
			this.asked.push(request);
			return Promise.resolve(this.answer(request));
		},
	};
	readonly elicitations = {
		ask: (request: ElicitationRequest): Promise<ElicitationOutcome> => {
			this.questions.push(request);
			return Promise.resolve(this.fillIn(request));
		},
		complete: (): void => undefined,
	};

	get files(): never {
		throw new Error('A gateway has its own files');
	}

	get terminals(): never {
		throw new Error('A gateway has its own terminals');
	}

	onEvent(event: AgentEvent): void {
		this.events.push(event);
	}

	/** The events of one kind. */
	of<T extends AgentEvent['type']>(type: T): (AgentEvent & { readonly type: T })[] {
		return this.events.filter((event): event is AgentEvent & { readonly type: T } => event.type === type);
	}
}

/** Where nothing is uploaded. */
export const noBytes = {
	fromBase64: () => new Uint8Array(),
	utf8: () => new Uint8Array(),
	sha256: () => '',
};

export const threadId = 'thread-1';
export const setup = { cwd: '/work', additionalDirectories: [], mcpServers: [] };

/** Codex as far as opening a thread goes. */
export function codexWire(): GatewayWire {
	const wire = new GatewayWire();
	wire.answers.set('initialize', () => ({ userAgent: 'acp-host/0.169.0 (Linux) (acp-host; 1.0.0)' }));
	wire.answers.set('account/read', () => ({ account: null, requiresOpenaiAuth: false }));
	wire.answers.set('model/list', () => ({
		data: [
			{
				model: 'small',
				displayName: 'Small',
				hidden: false,
				supportedReasoningEfforts: [{ reasoningEffort: 'low' }, { reasoningEffort: 'high' }],
				defaultReasoningEffort: 'low',
			},
			{ model: 'large', displayName: 'Large', hidden: false, supportedReasoningEfforts: [] },
		],
	}));
	wire.answers.set('skills/list', () => ({
		data: [
			{ cwd: '/work', skills: [{ name: 'lint', description: 'Lints', path: '/skills/lint', enabled: true }] },
		],
	}));
	const opened = { approvalPolicy: 'on-request', sandbox: { type: 'readOnly' }, model: 'small' };
	const thread = (id: unknown): unknown => ({ ...opened, thread: { id, turns: [] } });
	wire.answers.set('thread/start', () => thread(threadId));
	wire.answers.set('thread/resume', (params) => thread(params['threadId']));
	wire.answers.set('turn/start', () => ({ turn: { id: 'turn-1', status: 'inProgress', items: [] } }));
	wire.answers.set('turn/interrupt', () => ({}));
	return wire;
}

export interface Codex {
	readonly wire: GatewayWire;
	readonly agent: TurnAgent;
	readonly target: RecordingTarget;
	readonly log: readonly string[];
}

/** Connected, with one thread that is attached. */
export async function openCodex(
	wire: GatewayWire = codexWire(),
	offer: { readonly forms: boolean; readonly urls: boolean } = { forms: true, urls: true },
): Promise<Codex> {
	const log: string[] = [];
	let count = 0;
	const agent = await connectCodex(wire, {
		clientInfo: { name: 'acp-host', title: 'ACP Host', version: '1.0.0' },
		log: (line) => log.push(line),
		wait: () => Promise.resolve(),
		tools: noBytes,
		isLocal: true,
		newId: () => `message-${++count}`,
		offer,
	});
	await agent.newSession(setup);
	const target = new RecordingTarget();
	agent.attach(threadId, target);
	return { wire, agent, target, log };
}

/** Parameters of a notification about the thread. */
export function inThread(fields: object): object {
	return { threadId, turnId: 'turn-1', ...fields };
}

/** `turn/completed` of a turn. */
export function ended(status: string, id = 'turn-1', error?: object): object {
	return { threadId, turn: { id, status, items: [], error: error ?? null } };
}

export function started(id = 'turn-1'): object {
	return { threadId, turn: { id, status: 'inProgress', items: [] } };
}
