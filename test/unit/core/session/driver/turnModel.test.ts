/**
 * Real sessions with an agent of each shape, in which user and agent do what they may at any moment: each step of the
 * reducer is compared with the row that the table of the turn has for it, and with what a turn has to be whatever the
 * table says. SEED=… repeats a run.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import type { TurnState } from '../../../../../src/core/session/model/turnState.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { isAsking, isBusy, isOfTurn } from '../../../../../src/core/session/reducer/turnFacts.ts';
import {
	impossible,
	transitionFor,
	type TurnEvent,
	type TurnFacts,
	type TurnName,
} from '../../../../../src/core/session/reducer/turnTransitions.ts';
import { checkModel, type Random, randomIntegers } from '../../../../tools/seeded.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { RandomAgent, type RandomShape } from './randomAgent.ts';
import { idle, working } from './shapes.ts';
import { settle } from './transcript.ts';
import { sized } from '../../../../tools/sized.ts';

interface ModelStep {
	readonly does:
		'agent' | 'prompt' | 'stop' | 'now' | 'withdraw' | 'answer' | 'report' | 'detach' | 'exit' | 'wait';
	/** Of the choices that it has. */
	readonly seed: number;
	/** What is under way comes about before the next step. */
	readonly settles: boolean;
}

const moves: readonly ModelStep['does'][] = [
	...Array<'agent'>(12).fill('agent'),
	...Array<'prompt'>(4).fill('prompt'),
	'stop',
	'now',
	'withdraw',
	'answer',
	'answer',
	'report',
	'wait',
];

function randomSteps(random: Random): readonly ModelStep[] {
	return Array.from({ length: 60 }, () => {
		const isRare = random(40) === 0;
		const does = isRare ? (['detach', 'exit'] as const)[random(2)] : moves[random(moves.length)];
		return { does: does ?? 'agent', seed: random(2 ** 30), settles: random(2) === 0 };
	});
}

/** What of a state the turn is about, before a step. */
interface Before {
	readonly turn: TurnState;
	readonly turnCount: number;
	readonly lastEnd: SessionState['lastEnd'];
	readonly prompts: SessionState['turnPrompts'];
}

const look = ({ turn, turnCount, lastEnd, turnPrompts }: SessionState): Before => ({
	turn,
	turnCount,
	lastEnd,
	prompts: turnPrompts,
});

/** The event of the table that an event of the session stands for, as it is told in its documentation. */
function eventOf(event: SessionEvent): { on: TurnEvent; facts: TurnFacts } | undefined {
	switch (event.type) {
		case 'prompt_submitted':
		case 'prompt_resent':
		case 'cancel_requested':
		case 'replay_ended':
		case 'prompt_injected':
			return { on: event.type, facts: {} };
		case 'turn_ended':
		case 'turn_failed':
			return { on: event.type, facts: { isFollowed: event.isFollowed === true } };
		case 'turn_silent':
			return { on: event.type, facts: { isSilent: event.isSilent } };
		case 'prompt_unsent':
		case 'prompt_awaiting_login':
			return { on: 'prompt_withdrawn', facts: {} };
		case 'permission_requested':
		case 'elicitation_requested':
			return { on: 'request_opened', facts: {} };
		case 'permission_settled':
		case 'elicitation_settled':
			return { on: 'request_closed', facts: {} };
		case 'work':
			return { on: event.work.type === 'idle' ? 'work_idle' : 'work_busy', facts: {} };
		default:
			return undefined;
	}
}

class TableCheck {
	/** Pairs of state and event that came about. */
	readonly seen = new Set<string>();
	readonly #failures: Error[] = [];

	/** Compares each step of the session with the table. */
	watch(session: Session): void {
		const { state } = session;
		const dispatch = session.dispatch.bind(session);
		session.dispatch = (event) => {
			const before = look(state);
			const expected = this.#compare(() => this.#expected(state, event));
			dispatch(event);
			this.#compare(() => {
				const after = `after ${event.type} in ${before.turn.type}`;
				if (expected !== undefined) assert.equal(state.turn.type, expected(state), after);
				checkTurn(state, before, event);
			});
		};
	}

	/** @throws what did not compare */
	requireSame(): void {
		const [first] = this.#failures.splice(0);
		if (first !== undefined) throw first;
	}

	/** The session must not catch what is thrown here. */
	#compare<T>(compare: () => T): T | undefined {
		try {
			return compare();
		} catch (error) {
			this.#failures.push(error instanceof Error ? error : new Error(String(error)));
			return undefined;
		}
	}

	#expected(state: SessionState, event: SessionEvent): ((after: SessionState) => TurnName) | undefined {
		const found = eventOf(event);
		if (found === undefined) return undefined;
		const { type } = state.turn;
		this.seen.add(`${found.on} ${type}`);
		assert.ok(
			impossible.every(({ on, in: names }) => on !== found.on || !names.includes(type)),
			`${found.on} does not come about in ${type}`,
		);
		if (event.type === 'prompt_unsent' || event.type === 'prompt_awaiting_login') {
			const id =
				event.entryId ?? [...state.entries.values()].findLast((one) => one.origin === 'user')?.id ?? '';
			const left = { ...state, turnPrompts: state.turnPrompts.filter(({ entryId }) => entryId !== id) };
			return this.#target(left, 'prompt_withdrawn', { wasOfTurn: isOfTurn(state, id) });
		}
		return this.#target({ ...state }, found.on, found.facts);
	}

	#target(state: SessionState, on: TurnEvent, facts: TurnFacts): (after: SessionState) => TurnName {
		const { type } = state.turn;
		const to = transitionFor(state, on, facts)?.to ?? 'same';
		return (after) => {
			if (to === 'same') return type;
			if (to !== 'working') return to;
			return isAsking(after) || after.work.type === 'requires_action' ? 'requires_action' : 'running';
		};
	}
}

