/**
 * What the driver does about a turn, on every occasion in every state. What is expected is written out here, apart from
 * the table that the driver goes by: a wrong row fails under the name of its occasion, state and facts.
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
import type { DecisionFacts } from '../../../../../src/core/session/driver/turnGuards.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { TurnState } from '../../../../../src/core/session/model/turnState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { type TurnName, turnStates } from '../../../../../src/core/session/reducer/turnTransitions.ts';
import { seed, text } from './play.ts';
import { idle } from './shapes.ts';

const stateNames = Object.keys(turnStates) as TurnName[];

const turns: Readonly<Record<TurnName, TurnState>> = {
	idle: { type: 'idle' },
	running: { type: 'running', startedAt: 1 },
	requires_action: { type: 'requires_action', startedAt: 1 },
	stopping: { type: 'stopping', startedAt: 1, stopAt: 2 },
};

const sent = { entryId: 'e1', isSent: true, isTaken: false, isNamed: false } as const;
const here = { id: 'q1', content: [text('next')], place: 'here' } as const;
const there = { ...here, place: 'agent' } as const;

interface Case {
	readonly on: Occasion;
	readonly when: string;
	readonly state?: Partial<SessionState>;
	readonly facts?: Omit<DecisionFacts, 'state'>;
	/** In `idle`, `running`, `requires_action` and `stopping`. */
	readonly then: readonly [string, string, string, string];
}

const always = (deeds: string): Case['then'] => [deeds, deeds, deeds, deeds];
const inTurn = (idleDeeds: string, deeds: string): Case['then'] => [idleDeeds, deeds, deeds, deeds];

const login = { heldPrompt: [text('held')] };
const asks = { turnPrompts: [{ ...sent, isTaken: true, isAnswered: true }] } as const;
const work = idle() as NonNullable<DecisionFacts['work']>;
const busy = { work: { type: 'running' } } as const;
const approved = { isApproved: true, isOpen: true };
const about = { entryId: 'e1' };
const ofTurn = { turnPrompts: [sent] };

