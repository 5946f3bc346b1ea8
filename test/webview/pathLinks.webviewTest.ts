/** Files with lines in what agents write lead there, also without being written as links. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';

describe('a file with a line [hazard E3]', () => {
	const harness = useHarness({ ownProcess: true });
	const links = (view: ViewPage): Promise<string[]> => view.page.locator('a.link').allInnerTexts();

	it('is a link in prose, in code, in lists and in tables, and opens exactly what is written', async () => {
		const view = await harness.open();
		const text = [
			'See src/a.ts:12, (src/b-c/d.test.ts:3:4) and `lib/e.rs#L7`.',
			'- main.go:1\n- C:\\work\\f.cs:22',
			'| place |\n|---|\n| ./g.py:9 |',
		].join('\n\n');
		await view.post(snapshot([sampleMessage('m', text)]));
		const all = [
			'src/a.ts:12',
			'src/b-c/d.test.ts:3:4',
			'lib/e.rs#L7',
			'main.go:1',
			'C:\\work\\f.cs:22',
			'./g.py:9',
		];
		assert.deepEqual(await links(view), all);
		for (const link of await view.page.locator('a.link').all()) await link.press('Enter');
		assert.deepEqual(
			(await view.sentOf('openLink')).map(({ href }) => href),
			all,
		);
	});

	it('is one in the text and in the title of a tool call', async () => {
		const view = await harness.open();
		const call = sampleToolCall('t', {
			kind: 'execute',
			title: 'eslint src/a.ts:12',
			content: [{ type: 'content', content: { type: 'text', text: 'Error in src/b.ts:3' } }],
		});
		await view.post(snapshot([call]));
		await view.page.locator('.card-fold').press('Enter');
		await view.settled();
		assert.deepEqual(await links(view), ['src/a.ts:12', 'src/b.ts:3']);
		await view.page.locator('a.link').first().focus();
		await view.post(delta(1, { type: 'entry', entry: { ...call, durationMs: 5 } }));
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.waitFor('openLink'), { type: 'openLink', href: 'src/a.ts:12' });
	});

	it('is no link where it is something else, nor inside of a link or a block of code', async () => {
		const view = await harness.open();
		const text = [
			'At 10:30, 1.5:1, v1.2:3, 10.0.0.1:8080, example.com:8080, a.b:c, javascript:1, foo:12, x.ts:, x.ts:12/y',
			'[there src/a.ts:12](https://example.com)',
			'```\nsrc/a.ts:12\n```',
			'src/a\u202Ets.exe:12',
		].join('\n\n');
		await view.post(snapshot([sampleMessage('m', text)]));
		assert.deepEqual(await links(view), ['there src/a.ts:12']);
		assert.equal(await view.page.locator('a a').count(), 0);
	});

	it('costs no more than its length to look for', async () => {
		const view = await harness.open();
		const before = (await view.work()).script;
		const words = ['a.'.repeat(100_000), 'a/'.repeat(100_000), 'a:1'.repeat(60_000), '.a1:'.repeat(50_000)];
		await view.post(snapshot(words.map((word, at) => sampleMessage(`m${at}`, word))));
		const script = (await view.work()).script - before;
		assert.ok(script < 2000, `${script} ms`);
	});
});
