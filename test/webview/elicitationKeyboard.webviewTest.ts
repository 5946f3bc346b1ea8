import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { useHarness } from './harness.ts';
import { ask, everyField, field, focused, open, sampleForm, textField } from './questions.ts';
import { sampleMessage, snapshot } from './samples.ts';

describe('a form with the keyboard alone', () => {
	const harness = useHarness();

	it('is reached like a permission, filled in, reviewed and sent', async () => {
		const view = await harness.open({ height: 900 });
		const choices = ['red', 'green'].map((value) => ({ value, label: value }));
		const entry = sampleForm([
			textField('a'),
			{ type: 'choice', name: 'colour', isRequired: true, choices },
			{ type: 'boolean', name: 'flag', isRequired: false },
		]);
		await view.post(snapshot([sampleMessage('m', 'Hi'), entry]), { type: 'focusComposer' });
		await view.page.locator('.entry[tabindex="0"]').focus();
		assert.equal(await focused(view), 'Question from Demo Agent');
		const { keyboard } = view.page;
		await keyboard.press('Tab');
		await keyboard.type('typed');
		await keyboard.press('Escape');
		await keyboard.press('Tab');
		await keyboard.press('Space');
		await keyboard.press('ArrowDown');
		await keyboard.press('Tab');
		await keyboard.press('Space');
		await open(view);
		await keyboard.press('Tab');
		await keyboard.press('Enter');
		assert.equal(await focused(view), 'Check your answers');
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await keyboard.press('Tab');
		assert.equal(await focused(view), 'Send');
		await keyboard.press('Enter');
		assert.deepEqual((await view.waitFor('elicitation')).values, { a: 'typed', colour: 'green', flag: true });
		assert.deepEqual(await view.sentOf('stop'), []);
	});

	it('submits several lines with Ctrl+Enter, where Enter is a line break', async () => {
		const view = await harness.open();
		await ask(view, sampleForm([textField('a', { initial: 'x\ny' })]));
		await field(view, 'a').press('End');
		await field(view, 'a').press('Enter');
		assert.deepEqual(await view.sentOf('elicitation'), []);
		await field(view, 'a').press('Control+Enter');
		assert.match(String((await view.waitFor('elicitation')).values?.['a']), /^(?:x\ny\n|x\n\ny)$/u);
	});

	it('keeps the focus in its field when Ctrl+End moves the cursor there', async () => {
		const view = await harness.open({ height: 500 });
		const tall = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}`).join('\n\n');
		await view.post(
			snapshot([sampleForm([textField('a', { initial: 'one two' })]), sampleMessage('m', tall)]),
		);
		await field(view, 'a').press('Home');
		const { top } = await view.scrollState();
		await field(view, 'a').press('Control+End');
		await view.settled();
		assert.equal((await view.scrollState()).top, top);
		await view.page.keyboard.type('!');
		assert.equal(await field(view, 'a').inputValue(), 'one two!');
	});

	it('shows where it is: every control has a focus outline', async () => {
		const view = await harness.open({ height: 1600 });
		await ask(view, sampleForm(everyField));
		const without = await view.page.evaluate(() =>
			[...document.querySelectorAll<HTMLElement>('.elicitation :is(input, select, textarea, button)')]
				.filter((control) => control.checkVisibility())
				.filter((control) => {
					control.focus({ preventScroll: true, focusVisible: true });
					return getComputedStyle(control).outlineStyle === 'none';
				})
				.map((control) => control.outerHTML),
		);
		assert.deepEqual(without, []);
	});
});
