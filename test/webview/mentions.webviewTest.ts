import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewMention } from '../../src/core/view/viewAttachment.ts';
import { mentionAt } from '../../src/webview/composer/mentions.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { sampleSession, snapshot, delta } from './samples.ts';

const mention = (label: string, more: Partial<ViewMention> = {}): ViewMention => ({
	id: `file:///ws/${label}`,
	kind: 'file',
	label,
	description: '',
	...more,
});
const few = [
	mention('src/a.ts:3-9', { kind: 'range', id: 'file:///ws/src/a.ts#L3-L9', description: 'Selection' }),
	mention('src/b.ts'),
	mention('Problems', { kind: 'problems', id: 'problems:', description: '2 errors' }),
];

describe('mentions', () => {
	const harness = useHarness();
	const field = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });
	const list = (view: ViewPage) => view.page.getByRole('listbox', { name: 'Mentions' });
	const options = (view: ViewPage) => list(view).getByRole('option');
	const activeRow = async (view: ViewPage): Promise<string> => {
		const id = await field(view).getAttribute('aria-activedescendant');
		return id === null ? '' : view.page.locator(`[id="${id}"] .command-name`).innerText();
	};
	const open = async (): Promise<ViewPage> => {
		const view = await harness.open();
		await view.post(snapshot([]), { type: 'focusComposer' });
		return view;
	};
	const asked = async (view: ViewPage, query: string): Promise<string> => {
		await view.waitForLast('findMentions', (message) => message.query === query);
		return (await view.waitFor('findMentions')).requestId;
	};
	/** Answers that question; those before it, which come when the keys come slowly, find nothing. */
	const answer = async (view: ViewPage, query: string, items: readonly ViewMention[]): Promise<void> => {
		for (;;) {
			const last = await view.waitFor('findMentions');
			const isLast = last.query === query;
			await view.post({ type: 'mentions', requestId: last.requestId, items: isLast ? items : [] });
			if (isLast) return;
		}
	};

	it('are what follows an @ at the start of a word, up to the cursor', () => {
		const at = (text: string, end = text.length) => mentionAt(text, end);
		assert.deepEqual(at('@'), { start: 0, end: 1, query: '' });
		assert.deepEqual(at('see @src/a'), { start: 4, end: 10, query: 'src/a' });
		assert.deepEqual(at('see (@a and'.slice(0, 7)), { start: 5, end: 7, query: 'a' });
		assert.deepEqual(at('see @src/a', 8), { start: 4, end: 8, query: 'src' });
		for (const text of ['', 'a', 'me@home', '@a ', '@a@', `@${'x'.repeat(101)}`, `y@${'x'.repeat(100)}`])
			assert.equal(at(text), undefined, text);
	});

	it('are asked of the host, and chosen with arrows and Enter; the name stands in the text', async () => {
		const view = await open();
		await view.page.keyboard.type('see @');
		await answer(view, '', few);
		assert.equal(await activeRow(view), 'a.ts:3-9');
		await view.page.keyboard.press('ArrowDown');
		assert.equal(await activeRow(view), 'b.ts');
		await view.page.keyboard.press('ArrowUp');
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await activeRow(view), 'Problems');
		await view.page.keyboard.press('Enter');
		assert.equal(await field(view).inputValue(), 'see @Problems ');
		assert.equal(await list(view).isVisible(), false);
		assert.equal(await field(view).getAttribute('aria-controls'), null);
		const { id, requestId } = await view.waitFor('addMention');
		assert.equal(id, 'problems:');
		assert.equal(await view.page.locator('.chip.pending').innerText(), 'Problems');
		await view.post({
			type: 'attached',
			requestId,
			attachments: [{ type: 'problems', id, name: 'Problems' }],
		});
		assert.equal(await view.page.locator('.chip.pending').count(), 0);
		await view.page.keyboard.type('please');
		await view.page.keyboard.press('Enter');
		const { text, attachments } = await view.waitFor('submit');
		assert.deepEqual({ text, attachments }, { text: 'see @Problems please', attachments: ['problems:'] });
	});

	it('say where they are and what they are, for eyes and ears', async () => {
		const view = await open();
		await view.page.keyboard.type('@');
		await answer(view, '', few);
		assert.equal(await options(view).nth(0).locator('.command-description').innerText(), 'src · Selection');
		assert.equal(await options(view).nth(1).locator('.command-description').innerText(), 'src');
		assert.equal(await options(view).nth(0).getAttribute('aria-setsize'), '3');
		assert.equal(await field(view).getAttribute('aria-controls'), await list(view).getAttribute('id'));
		await view.page.getByText('3 suggestions').first().waitFor({ state: 'attached' });
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
	});

	it('follow what is typed, one question at a time; an answer to an older one is not shown', async () => {
		const view = await open();
		await view.page.keyboard.type('@');
		const first = await asked(view, '');
		await view.page.keyboard.type('b');
		await view.settled();
		assert.equal((await view.sentOf('findMentions')).length, 1);
		await view.post({ type: 'mentions', requestId: first, items: few });
		assert.equal(await list(view).isVisible(), false);
		const second = await asked(view, 'b');
		await view.post({ type: 'mentions', requestId: first, items: few });
		assert.equal(await list(view).isVisible(), false);
		await view.post({ type: 'mentions', requestId: second, items: [mention('src/b.ts')] });
		assert.equal(await activeRow(view), 'b.ts');
		assert.equal(await options(view).count(), 1);
		await view.page.keyboard.press('Tab');
		assert.equal(await field(view).inputValue(), '@src/b.ts ');
	});

	it('are not chosen from an older list: Enter waits for the answer to what is typed', async () => {
		const view = await open();
		await view.page.keyboard.type('@');
		await answer(view, '', few);
		await view.page.keyboard.type('zo');
		await view.page.keyboard.press('Enter');
		assert.equal(await field(view).inputValue(), '@zo');
		await answer(view, 'zo', [mention('zoo.ts')]);
		assert.equal(await field(view).inputValue(), '@zoo.ts ');
		assert.equal((await view.sentOf('submit')).length, 0);
	});

	it('that come late stand at the end, and the active row stays', async () => {
		const view = await open();
		await view.page.keyboard.type('@b');
		await answer(view, 'b', few);
		await view.page.keyboard.press('ArrowDown');
		await answer(view, 'b', [...few, mention('Beta', { kind: 'symbol', id: 'file:///ws/b.ts#L3' })]);
		assert.equal(await options(view).count(), 4);
		assert.equal(await activeRow(view), 'b.ts');
	});

	it('go away with Esc until the next @, and do not stop the agent', async () => {
		const view = await harness.open();
		const session = sampleSession({ turn: { type: 'running', startedAt: 0 } });
		await view.post(snapshot([]), delta(1, { type: 'session', session }), { type: 'focusComposer' });
		await view.page.keyboard.type('@b');
		await answer(view, 'b', few);
		await view.page.keyboard.press('Escape');
		assert.equal(await list(view).isVisible(), false);
		assert.equal((await view.sentOf('stop')).length, 0);
		const count = (await view.sentOf('findMentions')).length;
		await view.page.keyboard.type('c');
		await view.settled();
		assert.equal((await view.sentOf('findMentions')).length, count);
		await view.page.keyboard.type(' @');
		await answer(view, '', few);
		assert.equal(await options(view).count(), 3);
	});

	it('that are none leave Enter to the message', async () => {
		const view = await open();
		await view.page.keyboard.type('mail @nobody');
		await answer(view, 'nobody', []);
		assert.equal(await list(view).isVisible(), false);
		await view.page.keyboard.press('Enter');
		assert.equal((await view.waitFor('submit')).text, 'mail @nobody');
	});

	it('that turn out to be none leave Enter to the message that came before the answer, and Tab to nothing', async () => {
		const view = await open();
		const sent: string[][] = [];
		for (const [key, word] of [
			['Tab', 'nobody'],
			['Enter', 'nothing'],
		] as const) {
			await view.page.keyboard.type(` @${word}`);
			await view.page.keyboard.press(key);
			assert.deepEqual(await view.sentOf('submit'), []);
			await answer(view, word, []);
			await view.settled();
			sent.push((await view.sentOf('submit')).map(({ text }) => text));
		}
		assert.deepEqual(sent, [[], [' @nobody @nothing']]);
		assert.equal(await field(view).inputValue(), '');
	});

	it('close when the cursor or the focus goes elsewhere', async () => {
		const view = await open();
		await view.page.keyboard.type('see @b');
		await answer(view, 'b', few);
		await view.page.keyboard.press('Home');
		await list(view).waitFor({ state: 'hidden' });
		await view.page.keyboard.press('End');
		await view.waitForLast('findMentions', ({ query }) => query === 'b');
		await answer(view, 'b', few);
		await field(view).blur();
		assert.equal(await list(view).isVisible(), false);
	});

	it('are chosen with the mouse in the middle of a text, and undone with one key', async () => {
		const view = await open();
		await view.page.keyboard.type('see  there');
		for (let n = 0; n < 6; n++) await view.page.keyboard.press('ArrowLeft');
		await view.page.keyboard.type('@b');
		await answer(view, 'b', few);
		await options(view).nth(1).click();
		assert.equal(await field(view).inputValue(), 'see @src/b.ts  there');
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
		await view.page.keyboard.press('Control+z');
		assert.equal(await field(view).inputValue(), 'see @b there');
	});

	it('and slash commands do not come up together', async () => {
		const view = await harness.open();
		const commands = [{ name: 'plan', description: 'Plans' }];
		await view.post(snapshot([], { commands }), { type: 'focusComposer' });
		await view.page.keyboard.type('/');
		assert.equal(await view.page.getByRole('listbox').count(), 1);
		assert.notEqual(await field(view).getAttribute('aria-activedescendant'), null);
		await view.page.keyboard.type('plan @');
		await answer(view, '', few);
		assert.equal(await view.page.getByRole('listbox').count(), 1);
		assert.equal(await activeRow(view), 'a.ts:3-9');
	});

	it('with hostile names are shown as text, with what hides in them', async () => {
		const view = await open();
		const bad = mention('<img src=x onerror=acpHacked=1>\u202Egnp.ts', { description: '<b>\n' });
		await view.page.keyboard.type('@');
		await answer(view, '', [bad]);
		assert.match(await list(view).innerText(), /<img src=x onerror=acpHacked=1>⟨U\+202E⟩gnp\.ts/u);
		assert.match(await list(view).innerText(), /<b>⏎/u);
		await view.page.keyboard.press('Enter');
		assert.equal(await field(view).inputValue(), '@<img src=x onerror=acpHacked=1>⟨U+202E⟩gnp.ts ');
		assert.equal(await view.page.evaluate(() => 'acpHacked' in window), false);
		assert.deepEqual(view.requests, []);
	});

	it('take the place of lines that were pasted from an editor; undo brings the text back', async () => {
		const view = await open();
		const paste = (text: string) =>
			view.page.evaluate((data) => {
				const clipboardData = new DataTransfer();
				clipboardData.setData('text/plain', data);
				const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
				const isPlain = document.activeElement?.dispatchEvent(event) === true;
				if (isPlain) document.execCommand('insertText', false, data);
			}, text);
		await view.page.keyboard.type('see ');
		await paste('one word');
		await view.page.keyboard.type(' ');
		assert.equal((await view.sentOf('pasted')).length, 0);
		await paste('a\nb\n');
		const { requestId, text } = await view.waitFor('pasted');
		assert.equal(text, 'a\nb\n');
		assert.equal(await field(view).inputValue(), 'see one word a\nb\n');
		await view.page.keyboard.type('more');
		const lines = mention('a.ts:3-4', { kind: 'range', id: 'file:///ws/a.ts#L3-L4' });
		await view.post({ type: 'pastedFrom', requestId: 'another', mention: lines });
		assert.equal(await field(view).inputValue(), 'see one word a\nb\nmore');
		await view.post({ type: 'pastedFrom', requestId, mention: lines });
		assert.equal(await field(view).inputValue(), 'see one word @a.ts:3-4 more');
		assert.equal((await view.waitFor('addMention')).id, lines.id);
		await view.page.keyboard.type('!');
		assert.equal(await field(view).inputValue(), 'see one word @a.ts:3-4 more!');
		await view.page.keyboard.press('Backspace');
		await view.page.keyboard.press('Control+z');
		await view.page.keyboard.press('Control+z');
		await view.page.keyboard.press('Control+z');
		assert.equal(await field(view).inputValue(), 'see one word a\nb\nmore');
	});

	it('leave pasted lines alone that were changed before their source was known', async () => {
		const view = await open();
		await view.page.evaluate(() => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', 'a\nb');
			document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
			document.execCommand('insertText', false, 'a\nb');
		});
		const { requestId } = await view.waitFor('pasted');
		await view.page.keyboard.press('Backspace');
		await view.post({ type: 'pastedFrom', requestId, mention: mention('a.ts:3-4') });
		assert.equal(await field(view).inputValue(), 'a\n');
		assert.equal((await view.sentOf('addMention')).length, 0);
	});

	it('become chips that open what they stand for, and can be taken off', async () => {
		const view = await open();
		const range = { type: 'range', id: 'file:///ws/a.ts#L3-L9', name: 'a.ts:3-9' } as const;
		const changes = { type: 'changes', id: 'changes:file:///ws', name: 'Git changes' } as const;
		await view.post({ type: 'attached', attachments: [range, changes] });
		assert.equal(await view.page.locator('.chip').first().getAttribute('title'), range.id);
		await view.page.getByRole('button', { name: 'Open a.ts:3-9' }).focus();
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('openAttachment'), { type: 'openAttachment', id: range.id });
		await view.page.getByRole('button', { name: 'Remove a.ts:3-9' }).click();
		assert.equal(await view.page.evaluate(() => document.activeElement?.ariaLabel), 'Remove Git changes');
		await view.waitForLast('draftChanged', ({ attachments }) => attachments.join() === changes.id);
	});

	it('of other conversations and of terminals have faces of their own, whatever they are called', async () => {
		const view = await open();
		const session = { type: 'session', id: 'session:s1', name: 'Fix <b>the</b> parser' } as const;
		const text = 'npm ERR! code 1';
		const terminal = { type: 'terminal', id: 'terminal:15-x', name: `Terminal: ${text}`, text } as const;
		await view.post({ type: 'attached', attachments: [session, terminal] });
		const chips = view.page.locator('.chip');
		assert.equal(await chips.locator('.codicon-comment-discussion').count(), 1);
		assert.equal(await chips.locator('.codicon-terminal').count(), 1);
		assert.equal((await chips.first().innerText()).trim(), session.name);
		assert.equal(await chips.nth(1).getAttribute('title'), terminal.name);
		await view.page.getByRole('button', { name: 'Open Terminal: npm ERR! code 1' }).click();
		assert.equal((await view.waitFor('openAttachment')).id, terminal.id);
		await view.waitForLast(
			'draftChanged',
			({ attachments }) => attachments.join() === `${session.id},${terminal.id}`,
		);
		assert.doesNotMatch(
			JSON.stringify(await view.sentOf('draftChanged')),
			/npm ERR/u,
			'the text stays with the host',
		);
	});

	it('that were sent are shown folded under their name, and are not what Up brings back', async () => {
		const view = await open();
		await view.post(
			snapshot([
				{
					id: 'm1',
					type: 'message',
					role: 'user',
					content: [
						{ type: 'text', text: 'mend it' },
						{
							type: 'text',
							text: '- a.ts:3:5 error: **Bad**',
							attached: { type: 'problems', id: 'problems:', name: 'Problems' },
						},
					],
					isComplete: true,
					isUnsent: false,
					durationMs: 0,
				},
			]),
			{ type: 'focusComposer' },
		);
		const details = view.page.locator('details.resource');
		assert.equal((await details.locator('summary').innerText()).trim(), 'Problems');
		await details.locator('summary').click();
		assert.equal(await details.locator('pre').innerText(), '- a.ts:3:5 error: **Bad**');
		await field(view).focus();
		await view.page.keyboard.press('ArrowUp');
		assert.equal(await field(view).inputValue(), 'mend it');
	});
});