const cases: readonly Case[] = [
	{ on: 'prompt_given', when: 'the agent runs', facts: approved, then: inTurn('submit, send', 'queue_here') },
	{
		on: 'prompt_given',
		when: 'a prompt waits for a login',
		facts: approved,
		state: login,
		then: always('refuse'),
	},
	{ on: 'prompt_given', when: 'nothing is approved', then: inTurn('ask_approval', 'queue_here') },
	{
		on: 'prompt_given',
		when: 'it is approved, and does not run',
		facts: { isApproved: true },
		then: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts',
		facts: approved,
		state: { holdsPrompts: true },
		then: ['submit, send', 'queue_at_agent', 'queue_at_agent', 'queue_here'],
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts, and one has not gone out yet',
		facts: approved,
		state: { holdsPrompts: true, turnPrompts: [{ ...sent, isSent: false }] },
		then: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_given',
		when: 'the agent queues prompts, and one waits here',
		facts: approved,
		state: { holdsPrompts: true, queue: [here] },
		then: inTurn('submit, send', 'queue_here'),
	},
	{
		on: 'prompt_ready',
		when: 'the session is open',
		facts: { isOpen: true, isSame: true },
		then: ['send', 'send', 'send', 'give_back, say_stopped, cancel_work'],
	},
	{
		on: 'prompt_ready',
		when: 'it did not open',
		facts: { isSame: true },
		then: inTurn('refuse', 'give_back, refuse'),
	},
	{ on: 'prompt_ready', when: 'it did not open, and another turn runs', then: always('refuse') },
	{
		on: 'prompt_ready',
		when: 'it wants a login',
		facts: { isSame: true },
		state: { agent: { type: 'login_required', reason: 'no', methods: [] } },
		then: inTurn('refuse', 'keep_for_login'),
	},
	{
		on: 'prompt_answered',
		when: 'the turn is about something else',
		facts: { ...about, isEnd: true },
		then: always('take_prompt'),
	},
	{
		on: 'prompt_answered',
		when: 'that is the end',
		facts: { ...about, isEnd: true },
		state: ofTurn,
		then: inTurn('', 'take_prompt, end_as_told'),
	},
	{
		on: 'prompt_answered',
		when: 'the agent has spoken',
		facts: { ...about, hasSpoken: true },
		state: ofTurn,
		then: inTurn('', 'take_prompt, end_unreported'),
	},
	{
		on: 'prompt_answered',
		when: 'the work on it is done',
		facts: about,
		state: { turnPrompts: [{ ...sent, work: 'done' }] },
		then: inTurn('', 'take_prompt, end_unreported'),
	},
	{
		on: 'prompt_answered',
		when: 'work on it is done, and the agent works again',
		facts: about,
		state: { turnPrompts: [{ ...sent, work: 'done' }], ...busy },
		then: inTurn('', 'take_prompt, await_word'),
	},
	{
		on: 'prompt_answered',
		when: 'nothing more is known',
		facts: about,
		state: ofTurn,
		then: inTurn('', 'take_prompt, await_word'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent works on it',
		facts: { ...about, isBegun: true, isUnsent: true },
		then: always('take_prompt, tell, await_end'),
	},
	{
		on: 'prompt_failed',
		when: 'a login is wanted for the prompt of the turn',
		facts: { ...about, wantsLogin: true },
		state: ofTurn,
		then: [
			'keep_for_login, show_login',
			'keep_for_login, show_login',
			'keep_for_login, show_login',
			'fail_turn, tell',
		],
	},
	{
		on: 'prompt_failed',
		when: 'a login is wanted for another prompt',
		facts: { ...about, wantsLogin: true },
		then: always('keep_for_login, show_login'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent gives it back',
		facts: { ...about, isUnsent: true, isWithdrawn: true },
		state: ofTurn,
		then: always('give_back'),
	},
	{
		on: 'prompt_failed',
		when: 'the agent refuses it',
		facts: { ...about, isUnsent: true },
		state: ofTurn,
		then: always('give_back, tell'),
	},
	{
		on: 'prompt_failed',
		when: 'the turn is about it',
		facts: about,
		state: ofTurn,
		then: inTurn('tell', 'fail_turn, tell'),
	},
	{ on: 'prompt_failed', when: 'the turn is about something else', facts: about, then: always('tell') },
	{
		on: 'queued_answered',
		when: 'that is the end',
		facts: { isEnd: true },
		then: always('take_queued, end_as_told'),
	},
	{ on: 'queued_answered', when: 'that is not the end', then: always('take_queued, await_word') },
	{ on: 'queued_failed', when: 'it is a message already', then: always('end_failed') },
	{
		on: 'queued_failed',
		when: 'it was taken back',
		facts: { queued: there, isWithdrawn: true, wantsLogin: true },
		then: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'the user wants it back',
		facts: { queued: { ...there, place: 'withdrawing' } },
		then: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'the user has stopped it',
		facts: { queued: { ...there, isRecalled: true } },
		then: always('return_quietly, end_if_done'),
	},
	{
		on: 'queued_failed',
		when: 'a login is wanted',
		facts: { queued: there, wantsLogin: true },
		then: always('return_refused, end_if_done, show_login'),
	},
	{
		on: 'queued_failed',
		when: 'nobody has asked for that',
		facts: { queued: there },
		then: always('return_refused, end_if_done, tell'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests after its work',
		facts: { work },
		state: busy,
		then: inTurn('report', 'report, end_as_told'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests, and has taken up a prompt',
		facts: { work },
		state: asks,
		then: inTurn('report', 'report, end_as_told'),
	},
	{
		on: 'work_reported',
		when: 'the agent rests, and the prompt has not gone out',
		facts: { work },
		state: { ...busy, turnPrompts: [{ ...sent, isSent: false }] },
		then: always('report'),
	},
	{ on: 'work_reported', when: 'the agent has rested before', facts: { work }, then: always('report') },
	{
		on: 'work_reported',
		when: 'history is replayed',
		facts: { work },
		state: { ...busy, isReplaying: true },
		then: always('report'),
	},
	{
		on: 'turn_ending',
		when: 'at any time',
		then: [
			'',
			'withdraw_requests, end_turn, say_why, go_on',
			'withdraw_requests, end_turn, say_why, go_on',
			'withdraw_requests, kill_commands, end_turn, say_why, go_on',
		],
	},
	{
		on: 'silence_elapsed',
		when: 'the agent is at nothing',
		then: ['', 'end_unreported', 'end_unreported', 'end_cancelled'],
	},
	{
		on: 'silence_elapsed',
		when: 'the agent has spoken',
		facts: { isHeard: true },
		then: inTurn('', 'await_word'),
	},
	{ on: 'silence_elapsed', when: 'the agent works', state: busy, then: inTurn('', 'await_word') },
	{
		on: 'silence_elapsed',
		when: 'the user is asked',
		state: { pendingElicitations: ['q'] },
		then: inTurn('', 'await_word'),
	},
	{ on: 'silence_elapsed', when: 'a prompt is not taken up', state: ofTurn, then: inTurn('', 'await_word') },
	{
		on: 'stop_pressed',
		when: 'at any time',
		then: [
			'return_queue, recall_queue',
			'return_queue, recall_queue, stop_turn',
			'return_queue, recall_queue, stop_turn',
			'return_queue, recall_queue',
		],
	},
	{
		on: 'stop_unanswered',
		when: 'the agent works',
		facts: { isSame: true },
		state: busy,
		then: ['', '', '', 'offer_force'],
	},
	{ on: 'stop_unanswered', when: 'another turn stops', state: busy, then: always('') },
	{
		on: 'stop_unanswered',
		when: 'there is nothing to stop',
		facts: { isSame: true },
		state: asks,
		then: ['', '', '', 'end_cancelled'],
	},
	{
		on: 'stop_unanswered',
		when: 'the prompt is not answered',
		facts: { isSame: true },
		state: { turnPrompts: [{ ...sent, isTaken: true }] },
		then: ['', '', '', 'offer_force'],
	},
	{
		on: 'hurry_pressed',
		when: 'it waits here',
		facts: { queued: here },
		then: ['move_first, send_next', 'move_first, stop_turn', 'move_first, stop_turn', 'move_first'],
	},
	{ on: 'hurry_pressed', when: 'the agent has it', facts: { queued: there }, then: always('') },
	{
		on: 'hurry_pressed',
		when: 'a prompt waits for a login',
		facts: { queued: here },
		state: login,
		then: always(''),
	},
	{ on: 'turn_over', when: 'it ended well, and nothing waits', facts: { isWell: true }, then: always('') },
	{
		on: 'turn_over',
		when: 'it ended well',
		facts: { isWell: true },
		state: { queue: [here] },
		then: inTurn('send_next', ''),
	},
	{
		on: 'turn_over',
		when: 'the queue is paused',
		facts: { isWell: true },
		state: { queue: [here], queuePause: 'failure' },
		then: always(''),
	},
	{
		on: 'turn_over',
		when: 'the queue is paused, and the user wants one now',
		facts: { isWell: true },
		state: { queue: [{ ...here, isNext: true }], queuePause: 'failure' },
		then: inTurn('send_next', ''),
	},
	{ on: 'turn_over', when: 'it failed', state: { queue: [here] }, then: always('pause') },
	{
		on: 'turn_over',
		when: 'it waits for a login',
		state: { queue: [here], ...login },
		then: always('pause_for_login'),
	},
	{
		on: 'queue_resumed',
		when: 'it is paused',
		state: { queuePause: 'failure' },
		then: inTurn('resume, send_next', 'resume'),
	},
	{ on: 'queue_resumed', when: 'it is not paused', then: always('') },
	{
		on: 'queue_resumed',
		when: 'a prompt waits for a login',
		state: { queuePause: 'login', ...login },
		then: always(''),
	},
	{ on: 'login_done', when: 'a prompt waits for it', state: login, then: inTurn('resend', 'reopen') },
	{ on: 'login_done', when: 'nothing waits for it', then: always('reopen') },
	{ on: 'agent_left', when: 'at any time', then: inTurn('', 'fail_turn') },
];

/** Prompts of a turn are those of one that runs: none is left of it in idle. */
function facts(name: TurnName, { state = {}, facts: more = {} }: Case): DecisionFacts {
	const inState = { ...createSessionState(seed), ...state, turn: turns[name] };
	return { state: inState, ...more };
}

describe('the driver', () => {
	for (const one of cases)
		for (const [at, name] of stateNames.entries()) {
			const expected = one.then[at] ?? '';
			// No turn, and a prompt that it is about: there is no such session.
			if (name === 'idle' && one.on === 'prompt_answered' && (one.state?.turnPrompts?.length ?? 0) > 0)
				continue;
			it(`does ${expected === '' ? 'nothing' : expected} in ${name} on ${one.on} when ${one.when}`, () => {
				assert.equal(decide(one.on, facts(name, one)).join(', '), expected);
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
					const deeds = decide(one.on, facts(name, one)) as readonly string[];
					return (decisions[one.on] as readonly Decision[]).find(({ does }) => does === deeds);
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
	'parting.ts': ['parts'],
	'promptQueue.ts': ['parts', 'waiting'],
	'promptSender.ts': ['parts'],
	'sentPrompts.ts': ['waiting'],
	'silence.ts': ['parts', 'timer'],
	'turnRunner.ts': ['parts', 'over', 'silence'],
	'turnStopper.ts': ['parts'],
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
