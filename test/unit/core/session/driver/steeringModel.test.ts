/**
 * Real sessions with an agent that takes prompts into its turn, in which user and agent do what they may at any moment:
 * what the user wrote is in one place at each moment, and reaches the agent once. SEED=… repeats a run.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { textOf } from '../../../../../src/core/session/model/content.ts';
import { checkModel, type Random, randomIntegers } from '../../../../tools/seeded.ts';
import { type FakeAgent, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { RandomAgent, type RandomShape } from './randomAgent.ts';
import { entriesOf, settle } from './transcript.ts';
import { sized } from '../../../../tools/sized.ts';

interface ModelStep {
	readonly does: 'agent' | 'prompt' | 'prompt now' | 'now' | 'stop' | 'withdraw' | 'resume' | 'late';
	readonly seed: number;
	/** What is under way comes about before the next step. */
	readonly settles: boolean;
}

const deeds: readonly ModelStep['does'][] = [
	...Array<'agent'>(12).fill('agent'),
	'prompt',
	'prompt',
	'prompt now',
	'prompt now',
	'now',
	'now',
	'stop',
	'withdraw',
	'resume',
	'late',
];

function randomSteps(random: Random): readonly ModelStep[] {
	return Array.from({ length: 50 }, () => ({
		does: deeds[random(deeds.length)] ?? 'agent',
		seed: random(2 ** 30),
		settles: random(2) === 0,
	}));
}

/** How often each prompt is in the transcript, in the queue, and back in the composer. */
class Ledger {
	readonly #session: Session;
	readonly #outcomes = new Map<string, string>();
	readonly #texts: string[] = [];
	/** The agent was given up on before it said whether it had them: they may be here and there. */
	readonly #doubted = new Set<string>();

	constructor(session: Session) {
		this.#session = session;
	}

	prompt(isUrgent: boolean): void {
		const words = `${this.#texts.length} prompt`;
		this.#texts.push(words);
		void this.#session.prompt([text(words)], isUrgent).then((outcome) => this.#outcomes.set(words, outcome));
	}

	check(fake: FakeAgent): void {
		for (const { content, isWithdrawn } of fake.steered) if (isWithdrawn) this.#doubted.add(textOf(content));
		const { state } = this.#session;
		const bubbles = entriesOf(this.#session, 'message').filter(({ role }) => role === 'user');
		for (const words of this.#texts) {
			const shown = bubbles.filter((entry) => textOf(entry.content) === words && entry.isUnsent !== true);
			const waiting = state.queue.filter(({ content }) => textOf(content) === words);
			const isBack = ['withdrawn', 'refused'].includes(this.#outcomes.get(words) ?? '');
			const places = shown.length + waiting.length + (isBack ? 1 : 0);
			if (this.#doubted.has(words)) assert.ok(places > 0, `${words} is lost`);
			else
				assert.equal(
					places,
					1,
					`"${words}" is shown ${shown.length}, waits ${waiting.length}, back: ${isBack}`,
				);
		}
	}

	/** What reached the agent, once; and what it took is shown. */
	checkArrived(fake: FakeAgent, agent: RandomAgent): void {
		const sent = agent.taken.map((at) => textOf(fake.sent[at]?.content ?? []));
		const arrived = [...sent, ...agent.steering.taken];
		const shown = new Set(entriesOf(this.#session, 'message').map(({ content }) => textOf(content)));
		for (const words of new Set(arrived)) {
			const count = arrived.filter((other) => other === words).length;
			assert.ok(count === 1 || this.#doubted.has(words), `"${words}" arrived ${count} times`);
			assert.ok(shown.has(words) || this.#doubted.has(words), `"${words}" arrived, and is not shown`);
		}
	}
}

/** @returns how many prompts went into a turn */
async function run(shape: RandomShape, steps: readonly ModelStep[]): Promise<number> {
	const { session, agent: fake, clock } = openFakeSession();
	fake.capabilities = { steering: true };
	await session.start();
	const random: { next: Random } = { next: randomIntegers(0) };
	const agent = new RandomAgent(fake, shape, (below) => random.next(below), true);
	const ledger = new Ledger(session);
	const anyQueued = (): string => session.state.queue[random.next(session.state.queue.length + 1)]?.id ?? '';
	const does: Readonly<Record<ModelStep['does'], () => void>> = {
		agent: () => agent.step(),
		prompt: () => ledger.prompt(false),
		'prompt now': () => ledger.prompt(true),
		now: () => session.sendNow(anyQueued()),
		stop: () => session.stop(),
		withdraw: () => session.withdraw(anyQueued()),
		resume: () => session.resumeQueue(),
		late: () => clock.advance(limits.steeringAnswerMs),
	};
	for (const { does: deed, seed, settles } of steps) {
		random.next = randomIntegers(seed);
		does[deed]();
		if (!settles) continue;
		await settle();
		ledger.check(fake);
	}
	for (let step = 0; step < 200 && !(agent.isDone && session.state.turn.type === 'idle'); step++) {
		await settle();
		agent.finish();
	}
	await settle();
	ledger.check(fake);
	ledger.checkArrived(fake, agent);
	assert.ok(
		session.state.queue.every(({ place }) => place === 'here'),
		'nothing is underway for ever',
	);
	session.dispose();
	return agent.steering.taken.length;
}

const runs = sized(200, 60);

for (const shape of ['v1', 'A', 'B', 'C'] as const)
	describe(`a session with an agent of shape ${shape} that takes prompts into its turn`, () => {
		let taken = 0;

		it(`loses none, shows none twice and sends none twice, ${runs} times at random [hazard C10]`, () =>
			checkModel({
				runs,
				steps: randomSteps,
				check: async (steps) => {
					taken += await run(shape, steps);
				},
			}));

		it('has sent many into a turn', () => assert.ok(taken > runs / 10, `${taken}`));
	});
