/** What waits to be kept or undone, above the composer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ToView } from '../../src/core/view/toView.ts';
import type { ViewSession } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { fiveFiles, sampleChangedFile as file, waitingChanges as waiting } from './reviewSamples.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

const running: Partial<ViewSession> = { turn: { type: 'running', startedAt: 1 } };

describe('the strip of changes that wait', () => {
	const harness = useHarness();
	const strip = (view: ViewPage) => view.page.getByRole('region', { name: 'Changes to review' });
	const button = (view: ViewPage, name: string) => strip(view).getByRole('button', { name, exact: true });
	const fold = (view: ViewPage) => strip(view).locator('.review-fold');
	const focused = (view: ViewPage) =>
		view.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.className);
	const said = async (view: ViewPage): Promise<string[]> =>
		(await view.page.locator('[aria-live=polite] p').allTextContents()).filter((text) =>
			text.includes('change'),
		);

	async function show(changes: ToView, session: Partial<ViewSession> = {}, width = 400): Promise<ViewPage> {
		const view = await harness.open({ width });
		await view.post(snapshot([sampleMessage('a', 'Done.')], sampleSession(session)), changes);
		return view;
	}

	it('is there only while something waits, and says how much', async () => {
		const view = await show({ type: 'changes' });
		assert.equal(await strip(view).count(), 0);
		await view.post(waiting(fiveFiles, { undeclared: 2, ofOthers: 1 }));
		const text = (await strip(view).innerText()).replaceAll(/\s+/gu, ' ');
		assert.match(text, /5 files .*\+80 −12 Review Keep All Undo All/u);
		assert.match(text, /2 not told by any tool call · 1 of other sessions/u);
		await view.post({ type: 'changes' });
		assert.equal(await strip(view).count(), 0);
		assert.deepEqual(view.errors, []);
	});

	it('is read out when something comes, not when the page shows what stood there', async () => {
		const view = await show(waiting(fiveFiles, {}, true));
		await strip(view).waitFor();
		await view.post(snapshot([], sampleSession({ key: 's2' })), waiting([file('b.ts')], {}, true));
		await strip(view).getByText('1 file').first().waitFor();
		assert.deepEqual(await said(view), []);
		await view.post(waiting(fiveFiles));
		await view.page.locator('[aria-live=polite] p').filter({ hasText: '5' }).waitFor({ state: 'attached' });
		assert.equal((await said(view)).length, 1);
	});

	it('passes on what the user answers to all, as it stood there when they answered', async () => {
		const view = await show(waiting(fiveFiles));
		await button(view, 'Keep All: 5 files').click();
		await button(view, 'Undo All: 5 files').press('Enter');
		assert.deepEqual(await view.sentOf('answerChanges'), [
			{ type: 'answerChanges', answer: 'keep', revision: 7 },
			{ type: 'answerChanges', answer: 'undo', revision: 7 },
		]);
		await button(view, 'Review: 5 files').click();
		assert.deepEqual(await view.sentOf('showChanges'), [{ type: 'showChanges', place: 'tab' }]);
	});

	it('unfolds to its files, each of which is opened, kept and undone', async () => {
		const view = await show(
			waiting(
				[
					file('new.ts', { kind: 'created', remarks: ['new file', 'not told by any tool call'] }),
					...fiveFiles,
				],
				{
					gaps: ['Not watched: ignored by Git (3)'],
				},
			),
		);
		assert.equal(await strip(view).getByRole('listitem').count(), 0);
		await fold(view).press('Enter');
		const rows = strip(view).getByRole('listitem');
		assert.equal(await rows.count(), 6);
		// In a narrow view there is no room for what has to be known of a file before an answer.
		assert.equal(
			await button(view, 'new.ts').getAttribute('title'),
			'/ws/new.ts · new file · not told by any tool call',
		);
		assert.match(await rows.first().innerText(), /new\.ts\s+new file · not told by any tool call/u);
		assert.match(await strip(view).innerText(), /Not watched: ignored by Git \(3\)/u);
		await strip(view).getByRole('button', { name: 'src/b.ts', exact: true }).click();
		assert.deepEqual(await view.waitFor('openChangedFile'), {
			type: 'openChangedFile',
			path: '/ws/src/b.ts',
		});
		await button(view, 'Keep src/b.ts').click();
		await button(view, 'Undo src/c.ts').click();
		assert.deepEqual(await view.sentOf('answerFiles'), [
			{ type: 'answerFiles', answer: 'keep', paths: ['/ws/src/b.ts'] },
			{ type: 'answerFiles', answer: 'undo', paths: ['/ws/src/c.ts'] },
		]);
	});

	it('names no more files than it is told, and leads to the others', async () => {
		const view = await show(waiting(fiveFiles, { count: 500 }));
		await fold(view).click();
		await button(view, '… 495 more in the Changes view').click();
		assert.deepEqual(await view.sentOf('showChanges'), [{ type: 'showChanges', place: 'list' }]);
	});

	it('does nothing for what cannot be undone, and says why', async () => {
		const view = await show(waiting([file('a.bin', { isUndoable: false })]));
		await fold(view).click();
		const name = 'Undo a.bin: What was there before is not known, so it cannot be undone.';
		await button(view, name).click({ force: true });
		assert.equal(await button(view, name).getAttribute('aria-disabled'), 'true');
		assert.deepEqual(await view.sentOf('answerFiles'), []);
	});

	it('keeps the focus in its place when a row goes, and gives it to the composer when it goes itself', async () => {
		const view = await show(waiting(fiveFiles));
		await fold(view).click();
		await button(view, 'Keep src/b.ts').focus();
		await view.post(waiting(fiveFiles.filter(({ label }) => label !== 'src/b.ts')));
		assert.equal(await view.page.evaluate(() => document.activeElement?.textContent?.trim()), 'src/c.ts');
		await button(view, 'Keep All: 4 files').focus();
		await view.post({ type: 'changes' });
		assert.equal(await focused(view), 'Message');
	});

	it('answers no click that was meant for the row that stood there a moment ago [hazard C6]', async () => {
		const view = await show(waiting(fiveFiles));
		await fold(view).click();
		await button(view, 'Undo src/b.ts').click();
		const box = await button(view, 'Undo src/b.ts').boundingBox();
		assert.ok(box);
		await view.post(waiting(fiveFiles.filter(({ label }) => label !== 'src/b.ts')));
		const { mouse } = view.page;
		await mouse.move(box.x + 5, box.y + box.height / 2);
		await mouse.down({ clickCount: 2 });
		await mouse.up({ clickCount: 2 });
		// A key is for the row with the focus.
		await button(view, 'Keep src/d.ts').press('Enter');
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await button(view, 'Undo src/e.ts').click();
		assert.deepEqual(
			(await view.sentOf('answerFiles')).map((sent) => 'paths' in sent && sent.paths[0]),
			['/ws/src/b.ts', '/ws/src/d.ts', '/ws/src/e.ts'],
		);
	});

	it('is told once when it comes, and then at the end of a turn', async () => {
		const view = await show({ type: 'changes' }, running);
		await view.post(waiting(fiveFiles.slice(0, 1)));
		await view.post(waiting(fiveFiles.slice(0, 2)));
		await view.post(waiting(fiveFiles.slice(0, 3)));
		assert.deepEqual(await said(view), ['1 changed file waits to be kept or undone.']);
		await view.post(delta(1, { type: 'session', session: sampleSession() }));
		await view.post(waiting(fiveFiles.slice(0, 3), { added: 81 }));
		assert.deepEqual((await said(view)).slice(1), ['3 changed files wait to be kept or undone.']);
	});

	it('belongs to the session on show, and comes again with it', async () => {
		const view = await show(waiting(fiveFiles));
		await view.post(snapshot([], { key: 'session-2' }, { generation: 2 }));
		assert.equal(await strip(view).count(), 0);
		await view.post(waiting(fiveFiles.slice(0, 2)));
		assert.match(await strip(view).innerText(), /2 files/u);
	});

	it('shows hostile names as they are, and stays as wide as the page at 240 px', async () => {
		const name = `src/${'deep/'.repeat(60)}\u202Ets.a<img src=x onerror=acpHacked=1>`;
		const view = await show(waiting([file(name, { remarks: ['moved from '.padEnd(300, 'x')] })]), {}, 240);
		await fold(view).click();
		const { scrollWidth, clientWidth } = await view.page.evaluate(() => document.documentElement);
		assert.equal(scrollWidth, clientWidth);
		assert.match(await strip(view).getByRole('listitem').innerText(), /<U\+202E>|U\+202E/u);
		assert.equal(await view.page.evaluate(() => window.acpHacked), undefined);
	});

	it('leaves its room to a permission that waits', async () => {
		const view = await harness.open({ width: 300, height: 420 });
		const many = Array.from({ length: 20 }, (_, n) => file(`src/file${n}.ts`));
		await view.post(
			snapshot(
				[
					sampleToolCall('t', { title: 'npm test', kind: 'execute', status: 'pending' }),
					samplePermission('p', { toolCallEntryId: 't' }),
					...Array.from({ length: 30 }, (_, n) => sampleMessage(`m${n}`, 'Some words.\n\nMore.')),
				],
				sampleSession({ ...running, pendingPermissions: ['p'] }),
			),
			waiting(many),
		);
		await fold(view).click();
		await view.page.locator('.transcript').evaluate((part) => part.scrollTo(0, 0));
		await view.settled();
		const box = await view.page.locator('.composer').boundingBox();
		assert.ok(box !== null && box.y + box.height <= 420, 'The composer is out of sight.');
	});
});
