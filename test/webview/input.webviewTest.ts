import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '../../src/core/base/limits.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import {
	delta,
	sampleMessage,
	sampleNotice,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

const running = { turn: { type: 'running', startedAt: Date.now() } } as const;

describe('the composer', () => {
	const harness = useHarness();
	const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });

	it('sends with Enter, breaks the line with Shift+Enter, and is empty afterwards', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('one');
		await view.page.keyboard.press('Shift+Enter');
		await view.page.keyboard.type('two');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('submit'), { type: 'submit', text: 'one\ntwo', attachments: [] });
		assert.equal(await field(view).inputValue(), '');
	});

	it('sends nothing but blanks, and leaves keys to an input method', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('  ');
		await view.page.keyboard.press('Enter');
		await view.page.keyboard.type('ni');
		await field(view).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
		await field(view).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
		assert.deepEqual(await view.sentOf('submit'), []);
		await view.page.getByRole('button', { name: 'Send', exact: true }).click();
		assert.equal((await view.waitFor('submit')).text, '  ni');
	});

	it('sends also while the agent works, by key and by button, beside Stop; Esc stops [acp C52]', async () => {
		const view = await harness.open();
		await view.post(snapshot([], running), { type: 'focusComposer' });
		await view.page.keyboard.type('more');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('submit')).text, 'more');
		assert.equal(await field(view).inputValue(), '');
		await view.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
		await view.page.keyboard.type('and more');
		await view.page.getByRole('button', { name: 'Send', exact: true }).click();
		assert.equal((await view.waitFor('submit')).text, 'and more');
		assert.equal(await field(view).evaluate((box) => box === document.activeElement), true);
		await view.page.keyboard.press('Escape');
		await view.waitFor('stop');
		await view.post(
			delta(1, {
				type: 'session',
				session: sampleSession({ turn: { type: 'stopping', startedAt: 0, stopAt: Date.now() } }),
			}),
		);
		await view.page.keyboard.press('Escape');
		assert.equal((await view.sentOf('stop')).length, 1);
	});

	it('saves the draft after a pause, when it loses the focus and while typing goes on [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('abc');
		await view.waitForLast('draftChanged', ({ text }) => text === 'abc');
		await view.page.keyboard.type('d');
		await field(view).blur();
		assert.equal((await view.sentOf('draftChanged')).at(-1)?.text, 'abcd');
		await field(view).focus();
		const before = (await view.sentOf('draftChanged')).length;
		await view.page.keyboard.type('a long sentence', { delay: 100 });
		assert.ok((await view.sentOf('draftChanged')).length >= before + 2);
	});

	it('takes back a prompt that could not be sent', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), {
			type: 'draft',
			text: 'again',
			attachments: [{ type: 'file', id: 'file:///a.ts', name: 'a.ts' }],
		});
		assert.equal(await field(view).inputValue(), 'again');
		await view.page.getByRole('button', { name: 'Remove a.ts' }).waitFor();
	});

	it('attaches files as chips that can be removed', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		await view.page.getByRole('button', { name: 'Attach', exact: true }).click();
		await view.waitFor('attach');
		const a = { type: 'file', id: 'file:///a.ts', name: 'a.ts' } as const;
		const b = { type: 'file', id: 'file:///b.ts', name: 'b.ts' } as const;
		await view.post({ type: 'attached', attachments: [a] }, { type: 'attached', attachments: [a, b] });
		await view.page.getByRole('button', { name: 'Remove a.ts' }).click();
		await view.page.getByRole('button', { name: 'Send', exact: true }).click();
		assert.deepEqual(await view.waitFor('submit'), { type: 'submit', text: '', attachments: [b.id] });
	});

	it('completes commands by keyboard', async () => {
		const view = await harness.open();
		await view.post(snapshot([], richSession), { type: 'focusComposer' });
		await view.page.keyboard.type('/');
		const list = view.page.getByRole('listbox', { name: 'Commands' });
		assert.deepEqual(await list.getByRole('option').count(), 2);
		await view.page.keyboard.press('ArrowDown');
		const active = await field(view).getAttribute('aria-activedescendant');
		assert.match((await view.page.locator(`[id="${active}"]`).innerText()) ?? '', /^\/review/);
		await view.page.keyboard.press('Enter');
		assert.equal(await field(view).inputValue(), '/review ');
		await view.page.locator('.composer-hint', { hasText: '/review branch' }).waitFor();
		assert.equal(await list.isVisible(), false);
		await field(view).fill('/pl');
		await view.page.keyboard.press('Escape');
		assert.equal(await list.isVisible(), false);
		assert.deepEqual(await view.sentOf('stop'), []);
		assert.deepEqual(await view.sentOf('submit'), []);
	});

	it('brings back the last prompt with the arrow key', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('u', 'do it', { role: 'user' }), sampleMessage('a', 'done')]), {
			type: 'focusComposer',
		});
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await field(view).inputValue(), 'do it');
	});

	it('grows with the text up to ten lines', async () => {
		const view = await harness.open();
		await view.post(snapshot([]));
		const height = async () => (await field(view).boundingBox())?.height ?? 0;
		const one = await height();
		await field(view).fill('a\nb\nc\nd');
		const four = await height();
		await field(view).fill('x\n'.repeat(50));
		assert.ok(four > one + 40);
		assert.ok((await height()) < 230, `${await height()}`);
	});

	it('changes the mode', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { ...richSession, turn: { type: 'idle' } }));
		await view.page.getByRole('combobox', { name: 'Mode' }).selectOption('code');
		assert.deepEqual(await view.waitFor('setOption'), { type: 'setOption', optionId: 'mode', value: 'code' });
	});
});

