/** Takes what the user sends: it goes out at once, waits for its turn, or waits for a login (acp C30). */
import type { AgentSource } from '../model/agentSource.ts';
import type { Content } from '../model/content.ts';
import type { OptionSetter } from './optionSetter.ts';
import type { PromptQueue } from './promptQueue.ts';
import type { PromptOutcome, PromptSender } from './promptSender.ts';
import type { SessionParts } from './sessionParts.ts';

export interface PromptIntakeParts extends SessionParts {
	readonly source: AgentSource;
	readonly options: OptionSetter;
	readonly sender: PromptSender;
	readonly queue: PromptQueue;
}

export class PromptIntake {
	readonly #parts: PromptIntakeParts;

	constructor(parts: PromptIntakeParts) {
		this.#parts = parts;
	}

	/** True while a prompt waits for a login. */
	get isHolding(): boolean {
		return this.#parts.state.heldPrompt !== undefined;
	}

	async take(content: readonly Content[]): Promise<PromptOutcome> {
		const { state, clock, hold, source, sender, queue, dispatch } = this.#parts;
		if (content.length === 0) return 'refused';
		// One prompt waits for a login at a time: a second one must not push the first aside.
		if (this.isHolding) return 'refused';
		if (state.turn.type !== 'idle') return queue.add(content);
		const isOpen = hold.link !== undefined;
		// An agent that runs was approved when it started; changed settings count from the next start on.
		if (!isOpen && !source.isApproved()) {
			await hold.take();
			return 'refused';
		}
		dispatch({ type: 'prompt_submitted', content, isDelayed: !isOpen, at: clock.now() });
		return sender.send(content);
	}

	/** The prompt that waits for a login is not sent any more. */
	takeBack(): void {
		if (this.isHolding) this.#parts.dispatch({ type: 'prompt_taken_back' });
	}

	/** Somebody has logged in: what was refused is done again. */
	async retry(): Promise<PromptOutcome> {
		const { state, clock, hold, gate, options, sender, queue, dispatch } = this.#parts;
		const held = state.heldPrompt;
		if (hold.link !== undefined) gate.open();
		if (held === undefined || state.turn.type !== 'idle') {
			await hold.take();
			await options.setHeld();
			if (state.queuePause === 'login' && hold.link !== undefined) queue.resume();
			return 'done';
		}
		dispatch({ type: 'prompt_resent', at: clock.now() });
		return sender.send(held, () => options.setHeld());
	}
}
