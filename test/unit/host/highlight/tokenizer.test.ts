import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import oniguruma from 'vscode-oniguruma';
import * as limits from '../../../../src/core/base/limits.ts';
import type { ViewHighlight } from '../../../../src/core/view/toView.ts';
import { fallbackRules } from '../../../../src/host/highlight/fallbackRules.ts';
import { Grammars } from '../../../../src/host/highlight/grammars.ts';
import { keptHighlights, plainRuns, Runs } from '../../../../src/host/highlight/runs.ts';
import { Tokenizer } from '../../../../src/host/highlight/tokenizer.ts';
import type { TokenTheme } from '../../../../src/host/highlight/tokenRule.ts';
import { WorkerThread } from '../../../../src/host/highlight/workerThread.ts';
import { until } from '../../node/until.ts';
import { contributions, readFixture } from './extensions.ts';

const wasmFile = fileURLToPath(
	new URL('../../../../node_modules/vscode-oniguruma/release/onig.wasm', import.meta.url),
);
const workerScript = fileURLToPath(new URL('../../../../src/host/highlight/worker.ts', import.meta.url));

const theme: TokenTheme = {
	isFallback: false,
	rules: [
		{ scope: 'keyword', settings: { foreground: '#0000ff', fontStyle: 'bold underline' } },
		{ scope: 'comment', settings: { foreground: '#00ff00', fontStyle: 'italic' } },
		{ scope: 'constant.numeric', settings: { foreground: '#ff0000' } },
		{ scope: 'string', settings: { foreground: 'not a colour' } },
	],
};

function createTokenizer(log: string[] = []): Tokenizer {
	return new Tokenizer({
		grammars: new Grammars(contributions.grammars),
		read: readFixture,
		readWasm: () => readFile(wasmFile),
		log: (line) => log.push(line),
	});
}

/** Each run as its text and what it looks like. */
function shown(text: string, { styles, runs }: ViewHighlight): string[] {
	let start = 0;
	const found: string[] = [];
	for (let at = 0; at < runs.length; at += 2) {
		const { color = 'plain', isBold, isItalic, isUnderline } = styles[runs[at + 1] ?? -1] ?? {};
		const flags = `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}${isUnderline ? 'u' : ''}`;
		found.push(`${text.slice(start, start + (runs[at] ?? 0))}|${color}${flags === '' ? '' : ` ${flags}`}`);
		start += runs[at] ?? 0;
	}
	assert.equal(start, text.length, 'the lengths sum up to that of the text');
	return found;
}

describe('the tokenizer', () => {
	it('colours by the grammar and the theme', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		const text = 'let a # say\n"x"\n\n  if\n';
		assert.deepEqual(shown(text, await tokenizer.tokenize('mini', text)), [
			'let|#0000FF bu',
			' a |plain',
			'# say\n|#00FF00 i',
			'"x"\n\n  |plain',
			'if|#0000FF bu',
			'\n|plain',
		]);
	});

	it('colours the first line of a text also when its grammar compiles slowly', async (t) => {
		const { createOnigScanner } = oniguruma;
		t.mock.method(oniguruma, 'createOnigScanner', (patterns: string[]) => {
			const end = performance.now() + limits.highlightLineMs + 50;
			while (performance.now() < end);
			return createOnigScanner(patterns);
		});
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		const text = 'let a\nlet b\n';
		const found = shown(text, await tokenizer.tokenize('mini', text));
		assert.deepEqual(
			found.filter((run) => run.startsWith('let')),
			['let|#0000FF bu', 'let|#0000FF bu'],
		);
	});

	it('goes on in other grammars, and takes what is injected', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		const text = '<<12\nlet>>1 # TODO';
		assert.deepEqual(shown(text, await tokenizer.tokenize('mini', text)), [
			'<<|plain',
			'12\n|#FF0000',
			'let>>1 |plain',
			'# |#00FF00 i',
			'TODO|#0000FF bu',
		]);
	});

	it('uses another theme from the next text on', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		await tokenizer.tokenize('mini', 'let');
		tokenizer.setTheme({
			isFallback: false,
			rules: [{ scope: 'keyword', settings: { foreground: '#abcdef' } }],
		});
		assert.deepEqual(shown('let', await tokenizer.tokenize('mini', 'let')), ['let|#ABCDEF']);
	});

	it('names variables of VS Code when there is no theme to read', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme({ isFallback: true, rules: fallbackRules });
		assert.deepEqual(shown('let "a" b', await tokenizer.tokenize('mini', 'let "a" b')), [
			'let |--vscode-debugTokenExpression-name',
			'"a"|--vscode-debugTokenExpression-string',
			' b|plain',
		]);
	});

	it('leaves text plain when its grammar is missing or broken, and says so once', async () => {
		const log: string[] = [];
		const tokenizer = createTokenizer(log);
		tokenizer.setTheme(theme);
		for (const language of ['broken', 'broken', 'nothing', 'unknown']) {
			assert.deepEqual(await tokenizer.tokenize(language, 'let'), plainRuns('let'), language);
		}
		assert.equal(log.length, 1);
		assert.match(log[0] ?? '', /source\.broken/u);
	});

	it('leaves lines plain that are too long, and goes on with the next [hazard E5]', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		const long = 'let '.repeat(limits.highlightLineChars);
		const text = `let\n${long}\nlet`;
		const [first, middle, last] = shown(text, await tokenizer.tokenize('mini', text));
		assert.equal(first, 'let|#0000FF bu');
		assert.equal(middle, `\n${long}\n|plain`);
		assert.equal(last, 'let|#0000FF bu');
	});

	it('gives every character of odd text a run', async () => {
		const tokenizer = createTokenizer();
		tokenizer.setTheme(theme);
		for (const text of ['', '\n', '\n\n\n', '\r\n', 'let \u{1F600} "\uD800" # \u0000 \u202E', '"\n"\n"']) {
			shown(text, await tokenizer.tokenize('mini', text));
		}
	});
});

