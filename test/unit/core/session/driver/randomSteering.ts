/** What an agent of a given shape does with prompts that are sent into its turn. */
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { FakeAgent, SteeredPrompt } from './fakeAgentPort.ts';
import type { Random, RandomShape } from './randomAgent.ts';
import { userChunk, userMessage } from './shapes.ts';

export class RandomSteering {
	/** Words of those that it has taken, in that order. */
	readonly taken: string[] = [];
	readonly #agent: FakeAgent;
	readonly #names: boolean;
	readonly #random: Random;
	readonly #answered = new Set<SteeredPrompt>();
	/** Accepted, and not named. */
	#accepted: SteeredPrompt[] = [];

	constructor(agent: FakeAgent, shape: RandomShape, random: Random) {
		this.#agent = agent;
		this.#names = shape === 'C';
		this.#random = random;
	}

	get isDone(): boolean {
		return this.#next === undefined && this.#accepted.length === 0;
	}

	/** Answers one of them, or comes to one that it has accepted. */
	step(isBusy: boolean): void {
		const next = this.#next;
		if (next === undefined || this.#random(2) === 0) return isBusy ? this.#name() : undefined;
		this.#answered.add(next);
		if (!isBusy) return this.#decline(next);
		if (this.#random(5) === 0) return next.answer.reject(new AgentError('answered', 'Not now'));
		if (this.#names && !next.isWithdrawn) return this.#accept(next);
		this.taken.push(wordsOf(next));
		const isRepeatedFirst = this.#random(3) === 0;
		if (isRepeatedFirst) this.#repeat(next);
		next.answer.resolve('injected');
		if (!isRepeatedFirst && this.#random(2) === 0) void next.answer.promise.then(() => this.#repeat(next));
	}

	/** @param isWell it comes to all that it has accepted; else it drops it */
	endTurn(isWell: boolean): void {
		if (isWell) for (const _accepted of [...this.#accepted]) this.#name();
		this.#accepted = [];
	}

	get #next(): SteeredPrompt | undefined {
		return this.#agent.steered.find((steered) => !this.#answered.has(steered));
	}

	#decline({ answer }: SteeredPrompt): void {
		if (this.#random(2) === 0) answer.resolve('required');
		else answer.reject(new AgentError('answered', 'no active turn to steer'));
	}

	#accept(steered: SteeredPrompt): void {
		this.#accepted.push(steered);
		steered.answer.resolve('injected');
	}

	#name(): void {
		const steered = this.#accepted.shift();
		if (steered === undefined || steered.isWithdrawn) return;
		const words = wordsOf(steered);
		this.taken.push(words);
		this.#agent.say(userMessage(`s${this.taken.length}`, []), userChunk(words, `s${this.taken.length}`));
	}

	/** Of what was given up on, the agent gives no words: they would pass for those of the prompt that waits for its own. */
	#repeat(steered: SteeredPrompt): void {
		if (steered.isWithdrawn) return;
		const words = wordsOf(steered);
		const name = this.#random(2) === 0 ? undefined : `s${this.#agent.steered.indexOf(steered)}`;
		this.#agent.say(userChunk(words.slice(0, 3), name), userChunk(words.slice(3), name));
	}
}

function wordsOf({ content: [part] }: SteeredPrompt): string {
	return part?.type === 'text' ? part.text : '';
}
