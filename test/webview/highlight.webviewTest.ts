import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import type { FromView } from '../../src/core/view/fromView.ts';
import type { ToView } from '../../src/core/view/toView.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { delta, sampleMessage, snapshot } from './samples.ts';

type Asked = Extract<FromView, { type: 'highlight' }>;

const fenced = (code: string, language = 'ts'): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

/** Waits until the view has asked for this many blocks, and gives the questions. */
async function asked(view: ViewPage, count: number): Promise<Asked[]> {
	await view.waitForLast('highlight', () => true);
	for (let questions = await view.sentOf('highlight'); ; questions = await view.sentOf('highlight')) {
		if (questions.length >= count) return questions;
		await view.settled();
	}
}

/** Long enough for a view that would ask to have asked: a block that comes after it has been asked for. */
async function askedBefore(view: ViewPage, marker: string, seq: number): Promise<Asked[]> {
	await view.post(
		delta(seq, { type: 'entry', entry: sampleMessage(`marker-${seq}`, fenced(marker, 'marker')) }),
	);
	await view.waitForLast('highlight', ({ text }) => text === `${marker}\n`);
	return (await view.sentOf('highlight')).filter(({ language }) => language !== 'marker');
}

function answer(
	{ requestId }: Asked,
	runs: number[],
	styles = [{ color: '#ff0000', isBold: true }, {}],
): ToView {
	return { type: 'highlighted', requestId, styles, runs };
}

/** What is painted: text, colour and weight of each piece. */
async function pieces(view: ViewPage, block = 0): Promise<string[]> {
	return view.page.evaluate((index) => {
		const code = document.querySelectorAll('.code-block code')[index];
		const walker = document.createTreeWalker(code as Node, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const style = getComputedStyle(node.parentElement as Element);
			found.push(`${node.textContent} ${style.color} ${style.fontWeight}`);
		}
		return found;
	}, block);
}

const plain = 'rgb(204, 204, 204) 400';

