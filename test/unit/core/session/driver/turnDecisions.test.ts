/**
 * What the driver does about a turn, on every occasion in every state. What is expected is in `turnCases.ts`: a wrong row
 * fails under the name of its occasion, state and facts.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
	decide,
	type Decision,
	decisions,
	type Occasion,
	occasions,
} from '../../../../../src/core/session/driver/turnDecisions.ts';
import { cases, factsOf, stateNames } from './turnCases.ts';

describe('the driver', () => {
	for (const one of cases)
		for (const [at, name] of stateNames.entries()) {
			const expected = one.leads[at] ?? '';
			// No turn, and a prompt that it is about: there is no such session.
			if (name === 'idle' && one.on === 'prompt_answered' && (one.state?.turnPrompts?.length ?? 0) > 0)
				continue;
			it(`does ${expected === '' ? 'nothing' : expected} in ${name} on ${one.on} when ${one.when}`, () => {
				assert.equal(decide(one.on, factsOf(name, one)).join(', '), expected);
			});
		}
});

describe('the table of decisions', () => {
	for (const occasion of Object.keys(occasions) as Occasion[])
		for (const name of stateNames) {
			const rows: readonly Decision[] = decisions[occasion];
			const fitting = rows.filter(({ in: names }) => names.includes(name));
			it(`says what is done on ${occasion} in ${name}, whatever the guards say`, () => {
				// A prompt that the turn is about is one of a turn that runs.
				const last = occasion === 'prompt_answered' && name === 'idle' ? 'left_turn' : undefined;
				assert.equal(fitting.at(-1)?.when, last, 'the last row has no guard');
				assert.equal(fitting.filter(({ when }) => when === last).length, 1, 'and is the only one');
			});
		}

	it('has no row that never counts', () => {
		const counted = new Set(
			cases.flatMap((one) =>
				stateNames.map((name) => {
					const effects = decide(one.on, factsOf(name, one)) as readonly string[];
					return (decisions[one.on] as readonly Decision[]).find(({ does }) => does === effects);
				}),
			),
		);
		const all = Object.values(decisions).flatMap((rows: readonly Decision[]) => rows);
		assert.deepEqual(
			all.filter((row) => !counted.has(row)),
			[],
		);
	});
});

/** What the parts of the driver that have to do with turns keep: promises, timers, and what they work with. */
const kept: Readonly<Record<string, readonly string[]>> = {
	'teardown.ts': ['parts'],
	'promptQueue.ts': ['parts', 'waiting', 'steering'],
	'steering.ts': ['parts'],
	'promptSender.ts': ['parts'],
	'inactivityTimer.ts': ['parts', 'timer'],
	'turnRunner.ts': ['parts', 'over', 'silence', 'waiting'],
	'turnCanceller.ts': ['parts'],
	'turnResumer.ts': ['parts'],
};

describe('the parts of the driver that have to do with turns', () => {
	const folder = path.join(import.meta.dirname, '../../../../../src/core/session/driver');
	for (const [file, fields] of Object.entries(kept))
		it(`keep nothing of their own that decides, in ${file}`, () => {
			const source = readFileSync(path.join(folder, file), 'utf8');
			const found = [...source.matchAll(/^\t(?:readonly )?#(?<name>\w+)(?:: [^()\n]+|\??:.*| = .*);$/gmu)];
			assert.deepEqual(
				found.map(({ groups }) => groups?.['name']),
				fields,
			);
		});

	it('are all that ask the table', () => {
		const asking = readdirSync(folder).filter((file) =>
			/\bact(?:<[^(]*>)?\(/u.test(readFileSync(path.join(folder, file), 'utf8')),
		);
		const others = ['session.ts', 'turnDecisions.ts'];
		assert.deepEqual(
			asking.filter((file) => !(file in kept) && !others.includes(file)),
			[],
		);
	});
});
