import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';

/**
 * copilot and qwen-code give messages no ids, and replay the text of each prompt in one chunk: texts of the user that
 * follow on each other are prompts that were not answered (docs/agents-in-the-wild.md#replays; seen with 1.0.102 and
 * 0.24.4, test/traffic/copilot-replay, test/traffic/qwen-replay). As chunks of one message they would be one prompt.
 */
export class WholePrompts {
	/** Sessions in which a text of the user was the last thing that anybody said. */
	readonly #open = new Set<string>();

	/** @returns the events of an update, after one that begins another message where they begin another prompt */
	apart(events: readonly AgentEvent[], sessionId: string): readonly AgentEvent[] {
		const said = events.find((event) => event.type === 'message_chunk');
		if (said === undefined) return events;
		const { role, content, messageId } = said;
		// Chunks without text are ordinary, and say nothing.
		if (content.type === 'text' && content.text === '') return events;
		const isText = role === 'user' && content.type === 'text';
		const isOpen = this.#open.delete(sessionId);
		// What is attached stands between two texts of one prompt.
		if (isText && messageId === undefined) this.#open.add(sessionId);
		return isOpen && isText ? [{ type: 'message', role, content: [] }, ...events] : events;
	}
}

/**
 * True for the agents that have this quirk.
 * @param info what the agent said of itself in its answer to `initialize`
 */
export function replaysWholePrompts(info: AgentPort['info']): boolean {
	return info.name === 'Copilot' || info.name === 'qwen-code';
}
