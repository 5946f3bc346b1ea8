/** A request for permission as a card of the transcript. */
import assert from 'node:assert/strict';
import type { ViewPermission } from '../../src/core/view/viewEntry.ts';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries } from './richTranscript.ts';
import { delta, samplePermission, sampleToolCall, snapshot } from './samples.ts';

describe('a permission card', () => {
	const harness = useHarness();
	const allow = (view: ViewPage) => view.page.getByRole('button', { name: 'Allow Once', exact: true });

	it('has nothing chosen or focused, and takes no answer in the first 500 ms [hazard C6]', async () => {
		const view = await harness.open();
		await view.postAndClick(snapshot([samplePermission('p')]), '.option', [0, 100, 300, 400]);
		assert.deepEqual(await view.sentOf('answer'), []);
		assert.equal(await view.page.evaluate(() => document.activeElement?.tagName), 'BODY');
		await allow(view).click();
		await view.page.getByRole('button', { name: 'Reject', exact: true }).dispatchEvent('click');
		assert.deepEqual(await view.sentOf('answer'), [
			{ type: 'answer', permissionId: 'p', optionId: 'yes', revision: 0 },
		]);
	});

	it('starts the time anew when it or its tool call changes [hazard C9]', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { toolCallEntryId: 't' });
		await view.post(snapshot([sampleToolCall('t', { title: 'npm test', status: 'pending' }), permission]));
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const changed = delta(1, { type: 'entry', entry: { ...permission, details: 'rm -rf ~' } });
		await view.postAndClick(changed, '.option', [0, 100, 300]);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const call = sampleToolCall('t', { title: 'rm -rf ~', status: 'pending' });
		await view.postAndClick(delta(2, { type: 'entry', entry: call }), '.option', [0, 100, 300]);
		assert.deepEqual(await view.sentOf('answer'), []);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await allow(view).dispatchEvent('click');
		assert.equal((await view.sentOf('answer')).length, 1);
	});

	it('says that an answer crossed a change and did not count, and takes another [hazard C9]', async () => {
		const view = await harness.open();
		const said = (): Promise<string[]> => view.page.locator('[aria-live="assertive"] p').allInnerTexts();
		const withStaleAnswer = (revision: number): ViewPermission =>
			samplePermission('p', {
				details: 'rm -rf ~',
				revision,
				state: { type: 'pending', staleAnswerAt: revision },
			});
		await view.post(snapshot([samplePermission('p')]));
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await allow(view).dispatchEvent('click');
		await view.post(delta(1, { type: 'entry', entry: withStaleAnswer(1) }));
		const word = /Your answer did not count: the request changed before it arrived/u;
		await view.page.locator('.permission', { hasText: word }).waitFor();
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await allow(view).dispatchEvent('click');
		assert.deepEqual(
			(await view.sentOf('answer')).map(({ revision }) => revision),
			[0, 1],
		);
		await view.post(delta(2, { type: 'entry', entry: withStaleAnswer(2) }));
		assert.equal((await said()).filter((line) => word.test(line)).length, 2);
	});

	it('shows a plan that is to be approved as a plan, and what is given besides below it', async () => {
		const view = await harness.open();
		const document = '# The plan\n\n1. Do it\n2. **Check** it\n\n<b onmouseover="acpHacked=1">x</b>';
		await view.post(
			snapshot([samplePermission('p', { title: 'Ready to code?', document, details: 'mode: code' })]),
		);
		const plan = view.page.getByRole('group', { name: 'Plan' });
		assert.equal(await plan.locator('h1').innerText(), 'The plan');
		assert.deepEqual(await plan.locator('li').allInnerTexts(), ['Do it', 'Check it']);
		assert.equal(await plan.locator('b').count(), 0);
		assert.equal(await view.page.locator('.permission-details').innerText(), 'mode: code');
		const changed = samplePermission('p', { document: '# Another plan', details: '' });
		await view.post(delta(1, { type: 'entry', entry: changed }));
		assert.equal(await plan.locator('h1').innerText(), 'Another plan');
		assert.equal(await view.page.locator('.permission-details').count(), 0);
		assert.deepEqual(view.errors, []);
	});

	it('shows the options in the order of the agent, the diff, and what became of it', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { hasDiff: true, toolCallEntryId: 't' });
		await view.post(snapshot([sampleToolCall('t', { status: 'pending' }), permission]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.deepEqual(
			(await card.getByRole('button').allInnerTexts()).map((text) => text.trim()),
			['Allow Once', 'Allow Always', 'Reject', 'Open Diff', 'Make a Rule…'],
		);
		await card.getByRole('button', { name: 'Open Diff' }).click();
		assert.deepEqual(await view.waitFor('openDiff'), { type: 'openDiff', entryId: 't' });
		const option = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;
		await view.post(
			delta(1, { type: 'entry', entry: { ...permission, state: { type: 'answered', option } } }),
		);
		assert.equal(await card.getByRole('button').count(), 0);
		assert.match(await card.innerText(), /Reject/);
		await view.post(
			delta(2, { type: 'entry', entry: { ...permission, state: { type: 'cancelled', by: 'user' } } }),
		);
		assert.match(await card.innerText(), /Cancelled: you stopped the turn/);
	});

	it('keeps the focus when it is answered, or withdrawn under the hand', async () => {
		const view = await harness.open();
		const first = samplePermission('p');
		const second = samplePermission('q');
		await view.post(snapshot([first, second]));
		await view.page.waitForFunction(() => document.querySelector('.option:not(.inert)') !== null);
		const focused = () =>
			view.page.evaluate(() => document.activeElement?.closest<HTMLElement>('.entry')?.dataset['entryId']);
		const option = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
		await allow(view).first().press('Enter');
		await view.post(delta(1, { type: 'entry', entry: { ...first, state: { type: 'answered', option } } }));
		assert.equal(await focused(), 'p');
		await allow(view).focus();
		await view.post(
			delta(2, { type: 'entry', entry: { ...second, state: { type: 'cancelled', by: 'agent' } } }),
		);
		assert.equal(await focused(), 'q');
	});

	it('shows the command that it is about in full, and where it would run [hazard C7]', async () => {
		const view = await harness.open();
		const details = `make ${'x'.repeat(3000)}\n&& rm -rf build`;
		const description = 'It cleans up first.';
		await view.post(snapshot([samplePermission('p', { details, description, cwdLabel: 'web\u202E/app' })]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.equal(await card.getByRole('group', { name: 'Details' }).innerText(), details);
		assert.match(await card.innerText(), /It cleans up first\.[\s\S]*in web.+\/app/u);
		assert.equal(await card.locator('.hidden-char').count(), 1);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const elsewhere = samplePermission('p', { details, description, cwdLabel: '/' });
		await view.postAndClick(delta(1, { type: 'entry', entry: elsewhere }), '.option', [0, 100]);
		assert.deepEqual(await view.sentOf('answer'), []);
	});

	it('says what it does not understand, and still lets the user choose [acp C253] [acp C211]', async () => {
		const view = await harness.open();
		const note = 'The agent asks for permission for something this version does not know: _db';
		const options = [{ optionId: 'odd', name: 'Perhaps', kind: 'other' }] as const;
		await view.post(snapshot([samplePermission('p', { details: '', note, options })]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.match(await card.innerText(), /does not know: _db/u);
		assert.equal(await card.getByRole('group', { name: 'Details' }).count(), 0);
		const choice = card.getByRole('button', { name: 'Perhaps' });
		await view.page.waitForFunction(() => document.querySelector('.option:not(.inert)') !== null);
		await choice.click();
		assert.equal((await view.waitFor('answer')).optionId, 'odd');
	});

	it('leads to the lists that make a rule of it, not within the first moment [hazard C6]', async () => {
		const view = await harness.open();
		await view.postAndClick(snapshot([samplePermission('p')]), '.permission .link-button', [0, 100, 300]);
		assert.deepEqual(await view.sentOf('rule'), []);
		await view.page.waitForFunction(() => document.querySelector('.option:not(.inert)') !== null);
		await view.page.getByRole('button', { name: 'Make a Rule…' }).press('Enter');
		assert.deepEqual(await view.waitFor('rule'), { type: 'rule', permissionId: 'p' });
		assert.deepEqual(await view.sentOf('answer'), []);
	});

	it('says which rule answered it, with the way there [hazard C8]', async () => {
		const view = await harness.open();
		const option = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
		const rule = { id: 'r', text: 'Allow <b>Claude</b>\u202E to read files, everywhere' };
		await view.post(snapshot([samplePermission('p', { state: { type: 'answered', option, rule } })]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.match(
			await card.innerText(),
			/Allowed by rule: Allow <b>Claude<\/b>\s*\S*202E\S*\s* to read files, everywhere/u,
		);
		assert.equal(await card.locator('.hidden-char').count(), 1);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await card.getByRole('button', { name: 'Show Rule' }).click();
		assert.deepEqual(await view.waitFor('rule'), { type: 'rule', permissionId: 'p' });
		const refused = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;
		await view.post(
			delta(1, {
				type: 'entry',
				entry: samplePermission('p', { state: { type: 'answered', option: refused, rule } }),
			}),
		);
		assert.match(await card.innerText(), /Denied by rule: Allow/u);
	});

	it('is announced when the user is asked, and not while a rule may still answer', async () => {
		const view = await harness.open();
		const said = (): Promise<string[]> => view.page.locator('[aria-live="assertive"] p').allInnerTexts();
		await view.post(snapshot([]));
		const option = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;
		const rule = { id: 'r', text: 'Allow' };
		const answered = samplePermission('p', { state: { type: 'answered', option, rule } });
		await view.post(delta(1, { type: 'entry', entry: answered }));
		const held = samplePermission('q', { state: { type: 'pending', isAwaitingRules: true } });
		await view.post(delta(2, { type: 'entry', entry: held }));
		assert.deepEqual(await said(), []);
		await view.post(delta(3, { type: 'entry', entry: samplePermission('q') }));
		await view.page.locator('[aria-live="assertive"] p').first().waitFor({ state: 'attached' });
		assert.deepEqual(await said(), ['Permission needed: Run npm test']);
	});

	it('keeps the card of its tool call unfolded while it is pending', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { toolCallEntryId: 'edit' });
		const edit = richEntries.find((entry) => entry.id === 'edit');
		assert.ok(edit);
		await view.post(snapshot([edit, permission]));
		const toggle = view.page.getByRole('button', { name: /Edit two files/ });
		assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
		await view.post(
			delta(1, { type: 'entry', entry: { ...permission, state: { type: 'cancelled', by: 'agent' } } }),
		);
		assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
	});
});
