/** New files, while another process puts links on the way. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createNewFile, MovedError } from '../../../src/node/newFile.ts';
import { checkPath } from '../../../src/node/pathGuard.ts';
import { figure } from '../../tools/figure.ts';
import { sized } from '../../tools/sized.ts';

const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-new-file-')));
const ws = path.join(base, 'ws');
const outside = path.join(base, 'outside');
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

before(() => {
	mkdirSync(ws);
	mkdirSync(outside);
});
after(() => rmSync(base, { recursive: true, force: true }));

describe('a new file', () => {
	it('is made with its folders and its whole content', async () => {
		const file = path.join(ws, 'a', 'b', 'new.txt');
		await createNewFile(file, text('content\n'));
		await createNewFile(path.join(ws, 'a', 'second.txt'), text(''));
		assert.equal(readFileSync(file, 'utf8'), 'content\n');
		assert.deepEqual(readdirSync(path.join(ws, 'a')).toSorted(), ['b', 'second.txt']);
	});

	it('is not made where a link or a file stands meanwhile [hazard D2]', async () => {
		writeFileSync(path.join(ws, 'file.txt'), 'old');
		symlinkSync(outside, path.join(ws, 'link'));
		symlinkSync(path.join(outside, 'new.txt'), path.join(ws, 'dangling.txt'));
		for (const name of ['link/new.txt', 'link/deep/new.txt', 'dangling.txt', 'file.txt', 'file.txt/below']) {
			await assert.rejects(createNewFile(path.join(ws, name), text('x')), MovedError, name);
		}
		assert.equal(readFileSync(path.join(ws, 'file.txt'), 'utf8'), 'old');
		assert.deepEqual(readdirSync(outside), []);
	});

	it(
		'that cannot be written whole is not left in part [hazard D8]',
		{ skip: process.platform === 'win32' },
		() => {
			const file = path.join(ws, 'half.txt');
			const module = new URL('../../../src/node/newFile.ts', import.meta.url).href;
			// The system takes a part of it: no file may be longer than that.
			const code = `
			process.on('SIGXFSZ', () => {});
			const { createNewFile } = await import(${JSON.stringify(module)});
			await createNewFile(${JSON.stringify(file)}, new Uint8Array(1024 * 1024)).catch((error) => {
				process.stdout.write(error.code);
			});`;
			const run = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
			const env = { ...process.env, NODE_COMPILE_CACHE: '' };
			const { stdout } = spawnSync('/bin/sh', ['-c', run, process.execPath, code], { encoding: 'utf8', env });
			assert.equal(stdout, 'EFBIG');
			assert.equal(existsSync(file), false);
		},
	);

	it(
		'says why it cannot be made',
		{ skip: process.getuid?.() === 0 ? false : 'needs /proc of root' },
		async () => {
			await assert.rejects(createNewFile('/proc/no-such-folder/x', text('x')));
		},
	);

	it('never lands outside, while a folder on its way turns into a link and back as fast as it can [hazard D2]', async () => {
		const tries = sized(10_000, 200);
		const swapped = path.join(ws, 'swapped');
		mkdirSync(swapped);
		const swapper = startSwapping(swapped);
		let made = 0;
		let refused = 0;
		try {
			await once(swapper, 'spawn');
			let next = 0;
			const makeSome = async (): Promise<void> => {
				while (next < tries) {
					const isMade = await isMadeAt(path.join(swapped, `${next++}.txt`));
					if (isMade) made++;
					else refused++;
				}
			};
			await Promise.all(Array.from({ length: 8 }, makeSome));
		} finally {
			swapper.kill();
			await once(swapper, 'exit');
		}
		assert.deepEqual(readdirSync(outside), []);
		assert.equal(made + refused, tries);
		assert.ok(
			made > tries / 100 && refused > tries / 100,
			`${made} made, ${refused} refused: nothing was swapped`,
		);
		figure(
			'D2',
			`${tries} tries while a folder and a link are swapped: ${made} made, ${refused} refused, 0 outside`,
		);
	});
});

/** Judges the path and makes the file, as a write of an agent does. */
async function isMadeAt(file: string): Promise<boolean> {
	const verdict = await checkPath(file, [ws]);
	if (verdict.type !== 'inside') return false;
	return createNewFile(verdict.canonical, text('secret')).then(
		() => true,
		() => false,
	);
}

/** Another process replaces the folder by a link to `outside` and puts it back, without a pause. */
function startSwapping(folder: string): ChildProcess {
	const code = `
		const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
		const [folder, outside] = process.argv.slice(1);
		const attempt = (step) => { try { step(); } catch {} };
		for (let n = 0; ; n++) {
			const away = folder + '.away' + n;
			attempt(() => renameSync(folder, away));
			attempt(() => symlinkSync(outside, folder));
			attempt(() => unlinkSync(folder));
			attempt(() => renameSync(away, folder));
		}`;
	return spawn(process.execPath, ['-e', code, folder, outside], { stdio: 'ignore' });
}
