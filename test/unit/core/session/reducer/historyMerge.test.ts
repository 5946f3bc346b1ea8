/** What of a transcript is left when the agent tells its history anew. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
	thisTurn,
	user,
} from './historyRig.ts';
import { permission } from '../driver/play.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';

const firstTurn = [
	asked('Edit a.ts'),
	said('I edit it.'),
	call('t1'),
	...allowed('p1', 't1'),
	said('Done.'),
	ended,
];
const firstTold = [user('Edit a.ts'), agent('I edit it.'), call('t1'), agent('Done.')];
const firstLines = [
	'user: Edit a.ts',
	'agent: I edit it.',
	'call t1 completed',
	'permission answered about t1',
	'agent: Done.',
];

describe('an answered permission', () => {
	it('stays with its call when the agent tells its history, which has none [acp C46]', () => {
		const rig = new HistoryRig().play(...firstTurn).load(...firstTold);
		assert.deepEqual(rig.lines(), firstLines);
	});

	it('stays with it at each further load, once', () => {
		const rig = new HistoryRig().play(...firstTurn);
		for (let n = 0; n < 4; n++) rig.load(...firstTold);
		assert.deepEqual(rig.lines(), firstLines);
	});

	it('stays with it where the agent tells calls in another order and its words anew', () => {
		const rig = new HistoryRig()
			.play(
				asked('Go'),
				call('t1'),
				...allowed('p1', 't1'),
				call('t2'),
				...allowed('p2', 't2'),
				said('Done.'),
				ended,
			)
			.load(user('Go'), call('t2'), agent('All is done.'), call('t1'));
		assert.deepEqual(rig.lines(), [
			...['user: Go', 'call t2 completed', 'permission answered about t2'],
			...['agent: All is done.', 'call t1 completed', 'permission answered about t1'],
		]);
	});

	it('stays in its own turn where the agent counts its calls anew in each', () => {
		const turn = (name: string): SessionEvent[] => [
			asked(name),
			call('c'),
			...allowed(`p-${name}`, 'c'),
			ended,
		];
		const rig = new HistoryRig()
			.play(...turn('one'), ...turn('two'))
			.load(user('one'), call('c'), user('two'), call('c'));
		const lines = ['call c completed', 'permission answered about c'];
		assert.deepEqual(rig.lines(), ['user: one', ...lines, 'user: two', ...lines]);
		const calls = rig.entries.filter(({ type }) => type === 'tool_call').map(({ id }) => id);
		const parents = rig.entries.flatMap(({ type, parentId }) => (type === 'permission' ? [parentId] : []));
		assert.deepEqual(parents, calls);
	});

	it('stands with its call at the end of the turn, marked, where the history lacks the call', () => {
		const rig = new HistoryRig()
			.play(...firstTurn)
			.load(user('Edit a.ts'), agent('I edit it.'), agent('Done.'));
		// Two messages in a row are one where the agent does not name them.
		assert.deepEqual(rig.lines(), [
			...['user: Edit a.ts', 'agent: I edit it.Done.', restOfTurn],
			...['call t1 completed', 'permission answered about t1'],
		]);
	});

	it('about a file that the agent had us read stays in its turn', () => {
		const rig = new HistoryRig()
			.play(
				asked('Read it'),
				said('I read it.'),
				{
					type: 'permission_requested',
					permissionId: 'f1',
					subject: { type: 'file', purpose: 'read', path: '/etc/hosts' },
					options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
					at: 1,
				},
				{
					type: 'permission_settled',
					permissionId: 'f1',
					state: { type: 'answered', option: { optionId: 'yes', name: 'Allow', kind: 'allow_once' } },
				},
				said('It says so.'),
				ended,
				...firstTurn,
			)
			.load(user('Read it'), agent('I read it.'), call('r'), agent('It says so.'), ...firstTold);
		assert.deepEqual(rig.lines(), [
			...['user: Read it', 'agent: I read it.', 'permission answered about nothing', 'call r completed'],
			...['agent: It says so.', ...firstLines],
		]);
	});
});

describe('what comes before all that the agent tells', () => {
	it('keeps its answered permission, and the prompt that was not sent', () => {
		const rig = new HistoryRig().play(
			asked('Lost'),
			{ type: 'prompt_unsent' },
			asked('Go'),
			permission('p1', 'none'),
			{ type: 'permission_settled', permissionId: 'p1', state: { type: 'cancelled', by: 'user' } },
			said('One.'),
			ended,
			asked('Next'),
			said('Two.'),
			ended,
		);
		for (const _ of [1, 2]) {
			const lines = rig.load(agent('One.'), user('Next'), agent('Two.')).lines();
			assert.ok(lines.includes('user: Lost'));
			assert.ok(
				lines.includes('permission cancelled about nothing') ||
					lines.includes('permission cancelled about none'),
			);
			assert.ok(lines.indexOf('user: Lost') < lines.indexOf('agent: One.'));
		}
	});
});

describe('a turn that a crash cut off', () => {
	const cutOff = [
		asked('And b.ts'),
		said('I look. '),
		call('t2'),
		...allowed('p2', 't2'),
		said('Half an ans'),
	];
	const rig = (): HistoryRig => new HistoryRig().play(...firstTurn, ...cutOff, ...crashed);
	const lines = ['user: And b.ts', 'agent: I look. ', 'call t2 completed', 'permission answered about t2'];
	const partial = 'agent: Half an ans';
	const notice = 'notice: Fake Agent exited';

	it('keeps the partial answer and the notice, marked, where the history ends before them', () => {
		const loaded = rig().load(...firstTold, user('And b.ts'), agent('I look.'), call('t2'));
		assert.deepEqual(loaded.lines().slice(firstLines.length), [
			...['user: And b.ts', 'agent: I look.', ...lines.slice(2)],
			...[restOfTurn, partial, notice],
		]);
	});

	it('is kept whole, marked, where the history has nothing of it', () => {
		const loaded = rig().load(...firstTold);
		assert.deepEqual(loaded.lines(), [
			...firstLines,
			...['user: And b.ts', thisTurn, ...lines.slice(1), partial, notice],
		]);
		const turns = loaded.entries.map(({ turn }) => turn);
		assert.deepEqual(turns.slice(firstLines.length), [2, 2, 2, 2, 2, 2, 2]);
		assert.equal(loaded.state.turnCount, 2);
	});

	it('is kept at later loads, when the agent has told of further turns', () => {
		const loaded = rig()
			.load(...firstTold)
			.play(asked('Once more'), said('Well.'), ended);
		const before = loaded.lines();
		for (let n = 0; n < 3; n++) {
			loaded.load(...firstTold, user('Once more'), agent('Well.'));
			assert.deepEqual(loaded.lines(), before);
		}
	});

	it('is kept beside the same prompt sent again', () => {
		const told = [user('First'), agent('Ok.')];
		const again = new HistoryRig()
			.play(asked('First'), said('Ok.'), ended, asked('Fix it'), said('I begin'), ...crashed)
			.load(...told)
			.play(asked('Fix it'), said('Done.'), ended);
		const before = again.lines();
		for (let n = 0; n < 2; n++) {
			again.load(...told, user('Fix it'), agent('Done.'));
			assert.deepEqual(again.lines(), before);
		}
	});

	it('keeps its partial answer at later loads as well', () => {
		const told = [...firstTold, user('And b.ts'), agent('I look.'), call('t2')];
		const loaded = rig()
			.load(...told)
			.play(asked('Once more'), said('Well.'), ended);
		const before = loaded.lines();
		assert.ok(before.includes(partial));
		for (let n = 0; n < 3; n++) {
			loaded.load(...told, user('Once more'), agent('Well.'));
			assert.deepEqual(loaded.lines(), before);
		}
	});

	it('doubles nothing where the agent has kept all of the answer, or more', () => {
		const told = [...firstTold, user('And b.ts'), agent('I look.'), call('t2')];
		for (const whole of ['Half an ans', 'Half  an\nanswer, and the rest of it.']) {
			const loaded = rig().load(...told, agent(whole));
			assert.deepEqual(loaded.lines().slice(firstLines.length + 4), [`agent: ${whole}`, notice]);
		}
	});

	it('adds only the rest where the agent has kept the beginning', () => {
		const loaded = rig().load(...firstTold, user('And b.ts'), agent('I look.'), call('t2'), agent('Half an'));
		assert.deepEqual(loaded.lines().slice(firstLines.length + 4), [
			...['agent: Half an', restOfTurn, 'agent: ans', notice],
		]);
	});

	it('keeps the partial answer beside what the agent tells instead', () => {
		const told = [
			...firstTold,
			user('And b.ts'),
			agent('I look.'),
			call('t2'),
			agent('No response requested.'),
		];
		const loaded = rig().load(...told);
		assert.deepEqual(loaded.lines().slice(firstLines.length + 4), [
			...['agent: No response requested.', restOfTurn, partial, notice],
		]);
	});

	it('is found by its number where the agent words the prompt otherwise', () => {
		const told = user('And [b.ts](file:///ws/b.ts)');
		const loaded = rig().load(...firstTold, told);
		assert.deepEqual(loaded.lines().slice(firstLines.length, firstLines.length + 2), [
			'user: And [b.ts](file:///ws/b.ts)',
			restOfTurn,
		]);
		assert.ok(!loaded.lines().includes('user: And b.ts'));
	});

	it('is none where the agent is asked anew: the prompt that waits is shown once, after the history', () => {
		const loaded = rig().play({ ...asked('Next'), isDelayed: true } as SessionEvent);
		loaded.load(...firstTold);
		assert.ok(!loaded.lines().includes('user: Next'));
	});
});

describe('an agent that has forgotten turns, or taken them back', () => {
	const turn = (n: number): SessionEvent[] => [asked(`Prompt ${n}`), said(`Answer ${n}.`), ended];
	const told = (n: number): (typeof firstTold)[number][] => [user(`Prompt ${n}`), agent(`Answer ${n}.`)];

	it('has the last word, and a line says how much is missing', () => {
		const rig = new HistoryRig().play(...turn(1), ...turn(2), ...turn(3), ...turn(4));
		rig.load(user('Summary of what was'), agent('I see.'), ...told(3), ...told(4));
		assert.deepEqual(rig.lines(), [
			...["notice: 2 earlier turns are not in the agent's history any more", 'user: Summary of what was'],
			...['agent: I see.', 'user: Prompt 3', 'agent: Answer 3.', 'user: Prompt 4', 'agent: Answer 4.'],
		]);
	});

	it('has it in the middle as well, where the answered permissions stay with their calls', () => {
		const rig = new HistoryRig().play(...turn(1), ...firstTurn, ...turn(3)).load(...told(1), ...told(3));
		const lines = [
			...['user: Prompt 1', 'agent: Answer 1.'],
			"notice: 1 earlier turn is not in the agent's history any more",
			...['call t1 completed', 'permission answered about t1'],
			...['user: Prompt 3', 'agent: Answer 3.'],
		];
		assert.deepEqual(rig.lines(), lines);
		assert.deepEqual(rig.load(...told(1), ...told(3)).lines(), lines);
	});

	it('keeps the last turn, marked: nobody knows that it was meant to go', () => {
		const rig = new HistoryRig().play(...turn(1), ...turn(2), ...turn(3)).load(...told(1));
		assert.deepEqual(rig.lines(), [
			...[
				'user: Prompt 1',
				'agent: Answer 1.',
				"notice: 1 earlier turn is not in the agent's history any more",
			],
			...['user: Prompt 3', thisTurn, 'agent: Answer 3.'],
		]);
	});

	it('takes back what it has told at an earlier load, the last turn as well', () => {
		const rig = new HistoryRig();
		for (let n = 0; n < 20; n++) rig.load(...told(n), ...told(n + 1));
		const missing = "notice: 1 earlier turn is not in the agent's history any more";
		assert.deepEqual(
			rig.lines().filter((line) => line !== missing),
			['user: Prompt 19', 'agent: Answer 19.', 'user: Prompt 20', 'agent: Answer 20.'],
		);
		rig.load(user('Prompt 19'));
		assert.ok(!rig.lines().includes('agent: Answer 19.'));
		assert.ok(!rig.lines().includes('user: Prompt 20'));
	});

	it('words an answer as it likes', () => {
		const rig = new HistoryRig().play(...turn(1), ...turn(2));
		rig.load(user('Prompt 1'), agent('In other words.'), ...told(2));
		assert.deepEqual(rig.lines(), [
			'user: Prompt 1',
			'agent: In other words.',
			'user: Prompt 2',
			'agent: Answer 2.',
		]);
		rig.load(user('Prompt 1'), agent('In other words.'), user('Prompt 2'), agent('Here as well.'));
		assert.equal(rig.lines().at(-1), 'agent: Here as well.');
		assert.equal(rig.entries.length, 4);
	});
});

it('an answer in other words counts beside a line of ours that does not end the turn', () => {
	const notice = { severity: 'info', title: 'It starts slowly', actions: [] } as const;
	const rig = new HistoryRig()
		.play(asked('Go'), { type: 'notice', notice }, said('The answer is 42.'), ended)
		.load(user('Go'), agent('The answer is forty-two.'));
	const answers = rig.lines().filter((line) => line.startsWith('agent'));
	assert.deepEqual(answers, ['agent: The answer is forty-two.']);
});

describe('what the host itself put there', () => {
	it('stands where it stood: that the user stopped, that a prompt was not sent, what a setting left out', () => {
		const rig = new HistoryRig().play(
			{
				type: 'notice',
				notice: { severity: 'warning', title: 'Some tool servers were left out', actions: [] },
			},
			asked('One'),
			{ type: 'prompt_sent', entryId: 'e2' },
			call('t1', 'in_progress'),
			{ type: 'cancel_requested', at: 5 },
			{ type: 'turn_ended', end: { reason: 'cancelled' }, at: 6 },
			{ type: 'notice', notice: { severity: 'info', title: 'Stopped', actions: [] } },
			asked('Lost'),
			{ type: 'prompt_unsent' },
			...firstTurn,
		);
		rig.load(user('One'), call('t1', 'completed'), ...firstTold);
		assert.deepEqual(rig.lines(), [
			...['notice: Some tool servers were left out', 'user: One', 'call t1 cancelled', 'notice: Stopped'],
			...['user: Lost', ...firstLines],
		]);
	});

	it('gives way where the agent knows how a call ended that nobody stopped', () => {
		const rig = new HistoryRig().play(asked('One'), call('t1', 'in_progress'), ...crashed);
		rig.load(user('One'), call('t1', 'completed'));
		assert.deepEqual(rig.lines(), ['user: One', 'call t1 completed', 'notice: Fake Agent exited']);
	});

	it('is said once where each start of the agent says it', () => {
		const notice = { severity: 'warning', title: 'Some tool servers were left out', actions: [] } as const;
		const rig = new HistoryRig().play(...firstTurn);
		for (let n = 0; n < 5; n++) rig.load(...firstTold).play({ type: 'notice', notice });
		assert.deepEqual(rig.load(...firstTold).lines(), [...firstLines, `notice: ${notice.title}`]);
	});

	it('includes all that an earlier session of the agent has said', () => {
		const rig = new HistoryRig().play(
			...firstTurn,
			{
				type: 'notice',
				notice: { severity: 'info', title: 'Started anew', actions: [], marks: 'new_session' },
			},
			asked('Two'),
			said('Hello.'),
			ended,
		);
		rig.load(user('Two'), agent('Hello.'));
		assert.deepEqual(rig.lines(), [...firstLines, 'notice: Started anew', 'user: Two', 'agent: Hello.']);
	});

	it('shows what a command has put out where the history has none of it', () => {
		const rig = new HistoryRig().play(
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
		);
		for (const told of [[user('Test')], [user('Test'), call('t1')]]) {
			rig.load(...told);
			assert.equal(rig.state.terminals.get('host:x1')?.output, 'ok 1');
			const [shown] = rig.entries.flatMap((entry) => (entry.type === 'tool_call' ? [entry.content] : []));
			assert.deepEqual(shown, [{ type: 'terminal', terminalId: 'host:x1' }]);
		}
	});
});
