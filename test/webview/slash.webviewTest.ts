import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SlashCommand } from '../../src/core/session/model/sessionState.ts';
import { argumentHint, matchingCommands } from '../../src/webview/composer/slashCommands.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleSession, snapshot } from './samples.ts';

const command = (name: string, hint?: string): SlashCommand => ({
	name,
	description: `Does ${name}`,
	...(hint === undefined ? {} : { hint }),
});
const few = [command('plan'), command('review', 'branch'), command('git:report'), command('code-review')];
const many = Array.from({ length: 3000 }, (_none, n) => ({
	name: `skill-${n}`,
	description: `What skill ${n} does, in many words. `.repeat(10),
}));

describe('slash commands', () => {
	const harness = useHarness({ ownProcess: true });
	const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });
	const list = (view: ViewPage) => view.page.getByRole('listbox', { name: 'Commands' });
	const activeRow = async (view: ViewPage): Promise<string> => {
		const id = await field(view).getAttribute('aria-activedescendant');
		return id === null ? '' : view.page.locator(`[id="${id}"] .command-name`).innerText();
	};
	const open = async (commands: readonly SlashCommand[]): Promise<ViewPage> => {
		const view = await harness.open();
		await view.post(snapshot([], { commands }), { type: 'focusComposer' });
		return view;
	};

	it('fit by the beginning of the name, of a part, by a part, by their letters', () => {
		const names = (text: string) => matchingCommands(few, text).map(({ name }) => name);
		assert.deepEqual(names('/re'), ['review', 'git:report', 'code-review']);
		assert.deepEqual(names('/CRV'), ['code-review']);
		assert.deepEqual(names('/'), ['plan', 'review', 'git:report', 'code-review']);
		assert.deepEqual(names('/nothing'), []);
		assert.deepEqual(names('see /re'), []);
		assert.deepEqual(names('/review now'), []);
	});

	it('say what to type after them, as long as nothing is typed there', () => {
		assert.equal(argumentHint(few, '/review '), '/review branch');
		assert.equal(argumentHint(few, '/review'), undefined);
		assert.equal(argumentHint(few, '/review main'), undefined);
		assert.equal(argumentHint(few, '/plan '), undefined);
		assert.equal(argumentHint([command('a', 'x\u202Ey')], '/a '), '/a x⟨U+202E⟩y');
	});

	it('are plain commands, whatever kind the agent says they are [acp C265]', async () => {
		const view = await open([{ name: 'odd', description: '' }, command('plan')]);
		await view.page.keyboard.type('/od');
		assert.equal(await activeRow(view), '/odd');
		await view.page.keyboard.press('Enter');
		assert.equal(await field(view).inputValue(), '/odd ');
		assert.equal(await view.page.locator('.composer-hint').isVisible(), false);
	});

	it('are chosen with arrows and Tab or Enter; the hint stays until the argument comes', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/re');
		assert.equal(await activeRow(view), '/review');
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await activeRow(view), '/code-review');
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('Tab');
		assert.equal(await field(view).inputValue(), '/review ');
		assert.equal(await list(view).isVisible(), false);
		const hint = view.page.locator('.composer-hint', { hasText: '/review branch' });
		await hint.waitFor();
		await view.post(delta(1, { type: 'session', session: sampleSession({ commands: few, title: 'x' }) }));
		assert.equal(await hint.isVisible(), true);
		await view.page.keyboard.type('main');
		assert.equal(await hint.isVisible(), false);
	});

	it('that are typed in full go on to their argument with Tab', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/review');
		await view.page.keyboard.press('Tab');
		assert.equal(await field(view).inputValue(), '/review ');
		await view.page.locator('.composer-hint', { hasText: '/review branch' }).waitFor();
		await field(view).press('Tab');
		assert.equal(await field(view).evaluate((node) => node === document.activeElement), false);
	});

	it('go out as plain text [acp C122]', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/rev');
		await view.page.keyboard.press('Enter');
		await view.page.keyboard.type('main');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('submit')).text, '/review main');
	});

	it('close with Esc and stay closed until the text changes', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/p');
		await view.page.keyboard.press('Escape');
		assert.equal(await list(view).isVisible(), false);
		await view.post(delta(1, { type: 'session', session: sampleSession({ commands: few }) }));
		assert.equal(await list(view).isVisible(), false);
		await view.page.keyboard.type('l');
		assert.equal(await activeRow(view), '/plan');
	});

	it('are replaced at any time, also while the list is open [acp C123]', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/');
		await view.page.keyboard.press('ArrowDown');
		assert.equal(await activeRow(view), '/review');
		const next = [command('new'), command('plan'), command('review')];
		await view.post(delta(1, { type: 'session', session: sampleSession({ commands: next }) }));
		assert.equal(await list(view).getByRole('option').count(), 3);
		assert.equal(await activeRow(view), '/review');
		await view.post(delta(2, { type: 'session', session: sampleSession({ commands: [command('plan')] }) }));
		assert.equal(await activeRow(view), '/plan');
		await view.post(delta(3, { type: 'session', session: sampleSession() }));
		assert.equal(await list(view).isVisible(), false);
		await view.post(delta(4, { type: 'session', session: sampleSession({ commands: few }) }));
		assert.equal(await list(view).getByRole('option').count(), 4);
	});

	it('do not come up over somebody who is elsewhere', async () => {
		const view = await open(few);
		await view.page.keyboard.type('/');
		await field(view).blur();
		await view.post(delta(1, { type: 'session', session: sampleSession({ commands: [...few] }) }));
		assert.equal(await list(view).isVisible(), false);
	});

	it('are drawn up to a bound however many there are; all are found [acp C123]', async () => {
		const view = await open(many);
		const before = await view.work();
		await view.page.keyboard.type('/');
		assert.equal(await list(view).getByRole('option').count(), 50);
		await view.page.getByText('2950 more').waitFor();
		await view.page.keyboard.type('skill-2999');
		assert.equal(await activeRow(view), '/skill-2999');
		const { all } = await view.work();
		// Eleven keys, each far below the time that a reader would feel.
		assert.ok(all - before.all < 1_500, `${all - before.all} ms`);
	});

	it('are chosen with the mouse, and show what hides in them', async () => {
		const view = await open([{ name: 'a', description: '<img src=x>\u202E' }]);
		await view.page.keyboard.type('/');
		assert.match(await list(view).innerText(), /<img src=x>⟨U\+202E⟩/u);
		await list(view).getByRole('option').click();
		assert.equal(await field(view).inputValue(), '/a ');
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
	});
});
