import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as config from '../../src/core/session/model/config.ts';
import type { ViewOption } from '../../src/core/view/viewSession.ts';
import type { ViewSession } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleSession, snapshot } from './samples.ts';

type SelectOption = config.SelectOption & ViewOption;

const mode: SelectOption = {
	id: 'https://agentclientprotocol.com/protocol/session-modes#agent',
	name: 'Mode',
	category: 'mode',
	via: 'option',
	type: 'select',
	current: 'ask',
	groups: [
		{
			choices: [
				{ value: 'ask', name: 'Ask', description: 'Asks before each change' },
				{ value: 'code', name: 'Code' },
			],
		},
	],
};
const effort: SelectOption = {
	id: 'effort',
	name: 'Effort',
	category: 'zzz',
	description: 'How long it thinks',
	via: 'option',
	type: 'select',
	current: 'gone',
	groups: [
		{ name: 'Fast', choices: [{ value: 'low', name: 'Low' }] },
		{ name: 'Slow', choices: [{ value: 'high', name: 'High' }] },
	],
};
const model: SelectOption = {
	id: 'model',
	name: 'Model',
	category: 'model',
	via: 'model',
	type: 'select',
	current: 'm7',
	groups: [{ choices: Array.from({ length: 50 }, (_none, n) => ({ value: `m${n}`, name: `Model ${n}` })) }],
};
const web: ViewOption = { id: 'web', name: 'Web search', via: 'option', type: 'boolean', current: false };
const all = [mode, model, effort, web];

function session(seq: number, fields: Partial<ViewSession>): ReturnType<typeof delta> {
	return delta(seq, { type: 'session', session: sampleSession(fields) });
}

