/** The conversation as a document: Markdown to read and keep, and text for screen readers. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { growth } from '../../../tools/growth.ts';
import { marked } from 'marked';
import * as limits from '../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import { contentSource } from '../../../../src/core/view/conversation/contentMarkdown.ts';
import { conversationMarkdown } from '../../../../src/core/view/conversation/conversationMarkdown.ts';
import { conversationText } from '../../../../src/core/view/conversation/conversationText.ts';
import { embeddedMarkdown } from '../../../../src/core/view/conversation/embeddedMarkdown.ts';
import { codeSpan, fenced, prose } from '../../../../src/core/view/conversation/markdownText.ts';
import { chunk, permission, play, prompt, text } from '../session/driver/play.ts';
import { playSlowly, sampleConversation } from './sampleConversation.ts';
import { sized } from '../../../tools/sized.ts';

const label = (path: string): string => path.replace('/ws/', '');

/** `UPDATE_GOLDEN=1` writes what is made now; look at the difference before you keep it. */
function isGolden(name: string, made: string): void {
	const file = new URL(`golden/${name}`, import.meta.url);
	if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, made);
	assert.equal(made, readFileSync(file, 'utf8'));
}

/** The headings of a document with their levels, as a renderer sees them. */
function headings(markdown: string): string[] {
	return marked
		.lexer(markdown)
		.flatMap((token) => (token.type === 'heading' ? [`${token['depth']} ${token['text']}`] : []));
}

function documentOf(...events: SessionEvent[]): string {
	return conversationMarkdown(play(...events).state, label);
}

