/** Going back to a checkpoint leaves a line, and what stands before it up to that message is marked as undone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NoticeEntry } from '../../../../../src/core/session/model/entry.ts';
import type { RestoreTarget, SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { offeredActions, projectEntry } from '../../../../../src/core/view/project.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';
import { chunk, prompt, text } from '../driver/play.ts';
import { LogRig, restored } from '../log/logRig.ts';
import { HistoryRig } from './historyRig.ts';

const turn = (words: string): readonly SessionEvent[] => [
	prompt(words),
	chunk(`Did ${words}`),
	{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 900 },
];
const went = (
	restoreId: string,
	to: RestoreTarget,
	more: Partial<Extract<SessionEvent, { type: 'files_restored' }>> = {},
): SessionEvent => ({ type: 'files_restored', restoreId, to, files: 2, ofFiles: 2, isWhole: true, ...more });

function rigOf(...turns: readonly string[]): HistoryRig {
	return new HistoryRig().play(...turns.flatMap(turn));
}

function messageOf(state: SessionState, words: string): string {
	const found = [...state.entries.values()].find(
		(entry) =>
			entry.type === 'message' &&
			entry.role === 'user' &&
			entry.content[0]?.type === 'text' &&
			entry.content[0].text === words,
	);
	assert.ok(found);
	return found.id;
}

const backTo = (state: SessionState, words: string): RestoreTarget => ({
	type: 'prompt',
	entryId: messageOf(state, words),
});

/** Each entry in short, with a mark where it is undone. */
function shown({ state, lines }: Pick<HistoryRig, 'state' | 'lines'>): readonly string[] {
	const ids = [...state.entries.keys()];
	return lines().map((line, at) => `${state.undone.has(ids[at] ?? '') ? '- ' : ''}${line}`);
}

const marked = (rig: HistoryRig): readonly string[] => shown({ state: rig.state, lines: () => rig.lines() });

function linesOf({ entries }: SessionState): readonly NoticeEntry[] {
	return [...entries.values()].filter((entry) => entry.type === 'notice');
}

describe('going back to a message', () => {
	it('leaves all that was said, and marks what came from there on', () => {
		const rig = rigOf('one', 'two', 'three');
		rig.play(went('r1', backTo(rig.state, 'two')), ...turn('four'));
		assert.deepEqual(marked(rig), [
			...['user: one', 'agent: Did one'],
			...['- user: two', '- agent: Did two', '- user: three', '- agent: Did three'],
			'notice: Went back to before “two”',
			...['user: four', 'agent: Did four'],
		]);
	});

	it('says how many files went, and which stayed', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two'), { files: 1, ofFiles: 1 }));
		rig.play(went('r2', backTo(rig.state, 'one'), { files: 2, ofFiles: 5 }));
		assert.deepEqual(
			linesOf(rig.state).map((line) => noticeWords(line).detail),
			[
				'1 file is as it was then. The conversation goes on from here.',
				'2 of 5 changed files went back. The conversation goes on from here.',
			],
		);
	});

	it('marks nothing where changes of the agent stay that were to go, or where the message is not at hand', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'one'), { files: 1, isWhole: false }));
		rig.play(went('r2', { type: 'prompt' }), went('r3', { type: 'prompt', entryId: 'e999' }));
		assert.equal(rig.state.undone.size, 0);
		assert.deepEqual(rig.lines().slice(-3), [
			'notice: Went back to before “one”',
			'notice: Went back to an earlier checkpoint',
			'notice: Went back to an earlier checkpoint',
		]);
	});

	it('tells views of just the entries that are other ones now', () => {
		const rig = rigOf('one', 'two');
		const before = new Set(rig.state.undone);
		rig.play(went('r1', backTo(rig.state, 'two')));
		assert.equal(before.size, 0);
		const projector = { label: String, summarize: () => assert.fail(), urlTarget: () => assert.fail() };
		const flags = rig.entries.map((entry) => projectEntry(rig.state, entry, projector).isUndone);
		assert.deepEqual(flags, [undefined, undefined, true, true, undefined]);
	});
});