describe('a permission card', () => {
	const harness = useHarness();
	const allow = (view: ViewPage) => view.page.getByRole('button', { name: 'Allow Once', exact: true });

	it('has nothing chosen or focused, and takes no answer in the first 500 ms [hazard C6]', async () => {
		const view = await harness.open();
		await view.postAndClick(snapshot([samplePermission('p')]), '.option', [0, 100, 300, 400]);
		assert.deepEqual(await view.sentOf('answer'), []);
		assert.equal(await view.page.evaluate(() => document.activeElement?.tagName), 'BODY');
		await allow(view).click();
		await view.page.getByRole('button', { name: 'Reject', exact: true }).dispatchEvent('click');
		assert.deepEqual(await view.sentOf('answer'), [{ type: 'answer', permissionId: 'p', optionId: 'yes' }]);
	});

	it('starts the time anew when it or its tool call changes [hazard C9]', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { toolCallEntryId: 't' });
		await view.post(snapshot([sampleToolCall('t', { title: 'npm test', status: 'pending' }), permission]));
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const changed = delta(1, { type: 'entry', entry: { ...permission, details: 'rm -rf ~' } });
		await view.postAndClick(changed, '.option', [0, 100, 300]);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const call = sampleToolCall('t', { title: 'rm -rf ~', status: 'pending' });
		await view.postAndClick(delta(2, { type: 'entry', entry: call }), '.option', [0, 100, 300]);
		assert.deepEqual(await view.sentOf('answer'), []);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await allow(view).dispatchEvent('click');
		assert.equal((await view.sentOf('answer')).length, 1);
	});

	it('shows the options in the order of the agent, the diff, and what became of it', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { hasDiff: true, toolCallEntryId: 't' });
		await view.post(snapshot([sampleToolCall('t', { status: 'pending' }), permission]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.deepEqual(
			(await card.getByRole('button').allInnerTexts()).map((text) => text.trim()),
			['Allow Once', 'Allow Always', 'Reject', 'Open Diff'],
		);
		await card.getByRole('button', { name: 'Open Diff' }).click();
		assert.deepEqual(await view.waitFor('openDiff'), { type: 'openDiff', entryId: 't' });
		const option = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;
		await view.post(
			delta(1, { type: 'entry', entry: { ...permission, state: { type: 'answered', option } } }),
		);
		assert.equal(await card.getByRole('button').count(), 0);
		assert.match(await card.innerText(), /Reject/);
		await view.post(
			delta(2, { type: 'entry', entry: { ...permission, state: { type: 'cancelled', by: 'user' } } }),
		);
		assert.match(await card.innerText(), /Cancelled: you stopped the turn/);
	});

	it('shows the command that it is about in full, and where it would run [hazard C7]', async () => {
		const view = await harness.open();
		const details = `make ${'x'.repeat(3000)}\n&& rm -rf build`;
		const description = 'It cleans up first.';
		await view.post(snapshot([samplePermission('p', { details, description, cwdLabel: 'web\u202E/app' })]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.equal(await card.getByRole('region', { name: 'Details' }).innerText(), details);
		assert.match(await card.innerText(), /It cleans up first\.[\s\S]*in web.+\/app/u);
		assert.equal(await card.locator('.hidden-char').count(), 1);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		const elsewhere = samplePermission('p', { details, description, cwdLabel: '/' });
		await view.postAndClick(delta(1, { type: 'entry', entry: elsewhere }), '.option', [0, 100]);
		assert.deepEqual(await view.sentOf('answer'), []);
	});

	it('says what it does not understand, and still lets the user choose [acp C253] [acp C211]', async () => {
		const view = await harness.open();
		const note = 'The agent asks for permission for something this version does not know: _db';
		const options = [{ optionId: 'odd', name: 'Perhaps', kind: 'other' }] as const;
		await view.post(snapshot([samplePermission('p', { details: '', note, options })]));
		const card = view.page.getByRole('article', { name: 'Permission: Run npm test' });
		assert.match(await card.innerText(), /does not know: _db/u);
		assert.equal(await card.getByRole('region', { name: 'Details' }).count(), 0);
		const choice = card.getByRole('button', { name: 'Perhaps' });
		await view.page.waitForFunction(() => document.querySelector('.option:not(.inert)') !== null);
		await choice.click();
		assert.equal((await view.waitFor('answer')).optionId, 'odd');
	});

	it('keeps the card of its tool call unfolded while it is pending', async () => {
		const view = await harness.open();
		const permission = samplePermission('p', { toolCallEntryId: 'edit' });
		const edit = richEntries.find((entry) => entry.id === 'edit');
		assert.ok(edit);
		await view.post(snapshot([edit, permission]));
		const toggle = view.page.getByRole('button', { name: /Edit two files/ });
		assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
		await view.post(
			delta(1, { type: 'entry', entry: { ...permission, state: { type: 'cancelled', by: 'agent' } } }),
		);
		assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
	});
});

