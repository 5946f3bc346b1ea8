/** What a load leaves where something waits, where a session began anew, and where the same is told once more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { permission } from '../driver/play.ts';
import {
	agent,
	allowed,
	asked,
	call,
	crashed,
	ended,
	HistoryRig,
	restOfTurn,
	said,
	user,
} from './historyRig.ts';

const startedAnew: SessionEvent = {
	type: 'notice',
	notice: { severity: 'info', title: 'Started anew', actions: [], marks: 'new_session' },
};
const submitted = (value: string): SessionEvent => ({ ...asked(value), isDelayed: true }) as SessionEvent;

describe('a prompt that waits while the session begins anew', () => {
	it('stands after the line that says so, and once after the next load [acp C46]', () => {
		const rig = new HistoryRig().play(asked('One'), said('Yes.'), ended, submitted('Two'), startedAnew);
		const lines = ['user: One', 'agent: Yes.', 'notice: Started anew', 'user: Two'];
		assert.deepEqual(rig.lines(), lines);
		const prompt = rig.state.turnPrompts[0]?.entryId ?? '';
		rig.play({ type: 'prompt_sent', entryId: prompt }, said('Hello.'), ended);
		rig.load(user('Two'), agent('Hello.'));
		assert.deepEqual(rig.lines(), [...lines, 'agent: Hello.']);
	});

	it('for a login does so as well [acp C30]', () => {
		const rig = new HistoryRig().play(asked('One'), said('Yes.'), ended, asked('Two'));
		const [prompt] = rig.entries.slice(-1);
		const content = prompt?.type === 'message' ? prompt.content : [];
		rig.play({ type: 'prompt_awaiting_login', content }, startedAnew);
		assert.deepEqual(rig.lines().slice(-2), ['notice: Started anew', 'user: Two']);
	});
});

describe('a call that the agent asks about once more during a load', () => {
	const about = (told: boolean): HistoryRig =>
		new HistoryRig()
			.play(asked('Go'), call('t1', 'in_progress'), ...allowed('p1', 't1'), permission('p2', 't1'))
			.load(user('Go'), ...(told ? [call('t1', 'in_progress')] : []), agent('I go on.'));

	it('keeps what was answered about it', () => {
		assert.deepEqual(about(true).lines(), [
			...['user: Go', 'call t1 cancelled', 'permission answered about t1', 'agent: I go on.'],
		]);
	});

	it('keeps it where the history lacks the call, and is one call for both', () => {
		const rig = about(false).play(permission('p2', 't1'));
		const calls = rig.entries.flatMap(({ type, id }) => (type === 'tool_call' ? [id] : []));
		const parents = rig.entries.flatMap(({ type, parentId }) => (type === 'permission' ? [parentId] : []));
		assert.deepEqual(parents, [...calls, ...calls]);
		assert.ok(rig.lines().includes(restOfTurn));
	});
});

describe('a command that the host ran', () => {
	const output: readonly SessionEvent[] = [
		asked('Test'),
		{ type: 'terminal_created', terminalId: 'x1', label: 'npm test' },
		{
			type: 'tool_call',
			toolCallId: 't1',
			fields: { status: 'in_progress', content: [{ type: 'terminal', terminalId: 'x1' }] },
		},
		{ type: 'own_terminal_output', terminalId: 'x1', data: 'ok 1' },
		{ type: 'own_terminal_exited', terminalId: 'x1', exitCode: 0, signal: null },
		...crashed,
	];
	const told: SessionEvent = {
		type: 'tool_call',
		toolCallId: 't1',
		fields: { status: 'completed', content: [{ type: 'terminal', terminalId: 'x1' }] },
	};
	const shownOutput = ({ state, entries }: HistoryRig): string[] =>
		entries
			.flatMap((entry) => (entry.type === 'tool_call' ? entry.content : []))
			.map((item) =>
				item.type === 'terminal' ? (state.terminals.get(item.terminalId)?.output ?? '') : item.type,
			);

	it('keeps its output where the history names its terminal', () => {
		const rig = new HistoryRig().play(...output);
		for (let n = 0; n < 3; n++) assert.deepEqual(shownOutput(rig.load(user('Test'), told)), ['ok 1']);
	});

	it('keeps it in the next life of the window as well', () => {
		const first = new HistoryRig().play(...output);
		const rig = new HistoryRig().play({
			type: 'history_restored',
			entries: first.entries,
			terminals: [...first.state.terminals.values()],
			leftOut: 0,
		});
		for (let n = 0; n < 3; n++) assert.deepEqual(shownOutput(rig.load(user('Test'), told)), ['ok 1']);
	});

	it('gives way to output that the history tells', () => {
		const rig = new HistoryRig().play(...output);
		rig.load(user('Test'), { type: 'terminal_output', terminalId: 'x1', data: 'ok 2' }, told);
		assert.deepEqual(shownOutput(rig), ['ok 2']);
	});
});

describe('the line about turns that the agent has forgotten', () => {
	it('stays before what the agent begins its history with, at each load and after further turns', () => {
		const rig = new HistoryRig().play(
			...[1, 2].flatMap((n) => [asked(`Prompt ${n}`), said(`Answer ${n}.`), ended]),
		);
		const history = [agent('Summary of what was.'), user('Prompt 2'), agent('Answer 2.')];
		const lines = [
			"notice: 1 earlier turn is not in the agent's history any more",
			...['agent: Summary of what was.', 'user: Prompt 2', 'agent: Answer 2.'],
		];
		for (let n = 0; n < 3; n++) assert.deepEqual(rig.load(...history).lines(), lines);
		rig.play(asked('Prompt 3'), said('Answer 3.'), ended);
		const more = [user('Prompt 3'), agent('Answer 3.')];
		for (let n = 0; n < 3; n++) {
			rig.load(...history, ...more);
			assert.deepEqual(rig.lines(), [...lines, 'user: Prompt 3', 'agent: Answer 3.']);
		}
	});

	it('keeps the calls that were asked about under it, in their order', () => {
		const rig = new HistoryRig().play(
			...[asked('One'), call('t1'), ...allowed('p1', 't1'), ended],
			...[asked('Two'), said('Answer.'), ended],
		);
		const history = [agent('Summary of what was.'), user('Two'), agent('Answer.')];
		const lines = rig.load(...history).lines();
		assert.deepEqual(lines.slice(1, 3), ['call t1 completed', 'permission answered about t1']);
		for (let n = 0; n < 3; n++) assert.deepEqual(rig.load(...history).lines(), lines);
	});

	it('leaves prompts that were never sent in their order', () => {
		const unsent = (value: string): SessionEvent[] => [asked(value), { type: 'prompt_unsent' }];
		const rig = new HistoryRig().play(...unsent('A'), ...unsent('B'), asked('C'), said('Answer.'), ended);
		const history = [agent('Summary.'), user('C'), agent('Answer.')];
		const lines = rig.load(...history).lines();
		for (let n = 0; n < 3; n++) assert.deepEqual(rig.load(...history).lines(), lines);
	});
});
