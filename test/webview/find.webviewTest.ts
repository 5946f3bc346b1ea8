/** Finding a text inside the conversation. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';

const long = Array.from({ length: 30 }, (_, index) => `Paragraph ${index}`).join('\n\n');

/** Opens the bar and types. */
async function find(view: ViewPage, text: string): Promise<void> {
	await view.page.keyboard.press('Control+f');
	await view.page.getByRole('textbox', { name: 'Find' }).fill(text);
	await view.settled();
}

async function press(view: ViewPage, ...keys: string[]): Promise<void> {
	for (const key of keys) {
		await view.page.keyboard.press(key);
		await view.settled();
	}
}

function count(view: ViewPage): Promise<string> {
	return view.page.locator('.find-count').innerText();
}

async function waitForCount(view: ViewPage, text: string): Promise<void> {
	await view.page.waitForFunction((to) => document.querySelector('.find-count')?.textContent === to, text);
}

/** What is marked, and the current one of it with its entry and whether it is in sight. */
function marked(view: ViewPage): Promise<{ all: string[]; current: string; entry: string; isSeen: boolean }> {
	return view.page.evaluate(() => {
		const ranges = (name: string): Range[] =>
			[...(CSS.highlights.get(name) ?? [])].map((found) => {
				const range = document.createRange();
				range.setStart(found.startContainer, found.startOffset);
				range.setEnd(found.endContainer, found.endOffset);
				return range;
			});
		const [current] = ranges('acp-find-current');
		const box = current?.getBoundingClientRect();
		const sight = document.querySelector('.scroller')?.getBoundingClientRect();
		return {
			all: ranges('acp-find').map(String),
			current: String(current ?? ''),
			entry: current?.startContainer.parentElement?.closest<HTMLElement>('.entry')?.dataset['entryId'] ?? '',
			isSeen: box !== undefined && sight !== undefined && box.top >= sight.top && box.bottom <= sight.bottom,
		};
	});
}

/** Frames come as on a machine that has much to do. */
async function slowFrames(view: ViewPage): Promise<void> {
	await view.page.evaluate(() => {
		window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 200);
		window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
	});
}

const conversation: ViewEntry[] = [
	sampleMessage('u1', 'Where is the needle?', { role: 'user' }),
	sampleMessage('a1', `${long}\n\nA nee**dle** here, a \`NEEDLE\` there\n\n${long}`),
	sampleMessage('u2', 'Thanks', { role: 'user' }),
	sampleMessage('a2', `${long}\n\n- no nee\n- dle\n\n| needle | b |\n|---|---|\n| 1 | 2 |`),
];

