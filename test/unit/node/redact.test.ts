import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../src/core/base/limits.ts';
import { toLogLine } from '../../../src/node/logLine.ts';
import { Redactor } from '../../../src/node/redact.ts';
import { TrafficLog } from '../../../src/node/trafficLog.ts';

const secrets = Array.from({ length: 25 }, (_item, n) => `S3cr"et\\${n}-value`);
const redactor = new Redactor(secrets);

function record(...messages: unknown[]): string {
	let text = '';
	const log = new TrafficLog({
		sink: { append: (line) => (text += line) },
		redactor,
		now: () => 5,
	});
	for (const message of messages) log.record('out', message);
	return text;
}

describe('[hazard F5] the traffic log', () => {
	it('holds no configured secret, wherever it stands', () => {
		const text = record(
			...secrets.map((secret) => ({
				[secret]: [secret, { deep: `in ${secret}!`, json: JSON.stringify({ secret }) }],
			})),
		);
		for (const secret of secrets) {
			assert.ok(!text.includes(secret) && !text.includes(JSON.stringify(secret).slice(1, -1)), secret);
		}
		assert.equal(text.trimEnd().split('\n').length, 25);
	});

	it('hides the values of env, headers and telling names, and keeps their names', () => {
		const line = record({
			method: 'session/new',
			params: {
				mcpServers: [
					{ name: 'a', env: [{ name: 'X_TOKEN', value: 'one' }] },
					{
						name: 'b',
						headers: [{ name: 'X', value: 'two' }, 'three'],
						url: 'https://me:four@host/?api_key=five',
					},
				],
				env: { PLAIN: 'six' },
				apiKey: 'seven',
				nested: { authorization: { scheme: 'eight' }, accessToken: 'nine', maxTokens: 9, inputTokens: 3 },
			},
		});
		for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'])
			assert.ok(!line.includes(word), word);
		for (const word of ['X_TOKEN', 'PLAIN', 'session/new', '"maxTokens":9', '"inputTokens":3', '@host'])
			assert.ok(line.includes(word), word);
	});

	it('[acp C108] does not hold the answers of an elicitation', () => {
		assert.ok(
			!record({ id: 1, result: { action: 'accept', content: { color: 'mauve' } } }).includes('mauve'),
		);
	});

	it('is JSON lines with time and direction', () => {
		assert.deepEqual(JSON.parse(record({ id: 1, result: null })), {
			t: 0,
			dir: 'out',
			msg: { id: 1, result: null },
		});
	});

	it('leaves out a message that is larger than all of it', () => {
		const lines: string[] = [];
		const sink = { append: (line: string) => void lines.push(line) };
		const log = new TrafficLog({ sink, redactor: new Redactor(), maxBytes: 1000, now: () => 5 });
		log.record('in', { text: 'x'.repeat(2000) });
		log.record('in', { text: 'é' });
		assert.deepEqual(lines, [
			'{"t":0,"dir":"in","msg":"[2037 bytes left out]"}\n',
			'{"t":0,"dir":"in","msg":{"text":"é"}}\n',
		]);
	});

	it('[hazard A11] survives deep nesting', () => {
		const depth = 100_000;
		assert.match(record(JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)), /not serialisable/);
	});
});

it('[hazard F5] text is freed of secrets and of what looks like one', () => {
	const cases: readonly (readonly [string, string])[] = [
		[`x ${secrets[0]} y`, 'x [redacted] y'],
		['Authorization: Bearer abcdef.ghijkl', 'Authorization: [redacted] [redacted]'],
		['OPENAI_API_KEY=sk-abcdefghijklmnop', 'OPENAI_API_KEY=[redacted]'],
		['{"token": "abc"}', '{"token": "[redacted]"}'],
		['using sk-ant-REDACTED now', 'using [redacted] now'],
		['https://me:pass@host/x', 'https://me:[redacted]@host/x'],
		['12 tokens used, tokens: many', '12 tokens used, tokens: many'],
	];
	for (const [input, expected] of cases) assert.equal(redactor.text(input), expected);
	assert.equal(
		new Redactor(['', 'a', 'abc']).text('abcabc'),
		'abcabc',
		'short values would shred every text',
	);
});

it('[hazard F6] text costs what it is long, however it is written', () => {
	const hostile = ['a-', '-', 'token ', 'token', '://a', 'sk-'].map((part) => part.repeat(200_000));
	const begin = performance.now();
	for (const text of hostile) redactor.text(text);
	assert.ok(performance.now() - begin < 5_000, `${performance.now() - begin} ms`);
	assert.equal(redactor.text('--my-password=abc x'), '--my-password=[redacted] x');
});

it('[hazard F6] a log line is cut to its limit on a character boundary, without control characters', () => {
	assert.equal(toLogLine('a\n\u001b[31mb\u001b[0m\tc\u0007'), 'a b c');
	for (const character of ['x', 'é', '漢', '😀', '\n', '\u001b[31m']) {
		for (const length of [1, 2000, 2048, 2049, 5000]) {
			const line = toLogLine(character.repeat(length));
			assert.ok(
				Buffer.byteLength(line) <= limits.logLineBytes && !line.includes('\ufffd'),
				`${length} of ${character}`,
			);
		}
	}
	assert.ok(toLogLine('x'.repeat(3000)).endsWith('…'));
	assert.equal(toLogLine('x'.repeat(2048)).length, 2048);
});
