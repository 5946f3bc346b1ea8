import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import { delta, sampleMessage, sampleNotice, samplePermission, sampleSession, snapshot } from './samples.ts';

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
		assert.deepEqual(await view.waitFor('submit'), {
			type: 'submit',
			text: 'one\ntwo',
			attachments: [],
			revision: 7,
		});
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

	for (const kind of ['stop', 'send-now'])
		it(`gives the field the focus of a button that goes with the turn: ${kind}`, async () => {
			const view = await harness.open();
			const button = view.page.locator(`.composer-tools button.${kind}`);
			await view.post(snapshot([], running), { type: 'focusComposer' });
			await view.page.keyboard.type('more');
			await button.focus();
			await view.post(delta(1, { type: 'session', session: sampleSession() }));
			await button.waitFor({ state: 'hidden' });
			assert.equal(await field(view).evaluate((box) => box === document.activeElement), true);
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
			replaces: '',
		});
		assert.equal(await field(view).inputValue(), 'again');
		await view.page.getByRole('button', { name: 'Remove a.ts' }).waitFor();
	});

	it('keeps what is being typed when a prompt comes back, and tells the host of both [hazard G2]', async () => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		await view.page.keyboard.type('abc');
		// The host has heard of the first letter only.
		await view.post({ type: 'draft', text: 'back\n\na', attachments: [], replaces: 'a' });
		assert.equal(await field(view).inputValue(), 'back\n\nabc');
		await view.waitForLast('draftChanged', ({ text }) => text === 'back\n\nabc');
		await view.page.keyboard.type('d');
		assert.equal(await field(view).inputValue(), 'back\n\nabcd');
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
		assert.deepEqual(await view.waitFor('submit'), {
			type: 'submit',
			text: '',
			attachments: [b.id],
			revision: 3,
		});
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
		await edit.getByRole('button', { name: 'src/errors.ts', exact: true }).click();
		assert.deepEqual(await view.waitFor('openLocation'), { type: 'openLocation', entryId: 'edit', index: 1 });
		await edit.getByRole('button', { name: 'Raw' }).click();
		assert.deepEqual(await view.waitFor('requestRaw'), { type: 'requestRaw', entryId: 'edit' });
		await view.post({ type: 'raw', entryId: 'edit', input: '{"a": 1}', output: '' });
		assert.equal(await edit.getByRole('group', { name: 'Raw input' }).innerText(), '{"a": 1}');
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
			await view.page.getByRole('group', { name: 'Command line' }).textContent(),
			commandLine.replace('\u202E', '⟨U+202E⟩'),
		);
		await view.page.waitForTimeout(limits.permissionGuardMs + 50);
		await view.page.getByRole('button', { name: 'Approve', exact: true }).click();
		assert.equal((await view.waitFor('notice')).action, 'approve');
	});

	it('shows the whole address with its headers before an agent there is approved [hazard F3]', async () => {
		const view = await harness.open();
		const commandLine = `wss://agents.example/${'x'.repeat(2000)} Authorization: …\${secret:token}`;
		await view.post(snapshot([], { agent: { type: 'unapproved', commandLine, isRemote: true } }));
		assert.equal(await view.page.getByRole('group', { name: 'Address' }).textContent(), commandLine);
		await view.page.getByText('Connect to this address as Demo Agent?').waitFor();
		await view.page.getByText('Files and commands that it asks for are those of this machine.').waitFor();
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