describe('find', () => {
	const harness = useHarness();

	it('looks into what was attached, also before it was unfolded, and opens it there', async () => {
		const view = await harness.open();
		const attached = { type: 'problems', id: 'x', name: 'Problems' };
		const content = [
			{ type: 'text', text: 'Look' },
			{ type: 'text', text: 'a needle in it', attached },
			{ type: 'resource', uri: 'file:///ws/a.ts', text: 'another needle' },
		] as const;
		const resource = { type: 'content', content: content[2] } as const;
		await view.post(
			snapshot([
				sampleMessage('a', '', { role: 'user', content }),
				sampleToolCall('t', { content: [resource] }),
			]),
		);
		await find(view, 'needle');
		assert.equal(await count(view), '1 of 3');
		await press(view, 'Enter');
		await view.page.locator('details.resource[open] > pre').first().waitFor();
		await waitForCount(view, '1 of 3');
		assert.equal((await marked(view)).current, 'needle');
	});

	it('marks what is drawn, whatever its case and markup, and not over the edges of blocks', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(conversation));
		await find(view, 'needle');
		assert.deepEqual((await marked(view)).all, ['needle', 'needle', 'NEEDLE', 'needle']);
		assert.match(await count(view), /^\d of 4$/u);
	});

	it('goes on with Enter, back with Shift+Enter, round at the ends, each in sight', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(conversation));
		await find(view, 'needle');
		// The reader is at the end: the first from there on.
		assert.equal(await count(view), '4 of 4');
		const seen: string[] = [];
		for (const key of ['Enter', 'Enter', 'Enter', 'Enter', 'Shift+Enter', 'Shift+Enter']) {
			await press(view, key);
			const { entry, isSeen } = await marked(view);
			assert.ok(isSeen, `${await count(view)} is in sight`);
			seen.push(`${await count(view)} ${entry}`);
		}
		assert.deepEqual(seen, ['1 of 4 u1', '2 of 4 a1', '3 of 4 a1', '4 of 4 a2', '3 of 4 a1', '2 of 4 a1']);
		await view.page.getByRole('button', { name: 'Next Match' }).click();
		assert.equal(await count(view), '3 of 4');
		await view.page.getByRole('button', { name: 'Previous Match' }).click();
		assert.equal(await count(view), '2 of 4');
	});

	it('is closed by Escape, takes its marks away, and gives the focus back', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(conversation, { turn: { type: 'running', startedAt: 0 } }));
		const field = view.page.getByRole('textbox', { name: 'Message' });
		await field.fill('half');
		await find(view, 'needle');
		await press(view, 'Escape');
		assert.deepEqual((await marked(view)).all, []);
		assert.equal(await field.evaluate((own) => own === document.activeElement), true);
		assert.equal(await field.inputValue(), 'half');
		assert.deepEqual(await view.sentOf('stop'), []);
		assert.equal(await view.page.getByRole('search').isVisible(), false);
	});

	it('says that there is nothing, and has names for everything', async () => {
		const view = await harness.open();
		await view.post(snapshot(conversation));
		await find(view, 'no such thing');
		await view.page.getByRole('search', { name: 'Find in conversation' }).getByRole('status').waitFor();
		assert.equal(await count(view), 'No results');
		await view.page.getByRole('button', { name: 'Close Find' }).click();
		assert.equal(await view.page.getByRole('search').isVisible(), false);
	});

	it('begins with what is selected', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'one two one')]));
		await view.page.getByText('one two one').click();
		await view.page.evaluate(() => {
			const text = document.querySelector('.markdown p')?.firstChild;
			if (text) document.getSelection()?.setBaseAndExtent(text, 0, text, 3);
		});
		await view.page.keyboard.press('Control+f');
		await view.settled();
		assert.equal(await view.page.getByRole('textbox', { name: 'Find' }).inputValue(), 'one');
		assert.equal(await count(view), '1 of 2');
	});

	it('looks into folded thoughts and cards, and unfolds them when they are stepped to', async () => {
		const view = await harness.open({ height: 500 });
		const output = `${'line\n'.repeat(200)}a \u001B[31mnee\u001B[0mdle\n${'line\n'.repeat(200)}`;
		await view.post(
			snapshot([
				sampleMessage('u', 'go', { role: 'user' }),
				sampleMessage('t', `Hm\n\n${long}\n\nwhere is the needle`, { role: 'thought' }),
				sampleToolCall('c', {
					kind: 'execute',
					title: 'Search',
					content: [{ type: 'terminal', terminalId: 'x', label: 'grep', output, isTruncated: false }],
				}),
				sampleMessage('a', long),
			]),
		);
		await find(view, 'needle');
		assert.match(await count(view), /^\d of 2$/u);
		assert.equal(await view.page.getByRole('button', { expanded: true }).count(), 0);
		for (const entry of ['t', 'c']) {
			await press(view, 'Enter');
			await view.page.waitForFunction(() => CSS.highlights.get('acp-find-current')?.size === 1);
			await view.settled();
			const now = await marked(view);
			assert.deepEqual([now.entry, now.current, now.isSeen], [entry, 'needle', true]);
		}
		assert.match(await count(view), /of 2$/u);
	});

	it('follows what comes and goes while it is open, and keeps the place', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(conversation));
		await find(view, 'needle');
		await press(view, 'Enter', 'Enter');
		assert.equal(await count(view), '2 of 4');
		const { top } = await view.scrollState();
		await view.post(
			delta(1, { type: 'entry', entry: sampleMessage('n', 'a needle', { isComplete: false }) }),
			delta(2, { type: 'text', id: 'n', text: ' and a needle' }),
		);
		await waitForCount(view, '2 of 6');
		await view.post(delta(3, { type: 'entry', entry: sampleMessage('u1', 'gone', { role: 'user' }) }));
		await waitForCount(view, '1 of 5');
		assert.ok(Math.abs((await view.scrollState()).top - top) <= 1);
	});

	it('asks for the entries that are not there, and looks into them as well', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot(conversation.slice(2), {}, { olderCount: 2 }));
		await find(view, 'needle');
		await waitForCount(view, '1 of 1');
		assert.deepEqual(await view.waitFor('showOlder'), { type: 'showOlder', isAll: true });
		await view.post(snapshot(conversation, {}, { generation: 2 }));
		await waitForCount(view, '4 of 4');
		assert.equal((await marked(view)).entry, 'a2');
	});

	it('shows the first one although the conversation goes on while it is looked for', async () => {
		const view = await harness.open({ height: 500 });
		const text = `${long}\n\n`.repeat(4);
		const many = Array.from({ length: 150 }, (_, index) => sampleMessage(`m${index}`, text));
		await view.post(snapshot([...conversation, ...many]));
		await slowFrames(view);
		await find(view, 'needle');
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('n', 'Going on') }));
		await waitForCount(view, '1 of 4');
		const { entry, isSeen } = await marked(view);
		assert.deepEqual([entry, isSeen], ['u1', true]);
	});

	it('shows what it unfolds although the conversation goes on', async () => {
		const view = await harness.open({ height: 500 });
		const thought = `${long}\n\nwhere is the needle\n\n${long}`;
		await view.post(
			snapshot([
				sampleMessage('a', 'A needle'),
				sampleMessage('t', thought, { role: 'thought' }),
				sampleMessage('b', long),
			]),
		);
		await find(view, 'needle');
		assert.equal(await count(view), '1 of 2');
		await slowFrames(view);
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('n', 'Going on') }));
		await press(view, 'Enter');
		await view.page.waitForFunction(() => CSS.highlights.get('acp-find-current')?.size === 1);
		const { entry, isSeen } = await marked(view);
		assert.deepEqual([entry, isSeen], ['t', true]);
	});

	it('shows first what it found later, when older entries came', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot([sampleMessage('b', long)], {}, { olderCount: 4 }));
		await find(view, 'needle');
		await waitForCount(view, 'No results');
		await view.post(snapshot([...conversation, sampleMessage('b', long)], {}, { generation: 2 }));
		await waitForCount(view, '1 of 4');
		for (const [of, entry] of [
			['1 of 4', 'u1'],
			['2 of 4', 'a1'],
		]) {
			await press(view, 'Enter');
			const now = await marked(view);
			assert.deepEqual([await count(view), now.entry, now.isSeen], [of, entry, true]);
		}
	});

	it('is closed when another conversation comes on show', async () => {
		const view = await harness.open();
		await view.post(snapshot(conversation));
		await find(view, 'needle');
		await view.post(snapshot([sampleMessage('x', 'needle')], { key: 'session-2' }, { generation: 2 }));
		assert.equal(await view.page.getByRole('search').isVisible(), false);
		assert.deepEqual((await marked(view)).all, []);
	});

	it('bounds what it marks, and the work of one frame, in a long conversation [hazard E5]', async () => {
		const view = await harness.open({ height: 500 });
		const text = 'needle in some text of a long conversation\n\n'.repeat(20);
		await view.post(snapshot(Array.from({ length: 1500 }, (_, index) => sampleMessage(`m${index}`, text))));
		const longest = await view.page.evaluateHandle(() => {
			const task = { ms: 0 };
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) task.ms = Math.max(task.ms, duration);
			}).observe({ type: 'longtask' });
			return task;
		});
		await find(view, 'needle in');
		await waitForCount(view, '1 of 2000+');
		await find(view, 'text of a long conversation x');
		await waitForCount(view, 'No results');
		const { ms } = await longest.jsonValue();
		assert.ok(ms < 400, `${ms} ms in one task`);
	});
});
