import type { AgentPort } from '../../session/model/agentPort.ts';

/** What the agent tells its model in the user's place, before the first message. */
const context = /^\s*<(session_context|hook_context)>.*?<\/\1>/su;
/** What stands for the answer of a tool. */
const response = /\[Function Response: [^\]\n]*\]/gu;

/**
 * gemini-cli replays what it told its model in the user's place as the user's own words: where the session runs, and
 * that a tool has answered (docs/agents-in-the-wild.md#replays; seen with 0.61.0, test/traffic/gemini-replay).
 * @param text of a `user_message_chunk`; the agent sends them in a replay only, a whole message each
 * @returns what the user wrote of it; empty where that is nothing
 */
export function withoutInternals(text: string): string {
	const own = context.test(text) ? text.replace(context, '').trimStart() : text;
	return own.replace(response, '').trim() === '' ? '' : own;
}

/** Begins what stands for a call of a tool, after what was said before it. */
const call = '[Function Call: ';

/**
 * gemini-cli replays a call of a tool as words at the end of what it said before (docs/agents-in-the-wild.md#replays;
 * seen with 0.61.0, test/traffic/gemini-turns2).
 * @param text of an `agent_message_chunk` of a replay, a whole message each: live, such an end is the agent's own words
 */
export function withoutCalls(text: string): string {
	let own = text;
	for (;;) {
		const at = own.endsWith(']') ? own.lastIndexOf(call) : -1;
		if (at === -1 || !/^[\w.-]+\]$/u.test(own.slice(at + call.length))) return own;
		own = own.slice(0, at).trimEnd();
	}
}

/**
 * gemini-cli says that it has changed its mode as its own words too, outside of any turn
 * (docs/agents-in-the-wild.md#a-change-of-the-mode-as-words; seen with 0.61.0, test/traffic/gemini-config), although the update of the mode has said so.
 * @param text of an `agent_message_chunk`
 */
export function isModeUpdate(text: string): boolean {
	return /^\[MODE_UPDATE\] \w+$/u.test(text);
}

/** By what the agent said of itself in its answer to `initialize`. */
function isGemini(info: AgentPort['info']): boolean {
	return info.name === 'gemini-cli';
}

/** Whether it replays internals, calls and changes of its mode as words. */
export const replaysInternals = isGemini;

/**
 * gemini-cli reads a file through the client before it creates it, and gives up on any error: it can create files
 * only when a missing one reads as empty (docs/agents-in-the-wild.md#a-file-that-is-not-there; seen with 0.61.0,
 * test/traffic/gemini-writeempty). Its own read tool does not go through the client, so nothing else sees the
 * difference.
 */
export const readsMissingFileAsEmpty = isGemini;

/**
 * gemini-cli sends most of a session's history after its answer to `session/load` (docs/agents-in-the-wild.md#replays):
 * what follows the answer is history, too, until it falls silent.
 */
export const replaysAfterAnswer = isGemini;