/** What holds of a turn whatever the table says. */
function checkTurn(state: SessionState, before: Before, event: SessionEvent): void {
	const { turn, turnCount, lastEnd, work } = state;
	const about = `after ${event.type} in ${before.turn.type}`;
	if (turn.type === 'idle') {
		assert.deepEqual(state.turnPrompts, [], `no turn is about nothing ${about}`);
		assert.ok(state.isReplaying || !isBusy(work) || isLeaving(event), `work shows ${about}`);
	}
	const isWaiting = isAsking(state) || work.type === 'requires_action';
	if (turn.type === 'running') assert.ok(!isWaiting || state.isReplaying, `it waits for the user ${about}`);
	if (turn.type === 'requires_action')
		assert.ok(isWaiting || isLeaving(event), `nobody is waited for ${about}`);
	const isOver = [
		'turn_ended',
		'turn_failed',
		'prompt_unsent',
		'prompt_awaiting_login',
		'replay_ended',
	].includes(event.type);
	if (before.turn.type !== 'idle' && turn.type === 'idle') assert.ok(isOver, `no end ${about}`);
	if (before.turn.type === 'stopping' && turn.type !== 'stopping')
		assert.ok(isOver, `Stop is forgotten ${about}`);
	if (turn.type === 'stopping' && before.turn.type !== 'stopping')
		assert.equal(event.type, 'cancel_requested');
	if (lastEnd !== before.lastEnd) assert.ok(isOver, `an end is stored ${about}`);
	if (event.type === 'turn_ended') assert.equal(lastEnd, event.end, 'the end is stored');
	assert.ok(turnCount - before.turnCount <= 1, `more than one turn ${about}`);
	if (before.turn.type === 'idle' && turn.type !== 'idle' && event.type !== 'prompt_resent')
		assert.equal(turnCount, before.turnCount + 1, `a turn is not counted ${about}`);
}

/** An agent that is gone works on nothing: until its turn is ended that shows for a moment. */
function isLeaving({ type }: SessionEvent): boolean {
	return type === 'agent_state' || type === 'prompt_unsent' || type === 'turn_failed';
}

async function run(shape: RandomShape, steps: readonly ModelStep[], table: TableCheck): Promise<void> {
	const { session, agent: fake, clock } = openFakeSession();
	// Some stop for a prompt that is to go out now, others take it into their turn.
	fake.capabilities = { steering: (steps[0]?.seed ?? 0) % 2 === 0 };
	const errors: unknown[] = [];
	table.watch(session);
	await session.start();
	const random: { next: Random } = { next: randomIntegers(0) };
	const agent = new RandomAgent(fake, shape, (below) => random.next(below), true);
	let isGone = false;
	const does: Readonly<Record<ModelStep['does'], () => void>> = {
		agent: () => isGone || agent.step(),
		prompt: () =>
			void session.prompt([text(`prompt ${random.next(100)}`)]).catch((error: unknown) => errors.push(error)),
		stop: () => session.stop(),
		now: () => session.sendNow(session.state.queue[0]?.id ?? ''),
		withdraw: () =>
			session.withdraw(session.state.queue[random.next(session.state.queue.length + 1)]?.id ?? ''),
		answer: () => session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes'),
		report: () => {
			// An agent may say once more what it has said.
			if (!isGone && (shape === 'B' || shape === 'C'))
				fake.say(agent.isBusy ? working() : idle('end_turn', []));
		},
		detach: () => {
			isGone = true;
			session.detach();
		},
		exit: () => {
			isGone = true;
			fake.exit(new AgentError('exited', 'It is gone.'));
		},
		wait: () => clock.advance(61_000),
	};
	for (const { does: move, seed, settles } of steps) {
		random.next = randomIntegers(seed);
		does[move]();
		if (settles) await settle();
		table.requireSame();
		// The turn of an agent that is gone is over; what a next one does is not this agent's.
		if (isGone) {
			assert.equal(session.state.turn.type, 'idle', 'the turn ends with its agent');
			break;
		}
		if (agent.isBusy) assert.notEqual(session.state.turn.type, 'idle', 'work shows');
	}
	session.dispose();
	await settle();
	table.requireSame();
	assert.deepEqual(errors, []);
}

const runs = sized(150, 50);

for (const shape of ['v1', 'A', 'B', 'C'] as const)
	describe(`a session with an agent of shape ${shape}`, () => {
		const table = new TableCheck();

		it(`goes by the table of the turn, ${runs} times at random [acp C51] [acp C60]`, () =>
			checkModel({ runs, steps: randomSteps, check: (steps) => run(shape, steps, table) }));

		it('has been in every state, and has left each', () => {
			const expected = [
				'prompt_submitted idle',
				'cancel_requested running',
				'turn_ended running',
				'turn_ended stopping',
				'request_opened running',
				'request_closed requires_action',
				'turn_failed running',
			];
			assert.deepEqual(
				expected.filter((pair) => !table.seen.has(pair)),
				[],
			);
		});
	});
