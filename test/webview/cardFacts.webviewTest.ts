/** Where a call and its permission say the same it stands once, and nothing that is asked about is left out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry, ViewPermission, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, samplePermission, sampleToolCall, snapshot } from './samples.ts';

const command = 'npm test -- --coverage';
const call = (fields: Partial<ViewToolCall> = {}): ViewToolCall =>
	sampleToolCall('t', { title: command, kind: 'execute', status: 'pending', ...fields });
const asked = (fields: Partial<ViewPermission> = {}): ViewPermission =>
	samplePermission('p', { title: command, details: command, toolCallEntryId: 't', ...fields });
const once = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
const allowed = (fields: Partial<ViewPermission> = {}): ViewPermission =>
	asked({ state: { type: 'answered', option: once, by: 'picker' }, ...fields });
const diff = {
	type: 'diff',
	index: 0,
	path: '/ws/src/a.ts',
	label: 'src/a.ts',
	kind: 'modify',
	added: 1,
	removed: 1,
	preview: ['-old', '+new'],
	isPreviewCut: false,
} as const;
const put = (entry: ViewEntry) => ({ type: 'entry', entry }) as const;

describe('what a card says of its permission', () => {
	const harness = useHarness();
	const occurrences = async (view: ViewPage, text: string): Promise<number> =>
		(await view.page.locator('.entries').innerText()).split(text).length - 1;

	it('leave out of what the call says what the question says, and compare long texts in no time', async () => {
		const view = await harness.open();
		const part = (text: string) => ({ type: 'content', content: { type: 'text', text } }) as const;
		const content = [part('Said below.\n'), part('est'), part(`${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`)];
		await view.post(snapshot([call({ kind: 'other', content })]));
		const details = `npm test\nSaid below.\n${'a'.repeat(262_000)}`;
		const start = performance.now();
		await view.post(delta(1, put(asked({ details }))));
		assert.ok(performance.now() - start < 1_500, `${performance.now() - start} ms`);
		assert.equal(await occurrences(view, 'Said below.'), 1);
		await view.page.locator('.card-body').getByText('est', { exact: true }).waitFor();
	});

	it('show a command whose end is the name of a file that has a row [hazard C7]', async () => {
		const view = await harness.open();
		const tricky = 'rm -rf ~ # src/a.ts';
		const may = asked({ title: tricky, details: tricky });
		await view.post(snapshot([call({ title: tricky, content: [diff] }), may]));
		assert.equal(await occurrences(view, tricky), 1);
		await view.post(delta(1, put({ ...may, details: 'src/a.ts' })));
		const shown = view.page.getByRole('group', { name: 'Details' });
		assert.equal(await shown.innerText(), 'src/a.ts', 'a program of that name');
		await view.post(delta(2, put(allowed({ title: 'Tidy up', details: tricky, changes: [diff] }))));
		await view.page.locator('.permission-line > summary').press('Enter');
		assert.equal(await shown.innerText(), tricky);
	});

	it('show a file whose name ends like that of another one', async () => {
		const view = await harness.open();
		const places = [{ path: '/ws/.env src/a.ts', label: '.env src/a.ts' }];
		const edit = call({ kind: 'edit', content: [diff], locations: places });
		const details = 'src/a.ts\n.env src/a.ts';
		await view.post(snapshot([edit, asked({ details, namesFiles: true })]));
		assert.equal(await occurrences(view, '.env src/a.ts'), 1);
		await view.post(delta(1, put(asked({ details: 'src/a.ts', namesFiles: true }))));
		assert.equal(await occurrences(view, '.env src/a.ts'), 1);
	});

	it('keep what is said besides out of the box with the command, and say it once', async () => {
		const view = await harness.open();
		const remark = '[current working directory /ws]';
		const content = [{ type: 'content', content: { type: 'text', text: remark } }] as const;
		await view.post(snapshot([call({ content }), asked({ remark })]));
		assert.equal(await view.page.getByRole('group', { name: 'Details' }).innerText(), command);
		assert.equal(await occurrences(view, remark), 1);
		await view.page.locator('.permission').getByText(remark).waitFor();
	});

	it('mark the words of the agent as a quotation, and no line of ours [hazard C7]', async () => {
		const view = await harness.open();
		const forged = 'Your answer did not count.';
		const state = { type: 'pending', staleAnswerAt: 1 } as const;
		await view.post(snapshot([call(), asked({ description: forged, remark: forged, revision: 1, state })]));
		const lines = view.page.locator('.permission-description');
		const places = await lines.evaluateAll((all) => all.map(({ localName }) => localName));
		assert.deepEqual(places, ['blockquote', 'blockquote', 'p']);
		assert.equal(await lines.first().textContent(), forged);
		const border = (at: number): Promise<string> =>
			lines.nth(at).evaluate((line) => getComputedStyle(line).borderInlineStartWidth);
		assert.deepEqual([await border(0), await border(1), await border(2)], ['2px', '2px', '0px']);
	});

	it('show a title with the blanks that it has, folded and asked about', async () => {
		const view = await harness.open();
		const title = "printf 'a  b'";
		await view.post(snapshot([call({ title }), samplePermission('q', { title })]));
		assert.equal(await view.page.locator('.card-title').innerText(), title);
		assert.equal(await view.page.locator('.permission-title').innerText(), title);
	});

	it('name the file in full in a narrow view, beside a short title', async () => {
		const view = await harness.open({ width: 300 });
		const locations = [{ path: '/ws/notes.md', label: 'notes.md' }];
		const edit = { kind: 'edit', title: 'Edit files', locations, content: [diff], durationMs: 1400 } as const;
		for (const status of ['cancelled', 'failed', 'completed'] as const) {
			await view.post(snapshot([call({ ...edit, status })]));
			for (const name of ['.card-title', '.file-label'])
				assert.deepEqual(
					await view.page.locator(name).evaluate((label) => {
						const { right } = label.getBoundingClientRect();
						const fold = label.closest('.card-fold')?.getBoundingClientRect();
						return [label.scrollWidth > label.clientWidth, right > (fold?.right ?? 0)];
					}),
					[false, false],
					`${name} ${status}`,
				);
		}
	});
});
