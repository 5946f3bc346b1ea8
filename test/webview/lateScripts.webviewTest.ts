/** Parts of the view that are scripts of their own, while those are on their way. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ToView } from '../../src/core/view/toView.ts';
import { useHarness, type ViewPage } from './harness.ts';
import {
	delta,
	sampleMessage,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

/** Holds a script back. @returns lets it go */
async function hold(view: ViewPage, script: string): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await view.page.route(`**/${script}`, async (route) => {
		await promise;
		await route.continue();
	});
	return resolve;
}

/** Without waiting for what is drawn: some of it waits for a script. */
async function postOnly(view: ViewPage, message: ToView): Promise<void> {
	await view.page.evaluate((posted) => window.postMessage(posted, '*'), message);
	await view.page.evaluate(() => new Promise((resolve) => window.acpNextFrame(() => resolve(undefined))));
}

describe('a script that comes late', () => {
	const harness = useHarness();

	it('loses no key that was typed into the find bar', async () => {
		const view = await harness.open();
		const release = await hold(view, 'webview-conversationFind.js');
		await view.post(snapshot([sampleMessage('a', 'a needle, a needle and a needle')]));
		await view.page.keyboard.press('Control+f');
		await view.page.keyboard.type('needle');
		await view.page.keyboard.press('Enter');
		assert.equal(await view.page.getByRole('textbox', { name: 'Find' }).inputValue(), 'needle');
		release();
		await view.page.waitForFunction(() => document.querySelector('.find-count')?.textContent === '2 of 3');
		assert.deepEqual(view.errors, []);
	});

	it('shows and says all that has come for the panels meanwhile', async () => {
		const view = await harness.open();
		const release = await hold(view, 'webview-panels.js');
		await view.post(snapshot([]));
		const queue = (...ids: string[]): ToView => {
			const queued = ids.map((id) => ({ id, text: `Say ${id}`, place: 'here' as const }));
			return delta(ids.length, { type: 'session', session: sampleSession({ queue: queued }) });
		};
		await postOnly(view, queue('q1'));
		await postOnly(view, queue('q1', 'q2'));
		assert.equal(await view.page.getByRole('region', { name: 'Queued messages' }).count(), 0);
		release();
		await view.page.getByText('Say q2').waitFor();
		const said = (await view.page.locator(`[aria-live="polite"]`).allInnerTexts()).join('\n');
		assert.match(said, /Message queued\. Queued: 1[^]*Message queued\. Queued: 2/u);
	});

	it('begins the time of a permission anew when the card that it is about unfolds [hazard C6]', async () => {
		const view = await harness.open();
		const release = await hold(view, 'webview-toolBody.js');
		const permission = samplePermission('p', { toolCallEntryId: 't' });
		const call = sampleToolCall('t', { status: 'pending', locations: [{ path: '/a.ts', label: 'a.ts' }] });
		await postOnly(view, snapshot([call, permission]));
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const isTaken = view.page.evaluate(
			() =>
				new Promise<boolean>((resolve) => {
					new MutationObserver((_, observer) => {
						if (document.querySelector('.card-body') === null) return;
						observer.disconnect();
						document.querySelector<HTMLElement>('.option')?.click();
						resolve(window.acpSent.some(({ type }) => type === 'answer'));
					}).observe(document, { childList: true, subtree: true });
				}),
		);
		release();
		assert.equal(await isTaken, false);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await view.page.locator('.option').first().click();
		assert.equal((await view.sentOf('answer')).length, 1);
	});

	it('that cannot be had is told in its place', async () => {
		const view = await harness.open();
		await view.page.route(/webview-(panels|toolBody|conversationFind)\.js/u, (route) => route.abort());
		const call = sampleToolCall('t');
		const queue = [{ id: 'q', text: 'Say it', place: 'here' as const }];
		await view.post(snapshot([call], sampleSession({ queue })));
		const problem = /This part of the view could not be loaded/u;
		assert.match(await view.page.locator('.bottom [role=alert]').innerText(), problem);
		await view.page
			.getByRole('article', { name: /^Tool call/u })
			.getByRole('button')
			.first()
			.click();
		await view.settled();
		assert.match(await view.page.locator('.tool-call [role=alert]').innerText(), problem);
		await view.page.keyboard.press('Control+f');
		await view.settled();
		assert.match(await view.page.locator('.find-count').innerText(), problem);
	});
});
