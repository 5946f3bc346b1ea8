/** An agent of a given shape that does, at each step, one of the things that the protocol lets it do then. */
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { FakeAgent, SentPrompt } from './fakeAgentPort.ts';
import { RandomSteering } from './randomSteering.ts';
import { text } from './play.ts';
import { idle, userChunk, userMessage, working } from './shapes.ts';

/** A whole number from 0 to `below` - 1. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
	let state = seed * 2_654_435_761;
	return (below) => {
		state = (state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

export type RandomShape = 'v1' | 'A' | 'B' | 'C';

export class RandomAgent {
	/** It works, as far as it has said. */
	isBusy = false;
	/** Numbers of the prompts that it took up, in that order. */
	readonly taken: number[] = [];
	readonly #agent: FakeAgent;
	readonly #shape: RandomShape;
	readonly #random: Random;
	readonly #isFair: boolean;
	readonly #settled = new Set<SentPrompt>();
	#atWork: SentPrompt[] = [];
	#isStopped = false;
	#count = 0;
	readonly steering: RandomSteering;

	/** @param isFair it takes prompts up in their order */
	constructor(agent: FakeAgent, shape: RandomShape, random: Random, isFair: boolean) {
		this.#agent = agent;
		this.#shape = shape;
		this.#random = random;
		this.#isFair = isFair;
		this.steering = new RandomSteering(agent, shape, random);
		agent.onCancel = () => (this.#isStopped = true);
	}

	/** Prompts that it has neither taken up nor given back. */
	get untaken(): readonly SentPrompt[] {
		return this.#agent.sent.filter((sent) => !this.#settled.has(sent));
	}

	get isDone(): boolean {
		return !this.isBusy && this.untaken.length === 0 && this.steering.isDone;
	}

	/** Does something. */
	step(): void {
		if (this.#isStopped) return this.#obeyStop();
		const moves = [() => this.#take(), () => this.#work(), () => this.#work(), () => this.#end()];
		if (this.#shape === 'C')
			moves.push(
				() => this.#giveBack(),
				() => this.#beginAlone(),
			);
		if (this.#reports) moves.push(() => this.#repeat());
		if (!this.steering.isDone) moves.push(() => this.steering.step(this.isBusy));
		moves[this.#random(moves.length)]?.();
	}

	/** Finishes everything. */
	finish(): void {
		if (this.#isStopped) this.#obeyStop();
		else if (!this.steering.isDone) this.steering.step(this.isBusy);
		else if (this.isBusy) this.#end();
		else this.#take();
	}

	get #reports(): boolean {
		return this.#shape === 'B' || this.#shape === 'C';
	}

	#take(): void {
		const { untaken } = this;
		const sent = untaken[this.#isFair ? 0 : this.#random(untaken.length + 1)];
		if (sent === undefined || (this.isBusy && this.#shape !== 'C')) return;
		// Some agents of shape C steer work that runs, others take a prompt up when it is over.
		if (this.isBusy && this.#random(2) === 0) return;
		const at = this.#agent.sent.indexOf(sent);
		this.#settled.add(sent);
		this.taken.push(at);
		this.#atWork.push(sent);
		this.isBusy = true;
		if (this.#shape === 'v1' || this.#shape === 'A') return this.#repeatPrompt(sent, at);
		this.#takeByReport(sent, at);
	}

	#takeByReport(sent: SentPrompt, at: number): void {
		const answer = this.#shape === 'B' ? {} : { messageId: `m${at}` };
		const isNamedFirst = this.#shape === 'C' && this.#random(2) === 0;
		if (isNamedFirst) this.#repeatPrompt(sent, at);
		sent.answer.resolve({ type: 'taken', ...answer });
		if (!isNamedFirst) this.#repeatPrompt(sent, at);
		this.#agent.say(working());
	}

	#repeatPrompt({ content }: SentPrompt, at: number): void {
		const [part] = content;
		const words = part?.type === 'text' ? part.text : '';
		const name = `m${at}`;
		const ways: AgentEvent[][] = [
			[userMessage(name, content)],
			[userMessage(name, []), userChunk(words, name)],
			[userChunk(words.slice(0, 2), name), userChunk(words.slice(2), name)],
			[userMessage(name), userMessage(name, content)],
		];
		// These need not say anything of the prompt, or do not name it.
		if (!this.#reports) ways.push([], [userChunk(words)]);
		this.#agent.say(...(ways[this.#random(ways.length)] ?? []));
	}

	#work(): void {
		if (!this.isBusy) return;
		const id = `t${++this.#count}`;
		const moves: (() => void)[] = [
			() => this.#agent.say({ type: 'message_chunk', role: 'agent', content: text('word ') }),
			() => this.#agent.say({ type: 'tool_call', toolCallId: id, fields: { status: 'in_progress' } }),
			() => this.#ask(id),
			() => this.#reports && this.#agent.say(working(this.#random(2) === 0 ? 'requires_action' : 'running')),
		];
		moves[this.#random(moves.length)]?.();
	}

	#ask(toolCallId: string): void {
		const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' as const }];
		void this.#agent.ask({ subject: { type: 'tool_call', toolCallId }, options });
	}

	#end(
		reason: 'end_turn' | 'cancelled' | 'max_tokens' = this.#random(3) === 0 ? 'max_tokens' : 'end_turn',
	): void {
		if (!this.isBusy) return;
		this.steering.endTurn(reason !== 'cancelled');
		this.isBusy = false;
		if (this.#reports) this.#agent.say(this.#random(2) === 0 ? idle(reason) : idle(reason, []));
		else for (const { answer } of this.#atWork) answer.resolve({ type: 'ended', end: { reason } });
		this.#atWork = [];
	}

	#beginAlone(): void {
		if (this.isBusy) return;
		this.isBusy = true;
		this.#agent.say(working());
	}

	#repeat(): void {
		if (this.isBusy || this.taken.length === 0) return;
		this.#agent.say(idle('end_turn', []));
	}

	#giveBack(): void {
		const wanted = this.untaken.find(({ isWithdrawn }) => isWithdrawn);
		if (wanted !== undefined) this.#reject(wanted);
	}

	#reject(sent: SentPrompt): void {
		this.#settled.add(sent);
		sent.answer.reject(new AgentError('refused', 'Request cancelled', { code: -32800 }));
	}

	/** Prompts that it has not taken up come back, before or after it says that it is idle. */
	#obeyStop(): void {
		this.#isStopped = false;
		const isLate = this.#random(2) === 0;
		const back = [...this.untaken];
		if (!isLate) for (const sent of back) this.#reject(sent);
		this.#end('cancelled');
		if (isLate) for (const sent of back) this.#reject(sent);
	}
}
