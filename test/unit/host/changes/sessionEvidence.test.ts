/** What a session tells of whose changes are. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { Evidence } from '../../../../src/core/changes/attribution.ts';
import type { Session } from '../../../../src/core/session/driver/session.ts';
import type { RestoreTarget } from '../../../../src/core/session/model/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/model/toolContent.ts';
import { type EvidenceTaker, SessionEvidence } from '../../../../src/host/changes/sessionEvidence.ts';
import { promptText } from '../../../../src/host/checkpoints/promptMatches.ts';
import { type FakeAgent, type FakeClock, openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { hostedFake } from '../hostedFake.ts';

interface Rig {
	readonly clock: FakeClock;
	readonly agent: FakeAgent;
	readonly session: Session;
	readonly told: string[];
	/** Prompts by their name, with the text of the entry that they are told with. */
	readonly prompts: string[];
	/** When turns are said to be over. */
	readonly turnEnds: number[];
	readonly evidence: SessionEvidence;
	readonly end: () => Promise<void>;
	readonly say: (toolCallId: string, fields: ToolCallPatch) => void;
	readonly prompt: (text?: string) => Promise<void>;
	/** What was told since it was asked last. */
	readonly news: () => readonly string[];
	/** What another one tells that begins now, until `meanwhile` is done. */
	readonly listenAnew: (meanwhile?: () => void) => readonly string[];
}

function rigOf(): Rig {
	const { session, agent, clock } = openFakeSession();
	const told: string[] = [];
	const turnEnds: number[] = [];
	const prompts: string[] = [];
	const hosted = hostedFake(session);
	const taker: EvidenceTaker = {
		note: (all) => {
			told.push(...all.map(nameOf));
			for (const one of all) if (one.type === 'turn' && one.to !== undefined) turnEnds.push(one.to);
		},
		onPrompt: ({ turn }, entry = '') => {
			told.push('look at the prompt');
			prompts.push(`${turn}: ${promptText(session.state.entries.get(entry))}`);
		},
		onTurnEnd: () => told.push('look at the end'),
		onCommandStart: (id) => told.push(`start ${id}`),
		onCommandEnd: (id) => told.push(`end ${id}`),
		onCallFiles: (_, paths) => told.push(`before ${paths.join()}`),
		onCallEnd: (_, late) => told.push(['after', ...late].join(' ')),
		onEdited: () => told.push('look soon'),
	};
	const evidence = new SessionEvidence(hosted, taker);
	return {
		agent,
		session,
		clock,
		told,
		prompts,
		turnEnds,
		evidence,
		prompt: async (text = 'go on') => {
			void session.prompt([{ type: 'text', text }]);
			await agent.prompted();
		},
		end: async () => {
			agent.endTurn('end_turn');
			await new Promise((resolve) => setImmediate(resolve));
		},
		say: (toolCallId, fields) => agent.say({ type: 'tool_call_update', toolCallId, fields }),
		news: () => told.splice(0),
		listenAnew: (meanwhile) => {
			const again = new SessionEvidence(hosted, taker);
			meanwhile?.();
			const all = told.splice(0);
			again.dispose();
			return all;
		},
	};
}

function nameOf(one: Evidence): string {
	switch (one.type) {
		case 'turn':
			return `turn ${one.turn.turn}${one.to === undefined ? '' : ' over'}`;
		case 'command':
			return `command ${one.command} of ${one.turn.turn}${one.to === undefined ? '' : ' over'}`;
		case 'user_command':
		case 'save':
		case 'restore':
			return one.type;
		case 'write':
		case 'diff':
		case 'patch':
			return `${one.type} ${one.path} of ${one.turn.turn}${one.hash === undefined ? '' : ` ${one.hash.slice(0, 4)}`}`;
	}
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 4);

