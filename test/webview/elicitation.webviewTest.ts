import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import {
	ask,
	button,
	card,
	everyField,
	field,
	focused,
	open,
	sampleForm,
	save,
	textField,
} from './questions.ts';
import { delta, sampleMessage, samplePermission, snapshot } from './samples.ts';

const secret = 'swordfish-4711';

describe('a form', () => {
	const harness = useHarness();

	it('says who asks, and what [acp C94] [acp C97]', async () => {
		const view = await harness.open();
		const entry = sampleForm([], { title: 'Setup', description: 'Some facts.' });
		await ask(view, entry);
		const text = await card(view).innerText();
		for (const part of ['Demo Agent asks', entry.message, 'Setup', 'Some facts.']) {
			assert.ok(text.includes(part), text);
		}
		assert.equal(await view.page.getByRole('status').first().innerText(), 'Waiting for your answer');
	});

	it('has the control of each kind, filled in by the agent, and sends what fits [acp C104] [acp C109]', async () => {
		const view = await harness.open({ height: 1600 });
		await ask(view, sampleForm(everyField));
		const names = ['Description', 'Contact', 'Homepage', 'Due date', 'Start', 'Licence'];
		const kinds = await Promise.all(
			names.map((name) => field(view, name).evaluate((node) => node.getAttribute('type') ?? node.tagName)),
		);
		assert.deepEqual(kinds, ['TEXTAREA', 'email', 'url', 'date', 'datetime-local', 'SELECT']);
		assert.equal(await field(view, /^Project name/u).inputValue(), 'my-project');
		assert.equal(await field(view, 'Due date').inputValue(), '2025-02-28');
		assert.equal(await field(view, /^Port/u).inputValue(), '8080');
		assert.equal(await field(view, 'Add tests').isChecked(), true);
		assert.equal(await field(view, 'Linter').isChecked(), true);
		assert.equal(await field(view, 'TypeScript').isChecked(), false);
		assert.match(await card(view).innerText(), /Colours\s+This cannot be answered here \(object\)\./u);
		await field(view, 'Description').fill('Two\nlines');
		await field(view, 'Contact').fill('a@example.com');
		await field(view, 'Homepage').fill('https://example.com');
		await field(view, 'Start').fill('2025-01-31T09:30:00');
		await field(view, 'TypeScript').check();
		await field(view, 'Licence').selectOption('MPL-2.0');
		await field(view, 'Bundler').check();
		await button(view, 'Submit').click();
		await open(view);
		await button(view, 'Send').click();
		const { values, ...rest } = await view.waitFor('elicitation');
		assert.deepEqual(rest, { type: 'elicitation', entryId: 'q', action: 'accept' });
		assert.match(String(values?.['start']), /^2025-01-31T09:30:00[+-]\d\d:\d\d$/u);
		assert.deepEqual(
			{ ...values, start: '' },
			{
				name: 'my-project',
				about: 'Two\nlines',
				email: 'a@example.com',
				homepage: 'https://example.com',
				due: '2025-02-28',
				start: '',
				port: 8080,
				tests: true,
				language: 'ts',
				licence: 'MPL-2.0',
				tools: ['lint', 'bundle'],
			},
		);
	});

	it('gives back a moment that was not touched as it came [acp C104]', async () => {
		const view = await harness.open();
		const initial = '2025-01-31T09:30:00.25+05:00';
		await ask(view, sampleForm([textField('at', { format: 'date-time', initial })]));
		assert.notEqual(await field(view, 'at').inputValue(), '');
		await button(view, 'Submit').click();
		assert.deepEqual((await view.waitFor('elicitation')).values, { at: initial });
	});

	it('leaves out what was left empty, and can take back an optional choice', async () => {
		const view = await harness.open({ height: 1200 });
		const choices = ['a', 'b'].map((value) => ({ value, label: value }));
		await ask(
			view,
			sampleForm([
				textField('text'),
				{ type: 'number', name: 'number', isRequired: false, isInteger: false },
				{ type: 'choice', name: 'choice', isRequired: false, choices, initial: 'a' },
				{ type: 'boolean', name: 'flag', isRequired: false },
			]),
		);
		await field(view, 'No answer').check();
		await button(view, 'Submit').click();
		assert.match(await card(view).innerText(), /choice\s+No answer/u);
		await open(view);
		await button(view, 'Send').click();
		assert.deepEqual((await view.waitFor('elicitation')).values, { flag: false });
	});

	it('says at each field what is wrong, goes to the first, and sends nothing [acp C103]', async () => {
		const view = await harness.open({ height: 1600 });
		await ask(view, sampleForm(everyField));
		await field(view, /^Project name/u).fill('X');
		await field(view, 'Contact').fill('nobody');
		await field(view, 'Due date').fill('');
		await field(view, 'Due date').pressSequentially('31');
		await field(view, /^Port/u).fill('80');
		await field(view, 'Formatter').check();
		await field(view, 'Bundler').check();
		await button(view, 'Submit').click();
		assert.deepEqual(await view.sentOf('elicitation'), []);
		assert.equal(await focused(view), 'Project name required');
		const problems = await card(view).locator('.field-problem:visible').allInnerTexts();
		assert.deepEqual(problems, [
			'Enter at least 3 characters.',
			'Enter an email address, such as name@example.com.',
			'This is not complete.',
			'Enter 1024 or more.',
			'Choose one: this is required.',
			'Choose at most 2.',
		]);
		const name = field(view, /^Project name/u);
		assert.equal(await name.getAttribute('aria-invalid'), 'true');
		const described = (await name.getAttribute('aria-describedby'))?.split(' ') ?? [];
		const texts = await Promise.all(described.map((id) => view.page.locator(`[id="${id}"]`).innerText()));
		assert.deepEqual(texts, ['Lower case, words joined by dashes.', 'Enter at least 3 characters.']);
		assert.equal(await field(view, 'Homepage').getAttribute('aria-invalid'), null);
		await name.fill('abc');
		await button(view, 'Submit').click();
		assert.equal(await name.getAttribute('aria-invalid'), null);
		assert.equal(await focused(view), 'Contact');
	});

	it('shows all answers before they are sent, to be changed or sent [acp C96]', async () => {
		const view = await harness.open({ height: 900 });
		await ask(view, sampleForm([textField('a', { title: 'First' }), textField('b', { title: 'Second' })]));
		await field(view, 'First').fill('one');
		await field(view, 'Second').fill('two \u202E back');
		await button(view, 'Submit').click();
		assert.equal(await focused(view), 'Check your answers');
		const list = card(view).locator('dl');
		assert.deepEqual((await list.innerText()).split(/\n+/u), ['First', 'one', 'Second', 'two ⟨U+202E⟩ back']);
		await save(view, 'review');
		await button(view, 'Change').click();
		assert.equal(await focused(view), 'First');
		assert.equal(await field(view, 'Second').inputValue(), 'two \u202E back');
		await field(view, 'First').fill('uno');
		await field(view, 'Second').fill('');
		await button(view, 'Submit').click();
		await open(view);
		assert.deepEqual(await view.sentOf('elicitation'), []);
		await button(view, 'Send').click();
		assert.deepEqual((await view.waitFor('elicitation')).values, { a: 'uno' });
	});

	it('does not take the second click on Submit for the first on Send [acp C96]', async () => {
		const view = await harness.open();
		await ask(view, sampleForm([textField('a'), textField('b')]));
		await button(view, 'Submit').dblclick();
		await button(view, 'Send').waitFor();
		assert.deepEqual(await view.sentOf('elicitation'), []);
	});

	it('tells declining from cancelling [acp C95]', async () => {
		for (const [name, action] of [
			['Decline', 'decline'],
			['Cancel', 'cancel'],
		] as const) {
			const view = await harness.open();
			await ask(view, sampleForm([textField('a', { initial: secret })]));
			await button(view, name).click();
			assert.deepEqual(await view.waitFor('elicitation'), { type: 'elicitation', entryId: 'q', action });
		}
	});

	it('that asks for what has no control can only be declined [acp C109]', async () => {
		const view = await harness.open();
		await ask(view, sampleForm([{ type: 'unknown', name: 'x', isRequired: true, kind: 'tensor' }]));
		assert.deepEqual(
			(await card(view).getByRole('button').allInnerTexts()).map((text) => text.trim()),
			['Decline', 'Cancel'],
		);
		assert.match(await card(view).innerText(), /cannot be answered here \(tensor\)/u);
	});

	it('takes no answer in the first moment [hazard C6]', async () => {
		const view = await harness.open();
		const entry = snapshot([sampleForm([textField('a')])], { pendingElicitations: ['q'] });
		await view.postAndClick(entry, '.elicitation .button', [0, 100, 300, 400]);
		assert.deepEqual(await view.sentOf('elicitation'), []);
		assert.equal(await view.page.evaluate(() => document.activeElement?.tagName), 'BODY');
		await open(view);
		await field(view, 'a').press('Enter');
		assert.deepEqual((await view.waitFor('elicitation')).values, {});
	});

	it('keeps what was typed while the conversation goes on, also through a new snapshot', async () => {
		const view = await harness.open({ height: 900 });
		const entry = sampleForm([textField('a'), textField('b', { maxLength: 500 })]);
		await ask(view, entry);
		await field(view, 'a').fill('typed');
		await field(view, 'b').pressSequentially('half');
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('m', 'more') }, { type: 'entry', entry }));
		await view.post(snapshot([entry, sampleMessage('m', 'more')], {}, { generation: 2 }));
		await view.page.keyboard.type(' way');
		assert.equal(await field(view, 'a').inputValue(), 'typed');
		assert.equal(await field(view, 'b').inputValue(), 'half way');
	});

	it('keeps what was typed while another session is on show, and mixes up no two', async () => {
		const view = await harness.open();
		const entry = sampleForm([textField('a')]);
		const show = (key: string, generation: number): Promise<void> =>
			view.post(snapshot([entry], { key, pendingElicitations: ['q'] }, { generation }));
		await show('one', 1);
		await field(view, 'a').fill(secret);
		await show('two', 2);
		assert.equal(await field(view, 'a').inputValue(), '');
		await view.post(snapshot([], { key: 'three' }, { generation: 3 }));
		await show('one', 4);
		assert.equal(await field(view, 'a').inputValue(), secret);
		await open(view);
		await field(view, 'a').press('Enter');
		assert.deepEqual((await view.waitFor('elicitation')).values, { a: secret });
	});

	it('leaves one line without the answer, and keeps the answer nowhere [acp C108]', async () => {
		const view = await harness.open();
		const entry = sampleForm([textField('a')]);
		await ask(view, entry);
		await field(view, 'a').fill(secret);
		await field(view, 'a').press('Enter');
		await view.waitFor('elicitation');
		const states = [
			[{ type: 'accepted', isWaiting: false }, /^Answered/u],
			[{ type: 'declined' }, /^Declined/u],
			[{ type: 'cancelled', by: 'user' }, /^Cancelled\s+How/u],
			[{ type: 'cancelled', by: 'agent' }, /^Cancelled: the agent withdrew/u],
			[{ type: 'cancelled', by: 'exit' }, /^Cancelled: the agent is gone/u],
		] as const;
		for (const [index, [state, text]] of states.entries()) {
			await view.post(delta(index + 1, { type: 'entry', entry: { ...entry, state } }));
			assert.match((await card(view).innerText()).trim(), text);
			assert.ok(((await card(view).boundingBox())?.height ?? 99) < 50 || index > 2);
		}
		assert.equal(await focused(view), 'Question from Demo Agent');
		const page = await view.page.evaluate(() => ({
			html: document.documentElement.outerHTML,
			state: JSON.stringify(window.acpState),
		}));
		assert.ok(!page.html.includes(secret));
		assert.ok(!page.state.includes(secret));
	});

	it('is announced once, at once, with who asks [acp C94]', async () => {
		const view = await harness.open();
		const entry = sampleForm([textField('a')]);
		await view.post(snapshot([]), delta(1, { type: 'entry', entry }), delta(2, { type: 'entry', entry }));
		assert.deepEqual(await view.page.locator('[aria-live="assertive"] p').allInnerTexts(), [
			`Question from Demo Agent: ${entry.message}`,
		]);
	});

	it('waits for a permission first in the words of the status line', async () => {
		const view = await harness.open();
		const pending = { pendingElicitations: ['q'], turn: { type: 'requires_action', startedAt: 0 } } as const;
		await view.post(
			snapshot([samplePermission('p'), sampleForm([])], { ...pending, pendingPermissions: ['p'] }),
		);
		assert.equal(await view.page.getByRole('status').first().innerText(), 'Waiting for permission');
		await view.post(snapshot([sampleForm([])], pending, { generation: 2 }));
		assert.equal(await view.page.getByRole('status').first().innerText(), 'Waiting for your answer');
	});
});
