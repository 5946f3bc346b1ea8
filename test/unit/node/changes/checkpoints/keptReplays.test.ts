/** A user and an agent who write the same file by turns cost each question about checkpoints little, however often. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Track } from '../../../../../src/core/changes/checkpoints/replay.ts';
import type { ChangeRecord, FileState } from '../../../../../src/core/changes/record.ts';
import { KeptReplays } from '../../../../../src/node/changes/checkpoints/keptReplays.ts';
import { Workspace } from '../workspace.ts';
import { Sessions } from './sessions.ts';

const path = '/ws/a';
const turns = 60;

/** The text is its own hash here. */
function file(text: string): FileState {
	return { type: 'file', mode: 0o644, size: text.length, hash: text };
}

/** Texts of which so many may be read for one question. */
class Texts {
	reads = 0;
	left = Infinity;

	mayRead(): boolean {
		return this.left > 0;
	}

	of(state: FileState): string | undefined {
		this.reads++;
		this.left--;
		return state.type === 'file' ? state.hash : undefined;
	}
}

/** Agent and user write a line of their own by turns. */
function history(): readonly ChangeRecord[] {
	const lines = Array.from({ length: 2 * turns }, (_, at) => `${at}\n`);
	const records: ChangeRecord[] = [];
	for (let at = 0; at < 2 * turns; at++) {
		const before = file(lines.join(''));
		lines[at] = at % 2 === 0 ? `agent ${at}\n` : `user ${at}\n`;
		const whose =
			at % 2 === 0
				? ({ author: 'agent', turn: { session: 's', turn: `p${at / 2}` }, evidence: ['bytes'] } as const)
				: ({ author: 'user', evidence: ['bytes'] } as const);
		records.push({ path, before, after: file(lines.join('')), at, ...whose });
	}
	return records;
}

/** What came since each prompt, the newest first. */
function sinceOf(records: readonly ChangeRecord[]): ReadonlyMap<string, readonly ChangeRecord[]> {
	const prompts = records.flatMap(({ turn }, at) => (turn === undefined ? [] : [[turn.turn, at] as const]));
	return new Map(prompts.toReversed().map(([id, at]) => [id, records.slice(at)]));
}

function asked(
	replays: KeptReplays,
	records: readonly ChangeRecord[],
): ReadonlyMap<string, readonly Track[]> {
	const steps = replays.tracks('s', sinceOf(records));
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}

const targetsOf = (tracks: ReadonlyMap<string, readonly Track[]>): readonly unknown[] =>
	[...tracks].map(([id, all]) => [id, all.map(({ target }) => target)]);

describe('what has changed since many checkpoints', () => {
	const records = history();
	const exact = targetsOf(asked(new KeptReplays(new Texts()), records));

	it('is gone on with: a later change is one merge for each of them', () => {
		const texts = new Texts();
		const replays = new KeptReplays(texts);
		for (let count = 1; count <= records.length; count++) {
			texts.reads = 0;
			const found = asked(replays, records.slice(0, count));
			assert.ok(texts.reads <= 3 * turns, `${texts.reads} reads at ${count}`);
			if (count === records.length) assert.deepEqual(targetsOf(found), exact);
		}
	});

	it('is told anew where what came before is another history', () => {
		const replays = new KeptReplays(new Texts());
		asked(replays, records);
		const other = records.toSpliced(3, 1);
		assert.deepEqual(targetsOf(asked(replays, other)), targetsOf(asked(new KeptReplays(new Texts()), other)));
	});

	it('is told within a bound of work, the newest first, and exactly in the end', () => {
		const texts = new Texts();
		const replays = new KeptReplays(texts);
		let questions = 0;
		for (let isExact = false; !isExact; questions++) {
			assert.ok(questions < 100);
			texts.reads = 0;
			texts.left = 300;
			const found = targetsOf(asked(replays, records));
			assert.ok(texts.reads <= 303, String(texts.reads));
			assert.deepEqual(found.slice(0, 5), exact.slice(0, 5));
			isExact = JSON.stringify(found) === JSON.stringify(exact);
		}
		assert.ok(questions > 5, String(questions));
	});
});

describe('the counts of checkpoints', () => {
	it('are those of an engine that asks for the first time', async (t) => {
		const ws = new Workspace(t);
		const lines = Array.from({ length: 20 }, (_, at) => `${at}`);
		const write = (at: number, text: string): string => {
			lines[at] = text;
			return `${lines.join('\n')}\n`;
		};
		ws.write('a', write(0, 'first'));
		const all = new Sessions(ws, await ws.watched());
		const counts = (): Promise<unknown> => all.engine.checkpoints.checkpoints('s');
		for (let turn = 0; turn < 6; turn++) {
			const prompt = await all.prompt();
			await all.agent(prompt, () => void ws.write('a', write(2 * turn, `agent ${turn}`)));
			await counts();
			await all.user('a', write(2 * turn + 1, `user ${turn}`));
			await counts();
			if (turn === 3) await all.goTo(prompt);
		}
		const asked = await counts();
		all.engine = ws.engine();
		assert.deepEqual(await counts(), asked);
	});
});
