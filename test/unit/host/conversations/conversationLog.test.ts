/** The conversations on the disk: whole after any end, the user's alone, and each in one place. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as limits from '../../../../src/core/base/limits.ts';
import { ConversationFile } from '../../../../src/node/conversationFile.ts';
import { logsOf } from '../../../../src/node/conversationFolder.ts';
import { figure } from '../../../tools/figure.ts';
import { chunk, prompt, text } from '../../core/session/driver/play.ts';
import { everything } from '../../core/session/log/logRig.ts';
import { allText, keptSession, reopened, storeFolder } from './storeRig.ts';
import { sized } from '../../../tools/sized.ts';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

function startWriter(
	folder: string,
	key: string,
	count: number,
	env: Record<string, string> = {},
): ChildProcess {
	return spawn(process.execPath, [writer, folder, key, String(count)], {
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

describe('a conversation on the disk', () => {
	it('is there for the next window, with everything that was said [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.play(...everything);
		await before.log.end();
		const after = await reopened(folder);
		assert.deepEqual(after.texts(), before.texts());
		assert.deepEqual(after.warnings, []);
		// And for the one after it, which finds one file.
		after.play(prompt('more'));
		await after.log.end();
		assert.equal(readdirSync(folder).length, 1);
		assert.deepEqual((await reopened(folder)).texts(), [...before.texts(), 'more']);
	});

	it('is the user’s alone [hazard F7]', async (t) => {
		if (process.platform === 'win32') return t.skip('modes of files are POSIX');
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder);
		play(prompt('x'));
		await log.end();
		assert.equal(statSync(folder).mode & 0o777, 0o700);
		for (const name of readdirSync(folder))
			assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
	});

	it('grows in place also where a character is three bytes, and is never too large to be read [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder);
		const inode = (): number => statSync(path.join(folder, readdirSync(folder)[0] ?? '')).ino;
		for (let n = 0; n < 12; n++) play(prompt(`${n}: ${'字'.repeat(200_000)}`));
		await log.flush();
		assert.ok(Buffer.byteLength(allText(folder)) <= limits.conversationLogBytes / 2);
		const before = inode();
		play(chunk('and '));
		await log.flush();
		play(chunk('on'));
		await log.flush();
		assert.equal(inode(), before);
		// More than a file may hold, in one write, after which the window may be killed; and again as the history of the agent.
		const appended = t.mock.method(ConversationFile.prototype, 'append');
		for (let n = 0; n < 30; n++) play(prompt(`burst ${n}: ${'字'.repeat(200_000)}`));
		await log.flush();
		assert.ok(Buffer.byteLength(allText(folder)) <= limits.conversationLogBytes);
		for (const {
			arguments: [text],
		} of appended.mock.calls)
			assert.ok(Buffer.byteLength(text) <= limits.conversationLogBytes);
		play({ type: 'turn_ended', end: { reason: 'end_turn' }, at: 1 }, { type: 'replay_started' });
		for (let n = 0; n < 30; n++)
			play({ type: 'message', role: 'user', content: [text(`burst ${n}: ${'字'.repeat(200_000)}`)] });
		play(chunk('as told again'), { type: 'replay_ended' });
		await log.end();
		assert.ok(Buffer.byteLength(allText(folder)) <= limits.conversationLogBytes);
		const texts = (await reopened(folder)).texts();
		assert.match(texts.at(-2) ?? '', /^burst 29/u);
		assert.equal(texts.at(-1), 'as told again');
	});

	it('holds nothing any more of what the history of the agent took the place of [acp C46]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder);
		play(prompt('as it was'));
		await log.flush();
		play({ type: 'replay_started' }, prompt('as the agent has it'), { type: 'replay_ended' });
		await log.end();
		assert.match(allText(folder), /as the agent has it/u);
		assert.doesNotMatch(allText(folder), /as it was/u);
	});

	it('is written at most once in 250 ms, and in no more bytes than were said, while 1 MB floods in [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const { log, play } = keptSession(folder);
		play(prompt('go'));
		let said = 0;
		const started = performance.now();
		let longest = 0;
		for (let n = 0; n < 10_000; n++) {
			const at = performance.now();
			play(chunk('x'.repeat(105)));
			longest = Math.max(longest, performance.now() - at);
			said += 105;
			if (n % 500 === 0) await sleep(1);
		}
		await log.end();
		const ms = performance.now() - started;
		const bytes = Buffer.byteLength(allText(folder));
		const records = allText(folder).split('\n').length;
		assert.ok(bytes < said * 1.1, `${bytes} bytes`);
		assert.ok(records < 10 + ms / limits.conversationSaveMs, `${records} records`);
		figure('G1', `1 MB flood: ${bytes} bytes in ${records} records, longest step ${longest.toFixed(1)} ms`);
	});

	it('keeps what stands in the composer within a moment, also before anything was said [hazard G2]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder, { secrets: ['hunter2'] });
		// The log's own pause never ends.
		t.mock.timers.enable({ apis: ['setTimeout'] });
		for (let count = 1; count <= 50; count++) before.log.saveDraft({ text: 'x'.repeat(count), count });
		const restored = (): ReturnType<typeof before.log.restore> =>
			keptSession(folder, { isRestored: true }).log.restore();
		for (let tries = 0; tries < 2_000 && (await restored())?.draft?.count !== 50; tries++)
			await new Promise((resolve) => setImmediate(resolve));
		t.mock.timers.reset();
		assert.deepEqual((await restored())?.draft, { text: 'x'.repeat(50), count: 50 });
		// Never changed, and no secret on the disk: one that holds any is not kept here.
		before.log.saveDraft({ text: 'is hunter2 the word?', count: 51 });
		before.play(prompt('x'));
		await before.log.end();
		const after = await keptSession(folder, { isRestored: true }).log.restore();
		assert.equal(after?.draft?.count, 50);
		assert.equal(after?.entries.length, 1);
		assert.doesNotMatch(allText(folder), /hunter2/u);
	});

	it('stays within its size, and keeps the newest [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder);
		for (let n = 0; n < 60; n++) {
			kept.play(prompt(`${n}: ${'p'.repeat(200_000)}`));
			await kept.log.flush();
			assert.ok(Buffer.byteLength(allText(folder)) <= limits.conversationLogBytes + 300_000);
		}
		const texts = (await reopened(folder)).texts();
		assert.match(texts[0] ?? '', /older entries were not kept/u);
		assert.match(texts.at(-1) ?? '', /^59: /u);
	});

	it('stays whole over reloads as long as there is room for it [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder);
		for (let n = 0; n < 15; n++) kept.play(prompt(`${n}: ${'p'.repeat(200_000)}`));
		await kept.log.end();
		for (let n = 15; n < 18; n++) {
			const { play, log } = await reopened(folder);
			play(prompt(`${n}`));
			await log.end();
		}
		const numbers = (await reopened(folder)).texts().map((text) => Number.parseInt(text, 10));
		assert.deepEqual(
			numbers,
			Array.from({ length: 18 }, (_none, n) => n),
		);
	});

	it('survives kill -9 at any moment: no more than the last 300 ms are missing [hazard G1] [hazard G4]', async (t) => {
		const folder = storeFolder(t);
		for (let run = 0; run < sized(5, 2); run++) {
			const key = `k${run}`;
			const child = startWriter(folder, key, 1_000_000);
			/** Number said, and when. */
			const said: { n: number; at: number }[] = [];
			child.stdout?.on('data', (data: Buffer) => {
				const last = Number(String(data).trim().split('\n').at(-1));
				said.push({ n: last, at: performance.now() });
			});
			await once(child.stdout ?? child, 'data');
			await sleep(400 + run * 37);
			const killedAt = performance.now();
			child.kill('SIGKILL');
			await once(child, 'exit');
			const [, answer = ''] = (await reopened(folder, { key })).texts();
			const numbers = answer === '' ? [] : answer.trim().split(' ').map(Number);
			// Complete up to its end.
			assert.deepEqual(
				numbers,
				numbers.map((_none, n) => n + 1),
			);
			// A wall time is held at five times its number: the machine may be busy.
			const due = said.findLast(({ at }) => at < killedAt - 5 * 300)?.n ?? 0;
			assert.ok(numbers.length >= due, `${numbers.length} of ${due}`);
		}
	});

	const writes = sized(1_000, 250);
	it(`of two windows that write ${writes} times each stays whole, in files of their own [hazard G3]`, async (t) => {
		const folder = storeFolder(t);
		const children = [1, 2].map(() => startWriter(folder, 'same', writes, { FLUSH_EACH: '1' }));
		const exits = await Promise.all(children.map((child) => once(child, 'exit')));
		assert.deepEqual(
			exits.map(([code]) => code),
			[0, 0],
		);
		// Neither touched the other's: the one that began later may have removed what was finished before.
		const names = readdirSync(folder);
		assert.ok(names.length >= 1 && names.length <= 2, names.join(' '));
		for (const name of names) {
			const lines = readFileSync(path.join(folder, name), 'utf8').trim().split('\n');
			for (const line of lines) assert.doesNotThrow(() => JSON.parse(line));
		}
		const { warnings, texts } = await reopened(folder, { key: 'same' });
		assert.deepEqual(warnings, []);
		const [from = '', answer] = texts();
		assert.match(from, /^from \d+$/u);
		assert.equal(answer, Array.from({ length: writes }, (_none, n) => `${n + 1} `).join(''));
	});

	it('of another window that still writes it is not deleted [hazard G3]', async (t) => {
		const folder = storeFolder(t);
		const child = startWriter(folder, 's1', 1_000_000);
		t.after(() => child.kill('SIGKILL'));
		await once(child.stdout ?? child, 'data');
		for (let tries = 0; tries < 100 && (await logsOf(folder)).length === 0; tries++) await sleep(20);
		const { log, play } = keptSession(folder);
		play(prompt('mine'));
		await log.end();
		await log.delete();
		const [theirs, ...others] = await logsOf(folder);
		assert.equal(others.length, 0);
		assert.ok(theirs?.isAlive);
		child.kill('SIGKILL');
		await once(child, 'exit');
	});

	it('of a window that is gone is deleted with its session, though its process number is used again [hazard G3]', async (t) => {
		const folder = storeFolder(t);
		const gone = startWriter(folder, 's1', 10);
		await once(gone, 'exit');
		// Later: systems tell starts apart by hundredths of a second.
		const now = startWriter(storeFolder(t), 's2', 1_000_000);
		t.after(() => now.kill('SIGKILL'));
		await once(now.stdout ?? now, 'data');
		const [name = ''] = readdirSync(folder);
		renameSync(path.join(folder, name), path.join(folder, name.replace(`.${gone.pid}-`, `.${now.pid}-`)));
		const { log, texts } = await reopened(folder);
		assert.match(texts()[0] ?? '', /^from \d+$/u);
		await log.delete();
		assert.deepEqual(readdirSync(folder), []);
		now.kill('SIGKILL');
		await once(now, 'exit');
	});

	it('of 0.3.0, whose names have no start, stays while a process has its number [hazard G3]', async (t) => {
		const folder = storeFolder(t);
		const other = startWriter(storeFolder(t), 's2', 1_000_000);
		t.after(() => other.kill('SIGKILL'));
		await once(other.stdout ?? other, 'data');
		mkdirSync(folder);
		const name = `s1.${other.pid}-0123456789ab.jsonl`;
		writeFileSync(path.join(folder, name), '');
		await keptSession(folder).log.delete();
		assert.deepEqual(readdirSync(folder), [name]);
		other.kill('SIGKILL');
		await once(other, 'exit');
		await keptSession(folder).log.delete();
		assert.deepEqual(readdirSync(folder), []);
	});

	it('whose draft was emptied before anything was said does not bring it back [hazard G2]', async (t) => {
		const folder = storeFolder(t);
		const before = keptSession(folder);
		before.log.saveDraft({ text: 'never mind', count: 1 });
		await before.log.end();
		const after = await reopened(folder);
		after.log.saveDraft({ text: '', count: 2 });
		await after.log.end();
		const stored = await keptSession(folder, { isRestored: true }).log.restore();
		assert.deepEqual(stored?.draft, { text: '', count: 2 });
	});

	it('that could not be written is written as a whole once it can be, though nothing more is said [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const kept = keptSession(folder);
		kept.play(prompt('first'));
		await kept.log.flush();
		const [name = ''] = readdirSync(folder);
		await rm(folder, { recursive: true });
		// Neither can it be gone on with, nor begun anew.
		writeFileSync(folder, 'a file where the folder was');
		kept.play(chunk('lost?'));
		await kept.log.flush();
		await rm(folder);
		await kept.log.flush();
		assert.deepEqual(readdirSync(folder), [name]);
		assert.match(allText(folder), /first[^]*lost\?/u);
	});

	it('is kept whole but for what is nested without measure [hazard A11] [hazard G1]', async (t) => {
		const folder = storeFolder(t);
		const { log, play, warnings, texts } = keptSession(folder);
		for (const depth of [50, 1_000, 10_000, 100_000]) {
			const raw: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
			const fields = { title: `${depth} levels`, rawInput: raw, rawOutput: raw };
			play({ type: 'tool_call', toolCallId: `t${depth}`, fields }, prompt(`after ${depth}`));
			await log.flush();
		}
		await log.end();
		assert.deepEqual(warnings, []);
		assert.deepEqual((await reopened(folder)).texts(), texts());
	});

	it('that cannot be written costs one line in the log, and nothing else', async (t) => {
		const folder = storeFolder(t);
		writeFileSync(folder, 'a file where the folder should be');
		const { log, play, warnings } = keptSession(folder);
		for (let n = 0; n < 5; n++) {
			play(prompt(`${n}`));
			await log.flush();
		}
		assert.equal(warnings.length, 1);
		assert.match(warnings[0] ?? '', /^The conversation s1 cannot be stored: /u);
	});

	it('that is damaged, foreign or of a newer version is ignored with one line, and left alone [hazard G4]', async (t) => {
		const folder = storeFolder(t);
		mkdirSync(folder, { recursive: true });
		const newer = '{"type":"conversation","version":2,"key":"s1","leftOut":0}\n';
		for (const text of [newer, '', '\u0000\u0001', 'null\n', '{"type":"conversation"}\n']) {
			const file = path.join(folder, 's1.1-0123456789ab.jsonl');
			writeFileSync(file, text);
			const { texts, warnings, log, play } = await reopened(folder);
			assert.deepEqual(texts(), []);
			assert.equal(warnings.length, 1, JSON.stringify(text));
			play(prompt('goes on in a file of its own'));
			await log.end();
			assert.equal(readFileSync(file, 'utf8'), text);
			await Promise.all(
				readdirSync(folder)
					.filter((name) => name !== path.basename(file))
					.map((name) => rm(path.join(folder, name))),
			);
		}
	});

	it('has its key checked: a name that leads elsewhere is none', (t) => {
		const folder = storeFolder(t);
		for (const key of ['../x', 'a/b', '', 'a.b', 'x'.repeat(100)])
			assert.throws(() => keptSession(folder, { key }));
	});
});
