/**
 * Everything that can settle a permission, in any order, and a small model that says what each request has to be
 * answered with. A failing list of steps is made shorter before it is shown.
 */
import assert from 'node:assert/strict';
import { setImmediate as settle } from 'node:timers/promises';
import { Emitter } from '../../../../../src/core/base/emitter.ts';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { PermissionOutcome } from '../../../../../src/core/session/model/permission.ts';
import type {
	PermissionContext,
	PermissionRecord,
	PermissionRules,
	RuleAnswer,
} from '../../../../../src/core/session/model/permissionPorts.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import type { Random } from './randomAgent.ts';

export type RaceStep =
	| { readonly type: 'ask' }
	| { readonly type: 'accept' | 'badAccept' | 'withdraw' | 'patch'; readonly at: number }
	/** The oldest look of the rules ends. */
	| { readonly type: 'judged'; readonly answers: boolean }
	/** `hide`: a view closes, which answers nothing. `calm`: all that is on its way arrives. */
	| { readonly type: 'calm' }
	| { readonly type: 'hide' | 'stop' | 'exit' | 'close' | 'ruleAdded' };

const types = [
	'ask',
	'ask',
	'ask',
	'accept',
	'accept',
	'badAccept',
	'withdraw',
	'patch',
	'judged',
	'judged',
	'judged',
	'hide',
	'ruleAdded',
	'calm',
	'calm',
	'stop',
	'exit',
	'close',
] as const;

export function randomSteps(random: Random): readonly RaceStep[] {
	return Array.from({ length: 4 + random(20) }, () => {
		const type = types[random(types.length)] ?? 'calm';
		switch (type) {
			case 'accept':
			case 'badAccept':
			case 'withdraw':
			case 'patch':
				return { type, at: random(6) };
			case 'judged':
				return { type, answers: random(2) === 0 };
			default:
				return { type };
		}
	});
}

/** Rules whose looks end when the test says so. */
class SlowRules implements PermissionRules {
	readonly #changed = new Emitter<void>();
	readonly looks: {
		readonly asked: PermissionContext;
		readonly answer: PromiseWithResolvers<RuleAnswer | undefined>;
	}[] = [];
	readonly onDidChange = this.#changed.event;
	isInForce = true;

	answerFor(asked: PermissionContext): Promise<RuleAnswer | undefined> {
		const answer = Promise.withResolvers<RuleAnswer | undefined>();
		this.looks.push({ asked, answer });
		return answer.promise;
	}

	change(): void {
		this.#changed.fire();
	}
}

interface Modelled {
	readonly id: string;
	/** Counts patches of its call. */
	version: number;
	/** What it has to be answered with; undefined while it waits. */
	answer: string | undefined;
}

/** A look that has ended and has not been heard of yet. */
interface Verdict {
	readonly of: Modelled;
	readonly version: number;
	readonly rules: number;
	readonly answers: boolean;
}

const by = { stop: 'stop', exit: 'exit', close: 'exit', withdraw: 'agent' } as const;

