/** What is being typed, while views come and go: the page keeps it as well as the host, and the newer of both counts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { ToView } from '../../src/core/view/toView.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { snapshot } from './samples.ts';

const words = 'every letter that was typed before the view went away ';

function shown(draft: string, draftRevision: number): ToView {
	return snapshot([], {}, { draft, draftRevision });
}

describe('what is being typed', () => {
	const harness = useHarness();
	const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });

	/** What VS Code keeps for the view. */
	const stateOf = (view: ViewPage): Promise<unknown> => view.page.evaluate(() => window.acpState);

	it('is kept to the last letter when the page goes at any of 50 moments, by the page or by the host [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(shown('', 0), { type: 'focusComposer' });
		let seed = 7;
		for (let moment = 0; moment < 50; moment++) {
			seed = (seed * 1103515245 + 12345) % 2147483648;
			await view.page.keyboard.type(words[moment % words.length] ?? 'x', { delay: 0 });
			await view.page.waitForTimeout(seed % 40);
			const typed = await field(view).inputValue();
			const state = (await stateOf(view)) as { draft: { text: string; revision: number } };
			assert.deepEqual(state.draft, { text: typed, revision: moment + 1 });
		}
		const sent = await view.sentOf('draftChanged');
		// The host hears of it all the time, but not of each letter.
		assert.ok(sent.length >= 5, `${sent.length}`);
		const state = await stateOf(view);
		const heard = sent.at(-2);
		const next = await harness.open({ state });
		await next.post(shown(heard?.text ?? '', heard?.revision ?? 0));
		assert.equal(await field(next).inputValue(), await field(view).inputValue());
		// And the host is told of what it had not heard.
		await next.waitForLast('draftChanged', ({ revision }) => revision === 50);
	});

	it('is told to the host within 100 ms, however fast somebody types [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(shown('', 0), { type: 'focusComposer' });
		const sentAt = await view.page.evaluate(async (pause) => {
			const box = document.querySelector('textarea');
			const late: number[] = [];
			if (box === null) return late;
			for (let n = 1; n <= 40; n++) {
				box.value = 'x'.repeat(n);
				box.dispatchEvent(new Event('input'));
				await new Promise((resolve) => setTimeout(resolve, pause));
				const heard = window.acpSent.findLast((message) => message.type === 'draftChanged')?.text.length ?? 0;
				late.push((n - heard) * pause);
			}
			return late;
		}, 10);
		assert.equal(sentAt.length, 40);
		// A wall time is held at five times its number.
		assert.ok(Math.max(...sentAt) <= 5 * limits.draftSaveMs, `${Math.max(...sentAt)} ms`);
		const count = (await view.sentOf('draftChanged')).length;
		assert.ok(count >= 2 && count < 40, `${count} messages`);
	});

	it('does not come back once the host has it, sent or changed by another view [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(shown('', 0), { type: 'focusComposer' });
		await view.page.keyboard.type('sent');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('submit')).revision, 4);
		const state = await stateOf(view);
		const sent = await harness.open({ state });
		await sent.post(shown('', 5));
		assert.equal(await field(sent).inputValue(), '');
		const other = await harness.open({ state });
		await other.post(shown('of another view', 9));
		assert.equal(await field(other).inputValue(), 'of another view');
	});

	it('comes back when the host never heard that it was sent [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(shown('', 0), { type: 'focusComposer' });
		await view.page.keyboard.type('sent');
		await view.page.keyboard.press('Enter');
		const next = await harness.open({ state: await stateOf(view) });
		await next.post(shown('s', 1));
		assert.equal(await field(next).inputValue(), 'sent');
	});

	it('of one session never stands in another [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(shown('', 0), { type: 'focusComposer' });
		await view.page.keyboard.type('mine');
		const next = await harness.open({ state: await stateOf(view) });
		await next.post(snapshot([], { key: 'session-2' }, { draft: 'theirs', draftRevision: 1 }));
		assert.equal(await field(next).inputValue(), 'theirs');
	});

	it('in another view of the session stands here, too, and what goes along stays [hazard G2]', async () => {
		const view = await harness.open();
		const file = { type: 'file', id: 'file:///a.ts', name: 'a.ts' } as const;
		const commands = [{ name: 'plan', description: '' }];
		await view.post(snapshot([], { commands }, { draft: '', attachments: [file], draftRevision: 1 }));
		await view.post({ type: 'draft', text: '/', replaces: '', draftRevision: 2 });
		assert.equal(await field(view).inputValue(), '/');
		assert.equal(await view.page.getByRole('listbox').count(), 0, 'nobody types a command here');
		await view.post({ type: 'draft', text: 'theirs', replaces: '/', draftRevision: 9 });
		await view.page.getByRole('button', { name: 'Remove a.ts' }).waitFor();
		await field(view).press('End');
		await view.page.keyboard.type('!');
		const { text, attachments, revision } = await view.waitFor('draftChanged');
		assert.deepEqual(
			{ text, attachments, revision },
			{ text: 'theirs!', attachments: [file.id], revision: 10 },
		);
	});

	it('whatever VS Code kept for the view, it opens [hazard G4]', async () => {
		const odd = [null, 7, 'x', [], { text: 1, revision: 2 }, { text: 'x' }, { revision: 9 }];
		for (const draft of sized(odd, odd.slice(3, 5))) {
			const next = await harness.open({ state: { sessionKey: 'session-1', expanded: {}, draft } });
			await next.post(shown('of the host', 1));
			assert.equal(await field(next).inputValue(), 'of the host');
		}
	});
});
