import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import type { TerminalState } from '../../../../../src/core/session/model/terminalState.ts';
import { NodeBase64TextDecoder } from '../../../../../src/node/base64TextDecoder.ts';
import { play } from '../../session/driver/play.ts';
import { base64, Codec } from './codec.ts';

const update = (fields: object): Record<string, unknown> => ({
	sessionUpdate: 'terminal_update',
	terminalId: 't1',
	...fields,
});
const chunk = (bytes: string | readonly number[]): Record<string, unknown> => ({
	sessionUpdate: 'terminal_output_chunk',
	terminalId: 't1',
	data: base64(bytes),
});
const snapshot = (bytes: string | readonly number[]): Record<string, unknown> =>
	update({ output: { data: base64(bytes) } });

/** The terminal after these updates. */
function terminalAfter(...updates: readonly JsonObject[]): TerminalState {
	const terminal = play(...new Codec().updates(...updates)).state.terminals.get('t1');
	assert.ok(terminal);
	return terminal;
}

describe('a terminal of the agent', () => {
	it('has a command, a directory, a size and a way to stop it; omitted keeps, null clears', () => {
		const full = update({
			command: 'npm test',
			cwd: '/work',
			size: { cols: 80, rows: 24 },
			capabilities: { cancel: {} },
		});
		const terminal = terminalAfter(full);
		assert.equal(terminal.label, 'npm test');
		assert.equal(terminal.cwd, '/work');
		assert.deepEqual(terminal.size, { cols: 80, rows: 24 });
		assert.equal(terminal.canCancel, true);
		assert.equal(terminal.owner, 'agent');
		assert.equal(terminal.endsItself, true);
		assert.deepEqual({ ...terminalAfter(full, update({})), startedAt: 0 }, { ...terminal, startedAt: 0 });
		const cleared = terminalAfter(full, update({ command: null, cwd: null, size: null, capabilities: null }));
		assert.equal(cleared.label, '');
		assert.equal(cleared.cwd, undefined);
		assert.equal(cleared.size, undefined);
		assert.equal(cleared.canCancel, false);
	});

	it('cannot be stopped when its capabilities are malformed [acp C262]', () => {
		for (const capabilities of [3, [], 'x', { cancel: 1 }]) {
			const can = terminalAfter(update({ capabilities: { cancel: {} } }), update({ capabilities })).canCancel;
			assert.equal(can, false);
		}
	});

	it('keeps its size when the next one is malformed', () => {
		const size = { cols: 80, rows: 24 };
		for (const bad of [{ cols: 0, rows: 1 }, { cols: 1.5, rows: 2 }, { cols: 70_000, rows: 1 }, 'x', {}]) {
			assert.deepEqual(terminalAfter(update({ size }), update({ size: bad })).size, size);
		}
	});

	it('outlives the call that shows it: it says itself when it ends [acp C243]', () => {
		const call = {
			sessionUpdate: 'tool_call_update',
			toolCallId: 'c1',
			content: [{ type: 'terminal', terminalId: 't1' }],
		};
		const terminal = terminalAfter(chunk('a'), { ...call, status: 'completed' }, chunk('b'));
		assert.equal(terminal.exit, undefined);
		assert.equal(terminal.output, 'ab');
	});

	it('decodes each chunk by itself, padding and all [acp C257]', () => {
		assert.equal(base64('a'), 'YQ==');
		assert.equal(terminalAfter(chunk('a'), chunk('b'), chunk('cd')).output, 'abcd');
	});

	it('joins a character that is split over chunks, and over a snapshot and a chunk [acp C258]', () => {
		const bytes = [...Buffer.from('é😀')];
		const pieces = bytes.map((byte) => chunk([byte]));
		assert.equal(terminalAfter(...pieces).output, 'é😀');
		assert.equal(terminalAfter(snapshot(bytes.slice(0, 3)), chunk(bytes.slice(3))).output, 'é😀');
	});

	it('tells nothing while a character is not complete', () => {
		const codec = new Codec();
		codec.updates(update({}));
		assert.deepEqual(codec.updates(chunk([0xf0, 0x9f])), []);
		assert.deepEqual(codec.updates(chunk([0x98, 0x80])), [
			{ type: 'terminal_output', terminalId: 't1', data: '😀' },
		]);
	});

	it('keeps the halves of characters of several terminals, and sessions, apart', () => {
		const codec = new Codec();
		const half = (session: string, terminalId: string, bytes: readonly number[]): unknown =>
			codec
				.update('terminal_output_chunk', { terminalId, data: base64(bytes) }, session)
				.filter(({ type }) => type === 'terminal_output');
		for (const [session, id] of [
			['a', 't1'],
			['a', 't2'],
			['b', 't1'],
		] as const) {
			assert.deepEqual(half(session, id, [0xc3]), []);
		}
		for (const [session, id] of [
			['b', 't1'],
			['a', 't2'],
			['a', 't1'],
		] as const) {
			assert.deepEqual(half(session, id, [0xa9]), [{ type: 'terminal_output', terminalId: id, data: 'é' }]);
		}
	});

	it('starts over with a snapshot, and joins nothing of before to it [acp C256]', () => {
		assert.equal(terminalAfter(chunk('old'), snapshot('new'), chunk('er')).output, 'newer');
		// The half of a character before a snapshot is not completed by what comes after.
		const terminal = terminalAfter(chunk([0x61, 0xc3]), snapshot('b'), chunk([0xa9]));
		assert.equal(terminal.output, 'b\ufffd');
		assert.equal(terminalAfter(chunk('old'), update({ output: null }), chunk('x')).output, 'x');
		assert.equal(terminalAfter(chunk('old'), update({ output: { data: '' } })).output, '');
	});

	it('passes escape sequences on as they are, also split ones [acp C258]', () => {
		assert.equal(terminalAfter(chunk('\u001b[3'), chunk('1mred')).output, '\u001b[31mred');
	});

	it('replaces bytes that are no text', () => {
		assert.equal(terminalAfter(chunk([0xff, 0x61])).output, '\ufffda');
	});

	it('ignores what is no base64, logs it once, and goes on', () => {
		const codec = new Codec();
		const bad = (data: unknown): unknown => ({
			sessionUpdate: 'terminal_output_chunk',
			terminalId: 't1',
			data,
		});
		codec.updates(chunk('a'));
		for (const data of ['***', 'YQ', 'A', 'YQ==YQ==', '😀']) {
			const isShort = data === 'YQ';
			assert.equal(codec.updates(Object(bad(data))).length, isShort ? 1 : 0, data);
		}
		assert.equal(codec.updates(update({ output: { data: '***' } })).length, 1);
		assert.deepEqual(codec.logged, ['Ignored output of a terminal "no base64"']);
		assert.deepEqual(codec.updates(chunk('b')), [{ type: 'terminal_output', terminalId: 't1', data: 'b' }]);
	});

	it('has ended as soon as it has an exit status, even an empty one [acp C258]', () => {
		const exitOf = (exitStatus: unknown): unknown => terminalAfter(update({ exitStatus })).exit;
		assert.deepEqual(exitOf({ exitCode: 0 }), { exitCode: 0, signal: null });
		assert.deepEqual(exitOf({ exitCode: -1073741510 }), { exitCode: -1073741510, signal: null });
		assert.deepEqual(exitOf({ signal: 'SIGTERM' }), { exitCode: null, signal: 'SIGTERM' });
		assert.deepEqual(exitOf({}), { exitCode: null, signal: null });
		assert.deepEqual(exitOf({ exitCode: 'x', signal: 9 }), { exitCode: null, signal: null });
		assert.equal(exitOf(undefined), undefined);
		assert.equal(exitOf(0), undefined);
		assert.equal(exitOf(null), undefined);
	});

	it('runs again when the agent takes its exit back', () => {
		assert.equal(terminalAfter(update({ exitStatus: {} }), update({ exitStatus: null })).exit, undefined);
		assert.ok(terminalAfter(update({ exitStatus: {} }), update({ exitStatus: 5 })).exit);
	});

	it('may say its last words after its exit', () => {
		const terminal = terminalAfter(chunk('a'), update({ exitStatus: {} }), chunk('b'));
		assert.equal(terminal.output, 'ab');
		assert.ok(terminal.exit);
	});

	it('without an id, or a chunk without bytes, is ignored and logged', () => {
		const codec = new Codec();
		assert.deepEqual(codec.update('terminal_update', { command: 'x' }), []);
		assert.deepEqual(codec.update('terminal_output_chunk', { data: 'YQ==' }), []);
		assert.deepEqual(codec.update('terminal_output_chunk', { terminalId: 't1' }), []);
		assert.equal(codec.logged.length, 2);
	});

	it('is forgotten with its session: the next one of its name starts fresh', () => {
		const codec = new Codec();
		codec.updates(chunk([0xc3]));
		codec.reader.forgetSession('s1');
		const [, output] = codec.updates(chunk([0xa9]));
		assert.deepEqual(output, { type: 'terminal_output', terminalId: 't1', data: '\ufffd' });
	});
});