describe('the selectors of options', () => {
	const harness = useHarness();
	const combo = (view: ViewPage, name: string) => view.page.getByRole('combobox', { name });
	const names = (view: ViewPage) =>
		view.page.evaluate(() =>
			[...document.querySelectorAll<HTMLElement>('.options select, .options button')]
				.filter((control) => control.checkVisibility())
				.map((control) => control.ariaLabel),
		);

	it('are in the order of the agent: drop-downs, a button for many choices, switches, unknown categories too [acp C66] [acp C79]', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		assert.deepEqual(await names(view), ['Mode', 'Model: Model 7', 'Effort', 'Web search']);
		assert.equal(
			await view.page.getByRole('switch', { name: 'Web search' }).getAttribute('aria-checked'),
			'false',
		);
		const groups = await combo(view, 'Effort')
			.locator('optgroup')
			.evaluateAll((found) => found.map((one) => one.getAttribute('label')));
		assert.deepEqual(groups, ['Fast', 'Slow']);
		assert.match((await combo(view, 'Mode').getAttribute('title')) ?? '', /Asks before each change/u);
		assert.deepEqual(view.errors, []);
	});

	it('never show a bare "Off" or "Default": the name of the option stands before it', async () => {
		const view = await harness.open({ width: 700 });
		const choices = [
			{ value: 'off', name: 'Off' },
			{ value: 'agent', name: 'Agent' },
		];
		const option = (id: string, name: string, more: Partial<SelectOption> = {}): SelectOption => ({
			...mode,
			id,
			name,
			current: 'off',
			groups: [{ choices }],
			...more,
		});
		const many = Array.from({ length: 20 }, (_none, n) => ({
			value: `${n}`,
			name: n === 0 ? 'Default' : `${n}`,
		}));
		const options = [
			option('allow', 'Allow All', { category: 'permissions' }),
			option('spoken', 'Spoken', { current: 'agent' }),
			option('mode', 'Collaboration mode', { current: '0', groups: [{ choices: many }] }),
		];
		await view.post(snapshot([], { options }));
		const controls = view.page.locator('.option-control');
		const seen = async (): Promise<string[]> =>
			controls.evaluateAll((all) =>
				all.map((one) => {
					const select = one.querySelector('select');
					const name = one.querySelector('.option-name')?.textContent ?? '';
					return select === null
						? (one.textContent ?? '')
						: `${name} ${select.selectedOptions[0]?.textContent ?? ''}`.trim();
				}),
			);
		assert.deepEqual(await seen(), ['Allow All: Off', 'Agent', 'Collaboration mode: Default']);
		// The list itself has the name already, and offers the bare values.
		assert.deepEqual(await combo(view, 'Allow All').locator('option').allInnerTexts(), ['Off', 'Agent']);
		await view.post(session(1, { options: [option('allow', 'Allow All', { current: 'agent' })] }));
		assert.deepEqual(await seen(), ['Agent']);
	});

	it('show a value that is not among the choices as it is, and do not offer it', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		assert.equal(await combo(view, 'Effort').inputValue(), 'gone');
		const enabled = await combo(view, 'Effort').locator('option:not(:disabled)').allInnerTexts();
		assert.deepEqual(enabled, ['Low', 'High']);
	});

	it('ask the host: to set a value, for a list of many choices, to switch', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await combo(view, 'Mode').selectOption('code');
		await view.page.getByRole('switch', { name: 'Web search' }).click();
		await view.page.getByRole('button', { name: 'Model: Model 7' }).click();
		assert.deepEqual(await view.sentOf('setOption'), [
			{ type: 'setOption', optionId: mode.id, value: 'code' },
			{ type: 'setOption', optionId: 'web', value: true },
		]);
		assert.deepEqual(await view.sentOf('pickOption'), [{ type: 'pickOption', optionId: 'model' }]);
	});

	it('are busy but usable while a choice is under way, and go back when it is refused [acp C84]', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await combo(view, 'Mode').selectOption('code');
		await view.post(session(1, { options: all, pendingChoices: [{ optionId: mode.id, value: 'code' }] }));
		assert.equal(await combo(view, 'Mode').getAttribute('aria-busy'), 'true');
		assert.equal(await combo(view, 'Mode').inputValue(), 'code');
		assert.equal(await combo(view, 'Mode').isEnabled(), true);
		await view.post(session(2, { options: all }));
		assert.equal(await combo(view, 'Mode').getAttribute('aria-busy'), null);
		assert.equal(await combo(view, 'Mode').inputValue(), 'ask');
	});

	it('go back also when the refusal comes without a word in between [acp C84]', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await combo(view, 'Mode').selectOption('code');
		await view.post(session(1, { options: all }));
		assert.equal(await combo(view, 'Mode').inputValue(), 'ask');
	});

	it('keep the focus and their elements while options change, come and go', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await combo(view, 'Effort').focus();
		await combo(view, 'Effort').evaluate((node) => node.setAttribute('data-same', ''));
		const changed = { ...effort, current: 'low' };
		await view.post(session(1, { options: [web, mode, changed], title: 'Other' }));
		assert.deepEqual(await names(view), ['Web search', 'Mode', 'Effort']);
		const focused = await view.page.evaluate(() => document.activeElement?.hasAttribute('data-same'));
		assert.equal(focused, true);
		assert.equal(await combo(view, 'Effort').inputValue(), 'low');
	});

	it('tell about a change that the user did not make there', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await view.post(session(1, { options: [{ ...mode, current: 'code' }, model] }));
		const said = view.page.locator('[aria-live="polite"] p');
		assert.deepEqual(await said.allInnerTexts(), ['Mode: Code']);
	});

	it('take the next mode with Alt+M, which types nothing', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { options: all }), { type: 'focusComposer' });
		await view.page.keyboard.press('Alt+m');
		await view.page.keyboard.press('Shift+Alt+m');
		assert.deepEqual(await view.sentOf('cycleMode'), [{ type: 'cycleMode' }]);
		assert.equal(await view.page.getByRole('textbox', { name: 'Message' }).inputValue(), '');
		await view.page.evaluate(
			() => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
		);
		await view.page.keyboard.press('Alt+m');
		assert.equal((await view.sentOf('cycleMode')).length, 2, 'also while nothing has the focus');
	});

	it('show what hides in names', async () => {
		const view = await harness.open({ width: 700 });
		const hostile = {
			...mode,
			name: 'Mo\u202Ede',
			groups: [{ choices: [{ value: 'ask', name: '<b>A\u200Bsk' }] }],
		};
		await view.post(snapshot([], { options: [hostile] }));
		assert.equal(await combo(view, 'Mo⟨U+202E⟩de').locator('option').innerText(), '<b>A⟨U+200B⟩sk');
	});

	it('keep the first ones where the room is short, the others are behind a button [acp C79]', async () => {
		const view = await harness.open({ width: 300 });
		await view.post(snapshot([], { options: all }));
		const shown = await names(view);
		assert.equal(shown[0], 'Mode');
		assert.equal(shown.at(-1), 'More options');
		assert.ok(shown.length < 5, shown.join());
		await view.page.getByRole('button', { name: 'More options' }).click();
		assert.deepEqual(await view.sentOf('pickOption'), [{ type: 'pickOption' }]);
		await view.page.setViewportSize({ width: 700, height: 700 });
		await view.page.getByRole('button', { name: 'More options' }).waitFor({ state: 'hidden' });
		assert.equal((await names(view)).length, 4);
	});

	it('pass the focus on when their room goes', async () => {
		const view = await harness.open({ width: 700 });
		await view.post(snapshot([], { options: all }));
		await view.page.getByRole('switch', { name: 'Web search' }).focus();
		await view.page.setViewportSize({ width: 260, height: 700 });
		await view.page.getByRole('button', { name: 'More options' }).waitFor();
		await view.settled();
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'More options');
	});
});
