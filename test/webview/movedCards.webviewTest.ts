/** Wherever a permission and its call come to stand, what waits is on the page and nothing is lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToView } from '../../src/core/view/toView.ts';
import type { ViewEntry, ViewPermission, ViewSubagent, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

const put = (entry: ViewEntry) => ({ type: 'entry', entry }) as const;
/** Changes after the second snapshot. */
function later(seq: number, entry: ViewEntry): ToView {
	const message = delta(seq, put(entry));
	return message.type === 'delta' ? { ...message, generation: 2 } : message;
}
const waiting = { pendingPermissions: ['p'] };
const once = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
const answered = (permission: ViewPermission): ViewPermission => ({
	...permission,
	state: { type: 'answered', option: once, by: 'picker' },
});
const read = (id: string): ViewToolCall => sampleToolCall(id, { title: `Read ${id}` });

describe('a permission that comes to stand elsewhere', () => {
	const harness = useHarness();
	const isSeen = (view: ViewPage, id: string): Promise<boolean> =>
		view.page.locator(`[data-entry-id="${id}"]`).isVisible();

	it('is not folded away in a subagent that is named instead of a call', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { s: false } } });
		const child: ViewSubagent = { type: 'subagent', id: 's', title: 's', state: 'running', canCancel: false };
		const may = samplePermission('p', { title: 'Write', toolCallEntryId: 's', subagentId: 's' });
		const held: ViewPermission = { ...may, state: { type: 'pending', isAwaitingRules: true } };
		await view.post(snapshot([child, sampleMessage('m', 'x')]));
		await view.post(delta(1, put(held)));
		await view.post(delta(2, put(may), { type: 'session', session: sampleSession(waiting) }));
		assert.equal(await isSeen(view, 'p'), true);
	});

	it('stands alone when its call is gone', async () => {
		const view = await harness.open();
		const run = sampleToolCall('t', { kind: 'execute', title: 'Old', status: 'pending' });
		const may = samplePermission('p', { title: 'May I', toolCallEntryId: 't' });
		await view.post(snapshot([run, may], waiting));
		const { toolCallEntryId: _gone, ...alone } = may;
		const entries = [sampleMessage('m', 'history'), { ...alone, revision: 1 }];
		await view.post(snapshot(entries, waiting, { generation: 2 }));
		assert.equal(await isSeen(view, 'p'), true);
	});

	it('takes the other call out of a run of reads, and gives both back', async () => {
		const view = await harness.open();
		const may = samplePermission('p', { title: 'May I', toolCallEntryId: 't' });
		await view.post(snapshot([read('t'), may], waiting));
		const other = { ...may, toolCallEntryId: 'c', revision: 1 };
		const reads = ['a', 'b', 'c', 'd', 'e'].map(read);
		await view.post(snapshot([...reads, other], waiting, { generation: 2 }));
		assert.equal(await isSeen(view, 'p'), true);
		await view.post(later(1, { ...read('c'), status: 'in_progress' }));
		assert.equal(await isSeen(view, 'p'), true);
		const third = { ...other, toolCallEntryId: 'd', revision: 2 };
		await view.post(later(2, third));
		assert.equal(await view.page.locator('[data-entry-id="d"] [data-entry-id="p"]').isVisible(), true);
		await view.post(later(3, answered(third)));
		const group = view.page.locator('[data-entry-id="reads-a"]');
		assert.equal(await group.getAttribute('data-size'), '5');
		assert.equal(await group.locator('.tool-call').count(), 5);
	});

	it('is announced also when it comes with its older call, in a snapshot', async () => {
		const view = await harness.open();
		const message = sampleMessage('m', 'x');
		await view.post(snapshot([message], {}, { olderCount: 1 }));
		const entries = [read('t'), message, samplePermission('p', { title: 'May I', toolCallEntryId: 't' })];
		await view.post(snapshot(entries, waiting, { generation: 2 }));
		await view.post(snapshot(entries, waiting, { generation: 3 }));
		const said = await view.page.locator('[aria-live="assertive"] p').allInnerTexts();
		assert.deepEqual(said, ['Permission needed: May I']);
	});

	for (const name of sized(['Raw', 'z', 'Open All Diffs'], ['z']))
		it(`leaves the keyboard in the card when it was on ${name}`, async () => {
			const view = await harness.open();
			const content = ['a', 'b'].map((label, index) => ({
				...({ type: 'diff', kind: 'modify', added: 1, removed: 1 } as const),
				...{ index, path: `/ws/${label}`, label, preview: ['-old', '+new'], isPreviewCut: false },
			}));
			const fields = { kind: 'execute', status: 'pending', hasRaw: true, content } as const;
			await view.post(
				snapshot([sampleToolCall('t', { ...fields, locations: [{ path: '/z', label: 'z' }] })]),
			);
			const card = view.page.locator('[data-entry-id="t"]');
			await card.locator('.card-fold').first().click();
			const button = card.getByRole('button', { name, exact: true });
			const isInside = (): Promise<boolean> =>
				card.evaluate((article) => article.contains(document.activeElement));
			await button.focus();
			const may = samplePermission('p', { title: 'May I', details: 'ls', toolCallEntryId: 't' });
			await view.post(delta(1, put(may)));
			assert.equal(await isInside(), true, 'it comes');
			if ((await button.count()) > 0) await button.focus();
			await view.post(delta(2, put(answered(may))));
			assert.equal(await isInside(), true, 'it goes');
		});

	it('costs each no more when hundreds come in one frame', async () => {
		const scriptMs = async (count: number): Promise<number> => {
			const view = await harness.open();
			const all = Array.from({ length: count }, (_none, n) => `${n}`);
			await view.post(
				snapshot(all.map((n) => sampleToolCall(`t${n}`, { kind: 'execute', status: 'pending' }))),
			);
			const asked = all.map((n) => samplePermission(`p${n}`, { details: n, toolCallEntryId: `t${n}` }));
			const before = await view.work();
			await view.post(delta(1, ...asked.map(put)));
			return (await view.work()).script - before.script;
		};
		const few = await scriptMs(150);
		const many = await scriptMs(600);
		assert.ok(many < 8 * few, `150 cost ${few} ms, four times as many ${many} ms`);
	});
});
