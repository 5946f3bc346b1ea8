/** What is waited for no longer than a limit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerWithin, atMost } from '../../../src/node/deadline.ts';

describe('an answer within a limit', () => {
	it('is there, or is none where it fails or takes longer', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		assert.equal(await answerWithin(5_000, Promise.resolve('text')), 'text');
		assert.equal(await answerWithin(5_000, Promise.reject(new Error('failed'))), undefined);
		const late = answerWithin(5_000, new Promise<string>(() => undefined));
		t.mock.timers.tick(5_000);
		assert.equal(await late, undefined);
	});

	it('holds up nothing afterwards', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const waited = atMost(5_000, new Promise(() => undefined));
		t.mock.timers.tick(5_000);
		await waited;
	});
});
