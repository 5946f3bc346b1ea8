/** What has changed since each message of the user, as the view shows it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CheckpointSummary } from '../../../../src/node/changes/checkpoints/checkpointEngine.ts';
import { PromptCounts } from '../../../../src/host/changesInChat/promptCounts.ts';
import { play, prompt } from '../../core/session/driver/play.ts';

const turn = { type: 'turn_ended', end: { reason: 'end_turn' }, at: 500 } as const;
const { state } = play({ ...prompt('one'), at: 100 } as never, turn, { ...prompt('two'), at: 200 } as never);
const [one, two] = [...state.entries.keys()];

const summary = (
	sentAt: number,
	files: number,
	more: Partial<CheckpointSummary> = {},
): CheckpointSummary => ({
	...{ type: 'prompt', id: `prompt ${sentAt}`, session: state.key, at: sentAt, files },
	...{ added: files * 10, removed: files, isRedo: false, ...more },
});

/** The counts with what they were told and have told; `pass` lets the moment before they ask go by. */
function rig(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const answers: (readonly CheckpointSummary[])[] = [];
	const told: (readonly string[])[] = [];
	let asked = 0;
	const sessions = new Set([state.key]);
	const counts = new PromptCounts({
		review: {
			checkpoints: () => {
				asked++;
				return Promise.resolve(answers.at(-1) ?? []);
			},
		},
		stateOf: (session) => (sessions.has(session) ? state : undefined),
		onNews: ({ entries }) => told.push(entries),
	});
	const pass = async (): Promise<void> => {
		t.mock.timers.tick(60_000);
		for (let turns = 0; turns < 20; turns++) await Promise.resolve();
	};
	return { counts, answers, told, sessions, pass, asked: () => asked };
}

describe('what has changed since a message', () => {
	it('is asked for once a view shows the message, and told when it is known', async (t) => {
		const { counts, answers, told, pass, asked } = rig(t);
		counts.ask();
		await pass();
		assert.equal(asked(), 0, 'no view shows a session');
		answers.push([summary(100, 2), summary(200, 0)]);
		assert.equal(counts.of(state, one ?? ''), undefined);
		await pass();
		assert.deepEqual(counts.of(state, one ?? ''), { files: 2, added: 20, removed: 2 });
		assert.equal(counts.of(state, two ?? ''), undefined, 'nothing has changed since');
		assert.deepEqual(told, [[one]]);
	});

	it('is told again of just the messages of which it is another one', async (t) => {
		const { counts, answers, told, pass } = rig(t);
		answers.push([summary(100, 2), summary(200, 1)]);
		counts.of(state, one ?? '');
		await pass();
		answers.push([summary(100, 2), summary(200, 0), summary(300, 7, { type: 'restore', id: 'r1' })]);
		counts.ask();
		await pass();
		assert.deepEqual(told, [[one, two], [two]]);
		assert.equal(counts.of(state, two ?? ''), undefined);
	});

	it('is asked for again when a message is there that was not, as after the agent has told its history', async (t) => {
		const { counts, pass, asked } = rig(t);
		counts.of(state, one ?? '');
		await pass();
		counts.of(state, one ?? '');
		await pass();
		assert.equal(asked(), 1);
		counts.of(state, two ?? '');
		await pass();
		assert.equal(asked(), 2);
	});

	it('is asked for once more, and only then, when something changes while the engine answers', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const answers: ((all: readonly CheckpointSummary[]) => void)[] = [];
		const counts = new PromptCounts({
			review: { checkpoints: () => new Promise((resolve) => answers.push(resolve)) },
			stateOf: () => state,
			onNews: () => undefined,
		});
		const pass = async (): Promise<void> => {
			t.mock.timers.tick(60_000);
			for (let turns = 0; turns < 20; turns++) await Promise.resolve();
		};
		counts.of(state, one ?? '');
		await pass();
		for (let times = 0; times < 10; times++) {
			counts.ask();
			await pass();
		}
		assert.equal(answers.length, 1);
		answers[0]?.([]);
		await pass();
		await pass();
		assert.equal(answers.length, 2);
	});

	it('is asked for once, however much happens at once, and no more of a session that is gone', async (t) => {
		const { counts, sessions, pass, asked } = rig(t);
		counts.of(state, one ?? '');
		for (let times = 0; times < 100; times++) counts.ask();
		await pass();
		assert.equal(asked(), 1);
		sessions.clear();
		counts.ask();
		await pass();
		counts.ask();
		await pass();
		assert.equal(asked(), 2);
		counts.of(state, one ?? '');
		counts.dispose();
		await pass();
		assert.equal(asked(), 2);
	});
});
