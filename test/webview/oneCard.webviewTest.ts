/** A call and its permission are one card: before the answer, while it waits, and afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ViewEntry, ViewPermission, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePermission, sampleToolCall, snapshot } from './samples.ts';

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
const waiting = { pendingPermissions: ['p'] };
const put = (entry: ViewEntry) => ({ type: 'entry', entry }) as const;

describe('a call and its permission', () => {
	const harness = useHarness();
	const card = (view: ViewPage) => view.page.getByRole('article', { name: `Tool call: ${command}` });
	const question = (view: ViewPage) => view.page.getByRole('article', { name: `Permission: ${command}` });
	const line = (view: ViewPage) => question(view).locator('.permission-line > summary');
	const occurrences = async (view: ViewPage, text: string): Promise<number> =>
		(await view.page.locator('.entries').innerText()).split(text).length - 1;
	const parents = (view: ViewPage, id: string): Promise<string[]> =>
		view.page.locator(`[data-entry-id="${id}"]`).evaluate((one) => {
			const path: string[] = [];
			for (let at = one.parentElement?.closest<HTMLElement>('.entry'); at;) {
				path.unshift(at.dataset['entryId'] ?? '');
				at = at.parentElement?.closest<HTMLElement>('.entry');
			}
			return path;
		});
	const focused = (view: ViewPage): Promise<string> =>
		view.page.evaluate(
			() => document.activeElement?.closest<HTMLElement>('.entry')?.dataset['entryId'] ?? '',
		);
	const open = (view: ViewPage) => view.page.locator('.option:not(.inert)').first().waitFor();

	it('are one card, in which the command stands once', async () => {
		const view = await harness.open();
		await view.post(snapshot([call({ content: [terminal()] })]));
		await view.post(delta(1, put(asked())));
		assert.equal(await card(view).getByRole('button', { name: 'Allow Once', exact: true }).count(), 1);
		assert.deepEqual(await parents(view, 'p'), ['t']);
		assert.equal(await occurrences(view, command), 1);
		assert.equal(await question(view).getByRole('group', { name: 'Details' }).innerText(), command);
	});

	it('leave no gap under the title where nothing is shown between it and the question', async () => {
		const view = await harness.open();
		const said = { type: 'content', content: { type: 'text', text: command } } as const;
		for (const content of [[], [terminal()], [said]]) {
			await view.post(snapshot([call({ content }), asked()]));
			await open(view);
			const heights = await card(view).evaluate((one) =>
				[...one.children]
					.filter((part) => !part.matches('.card-head, .permissions'))
					.map((part) => part.getBoundingClientRect().height),
			);
			assert.ok(heights.length > 0 && heights.every((height) => height === 0), String(heights));
		}
	});

	it('show a title of the question that is another one, and what else the call says', async () => {
		const view = await harness.open();
		const text = { type: 'content', content: { type: 'text', text: 'Only the unit tests.' } } as const;
		const places = [{ path: '/ws/test', label: 'test' }];
		await view.post(snapshot([call({ content: [text], locations: places }), asked({ title: 'May I?' })]));
		const other = view.page.getByRole('article', { name: 'Permission: May I?' });
		assert.match(await other.innerText(), /May I\?/u);
		assert.match(await card(view).innerText(), /Only the unit tests\./u);
		assert.equal(await card(view).getByRole('button', { name: 'test' }).count(), 1);
	});

	it('show an edit once: its row with the changed lines, above the answers', async () => {
		const view = await harness.open();
		const edit = call({
			title: 'Edit a.ts',
			kind: 'edit',
			content: [diff],
			locations: [{ path: diff.path, label: diff.label }],
		});
		const may = asked({ title: 'Edit a.ts', details: 'src/a.ts', namesFiles: true, hasDiff: true });
		await view.post(snapshot([edit, may]));
		assert.equal(await occurrences(view, 'src/a.ts'), 1);
		assert.equal(await occurrences(view, 'Edit a.ts'), 1);
		const rows = await view.page.locator('.diff').boundingBox();
		const answers = await view.page.locator('.option').first().boundingBox();
		assert.ok(rows !== null && answers !== null && rows.y < answers.y);
		// A file that has no row is named.
		await view.post(delta(1, put({ ...may, details: 'src/a.ts\nsrc/other.ts' })));
		assert.equal(await occurrences(view, 'src/other.ts'), 1);
	});

	it('of a card that is there already: takes no answer at once, and is announced [hazard C6]', async () => {
		const view = await harness.open();
		await view.post(snapshot([call()]));
		await view.postAndClick(delta(1, put(asked())), '.option', [0, 100, 300, 400]);
		assert.deepEqual(await view.sentOf('answer'), []);
		const said = await view.page.locator('[aria-live="assertive"] p').allInnerTexts();
		assert.deepEqual(said, [`Permission needed: ${command}`]);
		await open(view);
		await view.page.getByRole('button', { name: 'Allow Once', exact: true }).click();
		assert.deepEqual(await view.sentOf('answer'), [
			{ type: 'answer', permissionId: 'p', optionId: 'yes', revision: 0 },
		]);
	});

	it('leave the keyboard where it is, and take no key for an answer or a fold [hazard C6]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', 'x'), call()]));
		const fold = view.page.locator('[data-entry-id="t"] > .card-head > .card-fold');
		await fold.focus();
		await view.post(delta(1, put(asked())));
		assert.equal(await fold.evaluate((one) => one === document.activeElement), true);
		await open(view);
		for (const key of ['Enter', 'Space', 'a', '1']) await view.page.keyboard.press(key);
		assert.deepEqual(await view.sentOf('answer'), []);
		assert.equal(await fold.getAttribute('aria-expanded'), 'true');
		await view.page.keyboard.press('Tab');
		await view.page.keyboard.press('Tab');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('answer')).optionId, 'yes');
		await view.post(delta(2, put(allowed({ state: { type: 'answered', option: once, by: 'card' } }))));
		assert.equal(await focused(view), 'p');
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await focused(view), 't');
	});

	it('read as one card in the accessibility tree, before the answer and after it', async () => {
		const view = await harness.open();
		await view.post(snapshot([call(), asked({ cwdLabel: 'web' })]));
		await open(view);
		assert.equal(
			(await card(view).ariaSnapshot()).replaceAll("'", ''),
			`- article "Tool call: ${command}":
  - button "Run" [expanded]
  - text: pending
  - article "Permission: ${command}":
    - group "Details": ${command}
    - paragraph:
      - text: in
      - code: web
    - group "Answer":
      - button "Allow Once"
      - button "Allow Always"
      - button "Reject"
      - button "Make a Rule…"`,
		);
		await view.post(delta(1, put(allowed({ cwdLabel: 'web' }))));
		assert.equal(
			(await card(view).ariaSnapshot()).replaceAll("'", ''),
			`- article "Tool call: ${command}":
  - button "${command}"
  - text: pending
  - article "Permission: ${command}":
    - group: Allowed once · by you in the picker`,
		);
	});

	it('hold the answers of the other questions, which moved when one came or went [hazard C6]', async () => {
		const view = await harness.open();
		const second = call({ id: 'u', title: 'make' });
		const other = samplePermission('q', { title: 'make', details: 'make', toolCallEntryId: 'u' });
		await view.post(snapshot([call(), second, other]));
		const option = '[data-entry-id="q"] .option';
		await open(view);
		await view.postAndClick(delta(1, put(asked())), option, [0, 100, 300]);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await view.postAndClick(delta(2, put(allowed())), option, [0, 100, 300]);
		assert.deepEqual(await view.sentOf('answer'), []);
		await open(view);
		await view.page.locator(option).first().click();
		assert.equal((await view.waitFor('answer')).permissionId, 'q');
	});

	it('are settled as one line that says who answered what, and where', async () => {
		const view = await harness.open();
		await view.post(snapshot([call(), allowed()]));
		const shown = async (state: ViewPermission['state'], seq: number): Promise<string> => {
			await view.post(delta(seq, put(asked({ state }))));
			return line(view).innerText();
		};
		assert.equal(await line(view).innerText(), 'Allowed once · by you in the picker');
		assert.equal((await question(view).boundingBox())?.height, (await line(view).boundingBox())?.height);
		const always = { optionId: 'a', name: 'Yes, and use auto mode', kind: 'allow_always' } as const;
		assert.equal(
			await shown({ type: 'answered', option: always, by: 'card' }, 1),
			'Allowed always: “Yes, and use auto mode” · by you on the card',
		);
		const no = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;
		assert.equal(await shown({ type: 'answered', option: no }, 2), 'Rejected · by you');
		assert.equal(
			await shown({ type: 'cancelled', by: 'agent' }, 3),
			'Cancelled: the agent withdrew the request.',
		);
		const wrong = { optionId: 'x', name: 'Allow Always', kind: 'allow_once' } as const;
		assert.match(await shown({ type: 'answered', option: wrong }, 4), /^Allowed once: “Allow Always”/u);
	});

	it('open to what was asked, whatever the agent says of the call later', async () => {
		const view = await harness.open();
		const facts = { description: 'Because.', cwdLabel: 'web', changes: [diff] };
		await view.post(snapshot([call(), allowed(facts)]));
		const later = call({ title: 'echo harmless', status: 'completed', content: [] });
		await view.post(delta(1, put(later)));
		await line(view).press('Enter');
		const what = question(view).getByRole('group', { name: 'What was asked' });
		const text = await what.innerText();
		for (const part of [command, 'Because.', 'in web', 'src/a.ts', '-old', '+new'])
			assert.ok(text.includes(part), `${part} in ${text}`);
		assert.doesNotMatch(text, /harmless/u);
		assert.equal(await question(view).locator('details[open]').count(), 1);
		await what.getByRole('button', { name: 'Open Diff: src/a.ts' }).click();
		assert.deepEqual(await view.waitFor('openDiff'), { type: 'openDiff', entryId: 'p', index: 0 });
		// In a new life of the view as well.
		const again = await harness.open({ state: await view.page.evaluate(() => window.acpState) });
		await again.post(snapshot([later, allowed(facts)]));
		assert.match(await question(again).innerText(), /Because\./u);
		await line(again).press('Enter');
		assert.doesNotMatch(await question(again).innerText(), /Because\./u);
	});

	it('have a line for each permission of the call, and each opens by itself', async () => {
		const view = await harness.open();
		const second = asked({ id: 'q', title: 'Again?', details: 'npm publish' });
		await view.post(snapshot([call(), allowed(), second]));
		assert.equal(await line(view).count(), 1);
		const option = { optionId: 'no', name: 'No', kind: 'reject_once' } as const;
		await view.post(delta(1, put({ ...second, state: { type: 'answered', option, by: 'card' } })));
		assert.deepEqual(await view.page.locator('.permission-line').allInnerTexts(), [
			'Allowed once · by you in the picker',
			'Rejected · by you on the card',
		]);
		await view.page.locator('.permission-line > summary').last().click();
		assert.equal(await view.page.locator('.permission-asked').count(), 1);
		assert.match(await view.page.locator('.permission-asked').innerText(), /npm publish/u);
	});

	it('are found in what was asked, which unfolds', async () => {
		const view = await harness.open();
		await view.post(snapshot([call(), allowed({ description: 'A needle.' })]));
		await view.page.keyboard.press('Control+f');
		await view.page.keyboard.type('needle');
		await view.page.waitForFunction(() => document.querySelector('.find-count')?.textContent === '1 of 1');
		await view.page.keyboard.press('Enter');
		await view.page.getByText('A needle.').waitFor();
	});

	it('stand in one card also when the page gets the call after the permission', async () => {
		const view = await harness.open();
		await view.post(snapshot([asked()], waiting));
		assert.equal(await card(view).count(), 0);
		await view.post(snapshot([call(), asked()], waiting, { generation: 2 }));
		assert.deepEqual(await parents(view, 'p'), ['t']);
		assert.equal(await occurrences(view, command), 1);
	});

	it('without a call are a card of their own, with all it has after the answer', async () => {
		const view = await harness.open();
		const alone = samplePermission('p', { title: 'Write /etc/hosts', details: '/etc/hosts' });
		await view.post(snapshot([alone]));
		assert.deepEqual(await parents(view, 'p'), []);
		await view.post(delta(1, put({ ...alone, state: { type: 'answered', option: once, by: 'card' } })));
		const text = await view.page.getByRole('article', { name: 'Permission: Write /etc/hosts' }).innerText();
		assert.match(text, /Write \/etc\/hosts\s+\/etc\/hosts\s+Allowed once · by you on the card/u);
	});
});

function terminal() {
	return { type: 'terminal', terminalId: 'x', label: command, output: '', isTruncated: false } as const;
}
