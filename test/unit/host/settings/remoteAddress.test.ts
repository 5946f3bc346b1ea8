/** Which addresses stay on this machine. What only looks like it is told from it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReadableOnTheWay, normalAddress, originOf } from '../../../../src/host/settings/remoteAddress.ts';

describe('an address that is not encrypted', () => {
	const here = [
		'ws://localhost/',
		'ws://LOCALHOST:8080/acp',
		'http://localhost',
		'ws://127.0.0.1',
		'ws://127.8.9.10:1',
		'ws://127.1',
		'ws://2130706433',
		'ws://0x7f.1',
		'ws://0177.0.0.1',
		'ws://[::1]:9',
		'ws://[0:0:0:0:0:0:0:1]',
		'ws:\\\\localhost\\',
		// Such a letter is folded into the plain one, also by what connects.
		'ws://ⅼocalhost/',
	];
	for (const address of here) {
		it(`stays on this machine: ${address}`, () => {
			assert.equal(isReadableOnTheWay(address), false);
		});
	}

	const elsewhere = [
		'ws://localhost.evil.example/',
		'ws://evil.example/localhost',
		'ws://localhost@evil.example/',
		'ws://evil.example?x=localhost',
		'ws://127.0.0.1.evil/',
		'ws://127.0.0.1.evil.example/',
		'ws://127-0-0-1.example/',
		'ws://[::ffff:127.0.0.1]/',
		'ws://[::ffff:7f00:1]/',
		'ws://[::]/',
		'ws://0.0.0.0/',
		'ws://128.0.0.1/',
		'ws://2130706434.example/',
		'ws://3232235777/',
		'ws://10.0.0.1/',
		'ws://192.168.1.1/',
		'ws://a.localhost/',
		'ws://localhost./',
		'http://agents.example/acp',
	];
	for (const address of elsewhere) {
		it(`can be read on the way, which is asked about: ${address} [hazard F11]`, () => {
			assert.equal(isReadableOnTheWay(address), true);
		});
	}

	it('is none that begins with wss: or https:', () => {
		for (const address of ['wss://agents.example/', 'https://10.0.0.1/', 'WSS://a.example/']) {
			assert.equal(isReadableOnTheWay(address), false);
		}
	});
});

describe('an address', () => {
	it('is shown as it is connected to: with foreign letters as Punycode, and numbers written out', () => {
		assert.equal(normalAddress('WSS://аgents.example/ä b'), 'wss://xn--gents-3ve.example/%C3%A4%20b');
		assert.equal(normalAddress('ws://0x7f.1:80/../a'), 'ws://127.0.0.1/a');
		assert.equal(normalAddress('ws://a.exam\u200Bple\t/\n\u202E'), 'ws://a.example/%E2%80%AE');
	});

	it('belongs to a scheme, a host and a port: a secret for one of them is none for another', () => {
		const origins = ['wss://a.example/x', 'ws://a.example/x', 'wss://a.example:444/x', 'wss://b.example/x'];
		assert.equal(new Set(origins.map(originOf)).size, 4);
		assert.equal(originOf('wss://A.example:443/y?z'), originOf('wss://a.example/x'));
	});
});
