/** Reads and searches in a row: one line that opens to the single cards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry, ViewSubagent, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePermission, sampleToolCall, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

const read = (id: string, fields: Partial<ViewToolCall> = {}): ViewToolCall =>
	sampleToolCall(id, {
		title: `Read ${id}.ts`,
		kind: 'read',
		locations: [{ path: `/ws/${id}.ts`, label: `${id}.ts` }],
		...fields,
	});
const search = (id: string, fields: Partial<ViewToolCall> = {}): ViewToolCall =>
	sampleToolCall(id, { title: `Search ${id}`, kind: 'search', ...fields });
const reads = (from: number, to: number): ViewToolCall[] =>
	Array.from({ length: to - from }, (_, at) => read(`r${from + at}`));

describe('reads and searches in a row', () => {
	const harness = useHarness();

	/** What is seen, from the top: entries by their ids, groups by their lines. */
	const lines = (view: ViewPage): Promise<string[]> =>
		view.page
			.locator('.entry:visible')
			.evaluateAll((all) =>
				all.map((one) =>
					one.classList.contains('tool-group')
						? (one.querySelector('.card-title')?.textContent ?? '')
						: (one.getAttribute('data-entry-id') ?? ''),
				),
			);
	const fold = (view: ViewPage) => view.page.locator('.tool-group > .card-head > .card-fold');
	const live = async (view: ViewPage, entries: readonly ViewEntry[], from = 0): Promise<void> => {
		for (const [at, entry] of entries.entries())
			await view.post(delta(from + at + 1, { type: 'entry', entry }));
	};

	it('become one line with the third, live as well as in a snapshot', async () => {
		const all = [
			sampleMessage('m', 'Let me look.'),
			...reads(0, 4),
			search('s1'),
			search('s2'),
			sampleMessage('n', 'So.'),
		];
		const view = await harness.open();
		await view.post(snapshot([]));
		await live(view, all.slice(0, 3));
		assert.deepEqual(await lines(view), ['m', 'r0', 'r1']);
		await live(view, all.slice(3), 3);
		assert.deepEqual(await lines(view), ['m', 'Read 4 files, searched 2 times', 'n']);
		const shown = await harness.open();
		await shown.post(snapshot(all));
		assert.deepEqual(await lines(shown), ['m', 'Read 4 files, searched 2 times', 'n']);
		assert.deepEqual([...view.errors, ...shown.errors], []);
	});

	it('are counted as people would: a file once, one search as once', async () => {
		const view = await harness.open();
		const again = read('again', { locations: [{ path: '/ws/r0.ts', label: 'r0.ts' }] });
		await view.post(
			snapshot([...reads(0, 2), again, sampleMessage('m', 'x'), search('a'), search('b'), search('c')]),
		);
		assert.deepEqual(await lines(view), ['Read 2 files', 'm', 'Searched 3 times']);
		await view.post(snapshot([read('r0'), again, search('a')], {}, { generation: 2 }));
		assert.deepEqual(await lines(view), ['Read 1 file, searched once']);
	});

	it('keep the focus of their line in the conversation when one of them asks', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', 'x'), ...reads(0, 7)]));
		await fold(view).focus();
		await live(view, [samplePermission('p', { toolCallEntryId: 'r3' })]);
		await view.page.locator('[data-entry-id="p"]').waitFor();
		const focused = () => view.page.evaluate(() => document.activeElement?.className ?? '');
		assert.match(await focused(), /entry/u);
		assert.equal(await view.page.locator('.entry[tabindex="0"]').count(), 1);
	});

	it('open by the keyboard, and stay open while more of them come', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', 'x'), ...reads(0, 3)]));
		// The one stop of the Tab key in the transcript.
		await view.page.locator('.entry[tabindex="0"]').focus();
		assert.equal(await view.page.evaluate(() => document.activeElement?.className), 'entry tool-group');
		assert.equal(await fold(view).getAttribute('aria-expanded'), 'false');
		await view.page.keyboard.press('Tab');
		await view.page.keyboard.press('Enter');
		assert.equal(await fold(view).getAttribute('aria-expanded'), 'true');
		const controlled = (await fold(view).getAttribute('aria-controls')) ?? '';
		assert.equal(await view.page.locator(`[id="${controlled}"]`).getAttribute('aria-label'), 'Read 3 files');
		assert.deepEqual(await lines(view), ['m', 'Read 3 files', 'r0', 'r1', 'r2']);
		await live(view, reads(3, 5));
		assert.deepEqual(await lines(view), ['m', 'Read 5 files', 'r0', 'r1', 'r2', 'r3', 'r4']);
		await view.page.locator('[data-entry-id=m]').focus();
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('ArrowDown');
		assert.equal(await view.page.evaluate(() => document.activeElement?.getAttribute('data-entry-id')), 'r0');
	});

	it('show which one runs, and what failed or was cancelled', async () => {
		const view = await harness.open();
		await view.post(snapshot(reads(0, 3)));
		await live(view, [read('r3', { status: 'in_progress' })]);
		assert.deepEqual(await lines(view), ['Read r3.ts']);
		assert.equal(await view.page.locator('.tool-group .codicon-loading:visible').count(), 1);
		await live(view, [read('r3', { status: 'failed' }), read('r4', { status: 'cancelled' })], 1);
		assert.deepEqual(await lines(view), ['Read 5 files']);
		const head = view.page.locator('.tool-group > .card-head');
		assert.match(await head.innerText(), /1 failed/u);
		assert.match(await head.innerText(), /1 cancelled/u);
	});

	it('do not hide what somebody reads, nor what asks for a permission', async () => {
		const view = await harness.open();
		await view.post(snapshot([read('r0'), read('r1')]));
		await view.page.locator('[data-entry-id=r1] .card-fold').press('Enter');
		await live(view, [read('r2')]);
		assert.deepEqual(await lines(view), ['Read 3 files', 'r0', 'r1', 'r2']);
		assert.equal(
			await view.page.evaluate(() =>
				document.activeElement?.closest('.entry')?.getAttribute('data-entry-id'),
			),
			'r1',
			'the keyboard stays where it was',
		);
		await fold(view).press('Enter');
		assert.deepEqual(await lines(view), ['Read 3 files']);
		await live(view, [samplePermission('p', { toolCallEntryId: 'r2' })], 1);
		assert.deepEqual(await lines(view), ['r0', 'r1', 'r2', 'p']);
		const option = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
		await live(
			view,
			[samplePermission('p', { toolCallEntryId: 'r2', state: { type: 'answered', option } })],
			2,
		);
		assert.deepEqual(await lines(view), ['Read 3 files']);
	});

	it('are grouped inside of a subagent, too, and each still counts as a step', async () => {
		const subagent: ViewSubagent = {
			type: 'subagent',
			id: 'sub',
			title: 'Explore',
			state: 'running',
			canCancel: false,
		};
		const inside = (entry: ViewEntry): ViewEntry => ({ ...entry, subagentId: 'sub' });
		const view = await harness.open();
		await view.post(snapshot([subagent]));
		await live(view, [...reads(0, 4), sampleMessage('m', 'Found.')].map(inside));
		assert.deepEqual(await lines(view), ['sub', 'Read 4 files', 'm']);
		assert.match(await view.page.locator('.subagent-head').innerText(), /5 steps/u);
	});

	it('fall apart when one of them turns out to be something else, and come together again', async () => {
		const view = await harness.open();
		await view.post(snapshot(reads(0, 7)));
		await live(view, [read('r3', { kind: 'execute' })]);
		assert.deepEqual(await lines(view), ['Read 3 files', 'r3', 'Read 3 files']);
		await live(view, [read('r3')], 1);
		assert.deepEqual(await lines(view), ['Read 7 files']);
		await live(view, [read('r5', { kind: 'execute' })], 2);
		assert.deepEqual(await lines(view), ['Read 5 files', 'r5', 'r6']);
	});

	it('are found although they are folded away, and opened then', async () => {
		const view = await harness.open({ height: 400 });
		const long = sampleMessage('m', Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n\n'));
		await view.post(snapshot([...reads(0, 3), read('needle'), long]));
		await view.page.keyboard.press('Control+f');
		await view.page.getByRole('textbox', { name: 'Find' }).fill('needle.ts');
		await view.settled();
		await view.page.keyboard.press('Enter');
		await view.settled();
		const card = view.page.locator('[data-entry-id=needle]');
		assert.equal(await card.isVisible(), true);
		const box = await card.boundingBox();
		assert.ok(box !== null && box.y >= 0 && box.y < 400, 'it is in sight');
	});

	it('stay as they are when older entries come, and take those in that belong to them', async () => {
		const view = await harness.open();
		const end = sampleMessage('n', 'End');
		await view.post(snapshot([...reads(5, 8), end], {}, { olderCount: 6 }));
		await fold(view).press('Enter');
		const older = [sampleMessage('m', 'Start'), ...reads(0, 5)];
		await view.post(snapshot([...older, ...reads(5, 8), end], {}, { generation: 2 }));
		assert.deepEqual(await lines(view), ['m', 'Read 8 files', ...reads(0, 8).map(({ id }) => id), 'n']);
		await view.post(snapshot([...reads(6, 8), end], {}, { generation: 3, olderCount: 7 }));
		assert.deepEqual(await lines(view), ['r6', 'r7', 'n']);
		await view.post(snapshot([...older, ...reads(5, 8), end], {}, { generation: 4 }));
		assert.deepEqual(
			(await lines(view)).filter((line) => !/^r\d/u.test(line)),
			['m', 'Read 8 files', 'n'],
		);
	});

	it('cost the same in a long row as in a short one: no finished card is touched', async () => {
		const changes = async (count: number): Promise<{ all: number; inCards: number }> => {
			const view = await harness.open();
			await view.post(snapshot(reads(0, count)));
			const seen = await view.page.evaluateHandle(() => {
				const all: MutationRecord[] = [];
				const observer = new MutationObserver((records) => all.push(...records));
				const list = document.querySelector('.entries');
				if (list !== null)
					observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
				return all;
			});
			await live(view, [
				read('new', { status: 'in_progress' }),
				read('new'),
				read('r1', { status: 'failed' }),
			]);
			return seen.evaluate((records) => {
				const cardOf = ({ target }: MutationRecord): string | null | undefined =>
					(target instanceof Element ? target : target.parentElement)
						?.closest('.tool-call')
						?.getAttribute('data-entry-id');
				const touched = records.map(cardOf).filter((id) => typeof id === 'string');
				return {
					all: records.length,
					inCards: touched.filter((id) => id !== 'new' && id !== 'r1').length,
				};
			});
		};
		const [short, long] = [await changes(4), await changes(400)];
		assert.ok(short.all > 0);
		assert.equal(long.inCards, 0);
		assert.equal(long.all, short.all);
	});

	for (const theme of shownThemes)
		it(`fit into 300 pixels in ${theme}`, async () => {
			const view = await harness.open({ width: 300, theme });
			const open = [...reads(4, 7), read('r7', { status: 'failed' }), search('s', { status: 'in_progress' })];
			const mixed = [...reads(0, 4), search('s1'), search('s2', { status: 'failed' })];
			await view.post(
				snapshot([sampleMessage('m', 'Let me look.'), ...mixed, sampleMessage('n', 'And more.'), ...open]),
			);
			await fold(view).last().press('Enter');
			await view.page.waitForTimeout(300);
			await view.page.screenshot({ path: `test-results/groups-${theme}.png` });
			assert.ok((await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
		});
});
