/**
 * Everything that can happen to a session. Codecs turn the wire into the first group, whatever its version;
 * the second group comes from the host: the user, the process, our own services.
 */
import type { Content } from './content.ts';
import type {
	AgentCapabilities,
	AgentState,
	MessageRole,
	ModeState,
	NoticeEntry,
	PermissionOption,
	PermissionState,
	PlanItem,
	SlashCommand,
	StopReason,
	ToolCallEntry,
} from './model.ts';

/** Fields of a tool call that the agent named. An absent field keeps what is there. */
export type ToolCallPatch = Partial<
	Pick<ToolCallEntry, 'title' | 'kind' | 'status' | 'content' | 'locations' | 'rawInput' | 'rawOutput'>
>;

/** From the agent, by a codec. */
export type AgentEvent =
	| { type: 'message_chunk'; role: MessageRole; messageId?: string; content: Content }
	/** A full tool call. For a known id it replaces what was there (agents send it twice). */
	| { type: 'tool_call'; toolCallId: string; fields: ToolCallPatch }
	/** Part of a tool call. For an unknown id it creates one (acp C64). */
	| { type: 'tool_call_update'; toolCallId: string; fields: ToolCallPatch }
	| { type: 'plan'; planId: string; items: readonly PlanItem[] }
	| { type: 'commands'; commands: readonly SlashCommand[] }
	| { type: 'modes'; modes: ModeState }
	| { type: 'current_mode'; modeId: string }
	/** Omitted keeps, null clears (acp C67). */
	| { type: 'session_info'; title?: string | null }
	/** Output of a terminal that the agent runs itself. */
	| { type: 'terminal_output'; terminalId: string; data: string }
	| { type: 'terminal_exited'; terminalId: string; exitCode: number | null; signal: string | null };

/** From this side. `at` is epoch milliseconds. */
export type HostEvent =
	| { type: 'agent_state'; agent: AgentState }
	| { type: 'session_opened'; sessionId: string; capabilities: AgentCapabilities; modes?: ModeState }
	| { type: 'replay_started' }
	| { type: 'replay_ended' }
	| { type: 'prompt_submitted'; content: readonly Content[]; at: number }
	| { type: 'prompt_unsent' }
	| { type: 'cancel_requested'; at: number }
	| { type: 'turn_ended'; stopReason: StopReason; at: number }
	| { type: 'turn_failed'; at: number }
	| {
			type: 'permission_requested';
			/** Made by us, unique in the session. */
			permissionId: string;
			title?: string;
			description?: string;
			toolCallId: string;
			/** What the request says of the tool call: merged before anything is shown (acp C75). */
			fields: ToolCallPatch;
			options: readonly PermissionOption[];
			at: number;
	  }
	| { type: 'permission_settled'; permissionId: string; state: Exclude<PermissionState, { type: 'pending' }> }
	| { type: 'terminal_created'; terminalId: string; label: string; cwd?: string }
	| { type: 'terminal_snapshot'; terminalId: string; output: string; isTruncated: boolean }
	| { type: 'notice'; notice: Pick<NoticeEntry, 'severity' | 'title' | 'detail' | 'actions'> };

export type SessionEvent = AgentEvent | HostEvent;

/** What a step of the reducer touched, for whoever shows or watches the state. */
export type Change =
	| { readonly type: 'entry'; readonly id: string }
	/** Text was appended to the last text content of a message; nothing else of it changed. */
	| { readonly type: 'text'; readonly id: string; readonly text: string }
	| { readonly type: 'terminal'; readonly terminalId: string }
	/** Everything that is not an entry: turn, title, commands, modes, agent. */
	| { readonly type: 'session' }
	/** The transcript was replaced as a whole. */
	| { readonly type: 'reset' };
