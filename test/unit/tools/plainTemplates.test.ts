/** The bundle of the chat view has no indentation in its templates, and is the same otherwise. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import { withoutIndentation } from '../../../build/plainTemplates.ts';

const minified = (source: string): string => transformSync(source, { loader: 'ts', minify: true }).code;
const collapsed = (text: string): string => text.replaceAll(/\n\t+/gu, '\n');

describe('templates without indentation', () => {
	it('keep their line breaks, their blanks and what is inside of their expressions', () => {
		const rows = [
			['html`<a>\n\t\t<b></b>\n\t</a>`', 'html`<a>\n<b></b>\n</a>`'],
			['html`\n\t${x ? html`\n\t\ty` : `\n\tz`}\n\t`', 'html`\n${x ? html`\ny` : `\n\tz`}\n`'],
			["html`${f({ a: '`}' })}\n\t`;\n\tg(`\n\t`)", "html`${f({ a: '`}' })}\n`;\n\tg(`\n\t`)"],
			['html`\\`\n\t` + 1;\n\tx', 'html`\\`\n` + 1;\n\tx'],
			['html`${/* } ` */ a}\n\t  b`', 'html`${/* } ` */ a}\n  b`'],
			['no template\n\there', 'no template\n\there'],
		] as const;
		for (const [source, expected] of rows) assert.equal(withoutIndentation(source), expected);
	});

	it('leave the code of the view as it is', () => {
		const files = globSync('src/webview/**/*.ts');
		assert.ok(files.length > 50);
		for (const file of files) {
			const source = readFileSync(file, 'utf8');
			const result = minified(withoutIndentation(source));
			assert.equal(result, collapsed(minified(source)), file);
		}
	});
});
