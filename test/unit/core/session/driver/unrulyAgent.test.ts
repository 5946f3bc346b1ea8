/** Agents that say anything at any moment, of no shape and of all: whatever they do, nothing hangs in the end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, type FakeClock, openFakeSession, type SentPrompt } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { type Random, seededRandom } from './randomAgent.ts';
import { idle, userChunk, userMessage, working } from './shapes.ts';
import { settle, transcript } from './transcript.ts';

class Unruly {
	readonly session: Session;
	readonly #agent: FakeAgent;
	readonly #clock: FakeClock;
	readonly #random: Random;
	readonly #answered = new Set<SentPrompt>();
	/** What somebody waits for: outcomes of prompts, answers to permissions. */
	readonly #waited: Promise<unknown>[] = [];

	constructor(random: Random) {
		const known = random(3) === 0 ? { sessionId: 'a1' } : {};
		const fake = openFakeSession({ loadSession: random(2) === 0, seed: known });
		fake.agent.capabilities = { resumeSession: random(2) === 0 };
		this.session = fake.session;
		this.#agent = fake.agent;
		this.#clock = fake.clock;
		this.#random = random;
	}

	step(): void {
		const moves = [this.#user(), this.#says(), this.#says(), this.#answers()].flat();
		moves[this.#random(moves.length)]?.();
	}

	/** Everything is answered, and then there is silence. */
	async end(): Promise<unknown[]> {
		for (let round = 0; round < 30; round++) {
			for (const sent of this.#unanswered) this.#answer(sent);
			for (const id of this.session.state.pendingPermissions) this.session.permissions.answer(id, 'yes');
			if (round < 20) this.#say(idle('end_turn', []));
			this.session.resumeQueue();
			await settle();
			this.#clock.advance(limits.silentTurnMs);
			await settle();
		}
		return Promise.race([Promise.all(this.#waited), settle().then(() => ['somebody still waits'])]);
	}

	get #unanswered(): readonly SentPrompt[] {
		return this.#agent.sent.filter((sent) => !this.#answered.has(sent));
	}

	#user(): (() => void)[] {
		const { session } = this;
		const prompt = (): void => void this.#waited.push(session.prompt([text(`p${this.#waited.length}`)]));
		return [
			prompt,
			prompt,
			() => session.stop(),
			() => session.withdraw(session.state.queue[this.#random(3)]?.id ?? ''),
			() => session.sendNow(session.state.queue[this.#random(3)]?.id ?? ''),
			() => session.moveQueued(session.state.queue[this.#random(3)]?.id ?? '', 'up'),
			() => session.resumeQueue(),
			() => session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes'),
			() => this.#clock.advance(limits.forceStopOfferMs),
		];
	}

	#says(): (() => void)[] {
		const at = this.#random(this.#agent.sent.length + 1);
		const toolCallId = `t${this.#random(3)}`;
		const status = this.#random(2) === 0 ? 'in_progress' : 'completed';
		const events: AgentEvent[] = [
			working(),
			working('requires_action'),
			{ type: 'work', work: { type: 'other', name: '_busy' } },
			idle(),
			idle('cancelled', []),
			idle('end_turn', [{ type: 'tool_call', toolCallId }]),
			userMessage(`m${at}`, this.#agent.sent[at]?.content),
			userMessage(`x${at}`, [text('something else')]),
			userChunk('p'),
			{ type: 'message_chunk', role: 'agent', content: text('w') },
			{ type: 'tool_call_update', toolCallId, fields: { title: 'T', status } },
		];
		return events.map((event) => () => this.#say(event));
	}

	#answers(): (() => void)[] {
		return [
			() => this.#ask(),
			() => this.#unanswered.slice(this.#random(2), 2).forEach((sent) => this.#answer(sent)),
			() => this.#random(4) === 0 && this.#exit(),
		];
	}

	#say(event: AgentEvent): void {
		if (this.session.isOpen) this.#agent.say(event);
	}

	#ask(): void {
		const options = [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' as const }];
		const subject = { type: 'tool_call', toolCallId: `t${this.#random(3)}` } as const;
		if (this.session.isOpen) this.#waited.push(this.#agent.ask({ subject, options }));
	}

	#answer(sent: SentPrompt): void {
		this.#answered.add(sent);
		const { answer } = sent;
		const error = (code: number): AgentError => new AgentError('refused', 'No', { code });
		const ways = [
			() => answer.resolve({ type: 'taken' }),
			() => answer.resolve({ type: 'taken', messageId: `m${this.#agent.sent.indexOf(sent)}` }),
			() => answer.resolve({ type: 'ended', end: { reason: 'end_turn' } }),
			() => answer.reject(error(-32800)),
			() => answer.reject(error(-32603)),
		];
		ways[this.#random(ways.length)]?.();
	}

	#exit(): void {
		if (!this.session.isOpen) return;
		for (const sent of this.#unanswered) this.#answered.add(sent);
		this.#agent.exit(new AgentError('exited', 'gone'));
	}
}

function checkAlways({ state }: Session): void {
	if (state.turn.type !== 'idle') return;
	assert.deepEqual(state.turnPrompts, []);
	// What waits although nothing runs waits for the user, who was told so.
	if (state.queuePause === undefined) assert.deepEqual(state.queue, []);
}

describe('an agent that keeps to nothing', () => {
	it('leaves no turn running, no prompt in line and nobody waiting [acp C51] [acp C228] [hazard A5] [hazard C1]', async () => {
		for (let seed = 1; seed <= 200; seed++) {
			const random = seededRandom(seed);
			const unruly = new Unruly(random);
			const { session } = unruly;
			for (let step = 0; step < 40; step++) {
				unruly.step();
				if (random(2) === 0) await settle();
				checkAlways(session);
			}
			const about = `seed ${seed}: ${transcript(session.state).join(' | ')}`;
			assert.ok(!(await unruly.end()).includes('somebody still waits'), about);
			assert.equal(session.state.turn.type, 'idle', about);
			assert.deepEqual(session.state.pendingPermissions, [], about);
			session.dispose();
		}
	});
});
