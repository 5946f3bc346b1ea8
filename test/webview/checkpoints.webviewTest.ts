/** What has changed since a message, under it, and what went back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewMessage } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleNotice, sampleToolCall, snapshot } from './samples.ts';

const since = { files: 4, added: 80, removed: 12 };

describe('a message that things have changed since', () => {
	const harness = useHarness();
	const asked = (fields: Partial<ViewMessage> = {}): ViewMessage =>
		sampleMessage('u', 'Tidy up', { role: 'user', changedSince: since, ...fields });
	const line = (view: ViewPage) => view.page.getByRole('group', { name: 'Changed since this message' });

	it('says how much, and asks for each of what can be done about it', async () => {
		const view = await harness.open({});
		await view.post(snapshot([asked()]));
		await line(view).waitFor();
		assert.match(
			(await line(view).innerText()).replaceAll(/\s+/gu, ' '),
			/4 files changed since .*80 added, 12 removed.*\+80.*−12/u,
		);
		await line(view).getByRole('button', { name: 'Restore to Here…' }).click();
		await line(view).getByRole('button', { name: 'Compare' }).click();
		await line(view).getByRole('button', { name: 'Edit and Send Again…' }).click();
		assert.deepEqual(await view.sentOf('checkpoint'), [
			{ type: 'checkpoint', action: 'restore', entryId: 'u' },
			{ type: 'checkpoint', action: 'compare', entryId: 'u' },
			{ type: 'checkpoint', action: 'edit', entryId: 'u' },
		]);
	});

	it('is a stop of the Tab key only while the focus is in it', async () => {
		const view = await harness.open({});
		await view.post(snapshot([asked(), sampleMessage('a', 'Done')]));
		const restore = line(view).getByRole('button', { name: 'Restore to Here…' });
		await restore.waitFor();
		assert.equal(await restore.getAttribute('tabindex'), '-1');
		await view.page.locator('[data-entry-id="u"]').focus();
		assert.equal(await restore.getAttribute('tabindex'), '0');
		await restore.press('Enter');
		assert.equal((await view.sentOf('checkpoint')).length, 1);
		await view.page.locator('[data-entry-id="a"]').focus();
		assert.equal(await restore.getAttribute('tabindex'), '-1');
	});

	it('says nothing any more once nothing is other than it was', async () => {
		const view = await harness.open({});
		await view.post(snapshot([asked()]));
		await line(view).waitFor();
		await view.post(delta(1, { type: 'entry', entry: asked({ changedSince: { ...since, files: 1 } }) }));
		await line(view).getByText('1 file changed since').waitFor();
		const { changedSince: _, ...unchanged } = asked();
		await view.post(delta(2, { type: 'entry', entry: unchanged }));
		await line(view).waitFor({ state: 'hidden' });
	});

	it('leaves the focus to the message when it goes', async () => {
		const view = await harness.open({});
		await view.post(snapshot([asked()]));
		await line(view).getByRole('button', { name: 'Compare' }).focus();
		const { changedSince: _, ...unchanged } = asked();
		await view.post(delta(1, { type: 'entry', entry: unchanged }));
		await line(view).waitFor({ state: 'hidden' });
		const focused = await view.page.evaluate(() => document.activeElement?.getAttribute('data-entry-id'));
		assert.equal(focused, 'u');
	});
});

describe('what went back', () => {
	const harness = useHarness();

	it('stays to be read, is told apart, and is no more so once it went forth again', async () => {
		const view = await harness.open({});
		const call = sampleToolCall('t', { title: 'Edit', kind: 'edit' });
		const gone = sampleMessage('u', 'Tidy up', { role: 'user' });
		const notice = sampleNotice('n', { title: 'Went back to before “Tidy up”', actions: ['redo_restore'] });
		await view.post(snapshot([{ ...gone, isUndone: true }, { ...call, isUndone: true }, notice]));
		const entry = (id: string) => view.page.locator(`[data-entry-id="${id}"]`);
		await entry('n').waitFor();
		for (const id of ['u', 't']) {
			assert.match((await entry(id).getAttribute('class')) ?? '', /\bundone\b/u);
			assert.equal(await entry(id).getAttribute('aria-description'), 'From before the files went back');
		}
		await entry('n').getByRole('button', { name: 'Redo' }).click();
		assert.deepEqual(await view.sentOf('notice'), [{ type: 'notice', entryId: 'n', action: 'redo_restore' }]);
		await view.post(delta(1, { type: 'entry', entry: gone }, { type: 'entry', entry: call }));
		assert.doesNotMatch((await entry('u').getAttribute('class')) ?? '', /\bundone\b/u);
		assert.equal(await entry('t').getAttribute('aria-description'), null);
	});
});