describe('code in the chat view', () => {
	const harness = useHarness();

	it('gets its colours from the host, and stays the same text', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', `Look:\n\n${fenced('let a;\nlet b;')}`)]));
		const [question] = await asked(view, 1);
		assert.ok(question);
		assert.equal(question.language, 'ts');
		assert.equal(question.text, 'let a;\nlet b;\n');
		const before = await view.page.locator('.code-block').boundingBox();
		await view.post(answer(question, [3, 0, 4, 1, 3, 0, 4, 1]));
		const red = 'rgb(255, 0, 0) 700';
		assert.deepEqual(await pieces(view), [`let ${red}`, ` a;\n ${plain}`, `let ${red}`, ` b;\n ${plain}`]);
		assert.equal(await view.page.locator('.code-block code').textContent(), 'let a;\nlet b;\n');
		assert.deepEqual(await view.page.locator('.code-block').boundingBox(), before);
		await view.page.getByRole('button', { name: 'Copy Code' }).click();
		assert.equal((await view.waitFor('copy')).text, 'let a;\nlet b;');
		assert.deepEqual(view.errors, []);
	});

	it('asks for nothing while the block is open, and once when it is closed', async () => {
		const view = await harness.open();
		const open = sampleMessage('m', '```ts\nlet a;\n', { isComplete: false });
		await view.post(
			snapshot([open, sampleMessage('list', '- in a list\n  ```js\n  a()\n', { isComplete: false })]),
		);
		await view.post(delta(1, { type: 'text', id: 'm', text: 'let b;\n``' }));
		assert.deepEqual(await askedBefore(view, 'one', 2), []);
		await view.post(delta(3, { type: 'text', id: 'm', text: '`\n' }));
		await view.post(delta(4, { type: 'text', id: 'list', text: '  ```\n' }));
		await view.post(delta(5, { type: 'text', id: 'm', text: 'More.' }));
		const questions = await askedBefore(view, 'two', 6);
		assert.deepEqual(questions.map(({ text }) => text).toSorted(), ['a()\n', 'let a;\nlet b;\n']);
	});

	it('takes the end of a complete message for the end of its last block', async () => {
		const view = await harness.open();
		await view.post(
			snapshot([sampleMessage('m', '```ts\nlet a;\n```'), sampleMessage('n', '```ts\nlet b;')]),
		);
		const questions = await asked(view, 2);
		assert.deepEqual(questions.map(({ text }) => text).toSorted(), ['let a;\n', 'let b;']);
	});

	it('stays plain when lengths, styles or the text do not fit [hazard E4]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', fenced('let a;'))]));
		const wrong = [[6, 0], [8, 0], [-1, 0, 8, 1], [3, 7, 4, 1], [3.5, 0, 3.5, 1], [7], []];
		for (const [index, runs] of wrong.entries()) {
			const question = (await asked(view, index + 1)).at(-1);
			assert.ok(question);
			await view.post(answer(question, runs));
			assert.deepEqual(await pieces(view), [`let a;\n ${plain}`], JSON.stringify(runs));
			await view.post({ type: 'themeChanged' });
		}
		const question = (await asked(view, wrong.length + 1)).at(-1);
		assert.ok(question);
		await view.post(answer({ ...question, requestId: 'nobody asked' }, [7, 0]));
		assert.deepEqual(await pieces(view), [`let a;\n ${plain}`]);
		await view.post(answer(question, [7, 0]));
		assert.deepEqual(await pieces(view), ['let a;\n rgb(255, 0, 0) 700']);
		assert.deepEqual(view.errors, []);
	});

	it('puts nothing into a style sheet but colours and variables of VS Code [hazard E1]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', fenced('abc'))]));
		const [question] = await asked(view, 1);
		assert.ok(question);
		const styles = [
			{ color: 'red;} body { display: none' },
			{ color: '--vscode-errorForeground' },
			{ color: 'url(https://example.com/x)' },
			{ color: '#00ff00', isItalic: true, isUnderline: true },
		];
		await view.post({
			type: 'highlighted',
			requestId: question.requestId,
			styles,
			runs: [1, 0, 1, 1, 1, 2, 1, 3],
		});
		assert.deepEqual(await pieces(view), [
			`a ${plain}`,
			'b rgb(248, 81, 73) 400',
			`c ${plain}`,
			'\n rgb(0, 255, 0) 400',
		]);
		assert.deepEqual(view.requests, []);
		assert.deepEqual(view.errors, []);
	});

	it('asks again when the theme changes, and shows the new colours', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', fenced('let a;'))]));
		const [first] = await asked(view, 1);
		assert.ok(first);
		await view.post(answer(first, [7, 0]));
		await view.post({ type: 'themeChanged' });
		const [, second] = await asked(view, 2);
		assert.ok(second);
		assert.equal(second.text, first.text);
		// An answer that was on its way is about the old theme.
		await view.post(answer(first, [7, 0], [{ color: '#0000ff', isBold: false }]));
		assert.deepEqual(await pieces(view), ['let a;\n rgb(255, 0, 0) 700']);
		await view.post(answer(second, [7, 0], [{ color: '#00ff00', isBold: false }]));
		assert.deepEqual(await pieces(view), ['let a;\n rgb(0, 255, 0) 400']);
	});

	it('asks for what is far away when it comes near [hazard E5]', async () => {
		const view = await harness.open();
		const filler = Array.from({ length: 60 }, (_, index) =>
			sampleMessage(`f${index}`, 'Some text.\n\n'.repeat(4)),
		);
		await view.post(snapshot([sampleMessage('far', fenced('far()')), ...filler]));
		const questions = await askedBefore(view, 'near', 1);
		assert.deepEqual(questions, []);
		await view.page.evaluate(() => document.querySelector('.scroller')?.scrollTo({ top: 0 }));
		await view.waitForLast('highlight', ({ text }) => text === 'far()\n');
	});

	it('takes any name of a language, and leaves blocks without one and huge ones plain [hazard E1]', async () => {
		const view = await harness.open();
		const hostile = '<img/src=x/onerror=alert(1)>__proto__';
		await view.post(
			snapshot([
				sampleMessage('none', fenced('none', '')),
				sampleMessage('huge', fenced('x'.repeat(limits.highlightChars))),
				sampleMessage('hostile', fenced('a', `${hostile} ${'y'.repeat(5000)}`)),
			]),
		);
		const questions = await askedBefore(view, 'end', 1);
		const [question, ...others] = questions;
		assert.ok(question);
		assert.deepEqual(others, []);
		assert.ok(question.language.startsWith(hostile));
		assert.ok(question.language.length <= 200);
		assert.equal(await view.page.locator('img').count(), 0);
		assert.deepEqual(view.errors, []);
	});

	it('has its colours at once when it is drawn anew', async () => {
		const view = await harness.open();
		const text = `- one\n  ${fenced('let a;').trim().replaceAll('\n', '\n  ')}\n`;
		await view.post(snapshot([sampleMessage('m', text, { isComplete: false })]));
		const [question] = await asked(view, 1);
		assert.ok(question);
		await view.post(answer(question, [7, 0]));
		await view.post(delta(1, { type: 'text', id: 'm', text: '- two\n' }));
		assert.deepEqual(await pieces(view), ['let a;\n rgb(255, 0, 0) 700']);
		assert.equal((await askedBefore(view, 'end', 2)).length, 1);
	});

	it('keeps what is selected, and is painted when it is not any more', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('m', fenced('let a;'))]));
		const [question] = await asked(view, 1);
		assert.ok(question);
		await view.page.evaluate(() =>
			document.getSelection()?.selectAllChildren(document.querySelector('.code-block code') as Node),
		);
		await view.post(answer(question, [7, 0]));
		assert.equal(await view.page.evaluate(() => document.getSelection()?.toString().trim()), 'let a;');
		await view.page.evaluate(() => document.getSelection()?.removeAllRanges());
		await view.page.locator('.code-block code [class^=token-]').waitFor();
	});

	it('colours a long block over all its parts', async () => {
		const view = await harness.open();
		const line = 'const value = call(1, 2, 3);';
		const count = Math.floor(limits.highlightChars / (line.length + 1)) - 1;
		await view.post(snapshot([sampleMessage('m', fenced(Array(count).fill(line).join('\n')))]));
		const [question] = await asked(view, 1);
		assert.ok(question);
		const runs = Array.from({ length: count }, () => [5, 0, line.length - 4, 1]).flat();
		await view.post(answer(question, runs));
		assert.equal((await view.page.locator('.code-block code .chunk').count()) > 5, true);
		assert.equal(await view.page.locator('.code-block code .chunk > span').count(), count);
		assert.equal(await view.page.locator('.code-block code').textContent(), question.text);
	});

	it('can be inserted, opened as a file and wrapped, by name and by key', async () => {
		const view = await harness.open({ width: 320 });
		await view.post(
			snapshot([sampleMessage('m', fenced(`let a = '${'long '.repeat(60)}';`, 'js title="a.js"'))]),
		);
		await view.page.getByRole('button', { name: 'Insert at Cursor' }).click();
		assert.match((await view.waitFor('insertCode')).text, /^let a = '.*';$/);
		await view.page.getByRole('button', { name: 'Open as New File' }).press('Enter');
		assert.equal((await view.waitFor('openCode')).language, 'js title="a.js"');
		const wrap = view.page.getByRole('button', { name: 'Wrap Lines' });
		const isWider = (): Promise<boolean> =>
			view.page.locator('.code-block pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth);
		assert.equal(await isWider(), true);
		await wrap.press(' ');
		assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
		assert.equal(await isWider(), false);
	});
});
