/** The panel that asks the user to log in. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { ToView } from '../../src/core/view/toView.ts';
import type { ViewAgentState } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleSession, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

type LoginRequired = Extract<ViewAgentState, { type: 'login_required' }>;

const required: LoginRequired = {
	type: 'login_required',
	reason: 'Please log in before you go on.',
	methods: [
		{ id: 'browser', name: 'Log in with Example', description: 'Use your account', type: 'agent' },
		{ id: 'cli', name: 'Example CLI', type: 'terminal' },
		{ id: 'key', name: 'API key', description: 'Pay by use', type: 'env_var' },
		{ id: 'odd', name: 'Smart card', type: 'other' },
	],
	hasPromptAwaitingLogin: false,
};

function session(fields: Partial<LoginRequired> = {}): { agent: LoginRequired } {
	return { agent: { ...required, ...fields } };
}

function changed(seq: number, fields: Partial<LoginRequired> = {}): ToView {
	return delta(seq, { type: 'session', session: sampleSession(session(fields)) });
}

async function announced({ page }: ViewPage): Promise<string> {
	return (await page.locator('[aria-live="polite"]').allTextContents()).join('\n');
}

async function focused({ page }: ViewPage): Promise<string> {
	return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
}

describe('[acp C30] the login panel', () => {
	const harness = useHarness();

	it('says why, and offers every way with its name and what it is about', async () => {
		const view = await harness.open();
		await view.post(snapshot([], session()));
		const panel = view.page.getByRole('region', { name: 'Log in to Demo Agent' });
		await panel.waitFor();
		assert.match((await panel.textContent()) ?? '', /Please log in before you go on\./u);
		const browser = panel.getByRole('button', { name: 'Log in with Example' });
		await browser.click();
		assert.deepEqual(await view.sentOf('login'), [{ type: 'login', methodId: 'browser' }]);
		const noteId = (await browser.getAttribute('aria-describedby')) ?? '';
		assert.match((await view.page.locator(`[id="${noteId}"]`).textContent()) ?? '', /Use your account/u);
		assert.match(await announced(view), /Demo Agent wants you to log in: Please log in/u);
		assert.match((await view.page.getByRole('status').first().textContent()) ?? '', /Login required/u);
		assert.deepEqual(view.errors, []);
	});

	it('shows a way that needs this machine, with the reason why it cannot be chosen', async () => {
		const view = await harness.open();
		const methods = [...required.methods, { id: 'far', name: 'Their CLI', type: 'elsewhere' as const }];
		await view.post(snapshot([], session({ methods })));
		const button = view.page.getByRole('button', { name: 'Their CLI' });
		assert.equal(await button.getAttribute('aria-disabled'), 'true');
		await button.click({ force: true });
		assert.deepEqual(await view.sentOf('login'), []);
		const noteId = (await button.getAttribute('aria-describedby')) ?? '';
		const note = await view.page.locator(`[id="${noteId}"]`).textContent();
		assert.match(note ?? '', /Needs a program of this machine, where this agent does not run\./u);
	});

	it('says at the message that waits for it that it waits, and that another was not sent', async () => {
		const view = await harness.open();
		const mine = (id: string, more: { isAwaitingLogin?: true }) =>
			sampleMessage(id, 'Hello', { role: 'user', isUnsent: true, ...more });
		const held = session({ hasPromptAwaitingLogin: true });
		await view.post(snapshot([mine('a', {}), mine('b', { isAwaitingLogin: true })], held));
		const told = (id: string) => view.page.locator(`[data-entry-id="${id}"] .unsent`);
		assert.match(await told('a').innerText(), /Not sent\s*Edit/u);
		assert.equal((await told('b').innerText()).trim(), 'Waits for the login');
		await view.page.screenshot({ path: 'test-results/login-awaiting.png' });
		await view.post(delta(1, { type: 'entry', entry: mine('b', {}) }));
		assert.match(await told('b').innerText(), /Not sent\s*Edit/u);
		await told('b').getByRole('button', { name: 'Edit' }).press('Enter');
		assert.deepEqual(await view.waitFor('editPrompt'), { type: 'editPrompt', entryId: 'b' });
	});

	it('shows a kind that we do not know, but never sends it [acp C31]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], session()));
		const odd = view.page.getByRole('button', { name: 'Smart card' });
		assert.equal(await odd.getAttribute('aria-disabled'), 'true');
		await odd.click({ force: true });
		await odd.press('Enter');
		assert.deepEqual(await view.sentOf('login'), []);
		assert.match((await view.page.locator('.login').textContent()) ?? '', /Not supported here/u);
	});

	it('works by keyboard: each way, then cancel, and the focus stays where the user is', async () => {
		const view = await harness.open();
		await view.post(snapshot([], session()));
		await view.page.getByRole('button', { name: 'Log in with Example' }).focus();
		await view.page.keyboard.press('Tab');
		assert.equal(await focused(view), 'Example CLI');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.sentOf('login'), [{ type: 'login', methodId: 'cli' }]);
		await view.post(changed(1, { attempt: { type: 'running', methodId: 'cli' } }));
		assert.equal(await focused(view), 'Cancel');
		assert.match(await announced(view), /Finish the login in the terminal/u);
		await view.page.keyboard.press('Enter');
		assert.equal((await view.sentOf('cancelLogin')).length, 1);
		await view.post(changed(2));
		assert.equal(await focused(view), 'Log in with Example');
		await view.post(delta(3, { type: 'session', session: sampleSession() }));
		const field = view.page.getByRole('textbox', { name: 'Message' });
		assert.ok(await field.evaluate((element) => element === document.activeElement));
		assert.ok(await view.page.locator('.login').isHidden());
	});

	it('shows what went wrong in its place, with the way to try again', async () => {
		const view = await harness.open();
		const attempt = {
			type: 'failed',
			methodId: 'cli',
			message: 'The login ended with exit code 1.',
		} as const;
		await view.post(snapshot([], session({ attempt })));
		assert.match((await view.page.locator('.login-error').textContent()) ?? '', /exit code 1/u);
		assert.match(await announced(view), /The login failed: The login ended with exit code 1/u);
		await view.page.getByRole('button', { name: 'Try Again' }).click();
		assert.deepEqual(await view.sentOf('login'), [{ type: 'login', methodId: 'cli' }]);
	});

	it('says so when the agent offers no way, and lets the user check again', async () => {
		const view = await harness.open();
		await view.post(snapshot([], session({ methods: [] })));
		assert.match(
			(await view.page.locator('.login').textContent()) ?? '',
			/offers no way to log in from here/u,
		);
		await view.page.getByRole('button', { name: 'Show Log' }).click();
		await view.page.getByRole('button', { name: 'Check Again' }).click();
		const actions = (await view.sentOf('notice')).map(({ action }) => action);
		assert.deepEqual(actions, ['show_log', 'retry']);
	});

	it('gives the waiting message back on request, and lets no second one push it aside [hazard G2]', async () => {
		const view = await harness.open();
		const unsent = sampleMessage('m', 'My long question', { role: 'user', isUnsent: true });
		await view.post(snapshot([unsent], session({ hasPromptAwaitingLogin: true })));
		assert.match((await view.page.getByRole('article', { name: 'You' }).textContent()) ?? '', /Not sent/u);
		const field = view.page.getByRole('textbox', { name: 'Message' });
		await field.fill('another');
		await field.press('Enter');
		assert.deepEqual(await view.sentOf('submit'), []);
		assert.equal(await field.inputValue(), 'another');
		assert.match(await announced(view), /still waits for the login/u);
		await view.page.getByRole('button', { name: 'Put back into the message field' }).click();
		assert.equal((await view.sentOf('takeBackPrompt')).length, 1);
		await view.post({
			type: 'draft',
			text: 'My long question\n\nanother',
			attachments: [],
			replaces: 'another',
		});
		assert.equal(await field.inputValue(), 'My long question\n\nanother');
		assert.ok(await field.evaluate((element) => element === document.activeElement));
	});

	it('shows foreign text as text [hazard E1]', async () => {
		const view = await harness.open();
		const hostile = '<img src=x onerror="acpHacked=1">\u202Etxt';
		const method = { id: 'x', name: hostile, description: hostile, type: 'agent' } as const;
		const attempt = { type: 'failed', methodId: 'x', message: hostile } as const;
		await view.post(snapshot([], session({ reason: hostile, methods: [method], attempt })));
		const text = (await view.page.locator('.login').textContent()) ?? '';
		assert.equal(text.split('<img').length, 5);
		assert.ok(!text.includes('\u202E'));
		assert.equal(await view.page.locator('.login img').count(), 0);
		assert.deepEqual(view.requests, []);
	});

	for (const theme of shownThemes) {
		it(`fits a narrow view in ${theme}`, async () => {
			const view = await harness.open({ width: 300, theme });
			const attempt = {
				type: 'failed',
				methodId: 'cli',
				message: 'The login ended with exit code 1.',
			} as const;
			const unsent = sampleMessage('m', 'My long question', {
				role: 'user',
				isUnsent: true,
				isAwaitingLogin: true,
			});
			await view.post(snapshot([unsent], session({ hasPromptAwaitingLogin: true, attempt })));
			const overflow = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			assert.ok(overflow <= 0, `${overflow} px too wide`);
			await mkdir('test-results', { recursive: true });
			await view.page.screenshot({ path: `test-results/login-${theme}.png` });
			await view.post(changed(1, { attempt: { type: 'running', methodId: 'browser' } }));
			await view.page.screenshot({ path: `test-results/login-running-${theme}.png` });
		});
	}
});
