import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewOp } from '../../src/core/view/toView.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, sampleToolCall, snapshot } from './samples.ts';

const document1 = `# Title

A paragraph with **bold**, *italic*, ~~gone~~, \`code\` and a [link](https://example.com).
Second line of it.

Setext
------

1. one
2. two
   - nested *a*
   - nested b

     deep paragraph
3. three

- [x] done
- [ ] open

| a | b |
|---|:-:|
| 1 | **2** |
| 3 | \`x\` |

\`\`\`ts
const a = 1;

  const b = \`\${a}\`;
\`\`\`

~~~
tilde \`\`\` inside
~~~

> quote
> more
>
> - in quote

    indented code

<div onclick="alert(1)">html</div>

Text with \`\`\`inline\`\`\` code
\`\`\`not a fence\`\`\` really

***

[ref]: https://example.com/ref
See [ref]. Entities: &lt;b&gt; &amp; &copy;

Last paragraph`;

describe('streamed Markdown', () => {
	const harness = useHarness({ ownProcess: true });

	it('is the same however it was cut, and the same as all at once [acp C50]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('whole', document1)]));
		const whole = await markdownOf(view, 'whole');
		assert.match(whole, /<table>.*<\/table>/s);
		let seq = 0;
		for (const size of sized([1, 2, 3, 7, 50, 400], [1, 7, 400])) {
			const id = `cut${size}`;
			await view.post(delta(++seq, { type: 'entry', entry: sampleMessage(id, '', { isComplete: false }) }));
			for (const piece of cut(document1, size * 12)) {
				const ops = cut(piece, size).map((text): ViewOp => ({ type: 'text', id, text }));
				await view.page.evaluate((message) => window.postMessage(message, '*'), delta(++seq, ...ops));
				if (size < 3) await view.settled();
			}
			await view.post(delta(++seq, { type: 'entry', entry: sampleMessage(id, document1) }));
			assert.equal(await markdownOf(view, id), whole, `chunks of ${size}`);
		}
	});

	it('draws tables, tasks, nested lists and code [acp C268]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', document1)]));
		const { page } = view;
		assert.deepEqual(await page.locator('thead th').allInnerTexts(), ['a', 'b']);
		assert.deepEqual(await page.locator('tbody td').allInnerTexts(), ['1', '2', '3', 'x']);
		assert.equal(await page.locator('tbody td strong').innerText(), '2');
		assert.match((await page.locator('thead th').nth(1).getAttribute('class')) ?? '', /center/);
		assert.deepEqual(await page.locator('li.task').allInnerTexts(), ['done', 'open']);
		assert.equal(await page.getByRole('img', { name: 'Done', exact: true }).count(), 1);
		assert.equal(await page.locator('ol > li > ul > li').count(), 2);
		assert.equal(
			await page.locator('.code-block').first().locator('code').textContent(),
			'const a = 1;\n\n  const b = `${a}`;\n',
		);
		assert.equal(await page.locator('.code-language').first().innerText(), 'ts');
		assert.match(await page.locator('.markdown').innerText(), /Entities: <b> & ©/);
		assert.match(await page.locator('.markdown').innerText(), /<div onclick="alert\(1\)">html<\/div>/);
		assert.equal(
			await page.getByRole('link', { name: 'ref' }).getAttribute('title'),
			'https://example.com/ref',
		);
	});

	it('keeps the line breaks of what a person typed', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('u', 'one\ntwo <b>', { role: 'user' })]));
		assert.equal(await view.page.getByRole('article', { name: 'You' }).innerText(), 'one\ntwo <b>');
	});

	it('copies code as it was written', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', '```sh\nnpm ci\nnpm test\n```')]));
		await view.page.getByRole('button', { name: 'Copy Code' }).click();
		assert.deepEqual(await view.waitFor('copy'), { type: 'copy', text: 'npm ci\nnpm test' });
	});

	it('stands in pieces at blanks where a line has no end, and as one where it is a table of that size [hazard E5]', async () => {
		const view = await harness.open();
		const line = 'lorem ipsum dolor sit amet '.repeat(1_800).trimEnd();
		const table = `| a | b |\n| - | - |\n${'| lorem ipsum dolor sit amet | lorem ipsum dolor sit amet |\n'.repeat(400)}`;
		assert.ok(table.length > 20_000 && table.length < 32_000);
		await view.post(snapshot([sampleMessage('line', line), sampleMessage('table', table)]));
		await view.settled();
		const piecesOf = (id: string, tag: string): Promise<string[]> =>
			view.page.locator(`[data-entry-id=${id}] .markdown ${tag}`).allTextContents();
		const pieces = await piecesOf('line', 'p');
		assert.equal(pieces.map((piece) => piece.trim()).join(' '), line);
		// A slice of 4 KiB may come on top of what is just below the bound.
		assert.deepEqual(
			pieces.filter((piece) => piece.length > 20 * 1024),
			[],
		);
		assert.equal((await piecesOf('table', 'table')).length, 1);
		assert.equal((await piecesOf('table', 'tbody tr')).length, 400);
	});

	it('is not cut in the middle of an image, whatever stands before it in its line', async () => {
		const view = await harness.open();
		for (const chars of [7, 9, 15, 25].map((kib) => kib * 1024)) {
			const words = 'lorem ipsum '.repeat(chars / 12);
			const image = `![a chart of it](data:image/png;base64,${'A'.repeat(40_000)})`;
			await view.post(snapshot([sampleMessage(`after${chars}`, `${words}${image}`)]));
			await view.settled();
			const shown = view.page.locator(`[data-entry-id=after${chars}] .markdown`);
			assert.doesNotMatch((await shown.textContent()) ?? '', /AAAA/u, `after ${chars}`);
		}
	});

	it('never touches finished blocks or other entries', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([sampleMessage('before', document1), sampleMessage('a', '', { isComplete: false })]),
		);
		await view.post(delta(1, { type: 'text', id: 'a', text: '# Done\n\nFinished block.\n\n' }));
		await view.post(delta(2, { type: 'text', id: 'a', text: 'Open ' }));
		const touched = await view.page.evaluateHandle(() => {
			const names: string[] = [];
			const watched = [
				...document.querySelectorAll('[data-entry-id="before"]'),
				...document.querySelectorAll('[data-entry-id="a"]   .markdown .page > :is(h1, p:nth-child(2))'),
			];
			const observer = new MutationObserver((records) =>
				names.push(...records.map((record) => record.target.nodeName)),
			);
			for (const node of watched)
				observer.observe(node, { childList: true, characterData: true, attributes: true, subtree: true });
			return names;
		});
		for (let seq = 3; seq < 30; seq++)
			await view.post(
				delta(seq, { type: 'text', id: 'a', text: `word ${seq}${seq % 5 === 0 ? '\n\n' : ' '}` }),
			);
		assert.deepEqual(await touched.jsonValue(), []);
	});

	it('only appends to an open code fence', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', 'Code:\n\n```ts\nconst a = 1;\n', { isComplete: false })]));
		const removed = await view.page.evaluateHandle(() => {
			const sum = { nodes: 0 };
			const observer = new MutationObserver((records) =>
				records.forEach((record) => (sum.nodes += record.removedNodes.length)),
			);
			observer.observe(document.querySelector('.markdown') ?? document.body, {
				childList: true,
				subtree: true,
			});
			return sum;
		});
		for (let seq = 1; seq < 50; seq++)
			await view.post(delta(seq, { type: 'text', id: 'a', text: `const b${seq} = ${seq};\n` }));
		assert.deepEqual(await removed.jsonValue(), { nodes: 0 });
		assert.match(
			(await view.page.locator('code').textContent()) ?? '',
			/^const a = 1;\nconst b1 = 1;\n[^]*const b49 = 49;\n$/,
		);
	});

	it('shows terminal output as it comes, with its colours as classes [hazard E10]', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const content = [
			{ type: 'terminal', terminalId: 'x', label: 'npm test', output: 'a\u001B[3', isTruncated: false },
		] as const;
		await view.post(snapshot([sampleToolCall('t', { content, status: 'in_progress' })]));
		await view.post(
			delta(1, { type: 'terminalText', terminalId: 'x', text: '1;1mred\u001B[0m\r\nprogress 1' }),
		);
		await view.post(
			delta(2, {
				type: 'terminalText',
				terminalId: 'x',
				text: '\rprogress 2\u001B]8;;https://evil.example\u0007\u001B[2J',
			}),
		);
		const output = view.page.getByRole('group', { name: 'Terminal output' });
		assert.equal(await output.textContent(), 'ared\nprogress 2');
		assert.equal(await output.locator('.ansi-red-fg.ansi-bold').innerText(), 'red');
		assert.equal(await view.page.locator('[style]').count(), 0);
		const done = [
			{
				...content[0],
				output: 'a\u001B[31;1mred\u001B[0m\r\nprogress 2',
				exit: { exitCode: 3, signal: null },
			},
		];
		await view.post(
			delta(3, { type: 'entry', entry: sampleToolCall('t', { content: done, status: 'failed' }) }),
		);
		await view.page.getByText('Exit code 3').waitFor();
	});

	it('bounds what is shown of a terminal and opens the rest elsewhere [hazard E11]', async () => {
		const view = await harness.open({ state: { sessionKey: 'session-1', expanded: { t: true } } });
		const line = `${'x'.repeat(99)}\n`;
		const content = [
			{ type: 'terminal', terminalId: 'x', label: 'big', output: line.repeat(2600), isTruncated: true },
		] as const;
		await view.post(snapshot([sampleToolCall('t', { content })]));
		for (let seq = 1; seq <= 10; seq++)
			await view.post(delta(seq, { type: 'terminalText', terminalId: 'x', text: line.repeat(300) }));
		const shown = await view.page.evaluate(
			() => document.querySelector('.terminal-text')?.textContent.length ?? 0,
		);
		assert.ok(shown > 200 * 1024 && shown <= 260 * 1024, `${shown} characters`);
		await view.page.getByRole('button', { name: 'Open as Text' }).click();
		assert.deepEqual(await view.waitFor('openOutput'), { type: 'openOutput', terminalId: 'x' });
	});
});

describe('scrolling while text comes [hazard E9]', () => {
	const harness = useHarness({ ownProcess: true });
	const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}`).join('\n\n');

	it('follows the end, lets go when the reader scrolls up, and takes hold again', async () => {
		const view = await harness.open({ height: 500 });
		await view.post(snapshot([sampleMessage('old', long), sampleMessage('a', '', { isComplete: false })]));
		const jump = view.page.getByRole('button', { name: 'Jump to latest' });
		let seq = 0;
		const grow = async (): Promise<void> => {
			for (let step = 0; step < 5; step++)
				await view.post(delta(++seq, { type: 'text', id: 'a', text: `Line ${seq}\n\n` }));
		};
		await grow();
		assert.ok((await view.scrollState()).fromEnd <= 8);
		assert.equal(await jump.isVisible(), false);

		await view.page.mouse.move(200, 200);
		const { top: end } = await view.scrollState();
		await view.page.mouse.wheel(0, -300);
		// The wheel scrolls in steps; one in between would not be where it stays.
		const top = end - 300;
		await view.page.waitForFunction((to) => document.querySelector('.scroller')?.scrollTop === to, top);
		await view.page.waitForFunction(() => document.querySelector('.jump')?.hasAttribute('hidden') === false);
		await grow();
		assert.equal((await view.scrollState()).top, top);

		await jump.click();
		await grow();
		assert.ok((await view.scrollState()).fromEnd <= 8);
		assert.equal(await jump.isVisible(), false);
	});

	it('keeps the reading position when entries above change their size', async () => {
		const view = await harness.open({ height: 500 });
		const entries = Array.from({ length: 30 }, (_, index) =>
			sampleMessage(`m${index}`, `Entry ${index}\n\n${long.slice(0, 200)}`),
		);
		await view.post(snapshot(entries));
		await view.page.evaluate(() =>
			document.querySelector('[data-entry-id="m15"]')?.scrollIntoView({ block: 'start' }),
		);
		await view.settled();
		const offset = () =>
			view.page.evaluate(
				() => document.querySelector('[data-entry-id="m15"]')?.getBoundingClientRect().top ?? 0,
			);
		const before = await offset();
		await view.post(delta(1, { type: 'entry', entry: sampleMessage('m14', long) }));
		assert.ok(Math.abs((await offset()) - before) <= 1, `${await offset()} was ${before}`);
	});

	it('comes back to the same place in a new life of the view', async () => {
		const view = await harness.open({ height: 500 });
		const entries = Array.from({ length: 30 }, (_, index) =>
			sampleMessage(`m${index}`, `Entry ${index}\n\n${long.slice(0, 200)}`),
		);
		await view.post(snapshot(entries));
		await view.page.evaluate(() =>
			document.querySelector('[data-entry-id="m12"]')?.scrollIntoView({ block: 'start' }),
		);
		await view.page.waitForFunction(() => JSON.stringify(window.acpState).includes('anchor'));
		const state = await view.page.evaluate(() => window.acpState);
		const next = await harness.open({ height: 500, state });
		await next.post(snapshot(entries));
		const top = await next.page.evaluate(
			() => document.querySelector('[data-entry-id="m12"]')?.getBoundingClientRect().top ?? -1,
		);
		assert.ok(Math.abs(top) < 20, `${top}`);
	});
});

