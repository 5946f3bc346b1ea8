import type { AgentEvent } from '../../session/model/agentEvents.ts';
import { type JsonObject, objectAt, pickStrings, stringAt } from '../json.ts';

/**
 * Commands that the agent runs itself report their output in `_meta` of tool calls (protocol.md 1.9.5,
 * agents-in-the-wild 19). Both names of the output append.
 * @param update the raw update, `tool_call` or `tool_call_update`
 * @param toolCallId names the terminal where the agent does not
 * @returns events to apply after the one of the tool call itself
 */
export function decodeAgentTerminal(update: JsonObject, toolCallId: string): AgentEvent[] {
	const meta = objectAt(update, '_meta');
	if (meta === undefined) return [];
	const events: AgentEvent[] = [];
	const info = objectAt(meta, 'terminal_info');
	// No output yet, but there is a terminal to show.
	if (info !== undefined) {
		events.push({
			type: 'terminal_started',
			terminalId: idOf(info, toolCallId),
			fields: pickStrings(info, 'cwd'),
		});
	}
	const output = objectAt(meta, 'terminal_output_delta') ?? objectAt(meta, 'terminal_output');
	const data = output === undefined ? undefined : stringAt(output, 'data');
	if (output !== undefined && data !== undefined) {
		events.push({ type: 'terminal_output', terminalId: idOf(output, toolCallId), data });
	}
	const exit = objectAt(meta, 'terminal_exit');
	if (exit !== undefined) {
		const exitCode = exit['exit_code'];
		events.push({
			type: 'terminal_exited',
			terminalId: idOf(exit, toolCallId),
			exitCode: typeof exitCode === 'number' ? exitCode : null,
			signal: stringAt(exit, 'signal') ?? null,
		});
	}
	return events;
}

function idOf(part: JsonObject, toolCallId: string): string {
	return stringAt(part, 'terminal_id') ?? toolCallId;
}
