/** What stands in the transcript in our name: nothing that the agent has said in the same words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { chunk, play, prompt } from '../driver/play.ts';
import { noticeWords } from '../../../../../src/core/view/sayings.ts';

const failed = (detail: string, severity: 'error' | 'warning' = 'error'): SessionEvent => ({
	type: 'notice',
	notice: { severity, title: 'Fake Agent reported an error', detail, actions: ['show_log'] },
});

function detailAfter(...events: SessionEvent[]): string | undefined {
	const last = play(...events).entries.at(-1);
	assert.ok(last?.type === 'notice');
	assert.equal(last.title, 'Fake Agent reported an error');
	return noticeWords(last).detail;
}

// As claude-agent-acp says it, in words and then as the error of the prompt.
const words = 'API Error: Request rejected (429) · scripted failure';

describe('an error of the agent', () => {
	it('is told once where the agent has said it in words', () => {
		assert.equal(detailAfter(prompt('go'), chunk(words), failed(`Internal error: ${words}`)), undefined);
		assert.equal(detailAfter(prompt('go'), chunk(`Sorry.\n${words}\n`), failed(words)), undefined);
		assert.equal(detailAfter(prompt('go'), chunk('Hm. '), chunk(words), failed(words)), undefined);
	});

	it('is told where nobody has said it in this turn', () => {
		const detail = `Internal error: ${words}`;
		assert.equal(detailAfter(prompt('go'), failed(detail)), detail);
		assert.equal(detailAfter(prompt('go'), chunk('Something else'), failed(detail)), detail);
		assert.equal(detailAfter(prompt(words), failed(detail)), detail, 'the user said it');
		const before: SessionEvent[] = [
			prompt('go'),
			chunk(words),
			{ type: 'turn_ended', end: { reason: 'end_turn' }, at: 600 },
		];
		assert.equal(detailAfter(...before, prompt('again'), failed(detail)), detail);
		assert.equal(detailAfter(prompt('go'), chunk(words), failed(words, 'warning')), words);
		assert.equal(detailAfter(prompt('go'), chunk(words), failed('Internal error:')), 'Internal error:');
	});
});
