import { BoundedMap } from '../../base/boundedMap.ts';
import { isJsonObject, type JsonObject, objectAt, stringsIn } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';

/**
 * copilot and qwen-code give messages no ids. copilot replays each prompt in one chunk, qwen-code each text of it, with the
 * record that it stands in: texts of the user that follow on each other are prompts that were not answered, unless they are
 * of one record (docs/agents-in-the-wild.md#replays; seen with 1.0.102 and 0.24.4, test/traffic/copilot-replay,
 * test/traffic/qwen-replay). As chunks of one message they would be one prompt.
 */
export class WholePrompts {
	/** By session in which a text of the user was the last message the record of that text, empty where none is named. */
	readonly #open = new BoundedMap<string, string>({ maxCount: limits.earlySessions });

	/**
	 * @param update that the events are of
	 * @returns the events, after one that begins another message where they begin another prompt
	 */
	apart(events: readonly AgentEvent[], sessionId: string, update: JsonObject): readonly AgentEvent[] {
		const said = events.find((event) => event.type === 'message_chunk');
		if (said === undefined) return events;
		const { role, content, messageId } = said;
		// Chunks without text are ordinary, and say nothing.
		if (content.type === 'text' && content.text === '') return events;
		const isText = role === 'user' && content.type === 'text';
		const before = this.#open.get(sessionId);
		const record = recordOf(update);
		// What is attached stands between two texts of one prompt.
		if (isText && messageId === undefined) this.#open.set(sessionId, record);
		else this.#open.delete(sessionId);
		const isOfSame = record !== '' && record === before;
		const isNext = isText && before !== undefined && !isOfSame;
		return isNext ? [{ type: 'message', role, content: [] }, ...events] : events;
	}
}

/** The name of the record in which qwen-code has kept what it replays; empty where none is named. */
function recordOf(update: JsonObject): string {
	const { qwenTranscript } = objectAt(update, '_meta') ?? {};
	const ids = isJsonObject(qwenTranscript) ? stringsIn(qwenTranscript['sourceRecordIds']) : [];
	return ids[0]?.slice(0, recordChars) ?? '';
}

/** More than any name of a record has. */
const recordChars = 100;

/** Whether it has this quirk, by what it said of itself in its answer to `initialize`. */
export function replaysWholePrompts(info: AgentPort['info']): boolean {
	return info.name === 'Copilot' || info.name === 'qwen-code';
}
