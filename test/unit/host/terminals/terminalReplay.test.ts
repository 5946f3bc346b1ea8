import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import { createSessionState } from '../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import { clearTerminal } from '../../../../src/core/view/terminalStream.ts';
import { TerminalReplay } from '../../../../src/host/terminals/terminalReplay.ts';
import { seed } from '../../core/session/driver/play.ts';

const muted = (line: string): string => `\u001B[0;2m${line}\u001B[0m\r\n`;
const data = (text: string): SessionEvent => ({ type: 'terminal_output', terminalId: 'x', data: text });
const exit = (exitCode: number | null, signal: string | null = null): SessionEvent => ({
	type: 'terminal_exited',
	terminalId: 'x',
	exitCode,
	signal,
});

/** A session with a terminal, and a tab that looks at it after each step. */
function follow(...before: SessionEvent[]): (...events: SessionEvent[]) => string {
	const state = createSessionState(seed);
	const replay = new TerminalReplay();
	for (const event of before) reduce(state, event, 0);
	return (...events) => {
		for (const event of events) reduce(state, event, 0);
		return replay.next(state.terminals.get('x'));
	};
}

const created: SessionEvent = {
	type: 'terminal_started',
	terminalId: 'x',
	fields: { label: 'make', endsItself: true },
};

describe('a terminal tab', () => {
	it('writes what was there, then only what is new', () => {
		const next = follow(created, data('one\n'));
		assert.equal(next(), 'one\r\n');
		assert.equal(next(), '');
		assert.equal(next(data('tw'), data('o\r')), 'two');
		assert.equal(next(data('\nthree')), '\r\nthree');
	});

	it('says how the command ended, once', () => {
		const next = follow(created, data('x'));
		assert.equal(next(exit(3)), `x\r\n${muted('[exited with code 3]')}`);
		assert.equal(next(), '');
		assert.equal(follow(created, data('x\n'))(exit(0)), `x\r\n${muted('[exited with code 0]')}`);
		assert.equal(follow(created)(exit(null, 'SIGTERM')), muted('[ended by SIGTERM]'));
		assert.equal(follow(created)(exit(null)), muted('[ended]'));
	});

	it('says it again below output that was replaced after the end, and once more when it ran again [acp C256]', () => {
		const next = follow(created, data('x'));
		next(exit(0));
		const replaced: SessionEvent = { type: 'terminal_replaced', terminalId: 'x', output: 'all of it\n' };
		assert.equal(next(replaced), `${clearTerminal}all of it\r\n${muted('[exited with code 0]')}`);
		assert.equal(next({ type: 'terminal_started', terminalId: 'x', fields: { isRunning: true } }), '');
		assert.equal(next(data('more\n')), 'more\r\n');
		assert.equal(next(exit(1)), muted('[exited with code 1]'));
		const unsure = follow(created, data('x'));
		assert.equal(unsure(exit(null)), `x\r\n${muted('[ended]')}`);
		assert.equal(unsure(exit(2)), muted('[exited with code 2]'));
	});

	it('does not let the name of a signal carry a sequence [hazard E10]', () => {
		assert.equal(follow(created)(exit(null, '\u001B]0;x\u0007KILL')), muted('[ended by ??0?x?KILL]'));
	});

	it('goes on without a gap when the oldest output is dropped [hazard E11]', () => {
		const next = follow(created);
		let shown = next();
		const size = 4096;
		const line = `${'x'.repeat(size - 1)}\n`;
		const count = (limits.terminalBytes / size) * 4;
		for (let step = 0; step < count; step++) shown += next(data(`${step} ${line}`));
		const numbers = [...shown.matchAll(/(\d+) x/gu)].map(([, number]) => Number(number));
		assert.deepEqual(
			numbers,
			Array.from({ length: count }, (_, step) => step),
		);
		assert.ok(!shown.includes(clearTerminal));
	});

	it('begins anew when more was dropped than it had seen, or the output was replaced', () => {
		const next = follow(created, data('old'));
		assert.equal(next(), 'old');
		const flood = next(data('y'.repeat(limits.terminalBytes * 2)), data('z'));
		assert.ok(flood.startsWith(`${clearTerminal}${muted('[the beginning of the output was dropped]')}y`));
		const snapshot = (output: string): SessionEvent => ({
			type: 'terminal_replaced',
			terminalId: 'x',
			output,
		});
		const replaced = follow(created, data('old'));
		assert.equal(replaced(), 'old');
		assert.equal(replaced(snapshot('old and new')), ' and new');
		assert.equal(replaced(snapshot('other')), `${clearTerminal}other`);
	});

	it('opened late, says that the beginning is missing', () => {
		const next = follow(created, data('y'.repeat(limits.terminalBytes * 2)), data('end'));
		assert.ok(next().startsWith(muted('[the beginning of the output was dropped]')));
	});

	it('says so when the session does not know the command any more', () => {
		const next = follow(created, data('x'));
		assert.equal(next(), 'x');
		assert.equal(next({ type: 'replay_started' }), `\r\n${muted('[the output is not there any more]')}`);
		assert.equal(next(), '');
	});
});
