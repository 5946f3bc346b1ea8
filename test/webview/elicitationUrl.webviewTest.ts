import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { ask, button, card, open, sampleForm, sampleUrl, save } from './questions.ts';
import { delta, snapshot } from './samples.ts';

describe('an address to visit', () => {
	const harness = useHarness();
	const url = 'https://login.example.com/authorize?client=abc&redirect=http%3A%2F%2Flocalhost';

	it('shows host and whole address as text, and goes nowhere before the click [acp C98] [acp C99] [acp C102]', async () => {
		const view = await harness.open();
		await ask(view, sampleUrl(url));
		assert.equal(await card(view).locator('strong').innerText(), 'login.example.com');
		assert.equal(await card(view).getByRole('group', { name: 'Address' }).innerText(), url);
		await card(view).getByRole('group', { name: 'Address' }).click();
		await card(view).locator('strong').click();
		assert.equal(await card(view).locator('a, [href], [src], iframe, link, form').count(), 0);
		assert.deepEqual(view.requests, []);
		assert.deepEqual(await view.sentOf('elicitation'), []);
		assert.deepEqual(await view.sentOf('openLink'), []);
		await button(view, 'Open in Browser').click();
		assert.deepEqual(await view.sentOf('elicitation'), [
			{ type: 'elicitation', entryId: 'q', action: 'accept' },
		]);
		assert.deepEqual(view.requests, []);
	});

	it('takes no consent in the first moment, and one click for one consent [acp C98] [hazard C6]', async () => {
		const view = await harness.open();
		const entry = snapshot([sampleUrl(url)], { pendingElicitations: ['q'] });
		await view.postAndClick(entry, '.elicitation .primary', [0, 100, 300, 400]);
		assert.deepEqual(await view.sentOf('elicitation'), []);
		await open(view);
		await button(view, 'Open in Browser').dblclick();
		assert.equal((await view.sentOf('elicitation')).length, 1);
	});

	it('warns of what is suspicious about it [acp C101]', async () => {
		const view = await harness.open();
		const warnings = ['It may look like another site.', 'The connection is not encrypted.'];
		await ask(
			view,
			sampleUrl('https://xn--80ak6aa92e.com/', { target: { host: 'xn--80ak6aa92e.com', warnings } }),
		);
		assert.deepEqual(await card(view).getByRole('listitem').allInnerTexts(), warnings);
		const described = await button(view, 'Open in Browser').getAttribute('aria-describedby');
		assert.match(await view.page.locator(`[id="${described}"]`).innerText(), /another site/u);
		await save(view, 'url-warning');
	});

	it('can be copied, declined and cancelled [acp C95]', async () => {
		for (const action of ['decline', 'cancel'] as const) {
			const view = await harness.open();
			await ask(view, sampleUrl(url));
			await button(view, 'Copy Address').click();
			assert.deepEqual(await view.waitFor('copy'), { type: 'copy', text: url });
			await button(view, action === 'decline' ? 'Decline' : 'Cancel').click();
			assert.deepEqual(await view.waitFor('elicitation'), { type: 'elicitation', entryId: 'q', action });
		}
	});

	it('has no button to open what cannot be opened', async () => {
		const view = await harness.open();
		const warnings = ['This is no address that can be opened.'];
		await ask(view, sampleUrl(url, { target: { host: '', warnings } }));
		assert.equal(await button(view, 'Open in Browser').count(), 0);
		assert.match(await card(view).innerText(), /no address that can be opened/u);
	});

	it('waits for the agent after it was opened, and says when it is done [acp C105]', async () => {
		const view = await harness.open();
		const entry = sampleUrl(url);
		await ask(view, entry);
		await view.post(
			delta(1, { type: 'entry', entry: { ...entry, state: { type: 'accepted', isWaiting: true } } }),
		);
		assert.match(await card(view).innerText(), /^\s*Waiting for Demo Agent…/u);
		await view.post(
			delta(2, { type: 'entry', entry: { ...entry, state: { type: 'accepted', isWaiting: false } } }),
		);
		assert.match(await card(view).innerText(), /^\s*Done/u);
	});
});

describe('a question of a hostile agent', () => {
	const harness = useHarness();
	const hostile = [
		'https://evil.example/phish',
		'[click](https://evil.example)',
		'<a href="https://evil.example">click</a><img src="https://evil.example/x" onerror="acpHacked=1">',
		'safe \u202E gnitirw \u200B',
		'command:workbench.action.quit',
		'__proto__',
	];

	it('has no links anywhere, runs nothing and hides nothing [acp C102] [hazard E1] [hazard C7]', async () => {
		for (const text of sized(hostile, hostile.slice(2, 4))) {
			const view = await harness.open({ height: 1600 });
			const base = { name: text, title: text, description: text, isRequired: false };
			const choices = [{ value: text, label: text, description: text }];
			const many = Array.from({ length: 7 }, (_, index) => ({
				value: `${index}`,
				label: text,
				description: text,
			}));
			const fields = [
				{ ...base, type: 'text', initial: text, pattern: '^x$' },
				{ ...base, name: '1', type: 'choice', choices },
				{ ...base, name: '2', type: 'choice', choices: many, initial: '1' },
				{ ...base, name: '3', type: 'choices', choices },
				{ ...base, name: '4', type: 'boolean' },
				{ ...base, name: '5', type: 'unknown', kind: text },
			] as const;
			const entry = sampleForm(fields, { message: text, title: text, description: text });
			await view.post(snapshot([entry], { agentTitle: text, pendingElicitations: ['q'] }));
			await open(view);
			const submit = view.page.getByRole('button', { name: 'Submit', exact: true });
			await submit.click();
			assert.ok((await view.page.locator('.field-problem:visible').count()) > 0);
			await assertHarmless(view);
			await view.page.locator('.elicitation input[type="text"]').fill('x');
			await view.page.waitForTimeout(limits.permissionGuardMs + 50);
			await submit.click();
			await view.page.locator('.form-overview').waitFor();
			await assertHarmless(view);
			await view.post(
				delta(1, { type: 'entry', entry: { ...entry, state: { type: 'accepted', isWaiting: true } } }),
			);
			await assertHarmless(view);
			await view.page.close();
		}
	});

	async function assertHarmless(view: ViewPage): Promise<void> {
		const found = await view.page.evaluate(() => ({
			links: document.querySelectorAll('.elicitation :is(a, img, iframe, script, [href], [src], [onerror])')
				.length,
			hacked: window.acpHacked,
			text: document.querySelector('.elicitation')?.textContent ?? '',
		}));
		assert.equal(found.links, 0);
		assert.equal(found.hacked, undefined);
		assert.ok(!/[\u202E\u200B]/u.test(found.text), found.text);
		assert.deepEqual(view.requests, []);
		assert.deepEqual(view.errors, []);
	}
});
