import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TerminalRoom } from '../../../../src/host/terminals/sessionTerminals.ts';
import { OutputBuffer } from '../../../../src/node/outputBuffer.ts';

class Command {
	readonly buffer = new OutputBuffer(40);
	isRunning = true;
	readonly #room: TerminalRoom;

	constructor(room: TerminalRoom) {
		this.#room = room;
	}

	get outputBytes(): number {
		return this.buffer.bytes;
	}

	dropOutput(): void {
		this.buffer.drop();
	}

	print(text: string): void {
		this.buffer.append(text);
		this.#room.onOutput(this);
	}
}

function commands(room: TerminalRoom, count: number): Command[] {
	return Array.from({ length: count }, () => new Command(room));
}

const texts = (all: readonly Command[]): string[] => all.map(({ buffer }) => buffer.toString());

describe('the output of all commands of a session [hazard E11]', () => {
	it('is dropped of the oldest that have ended, then of the oldest that run, never of the one that prints', () => {
		const room = new TerminalRoom(100);
		const all = commands(room, 4);
		const [first, second, third, fourth] = all;
		for (const command of [first, second, third]) command?.print('x'.repeat(30));
		if (second !== undefined) second.isRunning = false;
		fourth?.print('y'.repeat(30));
		assert.deepEqual(
			texts(all).map(({ length }) => length),
			[30, 0, 30, 30],
		);
		fourth?.print('z'.repeat(10));
		assert.deepEqual(
			texts(all).map(({ length }) => length),
			[30, 0, 30, 40],
		);
		second?.print('late');
		assert.deepEqual(
			texts(all).map(({ length }) => length),
			[0, 4, 30, 40],
		);
		assert.deepEqual(
			all.map(({ buffer }) => buffer.isTruncated),
			[true, true, false, false],
		);
	});

	it('counts what is kept: neither what was cut off nor what was released', () => {
		const room = new TerminalRoom(100);
		const all = commands(room, 3);
		const [first, second, third] = all;
		for (let n = 0; n < 50; n++) first?.print('x'.repeat(10));
		second?.print('y'.repeat(40));
		assert.deepEqual(
			texts(all).map(({ length }) => length),
			[40, 40, 0],
		);
		if (first !== undefined) room.forget(first);
		third?.print('z'.repeat(40));
		assert.deepEqual(
			texts(all).map(({ length }) => length),
			[40, 40, 40],
		);
	});

	it('of a command that was dropped goes on with what it prints then', () => {
		const room = new TerminalRoom(50);
		const [first, second] = commands(room, 2);
		first?.print('before');
		second?.print('x'.repeat(45));
		assert.equal(first?.buffer.toString(), '');
		second?.dropOutput();
		if (second !== undefined) room.onOutput(second);
		first?.print('after');
		assert.deepEqual([first?.buffer.toString(), first?.buffer.isTruncated], ['after', true]);
	});
});
