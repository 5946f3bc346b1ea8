/** Where the focus goes when the host or the agent moves something, and whom it is never taken from. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, samplePermission, sampleSession, snapshot } from './samples.ts';

const focused = (view: ViewPage): Promise<string> =>
	view.page.evaluate(() => {
		const now = document.activeElement;
		return now?.ariaLabel ?? now?.tagName ?? '';
	});

/** What another part of the window, such as the palette, does to the page: it is there, but has no focus. */
async function lookElsewhere(view: ViewPage): Promise<void> {
	await view.page.evaluate(() => {
		document.hasFocus = () => false;
	});
}

async function comeBack(view: ViewPage): Promise<void> {
	await view.page.evaluate(() => {
		document.hasFocus = () => true;
		window.dispatchEvent(new FocusEvent('focus'));
	});
}

describe('the focus', () => {
	const harness = useHarness();
	const long = Array.from({ length: 60 }, (_none, n) => sampleMessage(`m${n}`, `Message ${n}`));
	const waiting = { pendingPermissions: ['p'] };
	const card = (view: ViewPage) => view.page.getByRole('article', { name: 'Permission: npm test' });
	const asked = samplePermission('p', { title: 'npm test' });

	it('goes to the card that waits when the host shows what waits, also one far above', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot([asked, ...long], waiting));
		await view.page.waitForTimeout(1_100);
		assert.equal(await isInSight(view), false);
		await view.post({ type: 'showWaiting' });
		assert.equal(await focused(view), 'Permission: npm test');
		assert.equal(await isInSight(view), true);
	});

	it('goes to a card that came in the same moment, and to the composer when nothing waits', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		await view.post(snapshot(long));
		const news = { type: 'session', session: sampleSession(waiting) } as const;
		await view.post(delta(1, { type: 'entry', entry: asked }, news), { type: 'showWaiting' });
		assert.equal(await focused(view), 'Permission: npm test');
		await view.post(snapshot([asked], {}, { generation: 2 }), { type: 'showWaiting' });
		assert.equal(await focused(view), 'Message');
	});

	it('is not taken from another part of the window, and comes to the composer with the user', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await lookElsewhere(view);
		await view.post({ type: 'focusComposer' });
		assert.equal(await focused(view), 'BODY');
		await comeBack(view);
		assert.equal(await focused(view), 'Message');
	});

	it('comes at once when the user has just asked for it elsewhere in the window', async () => {
		const view = await harness.open();
		await view.post(snapshot([asked], waiting));
		await lookElsewhere(view);
		await view.post({ type: 'focusComposer', isTimely: true });
		assert.equal(await focused(view), 'Message');
		await view.post({ type: 'showWaiting', isTimely: true });
		assert.equal(await focused(view), 'Permission: npm test');
	});

	it('is not taken by a card that loses its buttons meanwhile, and is there when the user comes back', async () => {
		const view = await harness.open();
		await view.post(snapshot([asked], waiting));
		await card(view).getByRole('button', { name: 'Reject', exact: true }).focus();
		await lookElsewhere(view);
		const [option] = asked.options;
		assert.ok(option !== undefined);
		const answered = { ...asked, state: { type: 'answered', option } } as const;
		await view.post(delta(1, { type: 'entry', entry: answered }));
		await card(view).getByRole('button', { name: 'Reject', exact: true }).waitFor({ state: 'detached' });
		assert.equal(await focused(view), 'BODY');
		await comeBack(view);
		assert.equal(await focused(view), 'Permission: npm test');
	});

	it('comes to the composer however late, when the user has touched nothing since', async () => {
		const view = await harness.open();
		await view.post(snapshot([asked], waiting));
		await card(view).getByRole('button', { name: 'Reject', exact: true }).focus();
		await lookElsewhere(view);
		await view.post({ type: 'focusComposer' });
		await view.page.waitForTimeout(1_100);
		await comeBack(view);
		assert.equal(await focused(view), 'Message');
	});

	it('stays where the user has put it since', async () => {
		const view = await harness.open();
		await view.post(snapshot([asked], waiting));
		await lookElsewhere(view);
		await view.post({ type: 'focusComposer' });
		await card(view).focus();
		await view.page.waitForTimeout(1_100);
		await comeBack(view);
		assert.equal(await focused(view), 'Permission: npm test');
	});
});

describe('an empty conversation', () => {
	const harness = useHarness();

	it('says what can be done, until something was said', async () => {
		const view = await harness.open();
		const hint = view.page.getByText('Say what you want.');
		await view.post(snapshot([]));
		await hint.waitFor();
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('a', 'Hello') }));
		await hint.waitFor({ state: 'hidden' });
	});
});

async function isInSight(view: ViewPage): Promise<boolean> {
	return view.page.evaluate(() => {
		const card = document.querySelector('.permission')?.getBoundingClientRect();
		const sight = document.querySelector('.scroller')?.getBoundingClientRect();
		return card !== undefined && sight !== undefined && card.top >= sight.top && card.top < sight.bottom;
	});
}