describe('runs', () => {
	it('are one where neighbours look alike, and blanks join what is before', () => {
		const runs = new Runs();
		const red = { color: '#ff0000', fontStyle: 0 };
		const blue = { color: '#0000ff', fontStyle: 1 };
		for (const [text, look] of [
			['a', red],
			['b', red],
			[' \n', blue],
			['c', red],
			['', blue],
			['d', blue],
		] as const)
			runs.add(text, look);
		assert.deepEqual(runs.result().runs, [5, 0, 1, 1]);
	});
});

describe('kept colours', () => {
	it('are bounded by their number and by the characters of their texts', () => {
		const kept = keptHighlights();
		for (let index = 0; index <= limits.highlightsKept; index++) kept.set(`${index}`, plainRuns(`${index}`));
		assert.equal(kept.get('0'), undefined);
		assert.deepEqual(kept.get('1'), plainRuns('1'));
		kept.set('large', plainRuns('x'.repeat(limits.highlightsKeptChars)));
		assert.equal(kept.get('2'), undefined);
		assert.equal(kept.size, 1);
	});
});

describe('the thread that colours', () => {
	const start = (script = workerScript, log: string[] = []): WorkerThread =>
		new WorkerThread({
			script,
			setup: { grammars: contributions.grammars, wasmFile },
			read: readFixture,
			log: (line) => log.push(line),
			hangMs: 10_000,
		});

	it('colours, and takes another theme', async () => {
		const thread = start();
		const first = await thread.tokenize('mini', 'let', theme);
		assert.deepEqual(first && shown('let', first), ['let|#0000FF bu']);
		const second = await thread.tokenize('mini', 'let', { isFallback: false, rules: [] });
		assert.deepEqual(second && shown('let', second), ['let|plain']);
		thread.dispose();
	});

	it('is ended when it does not answer, and begins anew', async () => {
		const log: string[] = [];
		const hung = new WorkerThread({
			script: fileURLToPath(new URL('hungWorker.ts', import.meta.url)),
			setup: { grammars: [], wasmFile },
			read: readFixture,
			log: (line) => log.push(line),
			hangMs: 200,
		});
		// Twice: the second one is a new thread.
		for (const count of [1, 2]) {
			assert.equal(await hung.tokenize('mini', 'let', theme), undefined);
			assert.equal(hung.isRunning, false);
			assert.deepEqual(log, Array(count).fill('Colouring mini took too long.'));
		}
	});

	it('that fails leaves the text plain, and says so', async () => {
		const log: string[] = [];
		const thread = start(fileURLToPath(new URL('no-such-file.ts', import.meta.url)), log);
		assert.equal(await thread.tokenize('mini', 'let', theme), undefined);
		assert.equal(log.length, 1);
	});

	it('ends when it has nothing to do', async () => {
		const thread = new WorkerThread({
			script: workerScript,
			setup: { grammars: contributions.grammars, wasmFile },
			read: readFixture,
			log: () => undefined,
			idleMs: 1,
		});
		await thread.tokenize('mini', 'let', theme);
		assert.equal(thread.isRunning, true);
		await until(() => !thread.isRunning);
	});
});
