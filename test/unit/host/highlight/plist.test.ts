import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePlist } from '../../../../src/host/highlight/plist.ts';
import { Random } from '../random.ts';

const listOf = (inner: string): unknown => parsePlist(`<plist version="1.0">\n${inner}\n</plist>`);

describe('a property list', () => {
	it('has dictionaries, lists, texts and truth; numbers and dates are texts', () => {
		assert.deepEqual(
			listOf(
				'<dict> <key>a</key> <array><string>x</string><true/><false/></array>' +
					'<key>n</key><integer>3</integer> <key>e</key><dict/> <key>l</key><array/><key>s</key><string/></dict>',
			),
			{ a: ['x', true, false], n: '3', e: {}, l: [], s: '' },
		);
	});

	it('has the entities of XML and no others, comments, and texts as they are', () => {
		assert.equal(
			listOf('<string>&lt;a&gt; &amp;amp; &quot;&apos;&#65;&#x1F600;</string>'),
			`<a> &amp; "'A😀`,
		);
		assert.equal(listOf('<string>&file; &#x110000;</string>'), '&file; &#x110000;');
		assert.equal(listOf('<string>a<!-- <string>b</string> -->c<![CDATA[<&amp;>]]></string>'), 'ac<&amp;>');
	});

	it('cannot change what objects are', () => {
		const made = listOf('<dict><key>__proto__</key><dict><key>bad</key><true/></dict></dict>');
		assert.equal(Object.getPrototypeOf(made), Object.prototype);
		assert.equal(({} as Record<string, unknown>)['bad'], undefined);
	});

	it('is none when it does not end, is too deep, or is something else', () => {
		for (const xml of ['', 'text', '{"a": 1}', '<plist/>', '<dict>', '<dict><array></dict>'])
			assert.equal(parsePlist(xml), undefined, xml);
		assert.equal(parsePlist('<array>'.repeat(100) + '</array>'.repeat(100)), undefined);
	});

	it('is read in one go, however it is broken', () => {
		const start = performance.now();
		for (const part of ['<', '<a ', '<!--', '<![CDATA[', '<string', '&', '&#', '<array>', '</dict>'])
			parsePlist(part.repeat(100_000));
		assert.ok(performance.now() - start < 5_000);
		const random = new Random(5);
		const parts = [
			'<dict>',
			'</dict>',
			'<key>k</key>',
			'<array>',
			'</array>',
			'<string>',
			'</string>',
			'x',
			'<',
		];
		for (let n = 0; n < 1_000; n++) {
			parsePlist(Array.from({ length: 20 }, () => random.pick(parts)).join(''));
		}
	});
});
