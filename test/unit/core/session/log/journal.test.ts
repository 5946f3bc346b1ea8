import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import { readLog } from '../../../../../src/core/session/log/readLog.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { sampleConversation } from '../../view/sampleConversation.ts';
import { seededRandom } from '../driver/randomAgent.ts';
import { chunk, permission, prompt, seed, text } from '../driver/play.ts';
import { everything, LogRig, randomEvent, restored } from './logRig.ts';
import { said } from '../../../../../src/core/view/sayings.ts';
import { sized } from '../../../../tools/sized.ts';

function plain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}

/** As the log keeps it. */
function withoutMeta(entry: Entry): unknown {
	const stored = entry.type === 'elicitation' ? { ...entry, mode: { type: 'form', fields: [] } } : entry;
	return JSON.parse(JSON.stringify({ ...stored, meta: undefined }));
}

describe('the log of a conversation', () => {
	it('holds the whole transcript, whenever it is written [hazard G1]', () => {
		const rig = new LogRig();
		for (const event of everything) {
			rig.play(event);
			rig.write();
			assert.deepEqual(rig.read().entries, [...rig.state.entries.values()].map(withoutMeta));
		}
		assert.deepEqual(rig.read().terminals, [...rig.state.terminals.values()]);
		assert.equal(rig.read().wasTurnRunning, true);
		assert.equal(rig.read().brokenLines, 0);
	});

	it('goes on when an input is too deep to be written down [hazard G1] [hazard A11]', () => {
		const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
		const rig = new LogRig();
		rig.play(prompt('go'), { type: 'tool_call', toolCallId: 't1', fields: { title: 'A', rawInput: deep } });
		rig.play({ ...permission('p1'), fields: { rawOutput: deep } } as SessionEvent);
		rig.play({ type: 'permission_settled', permissionId: 'p1', state: { type: 'cancelled', by: 'user' } });
		rig.write();
		rig.play(chunk('more'));
		rig.write();
		assert.deepEqual(
			rig.read().entries.map(({ type }) => type),
			['message', 'tool_call', 'permission', 'message'],
		);
	});

	it('keeps every kind of thing that a transcript can hold [hazard G1]', () => {
		const rig = new LogRig();
		Object.assign(rig, { state: sampleConversation() });
		rig.log = rig.takeAll();
		const { entries, brokenLines } = rig.read();
		assert.equal(brokenLines, 0);
		assert.deepEqual(entries, [...rig.state.entries.values()].map(withoutMeta));
	});

	it('equals the transcript after any events and any moments of writing [hazard G1]', () => {
		for (let run = 1; run <= sized(100, 25); run++) {
			const random = seededRandom(run);
			const rig = new LogRig();
			for (let step = 0; step < 200; step++) {
				rig.play(randomEvent(random));
				if (random(5) === 0) rig.write();
				if (random(60) === 0 && rig.log !== '') rig.log = rig.takeAll();
			}
			rig.write();
			const { entries, terminals, wasTurnRunning } = rig.read();
			assert.deepEqual(entries, [...rig.state.entries.values()].map(withoutMeta), `run ${run}`);
			for (const terminal of terminals)
				assert.deepEqual(terminal, plain(rig.state.terminals.get(terminal.terminalId)), `run ${run}`);
			assert.equal(wasTurnRunning, rig.state.turn.type !== 'idle' && !rig.state.isReplaying, `run ${run}`);
		}
	});

	it('can be cut off at any character: what was whole before stays, and nothing else comes [hazard G4]', () => {
		const rig = new LogRig();
		for (const event of everything) {
			rig.play(event);
			rig.write();
		}
		const head = rig.log.indexOf('\n');
		for (let end = 0; end <= rig.log.length; end += 1) {
			const stored = readLog(rig.log.slice(0, end), seed.key);
			assert.equal(stored !== undefined, end >= head, `${end}`);
			assert.ok((stored?.brokenLines ?? 0) <= 1, `${end}`);
			for (const entry of stored?.entries ?? []) assert.ok(rig.state.entries.has(entry.id));
		}
	});

	it('costs about as much as what is said: 1 MB in 10,000 chunks, however often it is written [hazard G1]', () => {
		const rig = new LogRig();
		rig.play(prompt('Go'));
		for (let n = 0; n < 10_000; n++) {
			rig.play(chunk('x'.repeat(105)));
			if (n % 100 === 0) rig.write();
		}
		rig.write();
		assert.ok(rig.log.length < 1.1 * 1024 * 1024, `${rig.log.length}`);
		assert.ok(Math.max(...rig.writes) < 64 * 1024);
	});

	it('writes a call or an output that changes all the time once for each visit, in bounded size', () => {
		const rig = new LogRig();
		rig.play(prompt('Go'));
		rig.write();
		const huge = 'y'.repeat(1024 * 1024);
		for (let n = 0; n < 100; n++) {
			rig.play(
				{
					type: 'tool_call_update',
					toolCallId: 't1',
					fields: { content: [{ type: 'content', content: text(huge) }], rawOutput: { huge } },
				},
				{ type: 'terminal_output', terminalId: 'x1', data: huge },
			);
		}
		rig.write();
		assert.ok(rig.log.length < 2 * limits.storedTextChars, `${rig.log.length}`);
		const [, call] = rig.read().entries;
		assert.match(JSON.stringify(call), /The rest was too long to be kept/u);
		assert.equal(rig.read().terminals[0]?.output.length, limits.storedOutputChars);
	});

	it('keeps the newest entries when there are too many, and says how many it left out', () => {
		const rig = new LogRig();
		for (let n = 0; n < 100; n++) rig.play(prompt(`${n} ${'z'.repeat(1000)}`));
		rig.log = rig.takeAll(50_000);
		const stored = rig.read();
		assert.ok(rig.log.length < 51_000);
		assert.equal(stored.entries.length + stored.leftOut, 100);
		const state = restored(stored);
		const [first] = state.entries.values();
		assert.equal(
			first?.type === 'notice' && said(first.title),
			`${stored.leftOut} older entries were not kept`,
		);
	});

	it('counts bytes, whatever the language, and one thing that is too large pushes nothing else out [hazard G1]', () => {
		const rig = new LogRig();
		for (let n = 0; n < 100; n++) rig.play(prompt(`${n} ${'字'.repeat(300)}`));
		rig.log = rig.takeAll(50_000);
		assert.ok(Buffer.byteLength(rig.log) < 51_000);
		assert.ok(rig.read().entries.length > 30);
		rig.play(prompt('z'.repeat(60_000)), prompt('last'));
		rig.log = rig.takeAll(50_000);
		const texts = rig.read().entries.map((entry) => JSON.stringify(entry));
		assert.ok(texts.length > 30);
		assert.match(texts.at(-1) ?? '', /last/u);
		assert.equal(rig.read().entries.length + rig.read().leftOut, 102);
	});

	it('keeps all of an output that a replay begins anew under the same name [acp C46] [hazard G1]', () => {
		const rig = new LogRig();
		rig.play(prompt('Go'));
		rig.write();
		rig.play({ type: 'terminal_output', terminalId: 'x1', data: 'first\n' });
		rig.write();
		rig.play({ type: 'replay_started' });
		rig.play({ type: 'terminal_output', terminalId: 'x1', data: 'another, and longer\n' });
		rig.write();
		assert.deepEqual(rig.read().terminals, plain([...rig.state.terminals.values()]));
	});

	it('counts a prompt that was not with the agent yet as unsent, until it is [hazard G2]', () => {
		const rig = new LogRig();
		rig.play({ type: 'prompt_submitted', content: [text('wait')], isDelayed: true, at: 1 });
		rig.write();
		assert.equal(rig.read().entries.map((entry) => 'isUnsent' in entry && entry.isUnsent)[0], true);
		rig.play({ type: 'prompt_sent', entryId: 'e1' }, chunk('yes'));
		rig.write();
		assert.deepEqual(rig.read().entries, plain([...rig.state.entries.values()]));
	});

	it('leaves out what the user had deleted, also from what grows of it', () => {
		const rig = new LogRig();
		rig.play(prompt('private'), chunk('secret '));
		rig.write();
		rig.journal.forget(rig.state);
		rig.log = '';
		rig.play(chunk('more of it'));
		rig.write();
		rig.play(prompt('next'));
		rig.write();
		assert.deepEqual(
			rig.read().entries.map(({ id }) => id),
			['e3'],
		);
		assert.doesNotMatch(rig.log, /private|secret|more/u);
	});

	it('leaves out the output of what ran when the user had all deleted, to its end', () => {
		const rig = new LogRig();
		rig.play(prompt('run'), { type: 'terminal_output', terminalId: 'x1', data: 'private\n' });
		rig.write();
		rig.journal.forget(rig.state);
		rig.log = '';
		rig.play(prompt('next'));
		rig.write();
		rig.play({ type: 'terminal_output', terminalId: 'x1', data: 'more of it\n' });
		rig.write();
		rig.play({ type: 'terminal_exited', terminalId: 'x1', exitCode: 0, signal: null });
		rig.write();
		assert.match(rig.log, /next/u);
		assert.doesNotMatch(rig.log, /private|more/u);
	});

	it('of another session, of a newer version or of nobody is not read [hazard G4]', () => {
		const rig = new LogRig();
		rig.play(prompt('x'));
		rig.write();
		assert.equal(readLog(rig.log, 'another'), undefined);
		assert.equal(readLog(rig.log.replace('"version":1', '"version":2'), seed.key), undefined);
		assert.equal(readLog('', seed.key), undefined);
		assert.equal(readLog(rig.log.split('\n').slice(1).join('\n'), seed.key), undefined);
	});

	it('leaves out content whose annotations have another shape [hazard G4]', () => {
		const annotated = (annotations: unknown): SessionEvent[] => [
			{ type: 'message', role: 'agent', content: [{ ...text('a'), annotations } as never] },
		];
		const count = (annotations: unknown): number => {
			const rig = new LogRig();
			rig.play(...annotated(annotations));
			rig.write();
			return rig.read().entries.length;
		};
		for (const damaged of [5, { audience: 5 }, { audience: ['nobody'] }, { priority: 'high' }])
			assert.equal(count(damaged), 0, JSON.stringify(damaged));
		for (const whole of [{}, { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' }])
			assert.equal(count(whole), 1, JSON.stringify(whole));
	});

	it('never throws and brings back nothing of another shape, whatever became of the file [hazard G4]', () => {
		const rig = new LogRig();
		for (const event of everything) {
			rig.play(event);
			rig.write();
		}
		const random = seededRandom(7);
		let broken = 0;
		const rounds = sized(300, 100);
		for (let n = 0; n < rounds; n++) {
			let log = rig.log;
			for (let m = 0; m <= random(4); m++) log = mutated(log, random);
			const stored = readLog(log, seed.key);
			broken += stored?.brokenLines ?? 1;
			if (stored === undefined) continue;
			const state = restored(stored);
			for (const entry of state.entries.values()) {
				assert.equal(typeof entry.id, 'string');
				if (entry.type === 'permission') assert.notEqual(entry.state.type, 'pending');
			}
			assert.deepEqual(state.pendingPermissions, []);
		}
		assert.ok(broken > rounds / 3, `${broken}`);
	});
});

function mutated(log: string, random: (below: number) => number): string {
	const at = random(log.length);
	const value = ['null', '7', '"x"', '[]', '{}', 'true', ''][random(7)] ?? '';
	switch (random(5)) {
		case 0:
			return log.slice(0, at);
		case 1:
			return log.slice(0, at) + String.fromCodePoint(random(256)) + log.slice(at + 1);
		case 2:
			return log.slice(0, at) + log.slice(at + random(200));
		case 3: {
			// The value of some field becomes another one.
			const fields = [...log.matchAll(/":("[^"]*"|\d+|true|false|null|\[\]|\{\})/gu)];
			const field = fields[random(fields.length)];
			if (field === undefined) return log;
			return `${log.slice(0, field.index + 2)}${value}${log.slice(field.index + field[0].length)}`;
		}
		default: {
			const lines = log.split('\n');
			const line = lines[random(lines.length)] ?? '';
			return [...lines.slice(0, 2), line, ...lines.slice(2)].join('\n');
		}
	}
}
