/** A Pioneer gateway without a socket. Both sides are held against the schemas: a violation fails the test. */
import { afterEach } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import type { JsonObject } from '../../../../src/core/base/json.ts';
import { connectPioneer } from '../../../../src/core/turns/connectTurns.ts';
import type { TurnAgent } from '../../../../src/core/turns/turnAgent.ts';
import { PioneerThread, workspaceId } from '../../../agents/pioneerThread.ts';
import { PioneerConversation } from '../../../schemas/pioneerConversation.ts';
import { GatewayWire, RecordingTarget, setup, noBytes } from './gatewayWire.ts';

export interface Gateway {
	readonly wire: PioneerWire;
	readonly agent: TurnAgent;
	readonly target: RecordingTarget;
	readonly threadId: string;
	/** Tells a notification about the running turn. */
	readonly tell: (method: string, fields?: object) => void;
	/** The same for what no document describes. */
	readonly tellUndocumented: (method: string, fields?: object) => void;
}

export const hello = [{ type: 'text', text: 'Run the tests' }] as const;

const wires = new Set<PioneerWire>();

afterEach(() => {
	const all = [...wires];
	wires.clear();
	for (const { conversation } of all) conversation.assertClean();
});

export class PioneerWire extends GatewayWire {
	readonly conversation: PioneerConversation;

	constructor(generation: 'G1' | 'G2') {
		super();
		this.conversation = new PioneerConversation(generation);
		wires.add(this);
	}

	override async request(method: string, params: object): Promise<unknown> {
		this.conversation.request(method, params);
		const answer = await super.request(method, params);
		this.conversation.result(method, params as JsonObject, answer);
		return answer;
	}

	override tell(method: string, params: unknown): void {
		this.conversation.notification(method, params);
		this.tellUndocumented(method, params);
	}

	/** Says on purpose what no document describes. */
	tellUndocumented(method: string, params: unknown): void {
		super.tell(method, params);
	}
}

export function pioneerWire(generation: 'first' | 'later' = 'first'): PioneerWire {
	const wire = new PioneerWire(generation === 'first' ? 'G1' : 'G2');
	const home = { id: workspaceId, name: 'Home', is_active: true, is_current: true };
	wire.answers.set('workspace/default', () => ({ workspace: { ...home, created_at: 0, updated_at: 0 } }));
	wire.answers.set('turn/timeline', () => {
		throw new AgentError('answered', 'no', { code: generation === 'first' ? -32602 : -32601 });
	});
	wire.answers.set('thread/timeline/page', () => {
		throw new AgentError('answered', 'no', { code: -32602 });
	});
	wire.answers.set('provider/list', () => ({ providers: [{ name: 'openai' }] }));
	wire.answers.set('provider/models/list', ({ provider }) => ({
		provider,
		models: [{ id: 'gpt', name: 'GPT', description: null }],
	}));
	wire.answers.set('thread/start', ({ thread_id: id }) => ({
		thread: new PioneerThread(String(id), 'Agent').shown(),
		sandbox: { mode: 'FullAccess' },
	}));
	wire.answers.set('turn/start', ({ turn_id: id }) => ({ turn: { id, status: 'InProgress' } }));
	wire.answers.set('turn/cancel', ({ thread_id, turn_id: id }) => ({
		thread_id,
		workspace_id: workspaceId,
		turn: { id, status: 'Interrupted' },
	}));
	return wire;
}

export async function open(wire: PioneerWire = pioneerWire()): Promise<Gateway> {
	let count = 0;
	const agent = await connectPioneer(wire, {
		clientInfo: { name: 'acp-host', title: 'ACP Host', version: '1.0.0' },
		log: () => undefined,
		wait: () => Promise.resolve(),
		tools: noBytes,
		isLocal: true,
		newId: () => `${++count}`,
		offer: { forms: true, urls: true },
	});
	const { sessionId: threadId } = await agent.newSession(setup);
	const target = new RecordingTarget();
	agent.attach(threadId, target);
	target.events.length = 0;
	const about = (method: string, fields: object): object => {
		const turnId = wire.sent.findLast((one) => one.method === 'turn/start')?.params['turn_id'];
		const place = { workspace_id: workspaceId, thread_id: threadId };
		if (method.startsWith('context/')) return { thread_id: threadId, turn_id: turnId, ...fields };
		return { ...place, ...('turn' in fields ? {} : { turn_id: turnId }), ...fields };
	};
	return {
		wire,
		agent,
		target,
		threadId,
		tell: (method, fields = {}) => wire.tell(method, about(method, fields)),
		tellUndocumented: (method, fields = {}) => wire.tellUndocumented(method, about(method, fields)),
	};
}

/** A gateway with a turn that has begun. */
export async function begun(generation?: 'first' | 'later'): Promise<Gateway> {
	const gateway = await open(pioneerWire(generation));
	await gateway.agent.prompt(gateway.threadId, hello);
	gateway.target.events.length = 0;
	return gateway;
}

export const turnOf = ({ wire }: Gateway, status: string, fields: object = {}): object => ({
	turn: { id: wire.last('turn/start')['turn_id'], status, ...fields },
});
export const text = (value: string): object => ({ type: 'text', text: value });
export const words = (target: RecordingTarget, role: string): string =>
	target
		.of('message_chunk')
		.filter((event) => event.role === role)
		.map(({ content }) => (content.type === 'text' ? content.text : ''))
		.join('');
