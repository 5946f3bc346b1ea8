import type { AgentCapabilities } from '../../session/model/capabilities.ts';
import type { SessionSetup } from '../../session/model/agentPort.ts';

/** The same in all versions. */
export interface WireSystemPrompt {
	mode: 'append' | 'override';
	content: { type: 'text'; text: string }[];
}

/** Instructions of the user (unstable). Nothing is sent that the agent would not take as it is meant (acp C128, C275). */
export function encodeSystemPrompt(
	prompt: SessionSetup['systemPrompt'],
	capabilities: AgentCapabilities,
): WireSystemPrompt | undefined {
	if (prompt === undefined || prompt.text.trim() === '' || !capabilities.systemPrompt) return undefined;
	if (prompt.mode === 'override' && !capabilities.systemPromptOverride) return undefined;
	return { mode: prompt.mode, content: [{ type: 'text', text: prompt.text }] };
}