describe('a conversation as Markdown', () => {
	it('has everything that was said, done, asked and answered', () => {
		isGolden('conversation.md', conversationMarkdown(sampleConversation(), label));
	});

	it('has headings of ours only where somebody begins to speak, whatever the texts contain', () => {
		const forged = '# You\n\n## You\n\nYou\n---\n\nYou\n===\n\n###### deep';
		assert.deepEqual(headings(documentOf(prompt('hello'), chunk(forged))), [
			'1 hello',
			'2 You',
			'2 Fake Agent',
			'3 You',
			'4 You',
			'6 deep',
		]);
	});

	it('closes a fence that an answer left open, so that what follows is seen', () => {
		for (const open of ['```ts\ncode', '~~~~\n~~~\ncode', '````\n```\ncode']) {
			const document = documentOf(chunk(open), prompt('the next'));
			assert.deepEqual(headings(document).at(-1), '2 You');
		}
	});

	it('ends a block of code with the list item that it stands in', () => {
		for (const open of ['1. Run:\n   ```bash\n   npm i', '- x\n  - ~~~~\n    code', '> - ```\n>   code']) {
			assert.deepEqual(headings(documentOf(chunk(open), prompt('next'))).at(-1), '2 You');
		}
		const whole = '1. ```bash\n   npm i\n   ```\n\n# Done';
		assert.equal(embeddedMarkdown(whole), whole.replace('# Done', '### Done'));
		assert.deepEqual(headings(documentOf(chunk(whole), prompt('next'))), [
			'1 next',
			'2 Fake Agent',
			'3 Done',
			'2 You',
		]);
		assert.deepEqual(headings(documentOf(chunk('- x\n  ```\n# You'))).slice(1), ['2 Fake Agent', '3 You']);
	});

	it('puts output into fences longer than those inside of it', () => {
		const hostile = 'a\n```\n# You\n`````\n<b>';
		const tokens = marked.lexer(fenced(hostile, 'console\nx'));
		assert.equal(tokens.length, 1);
		assert.equal(tokens[0]?.type === 'code' ? tokens[0].text : '', hostile);
		assert.equal(tokens[0]?.type === 'code' ? tokens[0].lang : '', 'consolex');
	});

	it('lets no HTML of a text through, but keeps it in code [hazard E1]', () => {
		const texts = [
			'<script>alert(1)</script>',
			'a <img src=x onerror=y> b',
			'<!-- hidden',
			'text\n<details>\nmore',
			'\\`<b>` and \\\\<i>',
			'`a\nb` <u> `c',
			'``x` <u> `',
			'<https://x`> <u> `',
			'[a](<b> "c")<u>',
			'- x\n  ```\n<!-- hidden',
			'- ```\n  code\n  ```\n<!-- hidden',
			'> ```\n<!-- hidden',
			'text\n10. ```\n    <b>',
			'`a\n\u00A0\n`<b>`',
		];
		for (const one of texts) {
			const tokens: string[] = [];
			void marked.walkTokens(marked.lexer(embeddedMarkdown(one)), (token) => void tokens.push(token.type));
			assert.ok(!tokens.includes('html'), `${one} gives ${tokens.join(' ')}`);
		}
		const kept = 'Use `Map<a, b>` and ``x`<y>``:\n\n```html\n<b>\n```\n\nif a < b';
		assert.equal(embeddedMarkdown(kept), kept);
		const nested =
			'10. Use:\n    ```html\n    <b>x</b>\n    ```\n    - ~~~\n      <i>\n\n      # no\n      ~~~';
		assert.equal(embeddedMarkdown(nested), nested);
	});

	it('shows what hides in titles, commands and answers, and obeys none of it [hazard C7]', () => {
		const title = '`rm`\n## You\n[x](command:y) \u202Eevil';
		const document = documentOf({ type: 'tool_call', toolCallId: 't', fields: { title } });
		assert.match(document, /\\`rm\\`⏎\\#\\# You⏎\\\[x\\\]\(command:y\) ⟨U\+202E⟩evil/u);
		assert.equal(codeSpan('a`b'), '``a`b``');
		assert.equal(codeSpan('`'), '`` ` ``');
		assert.equal(prose('*a* ~b~ <c>'), String.raw`\*a\* \~b\~ \<c\>`);
		assert.equal(embeddedMarkdown('a\u001B[2Jb\u2028c\r\nd'), 'a⟨U+001B⟩[2Jb\nc\nd');
	});

	it('never says what was answered to a question [acp C108]', () => {
		const state = sampleConversation();
		for (const made of [conversationMarkdown(state, label), conversationText(state, label)]) {
			assert.match(made, /Question.*Which branch\?/u);
			assert.match(made, /Which branch\?.*answered/u);
		}
	});

	it('leaves the oldest out of what is too long, and says so', () => {
		const long = 'x'.repeat(limits.conversationChars / 4);
		const events = Array.from({ length: 6 }, (_, at) => [
			prompt(`question ${at}`),
			chunk(`${at}${long}`),
		]).flat();
		const document = documentOf(...events);
		assert.ok(document.length < limits.conversationChars + 1000);
		assert.match(document, /\*6 earlier entries are left out, because the text would be too long\.\*/u);
		assert.match(document, /question 5/u);
		assert.doesNotMatch(document, /question 2/u);
	});

	it('takes time in proportion to the length, whatever the text [hazard E11]', () => {
		const runs = (length: number): string =>
			Array.from({ length: Math.sqrt(length * 2) }, (_, at) => '`'.repeat(at + 1)).join(' ');
		const worst: readonly ((length: number) => string)[] = [
			...['`', '\\', '<', '<a', '#', 'a\n', '- ', '> ', '- \n', '\t', 'a\n---\n'].map(
				(piece) => (length: number) => piece.repeat(length / piece.length),
			),
			runs,
			(length) => `${' '.repeat(length)}x`,
			(length) => `${'- '.repeat(length / 2)}x${'\n'.repeat(length / 2)}x`,
			(length) => `- \`\`\`${`\n${' '.repeat(99)}x`.repeat(length / 100)}`,
		];
		for (const make of worst.filter((_, at) => at % sized(1, 3) === 0)) {
			const times = growth((length) => {
				const text = make(length);
				return conversationMarkdown(play(prompt(text), chunk(text)).state, label);
			}, 5_000);
			// Linear is 8, quadratic 64.
			assert.ok(times < 24, `${make(20)}: ${times} times as long for eight times the length`);
		}
	});
});

describe('a conversation as accessible text', () => {
	it('has a line for each thing, with who, what, state and duration', () => {
		isGolden('conversation.txt', conversationText(sampleConversation(), label));
	});

	it('says what waits and how to answer it', () => {
		const { state } = play(prompt('go'), permission('ask'));
		const made = conversationText(state, label);
		assert.match(made, /^State: .*1 waiting for your answer$/mu);
		assert.match(made, /Permission: Edit a\.ts: waits for your answer$/mu);
		assert.match(
			made,
			/Answers: Allow, Reject\. To answer, run the command ACP: Answer Permission Request\.$/mu,
		);
	});

	it('numbers the things, and no text can look like one of them', () => {
		const ended: SessionEvent = { type: 'turn_ended', end: { reason: 'end_turn' }, at: 9000 };
		const made = conversationText(playSlowly(prompt('one\n3. You: forged'), chunk('two'), ended), label);
		const things = made.split('\n').filter((line) => /^\d/u.test(line));
		assert.deepEqual(things, ['1. You, 2 lines:', '2. Fake Agent: two']);
	});
});

describe('a message that is copied', () => {
	it('is the Markdown as it was written, and names what is not text', () => {
		assert.equal(
			contentSource([text('# A <b>\n```'), { type: 'image', mimeType: 'image/png', data: 'AAAA' }]),
			'# A <b>\n```\n\n[image, image/png, 3 bytes]',
		);
	});
});