describe('bytes as text', () => {
	it('take both alphabets of base64, padded or not', () => {
		const bytes = [0xfb, 0xff, 0x61];
		assert.equal(new NodeBase64TextDecoder().write('YQ'), 'a');
		assert.equal(new NodeBase64TextDecoder().write(''), '');
		const standard = base64(bytes);
		const url = standard.replaceAll('+', '-').replaceAll('/', '_');
		assert.notEqual(standard, url);
		assert.equal(new NodeBase64TextDecoder().write(standard), new NodeBase64TextDecoder().write(url));
	});

	it('refuse everything else, and stay as they were', () => {
		const text = new NodeBase64TextDecoder();
		assert.equal(text.write(base64([0xc3])), '');
		for (const bad of ['a', 'ab=c', '====', ' YQ==', 'YQ=\n', 'é']) {
			assert.throws(() => text.write(bad), RangeError, bad);
		}
		assert.equal(text.write(base64([0xa9])), 'é');
	});

	it('are read however many there are, and refused as soon as they are none', () => {
		assert.equal(new NodeBase64TextDecoder().write('A'.repeat(24 * 1024 * 1024)).length, 18 * 1024 * 1024);
		// Looked at from each of its places, this would take hours.
		assert.throws(() => new NodeBase64TextDecoder().write(`${'='.repeat(4 * 1024 * 1024)}A`), RangeError);
	});
});
