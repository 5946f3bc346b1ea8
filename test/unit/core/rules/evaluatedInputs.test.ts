/** What allow rules make of whole inputs: of hostile ones, each with a trap in it, and of those that real agents send. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Rule } from '../../../../src/core/rules/rule.ts';
import type { PermissionContext } from '../../../../src/core/session/model/permissionPorts.ts';
import { answerByRules } from '../../../../src/host/permissions/answerByRules.ts';
import { type BenignCase, casesOf, knownCases, plainCasesOf } from './benignInputs.ts';
import { hostileGroups } from './hostileInputs.ts';
import { countRequests, type RecordedPermission, recordedPermissions } from './recordedPermissions.ts';
import { askedPermission } from './samples.ts';
import { workspace } from './workspace.ts';
import { sized } from '../../../tools/sized.ts';

async function decide(rules: readonly Rule[], asked: PermissionContext): Promise<string> {
	return (await answerByRules(asked, () => rules, [asked.cwd]))?.optionId ?? 'ask';
}

describe('an allow rule gives no more than its sentence says [hazard C8]', () => {
	for (const { name, rules, clean, hostile } of hostileGroups) {
		it(`${name}: ${hostile.length} hostile inputs are asked about`, async () => {
			const allowed: string[] = [];
			assert.notEqual(await decide(rules, askedPermission({ cwd: workspace, call: clean })), 'ask');
			await Promise.all(
				hostile.map(async (call) => {
					const answer = await decide(rules, askedPermission({ cwd: workspace, call }));
					if (answer !== 'ask') allowed.push(JSON.stringify(call));
				}),
			);
			assert.deepEqual(allowed, []);
		});
	}

	it('and there are at least 150 of them', () => {
		const all = hostileGroups.flatMap(({ rules, hostile }) =>
			hostile.map((call) => JSON.stringify([rules.map(({ id }) => id), call])),
		);
		assert.ok(new Set(all).size >= 150, `${new Set(all).size}`);
	});
});

describe('an allow rule answers what it is for', () => {
	let recorded: readonly RecordedPermission[] = [];
	before(async () => {
		recorded = await recordedPermissions();
	});

	it('every permission of the recordings, by at least 150 rules that cover one', async () => {
		assert.equal(recorded.length, countRequests());
		const cases = recorded
			.filter((asked) => !isChoice(asked) && !namesSettings(asked))
			.flatMap((asked) => [...casesOf(asked), ...plainCasesOf(asked)]);
		assert.ok(new Set(cases.map(({ name }) => name)).size >= 150, `${cases.length}`);
		assert.deepEqual(await unanswered(cases.filter((_, at) => at % sized(1, 4) === 0)), []);
	});

	it('but for those that allow in several ways, between which only the user can choose', async () => {
		const choices = recorded.filter(isChoice).flatMap(casesOf);
		assert.ok(choices.length > 0);
		assert.equal((await unanswered(choices)).length, choices.length);
	});

	it('nor those that name a place of the settings of an agent, which are always asked about [hazard D3]', async () => {
		const named = recorded.filter(namesSettings).flatMap(casesOf);
		assert.ok(named.length > 0);
		assert.equal((await unanswered(named)).length, named.length);
	});

	it('and what other agents are known to send', async () => {
		assert.deepEqual(await unanswered(knownCases()), []);
	});
});

function isChoice({ entry }: RecordedPermission): boolean {
	return entry.options.filter(({ kind }) => kind === 'allow_once').length > 1;
}

/** claude keeps the plan that it asks about beside its settings. */
function namesSettings({ call }: RecordedPermission): boolean {
	return JSON.stringify(call?.rawInput ?? '').includes('/.claude/');
}

async function unanswered(cases: readonly BenignCase[]): Promise<readonly string[]> {
	const answers = await Promise.all(cases.map((one) => decide([one.rule], one.asked)));
	return cases.filter((_, at) => answers[at] === 'ask').map(({ name }) => name);
}
