/** Commands in the transcript: their cards, and the list of those that run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toolKinds } from '../../src/core/base/toolCall.ts';
import type { ViewToolContent } from '../../src/core/view/viewEntry.ts';
import type { ViewRunning } from '../../src/core/view/viewSession.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, samplePermission, sampleSession, sampleToolCall, snapshot } from './samples.ts';

type Terminal = Extract<ViewToolContent, { type: 'terminal' }>;

const unfolded = { state: { sessionKey: 'session-1', expanded: { t: true } } };
const shot = process.env['ACP_SHOTS'];

const terminal = (fields: Partial<Terminal> = {}): Terminal => ({
	type: 'terminal',
	terminalId: 'x',
	label: 'npm test',
	output: '',
	isTruncated: false,
	...fields,
});

describe('the card of a command', () => {
	const harness = useHarness();

	async function show(
		fields: Partial<Terminal>,
		status: 'in_progress' | 'completed' = 'completed',
	): Promise<ViewPage> {
		const view = await harness.open(unfolded);
		await view.post(
			snapshot([sampleToolCall('t', { kind: 'execute', status, content: [terminal(fields)] })]),
		);
		return view;
	}

	const footOf = async (view: ViewPage): Promise<string> =>
		(await view.page.locator('.terminal-end').innerText()).replaceAll(/\s+/gu, ' ').trim();

	it('says where it runs, what it printed in colours, and how it ended', async () => {
		const view = await show({
			cwdLabel: 'packages/core',
			output: '\u001B[32mok\u001B[0m 12 tests\n\u001B[1;31m1 failed\u001B[0m\n',
			exit: { exitCode: 1, signal: null },
		});
		assert.match(await view.page.locator('.terminal-head').innerText(), /npm test\s+in packages\/core/u);
		assert.equal(await view.page.locator('.ansi-green-fg').innerText(), 'ok');
		assert.equal(await view.page.locator('.ansi-red-fg.ansi-bold').innerText(), '1 failed');
		assert.equal(await footOf(view), 'Exit code 1');
		if (shot !== undefined) await view.page.screenshot({ path: `${shot}/card.png` });
	});

	it('does not run while its permission waits, and runs once it is given', async () => {
		const view = await harness.open(unfolded);
		const call = sampleToolCall('t', { kind: 'execute', status: 'pending', content: [terminal()] });
		const asking = samplePermission('p', { toolCallEntryId: 't' });
		await view.post(snapshot([call, asking]));
		assert.equal(await footOf(view), 'Waiting for permission');
		const option = { optionId: 'yes', name: 'Allow', kind: 'allow_once' } as const;
		const allowed = samplePermission('p', { toolCallEntryId: 't', state: { type: 'answered', option } });
		await view.post(delta(1, { type: 'entry', entry: allowed }));
		assert.equal(await footOf(view), 'Running…');
	});

	it('shows what is printed inverse as such, until it is switched off', async () => {
		const view = await show({
			output: '\u001B[7m\u001B[32mPASS\u001B[27m on\u001B[38;5;7m x\u001B[7mFAIL\u001B[0m off',
		});
		assert.deepEqual(await view.page.locator('.ansi-reverse').allInnerTexts(), ['PASS', 'FAIL']);
		const [text, ground] = await view.page
			.locator('.ansi-reverse.ansi-green-fg')
			.evaluate((part) => [
				getComputedStyle(part).webkitTextFillColor,
				getComputedStyle(part).backgroundColor,
			]);
		assert.notEqual(text, ground);
	});

	it('ends a style where a reset stands, of all or of a colour, and takes the theme for the first 16 colours', async () => {
		const view = await show({
			output:
				'\u001B[1;31mA\u001B[mB\u001B[31;0mC\u001B[38;5;9mD\u001B[0;38;5;0mE\u001B[0;9mF\u001B[0;48;2;255;0;0mG\u001B[32;49mH\u001B[31;39mI',
		});
		const styled = await view.page
			.locator('.terminal-last-line span')
			.evaluateAll((spans) => spans.map((span) => [span.textContent, span.className]));
		assert.deepEqual(styled, [
			['A', 'ansi-bold ansi-red-fg'],
			['D', 'ansi-bright-red-fg'],
			['E', 'ansi-black-fg'],
			['F', 'ansi-strikethrough'],
			['G', 'ansi-bg-255-0-0'],
			['H', 'ansi-green-fg'],
		]);
	});

	it('breaks lines that are wider than the card', async () => {
		const view = await show({ output: `${'word '.repeat(100)}\n${'x'.repeat(500)}\nend` });
		const text = view.page.getByRole('group', { name: 'Terminal output' });
		assert.equal(await text.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
	});

	it('tells every end apart [acp C92]', async () => {
		assert.equal(await footOf(await show({}, 'in_progress')), 'Running…');
		assert.equal(await footOf(await show({ exit: { exitCode: 0, signal: null } })), 'Exit code 0');
		assert.equal(
			await footOf(await show({ exit: { exitCode: null, signal: 'SIGKILL' } })),
			'Ended by SIGKILL',
		);
		assert.equal(await footOf(await show({ exit: { exitCode: null, signal: null } })), 'Ended');
	});

	it('shows hidden characters in the name of a signal as such', async () => {
		const view = await show({ exit: { exitCode: null, signal: 'SIG\u202EKILL' } });
		assert.equal(await view.page.locator('.terminal-end .hidden-char').count(), 1);
	});

	it('says so when nobody reported any output, and has nothing to open then', async () => {
		const view = await show({ isMissing: true }, 'in_progress');
		assert.equal(await footOf(view), 'No output yet');
		assert.equal(await view.page.getByRole('button', { name: 'Open in Terminal' }).count(), 0);
		await view.post(
			delta(1, { type: 'entry', entry: sampleToolCall('t', { content: [terminal({ isMissing: true })] }) }),
		);
		assert.equal(await footOf(view), 'No output was reported');
		await view.post(delta(2, { type: 'terminalText', terminalId: 'x', text: 'late' }));
		assert.equal(await footOf(view), 'Running…');
		assert.equal(await view.page.getByRole('button', { name: 'Open in Terminal' }).count(), 1);
	});

	it('keeps its text when the terminal is released [acp C91]', async () => {
		const view = await show({ output: 'kept\n' }, 'in_progress');
		await view.post(
			delta(1, {
				type: 'entry',
				entry: sampleToolCall('t', {
					content: [terminal({ output: 'kept\n', exit: { exitCode: null, signal: 'SIGTERM' } })],
				}),
			}),
		);
		assert.equal(await view.page.getByRole('group', { name: 'Terminal output' }).innerText(), 'kept\n');
	});

	it('has all of its output when it is unfolded, whenever that is', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleToolCall('t', { status: 'in_progress', content: [terminal()] })]));
		let seq = 0;
		const print = (text: string): Promise<void> =>
			view.post(delta(++seq, { type: 'terminalText', terminalId: 'x', text }));
		const fold = view.page.locator('.card-fold');
		const output = view.page.getByRole('group', { name: 'Terminal output' });
		await print('one\n');
		await fold.click();
		assert.equal(await output.innerText(), 'one\n');
		await print('two\n');
		assert.equal(await output.innerText(), 'one\ntwo\n');
		await fold.click();
		await print('three\n');
		await fold.click();
		assert.equal(await output.innerText(), 'one\ntwo\nthree\n');
		await print('four\n');
		assert.equal(await output.innerText(), 'one\ntwo\nthree\nfour\n');
	});

	it('shows no output twice when the card changes in the same moment', async () => {
		const view = await show({}, 'in_progress');
		const fields = { kind: 'execute', status: 'in_progress' } as const;
		await view.post(
			delta(
				1,
				{ type: 'terminalText', terminalId: 'x', text: 'one\n' },
				{
					type: 'entry',
					entry: sampleToolCall('t', { ...fields, content: [terminal({ output: 'one\n' })] }),
				},
				{ type: 'terminalText', terminalId: 'x', text: 'two\n' },
			),
		);
		assert.equal(await view.page.getByRole('group', { name: 'Terminal output' }).innerText(), 'one\ntwo\n');
	});

	it('opens its output in a terminal, or as text, by keyboard too', async () => {
		const view = await show({ output: 'x' });
		await view.page.getByRole('button', { name: 'Open in Terminal' }).focus();
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('openTerminal'), { type: 'openTerminal', terminalId: 'x' });
		await view.page.getByRole('button', { name: 'Open as Text' }).press('Enter');
		assert.deepEqual(await view.waitFor('openOutput'), { type: 'openOutput', terminalId: 'x' });
	});

	it('says when only the newest output is shown', async () => {
		assert.equal(
			await footOf(await show({ output: 'x', isTruncated: true, exit: { exitCode: 0, signal: null } })),
			'Exit code 0 Only the newest output is shown',
		);
	});
});

describe('the head of a tool card', () => {
	const harness = useHarness();
	it('has an icon of its own for each kind', async () => {
		const view = await harness.open({ height: 900 });
		await view.post(snapshot(toolKinds.map((kind) => sampleToolCall(kind, { kind, title: `Do ${kind}` }))));
		const icons = await view.page.locator('.card-fold > .codicon:nth-of-type(2)').evaluateAll((found) => {
			const glyph = (one: Element): string => getComputedStyle(one, '::before').content;
			return found.map(glyph);
		});
		assert.equal(icons.length, toolKinds.length);
		assert.equal(new Set(icons).size, toolKinds.length);
		for (const icon of icons) assert.notEqual(icon, 'none');
	});

	it('follows a title that changes, in what is seen and in what is heard', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleToolCall('t', { title: 'Edit', status: 'in_progress' })]));
		await view.post(delta(1, { type: 'entry', entry: sampleToolCall('t', { title: 'Edit hello.txt' }) }));
		const card = view.page.getByRole('article', { name: 'Tool call: Edit hello.txt' });
		assert.equal(await card.locator('.card-title').innerText(), 'Edit hello.txt');
		assert.match(await card.innerText(), /completed/u);
	});

	it('shows the name of the tool where the title does not say it, with nothing hidden in it', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([
				sampleToolCall('a', { name: 'Ba\u202Esh', title: 'ls -la' }),
				sampleToolCall('b', { name: 'Edit', title: 'Edit a.txt' }),
			]),
		);
		const names = view.page.locator('.tool-name');
		assert.equal(await names.count(), 1);
		assert.match(await names.innerText(), /^Ba.+sh$/u);
		assert.equal(await names.locator('.hidden-char').count(), 1);
	});
});

describe('the list of running commands', () => {
	const harness = useHarness();
	const now = Date.now();
	const running = (id: string, fields: Partial<ViewRunning> = {}): ViewRunning => ({
		type: 'terminal',
		id,
		terminalId: id,
		label: `npm run ${id}`,
		startedAt: now - 65_000,
		canStop: true,
		...fields,
	});

	it('is there only while something runs, also between turns', async () => {
		const view = await harness.open();
		const panel = view.page.getByRole('region', { name: 'Running commands' });
		await view.post(snapshot([]));
		assert.equal(await panel.count(), 0);
		await view.post(delta(1, { type: 'session', session: sampleSession({ running: [running('a')] }) }));
		assert.match(await panel.innerText(), /1 command running\s+npm run a/u);
		await view.post(
			delta(2, { type: 'session', session: sampleSession({ running: [running('a'), running('b')] }) }),
		);
		assert.match(await panel.innerText(), /2 commands running/u);
		await view.post(delta(3, { type: 'session', session: sampleSession() }));
		assert.equal(await panel.count(), 0);
	});

	it('unfolds to each command with its time, to open it and to stop what is ours', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([], { running: [running('a'), running('b', { canStop: false, label: 'agent\u202E\n own' })] }),
		);
		const panel = view.page.getByRole('region', { name: 'Running commands' });
		await panel.getByRole('button', { expanded: false }).press('Enter');
		const rows = panel.getByRole('listitem');
		assert.match(await rows.first().innerText(), /npm run a\s+\d+ min \d\d s/u);
		assert.match(await rows.last().innerText(), /by the agent/u);
		assert.equal((await rows.last().locator('code .hidden-char').count()) > 0, true);
		await rows
			.last()
			.getByRole('button', { name: /^Open / })
			.click();
		assert.deepEqual(await view.waitFor('openTerminal'), { type: 'openTerminal', terminalId: 'b' });
		assert.equal(await rows.last().getByRole('button', { name: /^Stop/ }).count(), 0);
		await rows.first().getByRole('button', { name: 'Stop npm run a' }).press('Enter');
		assert.deepEqual(await view.waitFor('stopTerminal'), { type: 'stopTerminal', terminalId: 'a' });
		if (shot !== undefined) await view.page.screenshot({ path: `${shot}/running.png` });
	});

	it('counts on by itself while it is open', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { running: [running('a', { startedAt: Date.now() })] }));
		const panel = view.page.getByRole('region', { name: 'Running commands' });
		await panel.getByRole('button', { expanded: false }).click();
		const time = panel.locator('.running-time');
		const first = await time.innerText();
		await view.page.waitForFunction(
			(before) => document.querySelector('.running-time')?.textContent !== before,
			first,
		);
	});

	it('hands the focus on when what had it is gone', async () => {
		const view = await harness.open();
		await view.post(snapshot([], { running: [running('a'), running('b')] }));
		const panel = view.page.getByRole('region', { name: 'Running commands' });
		const fold = panel.getByRole('button', { expanded: false });
		await fold.click();
		await panel.getByRole('button', { name: 'Stop npm run b' }).focus();
		await view.post(delta(1, { type: 'session', session: sampleSession({ running: [running('a')] }) }));
		const focused = (): Promise<string> => view.page.evaluate(() => document.activeElement?.className ?? '');
		assert.match(await focused(), /running-fold/u);
		await view.post(delta(2, { type: 'session', session: sampleSession() }));
		assert.equal(
			await view.page
				.getByRole('textbox', { name: 'Message' })
				.evaluate((box) => box === document.activeElement),
			true,
		);
	});

	it('fits into a view of 200 pixels', async () => {
		const view = await harness.open({ width: 200 });
		await view.post(snapshot([], { running: [running('a', { label: 'npm run '.repeat(20) })] }));
		await view.page.getByRole('button', { name: /command running/ }).click();
		const overflow = await view.page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		assert.equal(overflow, 0);
		const stop = await view.page.getByRole('button', { name: /^Stop npm/ }).boundingBox();
		assert.ok(stop !== null && stop.x + stop.width <= 200);
	});
});