describe('what the buttons ask for', () => {
	const harness = useHarness();

	it('is named by ids of the host', async () => {
		const view = await harness.open({ height: 2500, state: richState });
		await view.post(snapshot(richEntries, richSession));
		const edit = view.page.getByRole('article', { name: 'Tool call: Edit two files' });
		await edit.getByRole('button', { name: 'Open Diff' }).nth(1).click();
		await edit.getByRole('button', { name: 'Open All Diffs' }).click();
		assert.deepEqual(await view.sentOf('openDiff'), [
			{ type: 'openDiff', entryId: 'edit', index: 1 },
			{ type: 'openDiff', entryId: 'edit' },
		]);
		await edit.getByRole('button', { name: 'src/errors.ts' }).click();
		assert.deepEqual(await view.waitFor('openLocation'), { type: 'openLocation', entryId: 'edit', index: 1 });
		await edit.getByRole('button', { name: 'Raw' }).click();
		assert.deepEqual(await view.waitFor('requestRaw'), { type: 'requestRaw', entryId: 'edit' });
		await view.post({ type: 'raw', entryId: 'edit', input: '{"a": 1}', output: '' });
		assert.equal(await edit.getByRole('region', { name: 'Raw input' }).innerText(), '{"a": 1}');
		await view.page.getByRole('button', { name: 'Restart Agent' }).click();
		assert.deepEqual(await view.waitFor('notice'), { type: 'notice', entryId: 'n1', action: 'restart' });
	});

	it('has a label for each action of a notice', async () => {
		const view = await harness.open();
		const actions = [
			'show_log',
			'restart',
			'open_settings',
			'new_session',
			'retry',
			'approve',
			'force_stop',
		] as const;
		await view.post(snapshot([sampleNotice('n', { actions })]));
		assert.deepEqual(
			(await view.page.getByRole('article').getByRole('button').allInnerTexts()).map((text) => text.trim()),
			['Show Log', 'Restart Agent', 'Open Settings', 'New Session', 'Try Again', 'Approve', 'Force Stop'],
		);
	});

	it('starts sessions from the empty view', async () => {
		const view = await harness.open();
		await view.post({
			type: 'empty',
			generation: 1,
			agents: [{ name: 'demo', title: 'Demo Agent' }],
			problems: [],
		});
		await view.page.getByRole('button', { name: 'New Session', exact: true }).click();
		await view.page.getByRole('button', { name: 'Demo Agent', exact: true }).click();
		assert.deepEqual(await view.sentOf('newSession'), [
			{ type: 'newSession' },
			{ type: 'newSession', agent: 'demo' },
		]);
	});

	it('shows the whole command line before an agent is approved [hazard F3]', async () => {
		const view = await harness.open();
		const commandLine = `node agent.js --flag ${'x'.repeat(2000)} \u202Eend`;
		const unapproved = snapshot([], { agent: { type: 'unapproved', commandLine } });
		await view.postAndClick(unapproved, '.approval .button', [0, 100, 300]);
		assert.deepEqual(await view.sentOf('notice'), []);
		assert.equal(
			await view.page.getByRole('region', { name: 'Command line' }).textContent(),
			commandLine.replace('\u202E', '⟨U+202E⟩'),
		);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await view.page.getByRole('button', { name: 'Approve', exact: true }).click();
		assert.equal((await view.waitFor('notice')).action, 'approve');
	});
});

