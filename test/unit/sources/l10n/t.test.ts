/** The function that every sentence goes through, and how a page hears of its language. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
	language,
	locale,
	oneDecimal,
	setTranslations,
	t,
	translations,
} from '../../../../src/core/base/l10n.ts';
import { formatBytes, formatDuration } from '../../../../src/core/view/quantities.ts';
import { relativeTime } from '../../../../src/host/sessionsView/relativeTime.ts';
import { translationsBlock } from '../../../../src/host/chat/viewHtmlParts.ts';

describe('a sentence', () => {
	afterEach(() => setTranslations({}));

	it('is in English where there is no other', () => {
		assert.equal(t('{0} of {1}', 1, 2), '1 of 2');
		setTranslations({ Yes: 'Ja' }, 'de');
		assert.equal(t('No'), 'No');
	});

	it('has its arguments where the translation wants them, as they are', () => {
		setTranslations({ '{0} of {1}': 'von {1} sind es {0}, ja {0}' }, 'de');
		assert.equal(t('{0} of {1}', '$&{1}', 2), 'von 2 sind es $&{1}, ja $&{1}');
	});

	it('keeps a place that nothing goes into, and braces that are no place', () => {
		assert.equal(t('{0} and {1}', 'a'), 'a and {1}');
		assert.equal(t('{ "command": "my-agent" } ${env:NAME}'), '{ "command": "my-agent" } ${env:NAME}');
	});

	it('is never taken from what every object has', () => {
		assert.equal(t('constructor'), 'constructor');
	});

	it('can be handed on with its language', () => {
		setTranslations({ Yes: 'Ja' }, 'de');
		assert.deepEqual([translations(), language()], [{ Yes: 'Ja' }, 'de']);
		setTranslations({});
		assert.deepEqual([language(), locale()], ['en', undefined]);
	});
});

describe('numbers and times', () => {
	afterEach(() => setTranslations({}));

	it('are written as the language writes them', () => {
		assert.deepEqual([oneDecimal(1.25), oneDecimal(3), formatBytes(3_500_000)], ['1.3', '3', '3.3 MB']);
		assert.equal(formatDuration(1450), '1.4 s');
		setTranslations({}, 'de');
		assert.deepEqual([oneDecimal(1.25), formatBytes(3_500_000)], ['1,3', '3,3 MB']);
		assert.equal(formatDuration(1450), '1,4 s');
		assert.equal(relativeTime(0, 300_000), 'vor 5 Minuten');
	});
});

describe('what a page is told of its language', () => {
	it('is nothing in English', () => {
		assert.equal(translationsBlock({}, 'n'), '');
	});

	it('is data that no translation can leave [hazard E1]', () => {
		const words = { '</script><script>alert(1)</script>': '<!--<script>' };
		const block = translationsBlock(words, 'n');
		assert.equal(block.match(/</gu)?.length, 2);
		const [, data = ''] =
			/^<script nonce="n" type="application\/json" id="translations">(.*)<\/script>\n$/u.exec(block) ?? [];
		assert.deepEqual(JSON.parse(data), words);
	});
});
