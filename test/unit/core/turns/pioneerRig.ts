/** A Pioneer gateway without a socket. */
import { AgentError } from '../../../../src/core/base/errors.ts';
import { connectTurns } from '../../../../src/core/turns/connectTurns.ts';
import type { TurnAgent } from '../../../../src/core/turns/turnAgent.ts';
import { GatewayWire, RecordingTarget, setup } from './gatewayWire.ts';

export interface Gateway {
	readonly wire: GatewayWire;
	readonly agent: TurnAgent;
	readonly target: RecordingTarget;
	readonly threadId: string;
	/** Tells a notification about the running turn. */
	readonly tell: (method: string, fields?: object) => void;
}

export const hello = [{ type: 'text', text: 'Run the tests' }] as const;

export function pioneerWire(generation: 'first' | 'later' = 'first'): GatewayWire {
	const wire = new GatewayWire();
	wire.answers.set('workspace/default', () => ({ workspace: { id: 'ws_1', name: 'Home' } }));
	wire.answers.set('turn/timeline', () => {
		throw new AgentError('answered', 'no', { code: generation === 'first' ? -32602 : -32601 });
	});
	wire.answers.set('provider/list', () => ({ providers: [{ name: 'openai' }] }));
	wire.answers.set('provider/models/list', () => ({
		models: [{ id: 'gpt', name: 'GPT', description: null }],
	}));
	wire.answers.set('thread/start', ({ thread_id: id }) => ({
		thread: { id, mode: 'Agent', model: 'gpt', model_provider: 'openai', turns: [] },
		sandbox: { mode: 'FullAccess' },
	}));
	wire.answers.set('turn/start', ({ turn_id: id }) => ({ turn: { id, status: 'InProgress' } }));
	wire.answers.set('turn/cancel', () => ({}));
	return wire;
}

export async function open(wire: GatewayWire = pioneerWire()): Promise<Gateway> {
	let count = 0;
	const agent = await connectTurns('pioneer', wire, {
		clientInfo: { name: 'acp-host', title: 'ACP Host', version: '1.0.0' },
		log: () => undefined,
		newId: () => `${++count}`,
		offer: { forms: true, urls: true },
	});
	const { sessionId: threadId } = await agent.newSession(setup);
	const target = new RecordingTarget();
	agent.attach(threadId, target);
	target.events.length = 0;
	const tell = (method: string, fields: object = {}): void => {
		const turnId = wire.sent.findLast((one) => one.method === 'turn/start')?.params['turn_id'];
		wire.tell(method, { workspace_id: 'ws_1', thread_id: threadId, turn_id: turnId, ...fields });
	};
	return { wire, agent, target, threadId, tell };
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
