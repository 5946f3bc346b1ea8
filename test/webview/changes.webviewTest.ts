/** What happens to files, told without their texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewToolContent } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleToolCall, snapshot } from './samples.ts';

type Change = Extract<ViewToolContent, { type: 'file_change' }>;

const change = (index: number, fields: Partial<Change>): Change => ({
	type: 'file_change',
	index,
	path: `/ws/src/f${index}.ts`,
	label: `src/f${index}.ts`,
	operation: 'modify',
	hasPatch: false,
	isPatchUnreadable: false,
	added: 0,
	removed: 0,
	preview: [],
	isPreviewCut: false,
	...fields,
});

const patched = {
	hasPatch: true,
	added: 2,
	removed: 1,
	preview: [' same', '-old', '+new', '+more'],
} as const;

describe('file changes of a tool call', () => {
	const harness = useHarness();

	async function show(...content: Change[]): Promise<ViewPage> {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		await view.post(snapshot([sampleToolCall('t', { title: 'Tidy up', kind: 'edit', content })]));
		return view;
	}

	const rows = async (view: ViewPage): Promise<string[]> =>
		(await view.page.locator('.change-head').allInnerTexts()).map((row) =>
			row
				.replaceAll(/\s+/gu, ' ')
				.replace(/ (?:Open|Reveal)$/u, '')
				.trim(),
		);

	it('say what happens to each file, from where to where, and of what kind it is [acp C254] [acp C255] [acp C211]', async () => {
		const view = await show(
			change(0, { operation: 'add' }),
			change(1, { operation: 'delete' }),
			change(2, { operation: 'modify', fileType: 'text' }),
			change(3, { operation: 'move', oldLabel: 'src/old.ts' }),
			change(4, { operation: 'copy', oldLabel: 'src/a.png', fileType: 'binary' }),
			change(5, { operation: 'other', operationName: '_chmod', fileType: 'socket' }),
		);
		assert.deepEqual(await rows(view), [
			'added src/f0.ts',
			'deleted src/f1.ts',
			'changed src/f2.ts',
			'moved src/old.ts → src/f3.ts',
			'copied src/a.png → src/f4.ts (binary)',
			'_chmod src/f5.ts (socket)',
		]);
		assert.deepEqual(view.errors, []);
	});

	it('with a patch show the lines that change, count them, and open as a diff by their number', async () => {
		const view = await show(change(0, patched), change(1, { ...patched, operation: 'delete' }));
		assert.match(await view.page.locator('.card-head').innerText(), /\+4\s*−2/u);
		assert.deepEqual(await view.page.locator('.diff-preview').first().locator('.diff-line').allInnerTexts(), [
			...patched.preview,
		]);
		await view.page.getByRole('button', { name: 'Open Diff' }).nth(1).press('Enter');
		assert.deepEqual(await view.waitFor('openDiff'), { type: 'openDiff', entryId: 't', index: 1 });
		await view.page.getByRole('button', { name: 'Open All Diffs' }).click();
		assert.deepEqual((await view.sentOf('openDiff')).at(-1), { type: 'openDiff', entryId: 't' });
	});

	it('without a patch say so in words, and open the file [acp C254]', async () => {
		const view = await show(change(0, {}), change(1, { isPatchUnreadable: true }));
		const notes = await view.page.locator('.change-note').allInnerTexts();
		assert.match(notes[0] ?? '', /sent no patch/u);
		assert.match(notes[1] ?? '', /patch does not tell which lines/u);
		assert.equal(await view.page.getByRole('button', { name: 'Open Diff' }).count(), 0);
		await view.page.getByRole('button', { name: 'Open: src/f0.ts', exact: true }).click();
		assert.deepEqual(await view.waitFor('openDiff'), { type: 'openDiff', entryId: 't', index: 0 });
	});

	it('of what is no text are never offered as a diff; what is gone is not offered at all [acp C255]', async () => {
		const view = await show(
			change(0, { ...patched, fileType: 'binary' }),
			change(1, { fileType: 'directory', operation: 'add' }),
			change(2, { fileType: 'symlink' }),
			change(3, { fileType: 'directory', operation: 'delete' }),
		);
		const buttons = await view.page
			.locator('.change-head')
			.evaluateAll((heads) => heads.map((head) => head.querySelector('button')?.textContent.trim() ?? null));
		assert.deepEqual(buttons, ['Open', 'Reveal', 'Open', null]);
		assert.equal(await view.page.locator('.change-note').count(), 0);
	});

	it('have buttons that say which file they are about', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const diff = {
			type: 'diff',
			index: 2,
			path: '/ws/d.ts',
			label: 'd.ts',
			kind: 'modify',
			...patched,
		} as const;
		const content = [change(0, patched), change(1, {}), { ...diff, isPreviewCut: false }];
		await view.post(snapshot([sampleToolCall('t', { title: 'Tidy up', kind: 'edit', content })]));
		for (const name of ['Open Diff: src/f0.ts', 'Open: src/f1.ts', 'Open Diff: d.ts'])
			assert.equal(await view.page.getByRole('button', { name, exact: true }).count(), 1, name);
	});

	it('show what hides in a name, and keep its direction to itself', async () => {
		const view = await show(
			change(0, { operation: 'move', oldLabel: 'a\u202Etxt.exe', label: 'b\u200B.ts' }),
		);
		assert.equal(await view.page.locator('.change-head .hidden-char').count(), 2);
	});
});
