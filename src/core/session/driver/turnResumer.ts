import type { Content } from '../model/content.ts';
import { resumeOf } from '../reducer/turnFacts.ts';
import type { SessionParts } from './sessionParts.ts';
import { act } from './turnDecisions.ts';

/** Lets a turn go on that is blocked. The agent is asked once; what it then reports of its work is a turn again. */
export class TurnResumer {
	readonly #parts: SessionParts;

	constructor(parts: SessionParts) {
		this.#parts = parts;
	}

	/**
	 * Failures are shown.
	 * @param prompt sends what goes on by a prompt
	 */
	async resume(prompt: (content: readonly Content[]) => Promise<unknown>): Promise<void> {
		const { state } = this.#parts;
		const way = resumeOf(state);
		await act<'resume_pressed', Promise<unknown>>(
			'resume_pressed',
			{ state },
			{
				go_on: () =>
					way?.type === 'prompt'
						? prompt([{ type: 'text', text: way.text }])
						: this.#ask(way?.resumeId ?? ''),
			},
		);
	}

	async #ask(resumeId: string): Promise<void> {
		const { state, lease, dispatch, fail } = this.#parts;
		dispatch({ type: 'turn_resuming', isResuming: true });
		let agent = lease.agent;
		try {
			agent = await lease.acquire();
			await agent?.port.resumeTurn?.(state.sessionId ?? '', resumeId);
		} catch (error) {
			// The end of the agent was told.
			if (lease.agent === agent) fail(error);
		}
		// An agent that has not begun can be asked again.
		dispatch({ type: 'turn_resuming', isResuming: false });
	}
}
