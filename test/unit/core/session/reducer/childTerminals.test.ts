/** Terminals of child sessions, which have names of their own: one of the session may have the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { TerminalState } from '../../../../../src/core/session/model/terminalState.ts';
import type { ToolContent } from '../../../../../src/core/session/model/toolContent.ts';
import { shownContent } from '../../../../../src/core/view/projectToolCall.ts';
import { runningWork } from '../../../../../src/core/view/runningWork.ts';
import { openFakeSession } from '../driver/fakeAgentPort.ts';
import { play } from '../driver/play.ts';
import { settle } from '../driver/transcript.ts';
import { LogRig, restored } from '../log/logRig.ts';

const inside = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'c', event });
const shown = (terminalId: string): readonly ToolContent[] => [{ type: 'terminal', terminalId }];
const call = (toolCallId: string, title: string, content?: readonly ToolContent[]): AgentEvent => ({
	type: 'tool_call',
	toolCallId,
	fields: { title, status: 'in_progress', ...(content === undefined ? {} : { content }) },
});
const completed = (toolCallId: string): AgentEvent => ({
	type: 'tool_call_update',
	toolCallId,
	fields: { status: 'completed' },
});
const output = (data: string): AgentEvent => ({ type: 'terminal_output', terminalId: 't1', data });
const exited: AgentEvent = { type: 'terminal_exited', terminalId: 't1', exitCode: 0, signal: null };
const started: AgentEvent = {
	type: 'terminal_started',
	terminalId: 't1',
	fields: { canCancel: true, endsItself: true },
};

/** By title of a call the terminals that its card shows. */
function inCards(state: SessionState): Record<string, readonly (TerminalState | undefined)[]> {
	const calls = [...state.entries.values()].filter(
		(entry): entry is ToolCallEntry => entry.type === 'tool_call',
	);
	return Object.fromEntries(
		calls.map((one) => [
			one.title,
			shownContent(state, one).flatMap((item) =>
				item.type === 'terminal' ? [state.terminals.get(item.terminalId)] : [],
			),
		]),
	);
}

function outputs(state: SessionState): unknown {
	const cards = Object.entries(inCards(state));
	return Object.fromEntries(cards.map(([title, all]) => [title, all.map((terminal) => terminal?.output)]));
}

const namedAfterCalls = [
	call('t1', 'mine'),
	output('mine'),
	inside(call('t1', 'other')),
	inside(output("the child's")),
];

describe('a terminal of a child session', () => {
	it('is not the one of the session that has its name', () => {
		const named = play(
			started,
			output('mine'),
			inside(started),
			inside(output("the child's")),
			inside(exited),
		);
		const mine = named.state.terminals.get('t1');
		assert.deepEqual([mine?.output, mine?.exit], ['mine', undefined]);
		assert.deepEqual(
			[...named.state.terminals.values()].map(({ output: all }) => all),
			['mine', "the child's"],
		);
	});

	it('is shown by the call of the child, which names it or is its name', () => {
		const apart = { mine: ['mine'], other: ["the child's"] };
		assert.deepEqual(outputs(play(...namedAfterCalls).state), apart);
		const content = shown('t1');
		const events = [call('c1', 'mine', content), inside(call('c1', 'other', content))];
		const { state } = play(...events, output('mine'), inside(output("the child's")));
		assert.deepEqual(outputs(state), apart);
	});

	it('ends with the call of the child, and the one of the session goes on', () => {
		const { state } = play(...namedAfterCalls, inside(completed('t1')));
		const { mine, other } = inCards(state);
		assert.equal(mine?.[0]?.exit, undefined);
		assert.notEqual(other?.[0]?.exit, undefined);
		assert.deepEqual(
			runningWork(state).map(({ label }) => label),
			['mine'],
		);
	});

	it('is told in the list of what runs by the call of the child', () => {
		const { state } = play(...namedAfterCalls);
		assert.deepEqual(
			runningWork(state).map(({ label }) => label),
			['mine', 'other'],
		);
	});

	it('is not reached by an id of the model that the session says as a name [hazard C13]', () => {
		const first = play(inside(started)).state.terminals;
		const [id = ''] = first.keys();
		const { state } = play(inside(started), { type: 'terminal_output', terminalId: id, data: 'x' });
		assert.equal(state.terminals.get(id)?.output, '');
	});

	it('is stopped there by its name there, also when the session has one of that name [acp C260] [acp C276]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		const content = shown('t1');
		agent.say(call('c1', 'mine', content), started, inside(call('c1', 'other', content)), inside(started));
		const { mine, other } = inCards(session.state);
		session.stopCommand(other?.[0]?.terminalId ?? '');
		session.stopCommand(mine?.[0]?.terminalId ?? '');
		await settle();
		assert.deepEqual(agent.cancelledIn, ['c', 'a1']);
		const asked = agent.calls.filter((name) => name.startsWith('cancelTerminal'));
		assert.deepEqual(asked, ['cancelTerminal t1', 'cancelTerminal t1']);
	});

	it('is kept with the call of the child, and comes back with it [hazard G1]', () => {
		const rig = new LogRig();
		rig.play(...namedAfterCalls);
		rig.write();
		assert.deepEqual(outputs(restored(rig.read())), { mine: ['mine'], other: ["the child's"] });
	});

	it('that was kept under its name alone comes back with its call, unless another has that name [hazard G1]', () => {
		const kept: readonly SessionEvent[] = [
			call('t1', 'mine'),
			output('mine'),
			inside(call('t1', 'other')),
			inside(call('t2', 'alone')),
			{ type: 'terminal_output', terminalId: 't2', data: 'kept' },
			{ type: 'terminal_output', terminalId: 't3', data: 'shown' },
			call('c1', 'shows t3', shown('t3')),
			inside(call('t3', 'none')),
		];
		const { state, entries } = play(...kept);
		const terminals = [...state.terminals.values()];
		const { state: after } = play({ type: 'history_restored', entries, terminals, leftOut: 0 });
		assert.deepEqual(outputs(after), {
			mine: ['mine'],
			other: [],
			alone: ['kept'],
			'shows t3': ['shown'],
			none: [],
		});
	});
});
