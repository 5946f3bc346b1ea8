import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openableUrl, urlTarget } from '../../../../src/host/common/urlTarget.ts';

const numbers = /bare number/u;
const punycode = /Punycode/u;
const before = /before "@" is not the site/u;
const hidden = /hides where it leads/u;
const open = /not encrypted/u;

/** An address, the host that a browser goes to, and what we warn of. */
const rows: readonly [string, string, ...RegExp[]][] = [
	['https://example.com/login?a=b#c', 'example.com'],
	['HTTPS://EXAMPLE.COM', 'example.com'],
	['https://example.com:443/', 'example.com'],
	['https://example.com:8443/', 'example.com:8443'],
	['https://accounts.example.com.evil.test/', 'accounts.example.com.evil.test'],
	['http://example.com/', 'example.com', open],
	['http://localhost:3000/callback', 'localhost:3000'],
	['http://agent.localhost:3000/', 'agent.localhost:3000'],
	['http://localhost.evil.test/', 'localhost.evil.test', open],
	['http://127.0.0.1:3000/', '127.0.0.1:3000'],
	['http://[::1]:3000/', '[::1]:3000'],
	['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', punycode],
	['https://аррӏе.com/', 'xn--80ak6aa92e.com', punycode],
	['https://ｇｏｏｇｌｅ.com/', 'google.com', hidden],
	['https://ex%61mple.com/', 'example.com', hidden],
	['https://example.com@evil.test/', 'evil.test', before],
	['https://example.com%2Flogin@evil.test/', 'evil.test', before],
	['https://user:secret@evil.test:444/', 'evil.test:444', before],
	[String.raw`https://evil.test\@example.com/`, 'evil.test', hidden],
	[String.raw`https:\\evil.test/`, 'evil.test', hidden],
	['https://93.184.216.34/', '93.184.216.34', numbers],
	['https://[2001:db8::1]/', '[2001:db8::1]', numbers],
	['https://0x5db8d822/', '93.184.216.34', hidden, numbers],
	['https://1572395042/', '93.184.216.34', hidden, numbers],
	['http://0x7f.1/', '127.0.0.1', hidden],
	['https://example.com./', 'example.com.'],
];

describe('an address that an agent sends the user to', () => {
	for (const [text, host, ...expected] of rows) {
		it(`leads to ${host} and warns ${expected.length} times: ${text} [acp C98] [acp C101]`, () => {
			const target = urlTarget(text);
			assert.equal(target.host, host);
			assert.equal(target.warnings.length, expected.length, target.warnings.join('\n'));
			expected.forEach((pattern, index) => assert.match(target.warnings[index] ?? '', pattern));
		});
	}

	it('has no host when it cannot be read', () => {
		for (const text of ['https://', 'https://a b/', 'https://[::1', 'nothing']) {
			assert.equal(urlTarget(text).host, '');
			assert.equal(urlTarget(text).warnings.length, 1);
			assert.equal(openableUrl(text), undefined);
		}
	});

	it('is opened as it was read, and only as a web page [acp C98]', () => {
		assert.equal(
			openableUrl('https://a.test/x?redirect=https%3A%2F%2Fb.test%26c'),
			'https://a.test/x?redirect=https%3A%2F%2Fb.test%26c',
		);
		assert.equal(openableUrl(String.raw`https://evil.test\@example.com/`), 'https://evil.test/@example.com/');
		for (const text of [
			'file:///etc/passwd',
			'command:x',
			'vscode://x/y',
			'javascript:1',
			'data:text/html,x',
		]) {
			assert.equal(openableUrl(text), undefined);
		}
	});
});
