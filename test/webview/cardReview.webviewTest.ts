/** What became of the changes of a call, on its card. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewToolContent } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleDiff as diff, waitsOf as waits } from './reviewSamples.ts';
import { delta, samplePermission, sampleToolCall, snapshot } from './samples.ts';

describe('the changes of a call', () => {
	const harness = useHarness();
	const card = (...content: readonly ViewToolContent[]) =>
		sampleToolCall('t', { title: 'Tidy up', kind: 'edit', content });
	const head = async (view: ViewPage): Promise<string> =>
		(await view.page.locator('.card-head').innerText()).replaceAll(/\s+/gu, ' ');
	const button = (view: ViewPage, name: string) => view.page.getByRole('button', { name, exact: true });

	async function show(...content: readonly ViewToolContent[]): Promise<ViewPage> {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		await view.post(snapshot([card(...content)]));
		return view;
	}

	it('are kept and undone there, each by itself', async () => {
		const view = await show(diff(0, waits(0)));
		await button(view, 'Keep src/f0.ts').click();
		await button(view, 'Undo src/f0.ts').press('Enter');
		assert.deepEqual(await view.sentOf('answerCall'), [
			{ type: 'answerCall', answer: 'keep', entryId: 't', index: 0 },
			{ type: 'answerCall', answer: 'undo', entryId: 't', index: 0 },
		]);
		assert.equal(await button(view, 'Open Diff: src/f0.ts').count(), 1);
		assert.equal(await button(view, 'Keep All: 1 files of this call').count(), 0);
	});

	it('say before an answer that it is about more than the call did, where more waits in the file', async () => {
		const view = await show(diff(0, waits(0, { reach: 'file' })));
		const more = 'all that waits in the file, also of other calls';
		assert.equal(await button(view, `Keep src/f0.ts: ${more}`).getAttribute('title'), `Keep: ${more}`);
		assert.equal(await button(view, `Undo src/f0.ts: ${more}`).getAttribute('title'), `Undo: ${more}`);
		await button(view, `Undo src/f0.ts: ${more}`).click();
		assert.equal((await view.sentOf('answerCall')).length, 1);
	});

	it('say before they are undone that what came later in the same lines goes with them', async () => {
		const view = await show(diff(0, waits(0, { reach: 'lines' })));
		const more = 'with what was changed in its lines later';
		assert.equal(await button(view, `Undo src/f0.ts: ${more}`).getAttribute('title'), `Undo: ${more}`);
		assert.equal(await button(view, 'Keep src/f0.ts').getAttribute('title'), 'Keep');
	});

	it('are answered together where there are several, of those that wait', async () => {
		const view = await show(diff(0, waits(0)), diff(1, waits(1)), diff(2, { type: 'kept' }));
		await button(view, 'Keep All: 2 files of this call').click();
		assert.deepEqual(await view.sentOf('answerCall'), [{ type: 'answerCall', answer: 'keep', entryId: 't' }]);
	});

	it('are counted as far as they wait, until nothing is left', async () => {
		const view = await show(diff(0, waits(0)), diff(1, waits(1)));
		assert.match(await head(view), /\+12 −4/u);
		await view.post(
			delta(1, { type: 'entry', entry: card(diff(0, waits(0, { added: 1 })), diff(1, { type: 'kept' })) }),
		);
		assert.match(await head(view), /\+1 −2/u);
		await view.post(
			delta(2, { type: 'entry', entry: card(diff(0, { type: 'kept' }), diff(1, { type: 'kept' })) }),
		);
		assert.match(await head(view), /Kept/u);
		assert.doesNotMatch(await head(view), /\+/u);
		await view.post(
			delta(3, { type: 'entry', entry: card(diff(0, { type: 'undone' }), diff(1, { type: 'kept' })) }),
		);
		assert.match(await head(view), /Kept and undone/u);
		assert.equal(await view.page.getByRole('button', { name: /^Keep/u }).count(), 0);
	});

	it('say what the agent told of where nobody saw an answer', async () => {
		const view = await show(diff(0));
		assert.match(await head(view), /\+6 −2/u);
		assert.equal(await view.page.getByRole('button', { name: /^(?:Keep|Undo)/u }).count(), 0);
	});

	it('keep the focus on the card when the button with it goes', async () => {
		const view = await show(diff(0, waits(0)));
		await button(view, 'Keep src/f0.ts').focus();
		await view.post(delta(1, { type: 'entry', entry: card(diff(0, { type: 'kept' })) }));
		assert.equal(
			await view.page.evaluate(() =>
				document.activeElement?.closest('[data-entry-id]')?.getAttribute('data-entry-id'),
			),
			't',
		);
	});

	it('open once from the card that asks about one file', async () => {
		const view = await harness.open();
		const asking = (content: readonly ViewToolContent[]) => [
			sampleToolCall('t', { title: 'Tidy up', kind: 'edit', status: 'pending', content }),
			samplePermission('p', { toolCallEntryId: 't', hasDiff: true, details: '' }),
		];
		await view.post(snapshot(asking([diff(0)]), { pendingPermissions: ['p'] }));
		assert.equal(await view.page.getByRole('button', { name: /Open Diff/u }).count(), 1);
		await view.post(snapshot(asking([diff(0), diff(1)]), { pendingPermissions: ['p'] }, { generation: 2 }));
		assert.equal(await view.page.getByRole('button', { name: /Open Diff/u }).count(), 3);
	});
});
