import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { LineSplitter } from '../../../src/node/transport/lineSplitter.ts';

const mebibyte = 1024 * 1024;

function split(chunks: readonly Buffer[]): string[] {
	const splitter = new LineSplitter();
	const lines: string[] = [];
	for (const chunk of chunks) {
		splitter.push(chunk);
		for (let line = splitter.next(); line !== undefined; line = splitter.next()) lines.push(line.toString());
	}
	const rest = splitter.takeRest();
	return rest === undefined ? lines : [...lines, rest.toString()];
}

/** A line of `size` bytes in chunks as a pipe delivers them. */
function chunksOf(size: number, hasNewline: boolean): Buffer[] {
	const chunk = Buffer.alloc(64 * 1024, 'x');
	const chunks = Array.from({ length: Math.floor(size / chunk.length) }, () => chunk);
	chunks.push(Buffer.alloc(size % chunk.length, 'x'));
	return hasNewline ? [...chunks, Buffer.from('\n')] : chunks;
}

it('[hazard A1] splits at 0x0A only and keeps empty lines, CR, U+2028 and U+0085', () => {
	const text = 'a\u2028b\u0085c\n\r\nd\re\n\nrest';
	assert.deepEqual(split([Buffer.from(text)]), ['a\u2028b\u0085c', '\r', 'd\re', '', 'rest']);
});

it('[hazard A1] joins a line whose newline is a chunk of its own', () => {
	assert.deepEqual(split(['a', '', 'b', '\n', '\n', 'c\nd'].map((text) => Buffer.from(text))), [
		'ab',
		'',
		'c',
		'd',
	]);
});

it('[hazard A3] [acp C14] accepts a line of exactly the limit and one of 31 MiB', () => {
	assert.equal(split(chunksOf(31 * mebibyte, true))[0]?.length, 31 * mebibyte);
	assert.equal(split(chunksOf(limits.lineBytes, true))[0]?.length, limits.lineBytes);
});

it('[hazard A3] [acp C14] refuses a line of one byte more, with or without its newline', () => {
	const isTooLarge = (error: unknown): boolean => AgentError.is(error, 'tooLarge');
	assert.throws(() => split(chunksOf(limits.lineBytes + 1, true)), isTooLarge);
	assert.throws(() => split(chunksOf(33 * mebibyte, false)), isTooLarge);
});

it('[hazard A4] searches each byte once, however the line is chunked', () => {
	let searched = 0;
	const chunks = Array.from({ length: 32 * 1024 }, () => {
		const chunk = Buffer.alloc(1024, 'x');
		const indexOf = chunk.indexOf.bind(chunk);
		chunk.indexOf = (value: string | number | Uint8Array): number => {
			searched += chunk.length;
			return indexOf(value);
		};
		return chunk;
	});
	const start = performance.now();
	assert.equal(split(chunks)[0]?.length, limits.lineBytes);
	assert.equal(searched, limits.lineBytes);
	// Takes some 50 ms; joining or searching all again for each chunk would take minutes.
	assert.ok(performance.now() - start < 5000);
});