describe('what a session tells of whose changes are', () => {
	it('is the turn, named by its prompt, before the look at it', async () => {
		const { prompt, end, news } = rigOf();
		await prompt();
		const [turn, look, ...others] = news();
		assert.match(turn ?? '', /^turn prompt \d+$/u);
		assert.deepEqual([look, others], ['look at the prompt', []]);
		await end();
		assert.deepEqual(news(), [`${turn} over`, 'look at the end']);
		await prompt('once more');
		const [next] = news();
		assert.notEqual(next, turn);
	});

	it('has one name for the turn and for the checkpoint of its prompt', async () => {
		const { prompt, end, news, prompts } = rigOf();
		await prompt();
		const [turn = ''] = news();
		assert.deepEqual(prompts, [`${turn.replace('turn ', '')}: go on`]);
		await end();
	});

	it('is the moment after a turn as well, until the next one begins [hazard D13]', async (t) => {
		t.mock.timers.enable({ apis: ['Date'], now: 1_000 });
		const { prompt, end, turnEnds } = rigOf();
		await prompt();
		t.mock.timers.setTime(5_000);
		await end();
		assert.deepEqual(turnEnds, [5_000 + limits.changeSettleMs]);
		t.mock.timers.setTime(5_500);
		await prompt('at once');
		assert.deepEqual(turnEnds.splice(0), [5_000 + limits.changeSettleMs, 5_500]);
		t.mock.timers.setTime(6_000);
		await end();
		t.mock.timers.setTime(60_000);
		await prompt('much later');
		assert.deepEqual(turnEnds, [6_000 + limits.changeSettleMs]);
	});

	it('is a diff with the hash of what it leaves, a patch with both places, and a place of an edit', async () => {
		const { prompt, say, news, evidence } = rigOf();
		await prompt();
		news();
		const { turn } = evidence.turn;
		say('t1', {
			kind: 'edit',
			status: 'in_progress',
			content: [
				{ type: 'diff', path: '/ws/a', oldText: 'a', newText: 'b' },
				{ type: 'diff', path: '/ws/gone', oldText: 'a', newText: null },
				{ type: 'file_change', operation: 'move', oldPath: '/ws/b', path: '/ws/c' },
			],
			locations: [{ path: '/ws/d' }],
		});
		const all = [
			`diff /ws/a of ${turn} ${hash('b')}`,
			`diff /ws/gone of ${turn}`,
			`patch /ws/c of ${turn}`,
			`patch /ws/b of ${turn}`,
			`diff /ws/d of ${turn}`,
		];
		assert.deepEqual(news(), [...all, 'before /ws/a,/ws/gone,/ws/b']);
		say('t1', { title: 'Another title' });
		assert.deepEqual(news(), []);
		say('t1', { status: 'completed' });
		assert.deepEqual(news(), [...all, 'after', 'look soon']);
		say('t2', { kind: 'read', status: 'completed', locations: [{ path: '/ws/e' }] });
		assert.deepEqual(news(), []);
	});

	it('is each file of a call once as it grows, and all of them again with its next status', async () => {
		const { prompt, say, news, evidence } = rigOf();
		await prompt();
		news();
		const { turn } = evidence.turn;
		const diff = (path: string, newText: string) => ({ type: 'diff' as const, path, oldText: '', newText });
		const told = (path: string, text: string): string => `diff ${path} of ${turn} ${hash(text)}`;
		say('t1', { kind: 'edit', status: 'in_progress', content: [diff('/ws/a', 'a')] });
		assert.deepEqual(news(), [told('/ws/a', 'a'), 'before /ws/a']);
		say('t1', { content: [diff('/ws/a', 'a'), diff('/ws/b', 'b')] });
		assert.deepEqual(news(), [told('/ws/b', 'b'), 'before /ws/b']);
		say('t1', { content: [diff('/ws/a', 'other'), diff('/ws/b', 'b')] });
		assert.deepEqual(news(), [told('/ws/a', 'other')]);
		say('t1', { status: 'completed' });
		assert.deepEqual(news(), [told('/ws/a', 'other'), told('/ws/b', 'b'), 'after', 'look soon']);
	});

	it('is the files that a call names only when it is done, and of no call that failed', async () => {
		const { prompt, say, news } = rigOf();
		await prompt();
		const content = [{ type: 'diff', path: '/ws/a', oldText: 'old', newText: 'a' }] as const;
		say('c', { kind: 'edit', status: 'in_progress' });
		news();
		say('c', { status: 'completed', content });
		assert.deepEqual(news().slice(1), ['after /ws/a', 'look soon']);
		say('c', { content: [...content] });
		assert.ok(!news().some((one) => one.startsWith('after')));
		say('failing', { kind: 'edit', status: 'failed', content });
		assert.ok(!news().some((one) => one.startsWith('after')));
	});

	it('is what the calls of the turn that runs have told before anybody listened', async () => {
		const rig = rigOf();
		await rig.prompt();
		rig.say('t1', {
			kind: 'edit',
			status: 'in_progress',
			content: [{ type: 'diff', path: '/ws/a', oldText: 'a', newText: 'b' }],
		});
		const { turn } = rig.evidence.turn;
		rig.evidence.dispose();
		rig.news();
		assert.deepEqual(rig.listenAnew(), [
			`turn ${turn}`,
			'look at the prompt',
			`diff /ws/a of ${turn} ${hash('b')}`,
			'before /ws/a',
		]);
	});

	it('is a command of the agent’s own while it runs, not while it waits for an answer', async () => {
		const { prompt, say, news, evidence } = rigOf();
		await prompt();
		news();
		const { turn } = evidence.turn;
		say('t1', { kind: 'execute', status: 'pending', rawInput: { command: 'make' } });
		assert.deepEqual(news(), []);
		say('t1', { status: 'in_progress' });
		const [began, start, ...others] = news();
		assert.equal(began, `command make of ${turn}`);
		assert.deepEqual(others, []);
		say('t1', { status: 'completed' });
		assert.deepEqual(news(), [`command make of ${turn} over`, start?.replace('start', 'end')]);
	});

	it('is a command in a terminal of ours until it exits, also after its turn', async () => {
		const rig = rigOf();
		await rig.prompt();
		const { turn } = rig.evidence.turn;
		rig.news();
		const { session } = rig;
		session.dispatch({ type: 'terminal_created', terminalId: 'x', label: 'npm test' });
		session.dispatch({ type: 'own_terminal_output', terminalId: 'x', data: 'output' });
		assert.deepEqual(rig.news(), [`command npm test of ${turn}`, 'start s1 host:x']);
		await rig.end();
		rig.news();
		session.dispatch({ type: 'own_terminal_exited', terminalId: 'x', exitCode: 0, signal: null });
		assert.deepEqual(rig.news(), [`command npm test of ${turn} over`, 'end s1 host:x']);
	});

	it('is a command of the turn that began it, in whichever turn it ends [hazard D13]', async () => {
		const { prompt, end, news, session, evidence, clock } = rigOf();
		await prompt();
		const { turn } = evidence.turn;
		session.dispatch({ type: 'terminal_created', terminalId: 'x', label: 'npm test' });
		session.dispatch({ type: 'own_terminal_output', terminalId: 'x', data: 'output' });
		await end();
		clock.advance(1);
		await prompt('go on');
		news();
		assert.notEqual(evidence.turn.turn, turn);
		session.dispatch({ type: 'own_terminal_exited', terminalId: 'x', exitCode: 0, signal: null });
		assert.deepEqual(news(), [`command npm test of ${turn} over`, 'end s1 host:x']);
	});

	it('is nothing of calls of earlier turns that are marked where files go back [hazard D15]', async () => {
		const { prompt, end, say, session, news, evidence, listenAnew } = rigOf();
		await prompt();
		const entryId = session.state.turnPrompts[0]?.entryId ?? '';
		const content = [{ type: 'diff', path: '/ws/a', oldText: 'a', newText: 'b' }] as const;
		say('edit', { kind: 'edit', status: 'completed', content });
		say('run', { kind: 'execute', status: 'in_progress', rawInput: { command: 'make' } });
		say('run', { status: 'completed' });
		await end();
		news();
		const changed: string[] = [];
		session.onDidChange((changes) => changed.push(...changes.map(({ type }) => type)));
		const goTo = (restoreId: string, to: RestoreTarget): void =>
			session.dispatch({ type: 'files_restored', restoreId, to, files: 1, ofFiles: 1, isWhole: true });
		goTo('r1', { type: 'prompt', entryId });
		assert.ok(changed.filter((type) => type === 'entry').length > 2);
		assert.deepEqual(news(), []);
		say('edit', { content: [{ ...content[0], newText: 'c' }] });
		assert.equal(news().length, 1);
		evidence.dispose();
		assert.deepEqual(
			listenAnew(() => goTo('r2', { type: 'restore', restoreId: 'r1' })),
			[],
		);
	});

	it('is nothing of what an agent replays', async () => {
		const { prompt, session, say, news } = rigOf();
		await prompt();
		news();
		session.dispatch({ type: 'replay_started' });
		say('old', { kind: 'edit', status: 'completed', locations: [{ path: '/ws/a' }] });
		assert.deepEqual(news(), []);
	});

	it('ends with the session: its turn and commands do not go on', async () => {
		const { prompt, say, news, evidence } = rigOf();
		await prompt();
		say('t1', { kind: 'execute', status: 'in_progress', rawInput: { command: 'make' } });
		const { turn } = evidence.turn;
		news();
		evidence.dispose();
		const [over, command, ended, ...others] = news();
		assert.equal(over, `turn ${turn} over`);
		assert.equal(command, `command make of ${turn} over`);
		assert.match(ended ?? '', /^end s1 /u);
		assert.deepEqual(others, []);
	});
});