describe('going forth again', () => {
	it('takes the marks away, and the line says so', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')));
		assert.deepEqual(
			linesOf(rig.state).flatMap((line) => offeredActions(rig.state, line)),
			['redo_restore'],
		);
		rig.play(went('r2', { type: 'restore', restoreId: 'r1' }));
		assert.deepEqual(marked(rig), [
			...['user: one', 'agent: Did one', 'user: two', 'agent: Did two'],
			'notice: Went back, then redone',
		]);
		assert.deepEqual(
			linesOf(rig.state).flatMap((line) => offeredActions(rig.state, line)),
			[],
		);
	});

	it('from the second of two goes to the first of them', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')), went('r2', backTo(rig.state, 'one')));
		rig.play(went('r3', { type: 'restore', restoreId: 'r2' }));
		assert.deepEqual(marked(rig).slice(0, 4), [
			...['user: one', 'agent: Did one', '- user: two', '- agent: Did two'],
		]);
	});

	it('is offered by the newest line that is not redone, and by no other', () => {
		const rig = rigOf('one', 'two');
		const offered = () =>
			linesOf(rig.state).map((line) => offeredActions(rig.state, line).includes('redo_restore'));
		rig.play(went('r1', backTo(rig.state, 'two')), went('r2', backTo(rig.state, 'one')));
		assert.deepEqual(offered(), [false, true]);
		rig.play(went('r3', { type: 'restore', restoreId: 'r2' }));
		assert.deepEqual(offered(), [true, false]);
	});

	it('is undone itself by going to before it', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')));
		const before = marked(rig);
		rig.play(
			went('r2', { type: 'restore', restoreId: 'r1' }),
			went('r3', { type: 'restore', restoreId: 'r2' }),
		);
		assert.deepEqual(marked(rig), before);
	});

	it('from before both of two takes both back', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')), went('r2', backTo(rig.state, 'one')));
		rig.play(went('r3', { type: 'restore', restoreId: 'r1' }));
		assert.equal(rig.state.undone.size, 0);
	});

	it('to before an agent worked once more undoes that work', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')), ...turn('three'));
		assert.deepEqual(
			linesOf(rig.state).flatMap((line) => offeredActions(rig.state, line)),
			[],
			'nothing to redo after a turn',
		);
		rig.play(went('r2', { type: 'restore', restoreId: 'r1' }));
		assert.deepEqual(marked(rig), [
			...['user: one', 'agent: Did one', 'user: two', 'agent: Did two'],
			'notice: Went back, then redone',
			...['- user: three', '- agent: Did three'],
			'notice: Went back to an earlier checkpoint',
		]);
	});
});

describe('what is undone', () => {
	it('is so after a reload of the window, where a line can still be redone [hazard G1]', () => {
		const log = new LogRig();
		log.play(...turn('one'), ...turn('two'));
		log.play(went('r1', backTo(log.state, 'two')));
		log.write();
		const state = restored(log.read());
		assert.equal(state.undone.size, 2);
		assert.ok(state.undone.has(messageOf(state, 'two')));
		assert.deepEqual(
			linesOf(state).flatMap((line) => offeredActions(state, line)),
			['redo_restore'],
		);
	});

	it('is so where the agent tells its history anew, under other names', () => {
		const rig = rigOf('one', 'two');
		rig.play(went('r1', backTo(rig.state, 'two')));
		const before = messageOf(rig.state, 'two');
		rig.load(
			{ type: 'message', role: 'user', messageId: 'm1', content: [text('one')] },
			{ type: 'message', role: 'agent', messageId: 'm2', content: [text('Did one')] },
			{ type: 'message', role: 'user', messageId: 'm3', content: [text('two')] },
			{ type: 'message', role: 'agent', messageId: 'm4', content: [text('Did two')] },
		);
		assert.notEqual(messageOf(rig.state, 'two'), before);
		assert.deepEqual(marked(rig), [
			...['user: one', 'agent: Did one', '- user: two', '- agent: Did two'],
			'notice: Went back to before “two”',
		]);
	});

	it('is so where the agent has forgotten the turn with which it began', () => {
		const rig = rigOf('one', 'two', 'three');
		rig.play(went('r1', backTo(rig.state, 'two')));
		rig.load(
			{ type: 'message', role: 'user', messageId: 'm1', content: [text('one')] },
			{ type: 'message', role: 'user', messageId: 'm5', content: [text('three')] },
			{ type: 'message', role: 'agent', messageId: 'm6', content: [text('Did three')] },
		);
		const lines = marked(rig);
		assert.ok(lines.includes('- user: three') && lines.includes('- agent: Did three'), lines.join('\n'));
		assert.ok(lines.includes('user: one'), lines.join('\n'));
	});

	it('is so where two messages were alike: neither line is lost when the agent tells its history', () => {
		const rig = rigOf('one', 'go', 'go');
		const [first, second] = rig.entries
			.filter((entry) => entry.type === 'message' && entry.role === 'user')
			.slice(1);
		rig.play(
			went('r1', { type: 'prompt', entryId: second?.id ?? '' }),
			went('r2', { type: 'prompt', entryId: first?.id ?? '' }),
		);
		rig.load(
			...['one', 'go', 'go'].flatMap((words) => [
				{ type: 'message', role: 'user', content: [text(words)] } as const,
				{ type: 'message', role: 'agent', content: [text(`Did ${words}`)] } as const,
			]),
		);
		assert.equal(linesOf(rig.state).filter(({ wentBack }) => wentBack !== undefined).length, 2);
	});

	it('is so where older entries found no room when the window was reloaded', () => {
		const log = new LogRig();
		log.play(...turn('one'), ...turn('two'));
		log.play(went('r1', backTo(log.state, 'one')));
		log.write();
		const read = log.read();
		const state = restored({ ...read, entries: read.entries.slice(1), leftOut: 1 });
		const kept = [...state.undone].map((id) => state.entries.get(id)?.type);
		assert.deepEqual(kept, ['message', 'message', 'message']);
	});
});
