/** A turn that runs, and a message that is sent into it, for tests of what comes of that. */
import type { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentCapabilities } from '../../../../../src/core/session/model/capabilities.ts';
import type { Content } from '../../../../../src/core/session/model/content.ts';
import type { SteeringOutcome } from '../../../../../src/core/session/model/agentPort.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, type FakeClock, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

export const says = (value: string) =>
	({ type: 'message_chunk', role: 'agent', content: text(value) }) as const;

export interface Running {
	readonly session: Session;
	readonly agent: FakeAgent;
	readonly clock: FakeClock;
	/** What became of the first prompt. */
	readonly first: Promise<string>;
}

/** A session with a turn that runs: the agent has said something about "One". */
export async function running(
	capabilities: Partial<AgentCapabilities> = { steering: true },
): Promise<Running> {
	const { session, agent, clock } = openFakeSession();
	agent.capabilities = capabilities;
	const first = session.prompt([text('One')]);
	await agent.prompted();
	agent.say(says('1'));
	return { session, agent, clock, first };
}

/** Puts "Two" into the queue, and sends it now. */
export function steer(session: Session, content: readonly Content[] = [text('Two')]): Promise<string> {
	const outcome = session.prompt(content);
	session.sendNow(session.state.queue.at(-1)?.id ?? '');
	return outcome;
}

export async function answer(agent: FakeAgent, outcome: SteeringOutcome, at = 0): Promise<void> {
	agent.steered[at]?.answer.resolve(outcome);
	await settle();
}

export async function fail(agent: FakeAgent, error: AgentError): Promise<void> {
	agent.steered[0]?.answer.reject(error);
	await settle();
}

export const places = ({ state }: Session): readonly string[] => state.queue.map(({ place }) => place);
export const prompts = ({ sent }: FakeAgent): readonly string[] =>
	sent.map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));
