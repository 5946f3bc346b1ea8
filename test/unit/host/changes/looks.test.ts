/** When the workspace is looked at, and what waits for it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { Looks } from '../../../../src/host/changes/looks.ts';
import type { SnapshotReport } from '../../../../src/node/changes/changeEngine.ts';

const report: SnapshotReport = { records: [], gaps: [], tookMs: 1 };

function rigOf(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	const open: PromiseWithResolvers<SnapshotReport>[] = [];
	const done: string[] = [];
	const looks = new Looks({
		engine: {
			snapshot: () => {
				const look = Promise.withResolvers<SnapshotReport>();
				open.push(look);
				return look.promise;
			},
		},
		before: () => Promise.resolve(),
		onReport: () => Promise.resolve(void done.push('report')),
		onError: (error) => void done.push(String(error)),
	});
	const settle = async (): Promise<void> => {
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
	};
	return { looks, open, done, settle };
}

describe('looks at the workspace', () => {
	it('that are asked for while one runs are one more look, after it', async (t) => {
		const { looks, open, settle } = rigOf(t);
		void looks.now();
		await settle();
		void looks.now();
		void looks.now();
		await settle();
		assert.equal(open.length, 1);
		open[0]?.resolve(report);
		await settle();
		assert.equal(open.length, 2);
	});

	it('at a prompt hold up what writes until they are over, and no longer than the bound', async (t) => {
		const { looks, open, settle } = rigOf(t);
		const over = new Array<string>();
		looks.begin();
		void looks.begun().then(() => over.push('first'));
		await settle();
		assert.equal(over.length, 0);
		open[0]?.resolve(report);
		await settle();
		assert.equal(over.join(), 'first');
		looks.begin();
		void looks.begun().then(() => over.push('second'));
		await settle();
		t.mock.timers.tick(limits.changeBeginMs - 1);
		await settle();
		assert.equal(over.join(), 'first');
		t.mock.timers.tick(1);
		await settle();
		assert.equal(over.join(), 'first,second');
	});

	it('never come between the texts of an answer and what it settles', async (t) => {
		const { looks, open, settle } = rigOf(t);
		const answer = Promise.withResolvers<void>();
		void looks.run(() => answer.promise);
		void looks.now();
		await settle();
		assert.equal(open.length, 0);
		answer.resolve();
		await settle();
		assert.equal(open.length, 1);
	});

	it('that fail are told, and the next one is made', async (t) => {
		const { looks, open, done, settle } = rigOf(t);
		void looks.now();
		await settle();
		open[0]?.reject(new Error('no'));
		await settle();
		void looks.now();
		await settle();
		open[1]?.resolve(report);
		await settle();
		assert.deepEqual(done, ['Error: no', 'report']);
	});

	it('soon are one for all that is said meanwhile, and rarer where they take long', async (t) => {
		const { looks, open, settle } = rigOf(t);
		looks.soon();
		looks.soon();
		t.mock.timers.tick(limits.changeSoonMs);
		await settle();
		assert.equal(open.length, 1);
		open[0]?.resolve({ ...report, tookMs: 400 });
		await settle();
		looks.soon();
		t.mock.timers.tick(3_999);
		await settle();
		assert.equal(open.length, 1);
		t.mock.timers.tick(1);
		await settle();
		assert.equal(open.length, 2);
	});
});
