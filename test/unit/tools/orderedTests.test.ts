/** Made-up test files through the program that runs those first which take longest. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isAlive, until } from '../node/support.ts';

describe('test files in an order', () => {
	let folder = '';
	before(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'acp-ordered-'));
		for (const [name, isRight] of Object.entries({ a: true, b: true, c: false })) {
			const code = `import assert from 'node:assert';\nimport { it } from 'node:test';\n`;
			await writeFile(
				path.join(folder, `${name}.test.mjs`),
				`${code}it('test ${name}', () => assert.ok(${isRight}));\n`,
			);
		}
	});
	after(() => rm(folder, { recursive: true, force: true }));

	// In here node would take the files for some of this run.
	const { NODE_TEST_CONTEXT: _, ACP_TEST_RESULTS: __, ...env } = process.env;

	function run(glob: string, first: string): { code: number | null; order: string[] } {
		const args = ['test/tools/orderedTests.ts', `--first=${first}`, path.join(folder, glob)];
		const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
		return { code: status, order: [...stdout.matchAll(/test \w/gu)].map(([name]) => name) };
	}

	it('begin with those that are named, and go on by their names', () => {
		assert.deepEqual(run('[ab].test.mjs', 'b.test.mjs'), { code: 0, order: ['test b', 'test a'] });
		assert.deepEqual(run('[ab].test.mjs', ''), { code: 0, order: ['test a', 'test b'] });
	});

	it('all run, and one that fails makes the whole fail', () => {
		const { code, order } = run('*.test.mjs', 'c.test.mjs');
		assert.equal(code, 1);
		assert.deepEqual(order, ['test c', 'test a', 'test b']);
	});

	it('end with the run when it is interrupted', async () => {
		const endless = path.join(folder, 'endless.mjs');
		const mark = path.join(folder, 'mark');
		const code = `import { writeFileSync } from 'node:fs';\nsetInterval(() => {}, 1000);\n`;
		await writeFile(endless, `${code}writeFileSync(${JSON.stringify(mark)}, String(process.pid));\n`);
		const program = spawn(process.execPath, ['test/tools/orderedTests.ts', endless], {
			env,
			stdio: 'ignore',
		});
		const ended = new Promise((resolve) => program.once('exit', resolve));
		await until(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '');
		const pid = Number(readFileSync(mark, 'utf8'));
		assert.ok(isAlive(pid));
		program.kill('SIGTERM');
		await ended;
		await until(() => !isAlive(pid));
	});
});
