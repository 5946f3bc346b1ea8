/** What a turn gateway says of its threads, in words that all dialects share. Ids are the gateway's own. */
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { Content } from '../session/model/content.ts';
import type { ToolCallPatch } from '../session/model/toolContent.ts';
import type { TurnEnd } from '../session/model/turnState.ts';

/** Something in a turn, as far as it is known. Unique in its thread by its id. */
export type ThreadItem =
	/** `clientId`: the name that the client gave to the message when it sent it. */
	| {
			readonly type: 'user_message';
			readonly id: string;
			readonly content: readonly Content[];
			readonly clientId?: string;
	  }
	/** What the agent says or thinks. `parts` are paragraphs of their own. */
	| {
			readonly type: 'text';
			readonly id: string;
			readonly role: 'agent' | 'thought';
			readonly parts: readonly string[];
	  }
	/** `events` follow the call: what the session has to know beside it. */
	| {
			readonly type: 'tool_call';
			readonly id: string;
			readonly fields: ToolCallPatch;
			readonly command?: CommandRun;
			readonly events?: readonly AgentEvent[];
	  }
	/** A plan that is a Markdown document. */
	| { readonly type: 'plan'; readonly id: string; readonly text: string }
	| { readonly type: 'compaction'; readonly id: string }
	/** Nothing to be seen of its own. */
	| { readonly type: 'facts'; readonly id: string; readonly events: readonly AgentEvent[] };

/** A command that the gateway runs itself. Its terminal has the id of its item. */
export interface CommandRun {
	/** As shown, such as `npm test`. */
	readonly label: string;
	/** Absolute path. */
	readonly cwd?: string;
	/** All of its output, once the gateway says it as a whole. */
	readonly output?: string;
	/** Present once it has ended; null where the gateway does not say. */
	readonly exitCode?: number | null;
}

/** What happens in a thread, in the order of the wire. */
export type ThreadEvent =
	| { readonly type: 'turn_started'; readonly turnId: string }
	| { readonly type: 'turn_ended'; readonly turnId: string; readonly end: TurnEnd }
	| { readonly type: 'item_started' | 'item_completed'; readonly item: ThreadItem }
	/** More of a text. `part`: which of its paragraphs, from 0. */
	| {
			readonly type: 'text_delta';
			readonly itemId: string;
			readonly role: 'agent' | 'thought';
			readonly part: number;
			readonly text: string;
	  }
	| { readonly type: 'plan_delta'; readonly itemId: string; readonly text: string }
	| { readonly type: 'output_delta'; readonly itemId: string; readonly text: string }
	/** More of a call that has begun. */
	| { readonly type: 'call_update'; readonly itemId: string; readonly fields: ToolCallPatch }
	/** What stands around the transcript, such as usage. */
	| { readonly type: 'facts'; readonly events: readonly AgentEvent[] };
