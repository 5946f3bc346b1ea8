import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import { play } from '../driver/play.ts';

describe('the terminals of a session', () => {
	it('keep no more output than promised, the newest of it, and say what is cut [hazard E11]', () => {
		const { state } = play();
		const data = 'x'.repeat(limits.terminalBytes);
		const count = limits.sessionOutputChars / data.length + 10;
		for (let n = 0; n < count; n++) {
			reduce(state, { type: 'terminal_created', terminalId: `t${n}`, label: 'make' }, n);
			reduce(state, { type: 'own_terminal_output', terminalId: `t${n}`, data }, n);
			// The very first one runs on.
			if (n > 0)
				reduce(state, { type: 'own_terminal_exited', terminalId: `t${n}`, exitCode: 0, signal: null }, n);
		}
		const all = [...state.terminals.values()];
		assert.equal(all.length, count);
		const chars = all.reduce((sum, { output }) => sum + output.length, 0);
		assert.ok(chars <= limits.sessionOutputChars, `${chars}`);
		assert.equal(all[0]?.output.length, data.length);
		assert.deepEqual(
			all.map(({ output }) => output === ''),
			all.map((_terminal, n) => n > 0 && n <= 10),
		);
		for (const { output, isTruncated, dropped } of all) {
			assert.equal(isTruncated, output === '');
			assert.equal(dropped + output.length, data.length);
		}
	});

	it('keep the end of what an agent sends as the whole output, however long that is [hazard E11]', () => {
		const { state } = play();
		const output = `${'x'.repeat(3 * limits.terminalBytes)}the end`;
		reduce(state, { type: 'terminal_replaced', terminalId: 'x', output }, 1);
		const [terminal] = state.terminals.values();
		assert.ok(terminal !== undefined && terminal.output.length <= 2 * limits.terminalBytes);
		assert.ok(terminal.output.endsWith('the end'));
		assert.equal(terminal.isTruncated, true);
		assert.equal(terminal.dropped + terminal.output.length, output.length);
	});
});
