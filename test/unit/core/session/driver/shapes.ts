/**
 * How an agent of each shape of the protocol runs a turn (docs/protocol.md#turn-shapes), for tests that must hold for
 * all.
 */
import type { Content } from '../../../../../src/core/session/model/content.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { BackgroundItem, StopReason, TurnEnd } from '../../../../../src/core/session/model/turnState.ts';
import type { FakeAgent } from './fakeAgentPort.ts';
import { text } from './play.ts';

export interface Shape {
	readonly name: string;
	/** The agent says of its work what it does. */
	readonly reportsWork: boolean;
	/** It takes prompts while it works, and holds them. */
	readonly agentQueuesPrompts: boolean;
	/** The agent takes up the prompt that was sent as number `at`, from 0, and begins to work. */
	readonly take: (agent: FakeAgent, at: number) => void;
	/** The work on that prompt is over. */
	readonly end: (agent: FakeAgent, at: number, end?: TurnEnd) => void;
}

const wellDone: TurnEnd = { reason: 'end_turn' };

export const working = (type: 'running' | 'requires_action' = 'running'): AgentEvent => ({
	type: 'work',
	work: { type },
});

export const idle = (
	reason: StopReason = 'end_turn',
	background?: readonly BackgroundItem[],
): AgentEvent => ({
	type: 'work',
	work: { type: 'idle' },
	end: { reason },
	...(background === undefined ? {} : { background }),
});

export const userMessage = (messageId: string, content?: readonly Content[]): AgentEvent => ({
	type: 'message',
	role: 'user',
	messageId,
	...(content === undefined ? {} : { content }),
});

export const userChunk = (value: string, messageId?: string): AgentEvent => ({
	type: 'message_chunk',
	role: 'user',
	content: text(value),
	...(messageId === undefined ? {} : { messageId }),
});

const named = (agent: FakeAgent, at: number): AgentEvent => userMessage(`m${at}`, agent.sent[at]?.content);
const reply = (at: number): AgentEvent => ({
	type: 'message_chunk',
	role: 'agent',
	messageId: `a${at}`,
	content: text(`answer ${at}`),
});

function endByAnswer(agent: FakeAgent, at: number, end = wellDone): void {
	agent.sent[at]?.answer.resolve({ type: 'ended', end });
}

function endByReport(agent: FakeAgent, _at: number, end = wellDone): void {
	agent.say({ type: 'work', work: { type: 'idle' }, end });
}

const byAnswer = { reportsWork: false, agentQueuesPrompts: false, end: endByAnswer };
const byReport = { reportsWork: true, agentQueuesPrompts: false, end: endByReport };

/** Answers with the name and begins to work; the name comes again as an event before or after that. */
const insert = (agent: FakeAgent, at: number): void => {
	agent.sent[at]?.answer.resolve({ type: 'taken', messageId: `m${at}` });
};

export const shapes: readonly Shape[] = [
	{ name: 'version 1', ...byAnswer, take: (agent, at) => agent.say(userChunk(`${at}`), reply(at)) },
	{ name: 'version 1 with names', ...byAnswer, take: (agent, at) => agent.say(userChunk(`${at}`, `m${at}`)) },
	{ name: 'shape A', ...byAnswer, take: (agent, at) => agent.say(named(agent, at), reply(at)) },
	{ name: 'shape A, without the user message', ...byAnswer, take: (agent, at) => agent.say(reply(at)) },
	{
		name: 'shape B',
		...byReport,
		take: (agent, at) => {
			agent.sent[at]?.answer.resolve({ type: 'taken' });
			agent.say(named(agent, at), working(), reply(at));
		},
	},
	{
		name: 'shape B, named after the first words',
		...byReport,
		take: (agent, at) => {
			agent.sent[at]?.answer.resolve({ type: 'taken' });
			agent.say(working(), reply(at), named(agent, at));
		},
	},
	{
		name: 'shape C',
		...byReport,
		agentQueuesPrompts: true,
		take: (agent, at) => {
			agent.say(named(agent, at));
			insert(agent, at);
			agent.say(working(), reply(at));
		},
	},
	{
		name: 'shape C, named after the answer',
		...byReport,
		agentQueuesPrompts: true,
		take: (agent, at) => {
			insert(agent, at);
			void agent.sent[at]?.answer.promise.then(() => agent.say(named(agent, at)));
			agent.say(working(), reply(at));
		},
	},
	{
		name: 'shape C, named in chunks after the first words',
		...byReport,
		agentQueuesPrompts: true,
		take: (agent, at) => {
			insert(agent, at);
			agent.say(working(), reply(at), userMessage(`m${at}`, []));
			for (const letter of `${at}`) agent.say(userChunk(letter, `m${at}`));
		},
	},
];

export const statefulShapes = shapes.filter(({ reportsWork }) => reportsWork);
export const holdingShapes = shapes.filter(({ agentQueuesPrompts }) => agentQueuesPrompts);
