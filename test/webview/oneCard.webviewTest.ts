/** A call and its permission are one card: before the answer, while it waits, and afterwards. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ViewEntry, ViewPermission, ViewSubagent, ViewToolCall } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

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

describe('a card that waits for its permission', () => {
	const harness = useHarness();
	const read = (id: string): ViewToolCall => sampleToolCall(id, { title: `Read ${id}` });
	const about = (id: string, fields: Partial<ViewPermission> = {}): ViewPermission =>
		samplePermission('p', { toolCallEntryId: id, title: `Read ${id}`, details: `/ws/${id}`, ...fields });
	const settled = (id: string): ViewPermission =>
		about(id, { state: { type: 'answered', option: once, by: 'picker' } });
	/** What is seen, from the top, with what it stands in. */
	const seen = (view: ViewPage): Promise<string[]> =>
		view.page.locator('.entry:visible').evaluateAll((all) =>
			all.map((one) => {
				const path: string[] = [];
				for (let at: Element | null | undefined = one; at; at = at.parentElement?.closest('.entry'))
					path.unshift(at.getAttribute('data-entry-id') ?? '');
				return path.join('/');
			}),
		);
	const strip = (view: ViewPage) => view.page.getByRole('button', { name: /^Waits for your permission/u });
	const focusedName = (view: ViewPage): Promise<string> =>
		view.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName ?? '');

	it('leaves the run of reads that folds it away, and goes back into it', async () => {
		const reads = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(read);
		const view = await harness.open();
		await view.post(snapshot(reads));
		assert.deepEqual(await seen(view), ['reads-a']);
		await view.post(delta(1, put(about('d'))));
		const apart = ['reads-a', 'd', 'd/p', 'reads-e'];
		assert.deepEqual(await seen(view), apart);
		const again = await harness.open();
		await again.post(snapshot([...reads, about('d')]));
		assert.deepEqual(await seen(again), apart);
		await view.post(delta(2, put(settled('d'))));
		assert.deepEqual(await seen(view), ['reads-a']);
		assert.equal(await view.page.locator('[data-entry-id="reads-a"]').getAttribute('data-size'), '7');
	});

	it('leaves what is open for reading open beside it, and is not folded away under the hand', async () => {
		const view = await harness.open();
		await view.post(snapshot(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(read)));
		await view.page.locator('.tool-group .card-fold').first().click();
		await view.post(delta(1, put(about('d'))));
		assert.equal((await seen(view)).includes('reads-e/g'), true);
		await view.page.locator('.tool-group > .card-head > .card-fold').first().click();
		await view.page.locator('.option:not(.inert)').first().press('Enter');
		await view.post(delta(2, put(settled('d'))));
		assert.equal(await focusedName(view), 'Permission: Read d');
		assert.equal((await seen(view)).includes('reads-a/d/p'), true);
	});

	const child = (id: string, fields: Partial<ViewSubagent> = {}): ViewSubagent => ({
		type: 'subagent',
		id,
		title: id,
		state: 'running',
		canCancel: false,
		...fields,
	});
	const inside = (subagentId: string, entry: ViewEntry): ViewEntry => ({ ...entry, subagentId });
	const family: readonly ViewEntry[] = [
		child('one'),
		inside('one', child('deep')),
		inside('deep', sampleToolCall('c', { kind: 'execute', title: 'Read c' })),
		inside('deep', sampleToolCall('d', { kind: 'execute' })),
		sampleMessage('after', 'Meanwhile.'),
	];

	it('leaves its subagent, also a folded one, and goes back to its place', async () => {
		const state = { sessionKey: 'session-1', expanded: { deep: false } };
		const view = await harness.open({ state });
		await view.post(snapshot(family));
		assert.deepEqual(await seen(view), ['one', 'one/deep', 'after']);
		await view.post(delta(1, put(inside('deep', about('c')))));
		const apart = ['one', 'one/deep', 'c', 'c/p', 'after'];
		assert.deepEqual(await seen(view), apart);
		const again = await harness.open({ state });
		await again.post(snapshot([...family, inside('deep', about('c'))]));
		assert.deepEqual(await seen(again), apart);
		await view.post(delta(2, put(inside('deep', settled('c')))));
		assert.deepEqual(await seen(view), ['one', 'one/deep', 'after']);
		await view.page.locator('[data-entry-id="deep"] > .subagent-head .card-fold').click();
		const back = ['one', 'one/deep', 'one/deep/c', 'one/deep/c/p', 'one/deep/d', 'after'];
		assert.deepEqual(await seen(view), back);
		assert.match(await view.page.locator('[data-entry-id="deep"] .step-count').innerText(), /2 steps/u);
	});

	it('unfolds its subagent when it goes back with the keyboard in it', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { deep: false } } });
		await view.post(snapshot([...family, inside('deep', about('c'))]));
		await view.page.locator('.option:not(.inert)').first().press('Enter');
		await view.post(delta(1, put(inside('deep', settled('c')))));
		assert.equal(await focusedName(view), 'Permission: Read c');
		assert.equal((await seen(view)).includes('one/deep/c/p'), true);
	});

	it('leaves its subagent also where there is no call, and several stand in their order', async () => {
		const view = await harness.open();
		const alone = samplePermission('q', { title: 'Alone' });
		await view.post(snapshot([...family, inside('deep', about('d')), inside('one', alone)]));
		const order = ['one', 'one/deep', 'one/deep/c', 'd', 'd/p', 'q', 'after'];
		assert.deepEqual(await seen(view), order);
	});

	const long = Array.from({ length: 60 }, (_none, n) => sampleMessage(`m${n}`, `Message ${n}`));
	const run = sampleToolCall('c', { kind: 'execute', title: 'Read c', status: 'pending' });

	it('is told by a strip above the composer while it is out of sight, which leads there', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot([run, ...long]));
		const asks = { type: 'session', session: sampleSession(waiting) } as const;
		await view.post(delta(1, put(about('c')), asks));
		await strip(view).waitFor();
		assert.equal(
			(await strip(view).innerText()).replaceAll(/\s+/gu, ' '),
			'Waits for your permission: Read c Show',
		);
		assert.equal(await focusedName(view), 'BODY', 'nothing moves by itself');
		assert.ok((await view.scrollState()).fromEnd < 8);
		const composer = await view.page.getByRole('textbox').boundingBox();
		const place = await strip(view).boundingBox();
		assert.ok(composer !== null && place !== null && place.y + place.height <= composer.y);
		await strip(view).press('Enter');
		assert.equal(await focusedName(view), 'Permission: Read c');
		const sight = await view.page.locator('.scroller').boundingBox();
		const card = await view.page.locator('[data-entry-id="c"]').boundingBox();
		assert.ok(sight !== null && card !== null && card.y >= sight.y - 1 && card.y < sight.y + sight.height);
		await strip(view).waitFor({ state: 'detached' });
	});

	it('makes a narrow page no wider by the strip, however long its title is', async () => {
		const call = sampleToolCall('x', { title: 'npm run build', status: 'pending' });
		const long = samplePermission('p', { toolCallEntryId: 'x', title: 'npm run build '.repeat(20) });
		const after = Array.from({ length: 40 }, (_none, n) => sampleMessage(`m${n}`, `Part ${n}.`));
		const view = await harness.open({ width: 240, height: 420 });
		await view.post(snapshot([call, long, ...after], { pendingPermissions: ['p'] }));
		await strip(view).waitFor();
		const { scrollWidth, clientWidth } = await view.page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return { scrollWidth, clientWidth };
		});
		assert.equal(scrollWidth, clientWidth);
	});

	it('has no strip while it is in sight, and its strip goes with the answer, the focus to the composer', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot([...long, run, about('c')], waiting));
		await view.page.locator('.option:not(.inert)').first().waitFor();
		assert.equal(await strip(view).count(), 0);
		await view.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
		await strip(view).focus();
		await view.post(delta(1, put(settled('c')), { type: 'session', session: sampleSession() }));
		await strip(view).waitFor({ state: 'detached' });
		assert.equal(await focusedName(view), 'Message');
	});

	it('is not counted by a strip while a rule may still answer', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		const held = about('c', { state: { type: 'pending', isAwaitingRules: true } });
		const other = samplePermission('q', { title: 'Other' });
		await view.post(snapshot([run, held, other, ...long], { pendingPermissions: ['q'] }));
		await strip(view).waitFor();
		assert.match(await strip(view).innerText(), /Other/u);
		assert.doesNotMatch(await strip(view).innerText(), /more/u);
	});
});

function terminal() {
	return { type: 'terminal', terminalId: 'x', label: command, output: '', isTruncated: false } as const;
}
