/** What the driver does about prompts that go into a turn that runs, written out apart from the table that it goes by. */
import { noCapabilities } from '../../../../../src/core/session/model/capabilities.ts';
import { text } from './play.ts';
import type { Case } from './turnCases.ts';

const here = { id: 'q1', content: [text('next')], place: 'here' } as const;
const underway = { ...here, place: 'steering' } as const;
const inTurn = { ...here, place: 'steered' } as const;
const steers = { capabilities: { ...noCapabilities, steering: true } } as const;
const names = { agentQueuesPrompts: true } as const;
const login = { promptAwaitingLogin: [text('awaiting_login')] };

const always = (deeds: string): Case['leads'] => [deeds, deeds, deeds, deeds];
const unlessIdle = (idleDeeds: string, deeds: string): Case['leads'] => [idleDeeds, deeds, deeds, deeds];

export const steeringCases: readonly Case[] = [
	{
		on: 'prompt_given',
		when: 'it is to go out now',
		facts: { isApproved: true, isOpen: true, isUrgent: true },
		state: names,
		leads: unlessIdle('submit, send', 'queue_here, hurry'),
	},
	{
		on: 'prompt_given',
		when: 'another one is on its way into a turn',
		facts: { isApproved: true, isOpen: true },
		state: { ...names, queue: [underway] },
		leads: always('queue_here'),
	},
	{
		on: 'hurry_pressed',
		when: 'a prompt waits for a login',
		facts: { queued: here },
		state: login,
		leads: always(''),
	},
	{
		on: 'hurry_pressed',
		when: 'the agent takes prompts into its turn',
		facts: { queued: here, isOpen: true },
		state: steers,
		leads: ['move_first, send_next', 'steer', 'steer', 'move_first'],
	},
	...(
		[
			['the agent is gone', { queued: here }, steers],
			['the agent may have it already', { queued: { ...here, isDoubtful: true }, isOpen: true }, steers],
			[
				'the prompt of the turn has not gone out',
				{ queued: here, isOpen: true },
				{ ...steers, turnPrompts: [{ entryId: 'e1', isSent: false, isTaken: false, isNamed: false }] },
			],
		] as const
	).map(([when, facts, state]): Case => ({
		on: 'hurry_pressed',
		when: `the agent would take prompts into its turn, but ${when}`,
		facts,
		state,
		leads: ['move_first, send_next', 'move_first, stop_turn', 'move_first, stop_turn', 'move_first'],
	})),
	{
		on: 'hurry_pressed',
		when: 'it is on its way into the turn',
		facts: { queued: underway },
		leads: always(''),
	},
	{
		on: 'steering_answered',
		when: 'it is a message already',
		facts: { steering: 'injected' },
		leads: always(''),
	},
	{
		on: 'steering_answered',
		when: 'a prompt waits for a login',
		facts: { queued: underway, steering: 'injected' },
		state: login,
		leads: always('return_here, pause_for_login'),
	},
	{
		on: 'steering_answered',
		when: 'the turn has it',
		facts: { queued: underway, steering: 'injected' },
		leads: unlessIdle('inject, send_next', 'inject'),
	},
	{
		on: 'steering_answered',
		when: 'the turn has it, and the agent names what it comes to',
		facts: { queued: underway, steering: 'injected' },
		state: names,
		leads: unlessIdle('inject, send_next', 'await_name'),
	},
	{
		on: 'steering_answered',
		when: 'a turn has begun with it, against the request',
		facts: { queued: underway, steering: 'began' },
		leads: unlessIdle('take_queued, await_word', 'inject'),
	},
	{
		on: 'steering_answered',
		when: 'nothing runs',
		facts: { queued: underway, steering: 'required' },
		leads: unlessIdle('return_next, send_next', 'return_next'),
	},
	{
		on: 'steering_answered',
		when: 'nothing runs, and the user has stopped it',
		facts: { queued: { ...underway, isRecalled: true }, steering: 'required' },
		leads: always('return_quietly'),
	},
	{
		on: 'steering_answered',
		when: 'nobody knows what that means',
		facts: { queued: underway, steering: 'unknown' },
		leads: always('doubt, tell_doubt'),
	},
	{ on: 'steering_failed', when: 'it is a message already', leads: always('') },
	{
		on: 'steering_failed',
		when: 'the user has stopped it',
		facts: { queued: { ...underway, isRecalled: true }, wantsLogin: true },
		leads: always('return_quietly'),
	},
	{
		on: 'steering_failed',
		when: 'a prompt waits for a login',
		facts: { queued: underway },
		state: login,
		leads: always('return_here, pause_for_login'),
	},
	{
		on: 'steering_failed',
		when: 'a login is wanted',
		facts: { queued: underway, wantsLogin: true },
		leads: unlessIdle('return_next, send_next', 'return_here, show_login'),
	},
	{
		on: 'steering_failed',
		when: 'the agent does not know the request',
		facts: { queued: underway, isMissing: true },
		leads: unlessIdle('return_next, send_next', 'return_here, forget_steering, tell'),
	},
	{
		on: 'steering_failed',
		when: 'the agent refuses it',
		facts: { queued: underway },
		leads: unlessIdle('return_next, send_next', 'return_here, tell'),
	},
	{ on: 'steering_unanswered', when: 'it is a message already', leads: always('') },
	{
		on: 'steering_unanswered',
		when: 'the user has stopped it',
		facts: { queued: { ...underway, isRecalled: true } },
		leads: always('return_quietly'),
	},
	{
		on: 'steering_unanswered',
		when: 'it is still open',
		facts: { queued: underway },
		leads: always('doubt, tell_doubt'),
	},
	{
		on: 'steered_turn_over',
		when: 'the user has stopped it',
		facts: { queued: { ...inTurn, isRecalled: true }, isWell: true },
		leads: always('return_quietly'),
	},
	{
		on: 'steered_turn_over',
		when: 'the turn has failed',
		facts: { queued: inTurn },
		leads: always('return_here'),
	},
	{
		on: 'steered_turn_over',
		when: 'the turn has ended well',
		facts: { queued: inTurn, isWell: true },
		leads: always('inject'),
	},
	{
		on: 'turn_over',
		when: 'it ended well, and one is on its way into it',
		facts: { isWell: true },
		state: { queue: [underway, here] },
		leads: always(''),
	},
];
