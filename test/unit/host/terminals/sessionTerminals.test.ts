/** The five terminal methods as a session serves them, with real commands. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { ServiceError } from '../../../../src/core/base/errors.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { TerminalRequest } from '../../../../src/core/session/model/sessionTarget.ts';
import { hostTerminalId } from '../../../../src/core/base/terminalId.ts';
import { createSessionState } from '../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import { runningTerminals } from '../../core/session/reducer/runningTerminals.ts';
import { SessionTerminals } from '../../../../src/host/terminals/sessionTerminals.ts';
import { TerminalProcess } from '../../../../src/node/terminalProcess.ts';
import { isAlive, tempDir, until } from '../../node/support.ts';
import { touchedWhile } from '../../node/touched.ts';
import { seed } from '../../core/session/driver/play.ts';

const dir = tempDir();
const never = new AbortController().signal;
const skip = process.platform === 'win32';
const open: SessionTerminals[] = [];

interface Served {
	readonly terminals: SessionTerminals;
	readonly events: SessionEvent[];
	readonly create: (command: string, fields?: Partial<TerminalRequest>) => Promise<string>;
	/** What a card shows of it. */
	readonly shown: (id: string) => { output: string; exit?: unknown } | undefined;
	readonly running: () => number;
}

function serve(): Served {
	const state = createSessionState(seed);
	const events: SessionEvent[] = [];
	const terminals = new SessionTerminals(dir, (event) => {
		events.push(event);
		reduce(state, event, 1);
	});
	open.push(terminals);
	return {
		terminals,
		events,
		create: (command, fields) => terminals.create({ command, args: [], env: {}, ...fields }),
		shown: (id) => state.terminals.get(hostTerminalId(id)),
		running: () => runningTerminals(state).length,
	};
}

/** A command that writes its own number and then ignores what a polite end sends it. */
const stubborn = (pids: string): string => `trap '' TERM; echo $$ > ${pids}; while :; do sleep 0.1; done`;

const pidIn = async (file: string): Promise<number> => {
	await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
	return Number(readFileSync(file, 'utf8'));
};

