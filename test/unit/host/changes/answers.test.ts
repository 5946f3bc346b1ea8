/** Answers of the user that the engine could not take up: what was not done is not told as done. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { hunksOf } from '../../../../src/core/changes/review.ts';
import type { Answers as AnswersType, AnswerParts } from '../../../../src/host/changes/answers.ts';
import type { SettleAnswer } from '../../../../src/node/changes/changeEngine.ts';
import { useVscode } from '../fakeVscode.ts';

const { Answers } = await import('../../../../src/host/changes/answers.ts');

const path = '/ws/a';
const texts = { base: '1\n2\n3\n', agent: 'first\n2\nsecond\n' };
const live = texts.agent;
const hunks = hunksOf(texts, live);

describe('Keep', () => {
	let said: string[];

	beforeEach(() => {
		said = [];
		const say = async (text: string): Promise<undefined> => void said.push(text);
		useVscode({
			window: { showErrorMessage: say, showWarningMessage: say },
			workspace: { textDocuments: [], notebookDocuments: [], asRelativePath: () => 'a' },
		});
	});

	function answers(settled: SettleAnswer): AnswersType {
		const engine = {
			review: async () => ({ type: 'text', texts, live, hunks }),
			callTexts: async () => ({ before: texts.base, after: 'first\n2\n3\n' }),
			settle: async () => settled,
		};
		const parts = {
			engine,
			looks: { run: (work: () => unknown) => work() },
			files: { remake: async () => {} },
			log: { error: () => {} },
		};
		return new Answers(parts as unknown as AnswerParts);
	}

	const rows: readonly [SettleAnswer, string, RegExp][] = [
		['done', 'done', /^$/u],
		['drifted', 'drifted', /^a has changed meanwhile/u],
		['not_stored', 'failed', /^Your answer to changes in a could not be stored.*Make room/u],
	];

	for (const [settled, outcome, text] of rows) {
		it(`says once what became of it: ${settled} [hazard D14]`, async () => {
			const [hunk = assert.fail()] = hunks;
			assert.equal(await answers(settled).keepHunk(path, hunk), outcome);
			assert.match(said.splice(0).join('\n'), text);
			const item = { type: 'diff', path, oldText: null, newText: '' } as const;
			const kept = await answers(settled).keepCall(path, { session: 's', call: 'c', item });
			assert.deepEqual([kept.outcome, kept.hunks.length], [outcome, settled === 'done' ? 1 : 0]);
			assert.match(said.join('\n'), text);
		});
	}
});
