/** Terminals that we run and those that agents report: neither is reached by the names of the other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { TerminalState } from '../../../../../src/core/session/model/terminalState.ts';
import { runningWork } from '../../../../../src/core/view/runningWork.ts';
import { play, type Played, prompt } from '../driver/play.ts';

const name = 'f6a3c0de-0000-4000-8000-000000000001';
const created: SessionEvent = { type: 'terminal_created', terminalId: name, label: 'npm test' };
const shownBy = (toolCallId: string, terminalId: string): SessionEvent => ({
	type: 'tool_call',
	toolCallId,
	fields: { title: 'Run', status: 'in_progress', content: [{ type: 'terminal', terminalId }] },
});
/** All that an agent can say of a terminal, in both versions of the protocol. */
const words = (terminalId: string): AgentEvent[] => [
	{ type: 'terminal_started', terminalId, fields: { label: 'echo ok', endsItself: true, canCancel: true } },
	{ type: 'terminal_output', terminalId, data: '42 tests passed\n' },
	{ type: 'terminal_replaced', terminalId, output: '42 tests passed, really\n' },
	{ type: 'terminal_exited', terminalId, exitCode: 0, signal: null },
];
const inCardOf = ({ state, entries }: Played, toolCallId: string): (TerminalState | undefined)[] =>
	entries
		.flatMap((entry) => (entry.type === 'tool_call' && entry.toolCallId === toolCallId ? entry.content : []))
		.flatMap((item) => (item.type === 'terminal' ? [state.terminals.get(item.terminalId)] : []));

describe('a terminal that we run', () => {
	it('hears nothing of what the agent says of one by its name [hazard C13]', () => {
		const played = play(prompt('test'), created, shownBy('t1', name), ...words(name), ...words('t1'), {
			type: 'own_terminal_output',
			terminalId: name,
			data: '1 failed\n',
		});
		const [ours] = inCardOf(played, 't1');
		assert.deepEqual(
			[ours?.owner, ours?.label, ours?.output, ours?.exit],
			['host', 'npm test', '1 failed\n', undefined],
		);
		const listed = runningWork(played.state).map(({ label, canStop }) => [label, canStop]);
		assert.deepEqual(listed, [['npm test', true]]);
	});

	it('is not reached by an id of the model that an agent says as a name [hazard C13]', () => {
		const first = play(prompt('test'), created, shownBy('t1', name));
		const [id = ''] = first.state.terminals.keys();
		const guesses = [id, `named:${id}`, `host:${id}`, 'kept-1', 'retired:1:x', 'child:1:c:x'];
		for (const guess of guesses) {
			const [ours] = inCardOf(play(prompt('test'), created, shownBy('t1', name), ...words(guess)), 't1');
			assert.deepEqual([ours?.output, ours?.exit], ['', undefined], guess);
			const strange = inCardOf(play(prompt('test'), created, shownBy('t1', guess)), 't1');
			assert.deepEqual(strange, [undefined], guess);
		}
	});

	it('is ended only by its own end, and that of an agent by the word of the agent', () => {
		const played = play(prompt('test'), created, ...words('x'), {
			type: 'own_terminal_exited',
			terminalId: name,
			exitCode: 3,
			signal: null,
		});
		assert.deepEqual(
			[...played.state.terminals.values()].map(({ owner, exit }) => [owner, exit?.exitCode]),
			[
				['host', 3],
				['agent', 0],
			],
		);
	});
});

describe('a terminal that we run while the agent tells its history', () => {
	it('stays in the list of what runs, by its name, and can be stopped [hazard C13]', () => {
		const { state } = play(
			created,
			{ type: 'replay_started' },
			shownBy('t1', name),
			{ type: 'replay_ended' },
			{ type: 'own_terminal_output', terminalId: name, data: 'listening\n' },
		);
		const listed = runningWork(state).map(({ label, canStop }) => [label, canStop]);
		assert.deepEqual(listed, [['npm test', true]]);
		assert.deepEqual(
			[...state.terminals.values()].map(({ owner, output }) => [owner, output]),
			[['host', 'listening\n']],
		);
	});

	it('leaves with the history before it once it has ended', () => {
		const ended: SessionEvent = { type: 'own_terminal_exited', terminalId: name, exitCode: 0, signal: null };
		const { state } = play(created, ended, { type: 'replay_started' }, { type: 'replay_ended' });
		assert.equal(state.terminals.size, 0);
	});
});

describe('a terminal of an earlier life of the window', () => {
	const kept: SessionEvent = {
		type: 'history_restored',
		leftOut: 0,
		entries: [
			{
				id: 'e1',
				type: 'tool_call',
				origin: 'agent',
				turn: 1,
				toolCallId: 'old',
				title: 'Run',
				kind: 'execute',
				status: 'completed',
				content: [
					{ type: 'terminal', terminalId: 'terminal-1' },
					{ type: 'terminal', terminalId: 'kept-1' },
				],
				locations: [],
				startedAt: 1,
				endedAt: 2,
			},
		],
		terminals: [
			{
				terminalId: 'terminal-1',
				label: 'npm test',
				owner: 'host',
				startedAt: 1,
				output: '1 failed\n',
				dropped: 0,
				isTruncated: false,
				exit: { exitCode: 1, signal: null },
			},
		],
	};

	it('stays as it was, whatever the agent names its own [hazard C13] [hazard G1]', () => {
		for (const guess of ['kept-1', 'terminal-1', 'host:kept-1']) {
			const played = play(kept, ...words(guess), shownBy('new', guess));
			const [old, dangling] = inCardOf(played, 'old');
			assert.deepEqual([old?.output, old?.exit?.exitCode, dangling], ['1 failed\n', 1, undefined], guess);
			assert.notEqual(inCardOf(played, 'new')[0], old, guess);
		}
	});
});