/** Plays the steps. @throws AssertionError when the session does not do what the model says */
export async function playRace(steps: readonly RaceStep[]): Promise<void> {
	const rules = new SlowRules();
	const records: PermissionRecord[] = [];
	const { session, agent } = openFakeSession({
		permissionRules: rules,
		permissionLog: { record: (record) => records.push(record) },
	});
	void session.prompt([text('go')]);
	await agent.prompted();
	const model: Modelled[] = [];
	const replies: PermissionOutcome[][] = [];
	const withdrawals: AbortController[] = [];
	const seen = new Map<unknown, { of: Modelled; version: number; rules: number }>();
	let verdicts: Verdict[] = [];
	let ruleVersion = 0;
	let over: 'exit' | 'stop' | undefined;

	const settleModel = (of: Modelled | undefined, answer: string): void => {
		if (of !== undefined) of.answer ??= answer;
	};
	const settleAll = (answer: string): void => model.forEach((of) => settleModel(of, answer));
	/** Which state of a call each look has seen. */
	const note = (): void => {
		for (const look of rules.looks) {
			const of = model.find(({ id }) => id === look.asked.entry.id);
			if (of !== undefined && !seen.has(look))
				seen.set(look, { of, version: of.version, rules: ruleVersion });
		}
	};
	const calm = async (): Promise<void> => {
		await settle();
		for (const { of, version, rules: then, answers } of verdicts) {
			if (answers && of.version === version && then === ruleVersion) settleModel(of, 'rule yes');
		}
		verdicts = [];
		note();
	};

	/** Without a pause: what the step sets off arrives with the next `calm`. */
	const play = (step: Exclude<RaceStep, { type: 'calm' }>): void => {
		switch (step.type) {
			case 'ask': {
				const at = model.length;
				const withdrawal = new AbortController();
				withdrawals.push(withdrawal);
				const known = session.state.pendingPermissions.length + session.state.entries.size;
				const answered = agent.ask(
					{
						subject: { type: 'tool_call', toolCallId: `t${at}` },
						fields: { title: `Call ${at}` },
						options: [
							{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
							{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
						],
					},
					withdrawal.signal,
				);
				const got: PermissionOutcome[] = [];
				replies.push(got);
				void answered.then((outcome) => got.push(outcome));
				const shown = [...session.state.entries.values()].findLast((entry) => entry.type === 'permission');
				const isShown = over === undefined;
				if (isShown) assert.ok(session.state.entries.size > known - 1 && shown !== undefined);
				model.push({
					id: isShown ? (shown?.id ?? '') : '',
					version: 0,
					answer: isShown ? undefined : `${over} cancelled`,
				});
				return note();
			}
			case 'accept':
				session.permissions.answer(model[step.at]?.id ?? '', 'yes', step.at % 2 === 0 ? 'picker' : 'card');
				return settleModel(model[step.at], step.at % 2 === 0 ? 'picker yes' : 'card yes');
			case 'badAccept':
				return session.permissions.answer(model[step.at]?.id ?? '', 'maybe');
			case 'withdraw':
				withdrawals[step.at]?.abort();
				return settleModel(model[step.at], 'agent cancelled');
			case 'patch': {
				const of = model[step.at];
				if (of === undefined || over === 'exit') return undefined;
				of.version++;
				agent.say({
					type: 'tool_call_update',
					toolCallId: `t${step.at}`,
					fields: { title: `v${of.version}` },
				});
				return note();
			}
			case 'judged': {
				const look = rules.looks.shift();
				const what = seen.get(look);
				if (look === undefined || what === undefined) return undefined;
				const answer = { optionId: 'yes', rule: { id: 'r', text: 'Allow all' } };
				look.answer.resolve(step.answers ? answer : undefined);
				verdicts.push({ ...what, answers: step.answers });
				return undefined;
			}
			case 'ruleAdded':
				ruleVersion++;
				rules.change();
				return note();
			case 'stop':
				session.stop();
				if (over === undefined) {
					settleAll('stop cancelled');
					over = 'stop';
				}
				return undefined;
			case 'exit':
				if (over !== 'exit') agent.exit(new AgentError('exited', 'gone'));
				settleAll(`${by.exit} cancelled`);
				over = 'exit';
				return undefined;
			case 'close':
				void session.close();
				settleAll(`${by.close} cancelled`);
				over = 'exit';
				return undefined;
			case 'hide':
				return undefined;
		}
	};

	try {
		for (const step of steps) {
			if (step.type === 'calm') await calm();
			else play(step);
			for (const id of session.state.pendingPermissions) {
				assert.equal(
					model.find((of) => of.id === id)?.answer,
					undefined,
					`${id} waits although it is settled`,
				);
			}
		}
		await calm();
		play({ type: 'exit' });
		await calm();
		assert.deepEqual(
			replies.map((got) => got.length),
			model.map(() => 1),
			'exactly one answer each',
		);
		const answers = replies.map(([got]) => (got?.type === 'selected' ? got.optionId : 'cancelled'));
		assert.deepEqual(
			answers,
			model.map(({ answer }) => answer?.split(' ')[1]),
		);
		assert.deepEqual(
			records
				.map(
					({ by: who, state }) => `${who} ${state.type === 'answered' ? state.option.optionId : 'cancelled'}`,
				)
				.toSorted(),
			model.map(({ answer }) => answer ?? '').toSorted(),
			'each answer is in the log, once',
		);
		assert.deepEqual(session.state.pendingPermissions, []);
	} finally {
		session.dispose();
	}
}

/** Leaves out steps as long as it still fails. */
export async function shrink(steps: readonly RaceStep[]): Promise<readonly RaceStep[]> {
	let failing = steps;
	for (let size = Math.ceil(failing.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let at = 0; at < failing.length;) {
			const shorter = [...failing.slice(0, at), ...failing.slice(at + size)];
			if (await fails(shorter)) failing = shorter;
			else at += size;
		}
	}
	return failing;
}

async function fails(steps: readonly RaceStep[]): Promise<boolean> {
	return playRace(steps).then(
		() => false,
		() => true,
	);
}
