/** Files of all kinds: their form stays, and what is no text is refused at once. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import * as limits from '../../../src/core/base/limits.ts';
import { type FileRig, refusal, withFiles } from './fileRig.ts';
import { hostFigure, hostTest } from './registry.ts';
import { bytesOf, put } from './scratch.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

for (const [form, before, after] of [
	['CRLF with a byte order mark', Buffer.from('\uFEFFa\r\nb\r\n'), Buffer.from('\uFEFFa\r\nB\r\n')],
	['UTF-16 BE', utf16be('\uFEFFa\nb\n'), utf16be('\uFEFFa\nB\n')],
	['UTF-16 LE with CRLF', Buffer.from('\uFEFFa\r\nb', 'utf16le'), Buffer.from('\uFEFFa\r\nB', 'utf16le')],
	['Latin-1', latin1('caf\u00E9\nb\n\u00FF\u0080'), latin1('caf\u00E9\nB\n\u00FF\u0080')],
	['Latin-1 with CRLF', latin1('\u00E9\r\nb\r\n'), latin1('\u00E9\r\nB\r\n')],
	['a character outside of the first plane', Buffer.from('💥\nb\n'), Buffer.from('💥\nB\n')],
	['separators of lines that are none', Buffer.from('a\u2028x\u0085y\nb'), Buffer.from('a\u2028x\u0085y\nB')],
	['a replacement character that stands in it', Buffer.from('\uFFFD\nb'), Buffer.from('\uFFFD\nB')],
	[
		'many lines without a last newline',
		Buffer.from('x\n'.repeat(5000) + 'b'),
		Buffer.from('x\n'.repeat(5000) + 'B'),
	],
] as const) {
	hostTest(`a write keeps ${form} [hazard D5]`, () =>
		withFiles(async ({ folder, files }) => {
			const file = await put(folder, 'a.txt', before);
			const text = await files.readTextFile(file);
			await files.writeTextFile(file, text.replaceAll('\r\n', '\n').replace('b', 'B'));
			assert.equal(await bytesOf(file), after.toString('hex'));
			// Once more, now that VS Code has the document.
			const again = await files.readTextFile(file);
			await files.writeTextFile(file, again.replaceAll('\r\n', '\n').replace('B', 'b'));
			assert.equal(await bytesOf(file), before.toString('hex'));
		}),
	);
}

hostTest('a byte order mark that an agent repeats is not written twice [hazard D5]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', Buffer.from('\uFEFFa\n'));
		await files.readTextFile(file);
		await files.writeTextFile(file, '\uFEFFb\n');
		assert.equal(await bytesOf(file), Buffer.from('\uFEFFb\n').toString('hex'));
		// It is what the agent wrote, so it need not be read again.
		await files.writeTextFile(file, 'c\n');
		assert.equal(await bytesOf(file), Buffer.from('\uFEFFc\n').toString('hex'));
	}),
);

hostTest('a character becomes another one whole that shares half of it [hazard D5]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'a💥b\n');
		for (const text of ['a💡b\n', 'a💡💥b\n', 'a💥b\n']) {
			await files.readTextFile(file);
			await files.writeTextFile(file, text);
			assert.equal(await bytesOf(file), Buffer.from(text).toString('hex'));
		}
	}),
);

hostTest('characters that the encoding of a file lacks are refused, the file stays [hazard D5]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', latin1('caf\u00E9\n'));
		const text = await files.readTextFile(file);
		assert.equal(text, 'caf\u00E9\n');
		assert.equal(await refusal(files.writeTextFile(file, `${text}\u65E5\u672C`)), 'invalid');
		assert.equal(await bytesOf(file), latin1('caf\u00E9\n').toString('hex'));
	}),
);

hostTest('half of a character is refused, the file stays, and none is made [hazard D5]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'a\n');
		for (const place of [file, path.join(folder, 'new.txt')]) {
			for (const text of ['a\uD83D\n', '\uDCA5'])
				assert.equal(await refusal(files.writeTextFile(place, text)), 'invalid');
		}
		assert.equal(await bytesOf(file), Buffer.from('a\n').toString('hex'));
		assert.equal(existsSync(path.join(folder, 'new.txt')), false);
	}),
);

type Attempt = (rig: FileRig) => Promise<unknown>;

const attempts: readonly [what: string, attempt: Attempt][] = [
	[
		'a file with a NUL',
		async ({ folder, files }) => files.readTextFile(await put(folder, 'a.bin', new Uint8Array([1, 0]))),
	],
	['a folder', async ({ folder, files }) => files.readTextFile(folder)],
	['a folder, to be written', async ({ folder, files }) => files.writeTextFile(folder, 'x')],
	['a FIFO', async ({ folder, files }) => files.readTextFile(await fifo(folder))],
	['a FIFO, to be written', async ({ folder, files }) => files.writeTextFile(await fifo(folder), 'x')],
	[
		'a link to a FIFO',
		async ({ folder, files }) => files.readTextFile(await linkTo(folder, await fifo(folder))),
	],
	['/dev/zero', async ({ files }) => files.readTextFile('/dev/zero')],
	['/dev/zero, to be written', async ({ files }) => files.writeTextFile('/dev/zero', 'x')],
	['a link to /dev/zero', async ({ folder, files }) => files.readTextFile(await linkTo(folder, '/dev/zero'))],
	['/dev/random', async ({ files }) => files.readTextFile('/dev/random')],
	[
		'/proc/kmsg, which waits for messages of the system',
		async ({ files }) => files.readTextFile('/proc/kmsg'),
	],
	['/proc/self/environ', async ({ files }) => files.readTextFile('/proc/self/environ')],
	['a socket', async ({ folder, files }) => files.readTextFile(await socket(folder))],
	['a file above the limit', async ({ folder, files }) => files.readTextFile(await huge(folder))],
	[
		'a file above the limit, to be written',
		async ({ folder, files }) => files.writeTextFile(await huge(folder), 'x'),
	],
	[
		'a text above the limit, to be written',
		async ({ folder, files }) =>
			files.writeTextFile(path.join(folder, 'new.txt'), 'x'.repeat(limits.fileBytes + 1)),
	],
];

let slowest = 0;
for (const [what, attempt] of attempts) {
	hostTest(`${what} is refused at once, also when the user allows it [hazard D6]`, () =>
		withFiles(async (rig) => {
			const started = performance.now();
			assert.equal(await refusal(attempt(rig)), 'invalid');
			const taken = performance.now() - started;
			slowest = Math.max(slowest, taken);
			assert.ok(taken < 500, `${taken} ms`);
			if (what === attempts.at(-1)?.[0]) {
				hostFigure('D6', `${attempts.length} kinds, the slowest refused after ${slowest.toFixed(0)} ms`);
			}
		}, 'allow'),
	);
}

hostTest('a file at the limit is served [hazard D6]', () =>
	withFiles(async ({ folder, files }) => {
		const file = await put(folder, 'a.txt', 'x'.repeat(limits.fileBytes));
		assert.equal((await files.readTextFile(file)).length, limits.fileBytes);
	}),
);

async function fifo(folder: string): Promise<string> {
	const place = path.join(folder, 'fifo');
	await promisify(execFile)('mkfifo', [place]);
	return place;
}

async function linkTo(folder: string, target: string): Promise<string> {
	const place = path.join(folder, 'link');
	await symlink(target, place);
	return place;
}

/** Its server is closed by the time it is read; what is left is its place in the folder. */
async function socket(folder: string): Promise<string> {
	const place = path.join(folder, 's');
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(place, resolve));
	server.unref();
	return place;
}

async function huge(folder: string): Promise<string> {
	const file = await put(folder, 'huge.txt', '');
	await truncate(file, limits.fileBytes + 1);
	return file;
}