describe('the cost of streaming [hazard E5]', () => {
	const harness = useHarness({ ownProcess: true });
	const kib = sized(1024, 128);
	const makers: Readonly<Record<string, (size: number) => string>> = {
		'mixed Markdown': (size) => `${document1}\n\n`.repeat(Math.ceil(size / document1.length)).slice(0, size),
		'one open code fence': (size) =>
			`\`\`\`ts\n${'const value = compute(1, 2);\n'.repeat(size / 29)}`.slice(0, size),
		'one paragraph without a line break': (size) =>
			'lorem ipsum dolor sit amet '.repeat(size / 27).slice(0, size),
	};

	for (const [name, make] of Object.entries(makers)) {
		it(`is linear in the length: ${kib} KiB of ${name}`, async () => {
			const quarter = await stream(await harness.open(), make(kib * 256));
			const whole = await stream(await harness.open(), make(kib * 1024));
			console.log(
				`${kib} KiB of ${name} in 20-byte chunks, 4 KiB a frame: ${whole.work.toFixed(0)} ms on the main thread ` +
					`(a quarter of it: ${quarter.work.toFixed(0)} ms), of it script ${whole.script.toFixed(0)} ms; ` +
					`per frame p95 ${whole.p95.toFixed(0)} ms, longest ${whole.longest.toFixed(0)} ms`,
			);
			// Linear is 4, quadratic 16. Thread time, so that a busy machine does not count.
			assert.ok(whole.work / quarter.work < 8, `${quarter.work} ms, then ${whole.work} ms`);
		});
	}
});