describe('terminals of a session', { skip }, () => {
	afterEach(() => open.splice(0).forEach((terminals) => terminals.dispose()));
	after(() => assert.equal(open.length, 0));

	it('run where the session runs, with the environment added to ours [acp C89]', async () => {
		const { terminals, create } = serve();
		const id = await create('pwd; echo "$WORD ${PATH:+has a path}"', { env: { WORD: 'hello' } });
		assert.deepEqual(await terminals.waitForExit(id, never), { exitCode: 0, signal: null });
		assert.equal(terminals.output(id).output, `${dir}\nhello has a path\n`);
	});

	it('are not looked for in places that depend on where they run [hazard F10]', async () => {
		const { terminals, create } = serve();
		const bin = join(dir, 'hostile');
		mkdirSync(bin);
		writeFileSync(join(bin, 'uname'), '#!/bin/sh\necho hostile\n', { mode: 0o755 });
		const runs = [
			{ command: 'echo "$PATH"; uname', args: [] },
			{ command: 'uname', args: ['-s'] },
		];
		for (const { command, args } of runs) {
			const id = await create(command, { args, cwd: bin, env: { PATH: '.::/usr/bin:/bin' } });
			await terminals.waitForExit(id, never);
			const { output } = terminals.output(id);
			assert.doesNotMatch(output, /hostile/u);
			if (args.length === 0) assert.match(output, /^\/usr\/bin:\/bin\n/u);
		}
	});

	it('do not run in a directory on another machine, however it is named [hazard D11]', async () => {
		const { create, events } = serve();
		const link = join(dir, 'link');
		symlinkSync('/net/evil/share', link);
		const touched = await touchedWhile(async () => {
			for (const cwd of ['/net/evil/share', '/net/evil', link, join(link, 'x')])
				await assert.rejects(create('true', { cwd }), (error) => {
					assert.ok(ServiceError.is(error) && error.reason === 'denied');
					return /another machine/u.test(error.message);
				});
		});
		assert.deepEqual(
			touched.filter((place) => place.startsWith('/net/')),
			[],
		);
		assert.deepEqual(events, []);
	});

	it('do not run in a directory of a path that none can open, and look for none of it [hazard D11]', async () => {
		const { create } = serve();
		const touched = await touchedWhile(() =>
			assert.rejects(create('true', { cwd: `${dir}/${'n/'.repeat(500_000)}` }), /that long/u),
		);
		assert.deepEqual(touched, []);
	});

	it('run in another directory of this machine, as before', async () => {
		const { terminals, create } = serve();
		const id = await create('pwd', { cwd: '/' });
		await terminals.waitForExit(id, never);
		assert.equal(terminals.output(id).output, '/\n');
	});

	it('show the command as it runs: parts that would read as several are quoted', async () => {
		const { terminals, create, events } = serve();
		const id = await create('printf', { args: ['%s', 'a b', '$(x)'] });
		await terminals.waitForExit(id, never);
		const [made] = events;
		assert.ok(made?.type === 'terminal_created');
		assert.deepEqual([made.label, made.cwd], ['printf %s "a b" "$(x)"', dir]);
	});

	it('keep what they printed for the card, also what a kill and a release leave behind [acp C90] [acp C91]', async () => {
		const { terminals, create, shown, running } = serve();
		const id = await create('echo before; sleep 60');
		await until(() => shown(id)?.output === 'before\n');
		assert.equal(running(), 1);
		terminals.kill(id);
		const exit = await terminals.waitForExit(id, never);
		assert.deepEqual(exit, { exitCode: null, signal: 'SIGTERM' });
		assert.deepEqual(terminals.output(id), { output: 'before\n', isTruncated: false, exit });
		assert.equal(running(), 0);
		terminals.release(id);
		assert.throws(
			() => terminals.output(id),
			(error) => error instanceof ServiceError && error.reason === 'notFound',
		);
		assert.throws(() => terminals.kill(id), ServiceError);
		assert.throws(() => terminals.release(id), ServiceError);
		await assert.rejects(terminals.waitForExit(id, never), ServiceError);
		assert.deepEqual([shown(id)?.output, shown(id)?.exit], ['before\n', exit]);
	});

	it('answer who waits when they are released, and show how the command ended [acp C90]', async () => {
		const { terminals, create, shown } = serve();
		const id = await create('sleep 60');
		const waits = [terminals.waitForExit(id, never), terminals.waitForExit(id, never)];
		terminals.release(id);
		const exit = { exitCode: null, signal: 'SIGTERM' };
		assert.deepEqual(await Promise.all(waits), [exit, exit]);
		await until(() => shown(id)?.exit !== undefined);
		assert.deepEqual(shown(id)?.exit, exit);
	});

	it('let go of who stops waiting, and of nobody else', async () => {
		const { terminals, create } = serve();
		const id = await create('sleep 60');
		const stopped = new AbortController();
		const wait = terminals.waitForExit(id, stopped.signal);
		const other = terminals.waitForExit(id, never);
		stopped.abort();
		await assert.rejects(wait, ServiceError);
		await assert.rejects(terminals.waitForExit(id, stopped.signal), ServiceError);
		terminals.kill(id);
		assert.equal((await other).signal, 'SIGTERM');
	});

	it('keep nothing when the agent asks for nothing, and never more than our own bound [acp C88]', async () => {
		const { terminals, create, shown } = serve();
		const none = await create('echo hello', { outputByteLimit: 0 });
		await terminals.waitForExit(none, never);
		assert.deepEqual([terminals.output(none).output, terminals.output(none).isTruncated], ['', true]);
		assert.equal(shown(none)?.output, 'hello\n', 'the card shows it all the same');
		const bytes = limits.terminalMaxBytes + 1024;
		const huge = await create(`head -c ${bytes} /dev/zero | tr '\\0' x`, { outputByteLimit: 2 ** 40 });
		await terminals.waitForExit(huge, never);
		const { output, isTruncated } = terminals.output(huge);
		assert.deepEqual([output.length, isTruncated], [limits.terminalMaxBytes, true]);
	});

	it('keep a bounded sum of output that is never released, the newest of it, and say what is cut [acp C88] [hazard E11]', async () => {
		const { terminals, create } = serve();
		const size = limits.terminalMaxBytes;
		const count = limits.sessionTerminalBytes / size + 2;
		const ids: string[] = [];
		for (let n = 0; n < count; n++) {
			const id = await create(`head -c ${size} /dev/zero | tr '\\0' x`, { outputByteLimit: size });
			await terminals.waitForExit(id, never);
			ids.push(id);
		}
		const kept = ids.map((id) => terminals.output(id));
		const sum = kept.reduce((bytes, { output }) => bytes + output.length, 0);
		assert.equal(sum, limits.sessionTerminalBytes);
		assert.deepEqual(
			kept.map(({ output, isTruncated, exit }) => [output === '', isTruncated, exit?.exitCode]),
			ids.map((_id, n) => [n < 2, n < 2, 0]),
		);
		// What is released makes room.
		for (const id of ids.slice(2)) terminals.release(id);
		const next = await create('echo new');
		await terminals.waitForExit(next, never);
		assert.equal(terminals.output(next).output, 'new\n');
	});

	it('say why a command cannot run [hazard B7]', async () => {
		const { create } = serve();
		await assert.rejects(create('no-such-program', { args: ['x'] }), /command not found on PATH/u);
		await assert.rejects(create('ls', { cwd: join(dir, 'nowhere') }), /nowhere does not exist/u);
		await assert.rejects(
			create('ls', { cwd: 'relative' }),
			(error) => error instanceof ServiceError && error.reason === 'invalid',
		);
	});

	it('all end with the session, released ones that linger too [acp C93] [hazard B1]', async () => {
		const { terminals, create } = serve();
		const files = ['kept', 'released'].map((name) => join(dir, name));
		const [kept = '', released = ''] = files;
		await create(stubborn(kept));
		const pids = [await pidIn(kept)];
		const id = await create(stubborn(released));
		pids.push(await pidIn(released));
		terminals.release(id);
		terminals.dispose();
		await until(() => !pids.some(isAlive), 500, `alive: ${pids.filter(isAlive).join(', ')}`);
	});

	it('are not known to the agent that comes after [acp C93] [hazard B1]', async () => {
		const { terminals, create, shown } = serve();
		const over = await create('echo secret');
		await terminals.waitForExit(over, never);
		const running = await create('sleep 60');
		const file = join(dir, 'early');
		const asked = create(`echo $$ > ${file}; sleep 60`);
		terminals.releaseAll();
		for (const id of [over, running]) assert.throws(() => terminals.output(id), /There is no terminal/u);
		await assert.rejects(asked, /let go of its agent/u);
		await until(() => shown(running)?.exit !== undefined);
		if (existsSync(file)) await until(() => !isAlive(Number(readFileSync(file, 'utf8'))));
		const next = await create('echo new');
		await terminals.waitForExit(next, never);
		assert.equal(terminals.output(next).output, 'new\n');
	});

	for (const how of ['dispose', 'releaseAll', 'refuseWaiting'] as const)
		it(`begin nothing after the wait for it when nobody asks any more: ${how}`, async (t) => {
			const wait = Promise.withResolvers<void>();
			const start = t.mock.method(TerminalProcess, 'start');
			const terminals = new SessionTerminals(
				dir,
				() => assert.fail(),
				undefined,
				undefined,
				() => wait.promise,
			);
			open.push(terminals);
			const started = terminals.create({ command: 'true', args: [], env: {} });
			terminals[how]();
			wait.resolve();
			await assert.rejects(started, /The session has|The turn was stopped/u);
			assert.equal(start.mock.callCount(), 0);
		});

	it('do not begin in a session that has ended meanwhile [acp C93]', async () => {
		const { terminals, create, events } = serve();
		const file = join(dir, 'late');
		const started = create(`echo $$ > ${file}; sleep 60`);
		terminals.dispose();
		await assert.rejects(started, /The session has ended/u);
		assert.deepEqual(events, []);
		if (existsSync(file)) await until(() => !isAlive(Number(readFileSync(file, 'utf8'))));
	});
});
