/** Another session comes on show while the user is at work in this one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from './harness.ts';
import { samplePermission, snapshot } from './samples.ts';

const other = snapshot([], { key: 'session-2' }, { generation: 2, draft: 'theirs' });

/** What the view posted of a type, each with the session it is about. */
async function postedFor(view: ViewPage, type: string): Promise<[string | undefined, unknown][]> {
	const keys = await view.sentFor();
	const sent = await view.sent();
	return sent.flatMap((message, at) =>
		message.type === type
			? [[keys[at], 'text' in message ? message.text : undefined] as [string | undefined, unknown]]
			: [],
	);
}

describe('a session that is switched away', () => {
	const harness = useHarness();

	it('gets what was typed to the last letter, and the other one its own draft [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('half a sentence');
		await view.post(other);
		assert.deepEqual((await postedFor(view, 'draftChanged')).at(-1), ['session-1', 'half a sentence']);
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'theirs');
		await view.page.keyboard.type(' and mine');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await postedFor(view, 'submit'), [['session-2', 'theirs and mine']]);
	});

	it('gets its draft when there is no session to show any more [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('half');
		await view.post({ type: 'empty', generation: -2, agents: [], problems: [] });
		assert.deepEqual((await postedFor(view, 'draftChanged')).at(-1), ['session-1', 'half']);
	});

	it('is named with every answer, since both may have a permission of that id [hazard C5]', async () => {
		const view = await harness.open();
		const pending = { pendingPermissions: ['p1'] };
		await view.post(snapshot([samplePermission('p1')], pending));
		await view.page.waitForTimeout(650);
		await view.page.getByRole('button', { name: 'Allow' }).first().click();
		assert.deepEqual(await postedFor(view, 'answer'), [['session-1', undefined]]);
	});

	it('is not touched by a snapshot of itself: what is typed stays', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('mine');
		await view.post(snapshot([], {}, { generation: 3, draft: 'stale' }));
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), 'mine');
	});
});