describe('the keyboard alone', () => {
	const harness = useHarness();
	const focused = (view: ViewPage) =>
		view.page.evaluate(
			() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
		);

	it('reaches entries as one stop, moves between them with arrows, and answers', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([
				sampleMessage('u', 'Hi', { role: 'user' }),
				sampleMessage('a', 'Hello'),
				samplePermission('p'),
			]),
			{ type: 'focusComposer' },
		);
		assert.equal(await focused(view), 'Message');
		assert.equal(await view.page.locator('.entry[tabindex="0"]').count(), 1);
		await view.page.locator('.entry[tabindex="0"]').focus();
		assert.equal(await focused(view), 'Permission: Run npm test');
		await view.page.keyboard.press('ArrowUp');
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await focused(view), 'You');
		assert.equal(await view.page.locator('.entry[tabindex="0"]').count(), 1);
		await view.page.keyboard.press('End');
		assert.equal(await focused(view), 'Permission: Run npm test');
		await view.page.waitForTimeout(limits.permissionGuardMs);
		await view.page.keyboard.press('Tab');
		await view.page.keyboard.press('Tab');
		assert.equal(await focused(view), 'Allow Once');
		await view.page.keyboard.press('Tab');
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('answer')).optionId, 'always');
	});

	it('unfolds cards and remembers that, and scrolls by pages', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(richEntries, richSession));
		await view.page.getByRole('button', { name: 'Edit two files' }).focus();
		await view.page.keyboard.press('Enter');
		await view.page.getByRole('button', { name: 'Open All Diffs' }).waitFor();
		await view.page.getByRole('article', { name: 'Permission: Run a command' }).focus();
		const { top } = await view.scrollState();
		await view.page.keyboard.press('PageUp');
		await view.settled();
		assert.ok((await view.scrollState()).top < top - 100);
		await view.page.keyboard.press('Home');
		await view.settled();
		assert.equal((await view.scrollState()).top, 0);
		assert.equal(await focused(view), 'You');
		await view.page.keyboard.press('End');
		await view.settled();
		assert.ok((await view.scrollState()).fromEnd <= 8);
	});

	it('sees where it is: every control has a focus outline', async () => {
		const view = await harness.open({ state: richState });
		await view.post(snapshot(richEntries, { ...richSession, turn: { type: 'idle' } }));
		const without = await view.page.evaluate(() => {
			const controls = [...document.querySelectorAll<HTMLElement>('button, [tabindex="0"], select, article')];
			return controls
				.filter((control) => control.checkVisibility())
				.filter((control) => {
					control.focus({ preventScroll: true, focusVisible: true });
					return document.activeElement !== control || getComputedStyle(control).outlineStyle === 'none';
				})
				.map((control) => `${control.tagName} ${control.className}`);
		});
		assert.deepEqual(without, []);
	});

	it('is not distracted: nothing moves when less motion is asked for', async () => {
		const view = await harness.open();
		await view.page.emulateMedia({ reducedMotion: 'reduce' });
		await view.post(snapshot(richEntries, richSession));
		assert.equal(await view.page.evaluate(() => document.getAnimations().length), 0);
	});
});