interface Cost {
	/** Milliseconds of the main thread in all, and in script. */
	readonly work: number;
	readonly script: number;
	/** Milliseconds between frames. */
	readonly p95: number;
	readonly longest: number;
}

/** Streams `text` in 20-byte chunks, 4 KiB of them a frame. */
async function stream(view: ViewPage, text: string): Promise<Cost> {
	await view.post(snapshot([sampleMessage('a', '', { isComplete: false })]));
	const before = await view.work();
	const gaps = await view.page.evaluate(postInFrames, `${text}\n\n~~~\n\nThe end`);
	await view.page.waitForFunction(() => document.querySelector('.markdown')?.textContent.includes('The end'));
	const { all, script } = await view.work();
	await view.page.close();
	return {
		work: all - before.all,
		script: script - before.script,
		p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
		longest: gaps.at(-1) ?? 0,
	};
}

/** Runs in the page. Returns the times between frames, sorted. */
async function postInFrames(source: string): Promise<number[]> {
	const gaps: number[] = [];
	let last = performance.now();
	let seq = 0;
	for (let at = 0; at < source.length;) {
		const ops = [];
		for (let count = 0; count < 205 && at < source.length; count++, at += 20) {
			ops.push({ type: 'text', id: 'a', text: source.slice(at, at + 20) });
		}
		seq += 1;
		window.dispatchEvent(new MessageEvent('message', { data: { type: 'delta', generation: 1, seq, ops } }));
		await new Promise((resolve) => requestAnimationFrame(resolve));
		gaps.push(performance.now() - last);
		last = performance.now();
	}
	return gaps.toSorted((a, b) => a - b);
}

async function markdownOf(view: ViewPage, id: string): Promise<string> {
	return view.page.evaluate((entryId) => {
		const node = document.querySelector(`[data-entry-id="${entryId}"] .markdown`)?.cloneNode(true);
		if (!(node instanceof HTMLElement)) return '';
		node.normalize();
		return node.outerHTML;
	}, id);
}

function cut(text: string, size: number): string[] {
	return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
		text.slice(index * size, (index + 1) * size),
	);
}
