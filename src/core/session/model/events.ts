/**
 * Everything that can happen to a session: what its agent says (`agentEvents.ts`), and what comes from this side, that
 * is from the user, the process and our own services. And what that changes.
 */
import type { AgentEvent } from './agentEvents.ts';
import type { AgentCapabilities } from './capabilities.ts';
import type { OfferedOptions } from './config.ts';
import type { Content } from './content.ts';
import type { ElicitationMode, ElicitationState } from './elicitation.ts';
import type { Entry, EntryId, NoticeEntry } from './entry.ts';
import type { PermissionOption, PermissionState, PermissionSubject } from './permission.ts';
import type { AgentState, SlashCommand } from './sessionState.ts';
import type { TerminalState } from './terminalState.ts';
import type { ToolCallPatch } from './toolContent.ts';
import type { QueuePause, TurnEnd } from './turnState.ts';

/** From this side. `at` is epoch milliseconds. */
export type HostEvent =
	| { type: 'agent_state'; agent: AgentState }
	/** Options that are not named are not offered (any more). */
	| {
			type: 'session_opened';
			sessionId: string;
			/** It has begun just now. Its id may be that of an earlier one all the same. */
			isNew?: true;
			capabilities: AgentCapabilities;
			options: OfferedOptions;
			/** Where the agent named them at once. */
			commands?: readonly SlashCommand[];
	  }
	/** The user chose; nothing counts until the agent agrees (acp C84). */
	| { type: 'option_requested'; optionId: string; value: string | boolean }
	/** `options` is what the agent offers from now on; empty when it did not say. */
	| { type: 'option_taken'; optionId: string; value: string | boolean; options: OfferedOptions }
	| { type: 'option_refused'; optionId: string; value: string | boolean }
	/** By the user. An empty title gives the agent's back. */
	| { type: 'renamed'; title: string }
	| { type: 'agent_notice_dismissed'; id: string }
	/** What this side kept of the conversation over a reload of the window. */
	| {
			type: 'history_restored';
			entries: readonly Entry[];
			terminals: readonly TerminalState[];
			/** Older entries that found no room. */
			leftOut: number;
	  }
	| { type: 'replay_started' }
	| { type: 'replay_ended' }
	/** `isDelayed`: the session has to be opened first, and `prompt_sent` tells when it goes out. */
	| { type: 'prompt_submitted'; content: readonly Content[]; isDelayed?: boolean; at: number }
	| { type: 'prompt_sent'; entryId: string }
	/** The prompt did not reach the agent: that entry, else the last one. `end`: how that ends its turn. */
	| { type: 'prompt_unsent'; entryId?: string; end?: TurnEnd }
	/** Unsent, too, but it goes out after the login. */
	| { type: 'prompt_awaiting_login'; content: readonly Content[]; entryId?: string }
	/** After a history: that one is shown again. It is no turn. */
	| { type: 'prompt_still_awaiting_login'; content: readonly Content[]; at: number }
	/** The user does not want the prompt that waits for a login to go out any more. */
	| { type: 'prompt_taken_back' }
	/** The last prompt, which was held, is on its way again; `prompt_sent` tells when it goes out. */
	| { type: 'prompt_resent'; at: number }
	/** A prompt that has to wait for its turn. The id is the next of the session: `nextQueueId`. */
	| { type: 'prompt_queued'; id: string; content: readonly Content[]; place: 'here' | 'agent' }
	/**
	 * A queued prompt becomes a message now: the agent has taken it up, by that name if any, or else it is sent;
	 * `isDelayed` as in `prompt_submitted`.
	 */
	| {
			type: 'prompt_dequeued';
			id: string;
			taken?: { readonly messageId?: string };
			isDelayed?: boolean;
			at: number;
	  }
	/** A queued prompt is not sent, or the agent gave it back. */
	| { type: 'prompt_unqueued'; id: string }
	| { type: 'prompt_withdrawing'; id: string }
	/** Stop means the prompts that the agent has in its queue, too. */
	| { type: 'queue_recalled' }
	/** Among those that wait here. `next`: before all of them, and sent as soon as the turn has stopped. */
	| { type: 'prompt_moved'; id: string; to: 'up' | 'down' | 'next' }
	/**
	 * It waits here (again): the agent that held it is gone, or did not take it into its turn. `next`: it goes out before
	 * the others. `doubtful`: the agent may have it all the same.
	 */
	| { type: 'prompt_returned'; id: string; as?: 'next' | 'doubtful' }
	/** A prompt of the queue goes into the turn that runs. */
	| { type: 'prompt_steering'; id: string }
	/** The agent has it in the turn, and will name it when it comes to it. */
	| { type: 'prompt_steered'; id: string }
	/** The agent has taken it into the turn: it becomes a message now, in that turn also where that is over. */
	| { type: 'prompt_injected'; id: string; at: number }
	/** The agent does not know what it said that it offers. */
	| { type: 'steering_missing' }
	| { type: 'queue_paused'; reason: QueuePause }
	| { type: 'queue_resumed' }
	/** The agent took up a prompt of the transcript; one that names it holds further ones. */
	| { type: 'prompt_taken'; entryId: string; messageId?: string }
	/** Its request failed while the agent worked on it: the agent says itself when that work is over. */
	| { type: 'prompt_failed_at_work'; entryId: string }
	| { type: 'cancel_requested'; at: number }
	/** Asked for one call, or one terminal, alone; or the agent did not take it. */
	| { type: 'call_cancelling'; entryId: string; isCancelling: boolean }
	| { type: 'terminal_cancelling'; terminalId: string; isCancelling: boolean }
	/** `isFollowed`: the agent has prompts that it has not taken up yet; they begin the next turn. */
	| { type: 'turn_ended'; end: TurnEnd; isFollowed?: boolean; at: number }
	/** `end`: how it ended, where that is known. */
	| { type: 'turn_failed'; end?: TurnEnd; isFollowed?: boolean; at: number }
	/** The agent is asked to let the turn go on that was blocked, or has answered that. */
	| { type: 'turn_resuming'; isResuming: boolean }
	/** For long nothing happened in the turn, or now something does. */
	| { type: 'turn_silent'; isSilent: boolean }
	/** The step before ended halfway: which of its changes were made is unknown. */
	| { type: 'step_failed' }
	| {
			type: 'permission_requested';
			/** Made by us, unique in the session. */
			permissionId: string;
			title?: string;
			description?: string;
			subject: PermissionSubject;
			/** The child session it comes from. */
			subagentId?: string;
			/** What the request says of the tool call: merged before anything is shown (acp C75, C252). */
			fields?: ToolCallPatch;
			options: readonly PermissionOption[];
			/**
			 * The rules of the user are evaluated before the user is asked; `permission_asked` tells that none answers.
			 */
			isAwaitingRules?: true;
			/** Of a request that is shown anew: no answer to the card that it had counts for this one. */
			revision?: number;
			at: number;
	  }
	| { type: 'permission_asked'; permissionId: string }
	/** An answer came to what has changed meanwhile, and did not count. */
	| { type: 'permission_answer_stale'; permissionId: string }
	| {
			type: 'elicitation_requested';
			/** Made by us, unique in the session. */
			entryId: string;
			message: string;
			toolCallId?: string;
			/** The child session it comes from. */
			subagentId?: string;
			mode: ElicitationMode;
	  }
	| { type: 'elicitation_settled'; entryId: string; state: Exclude<ElicitationState, { type: 'pending' }> }
	/** What the user went to an address for is done. */
	| { type: 'elicitation_completed'; elicitationId: string }
	| { type: 'permission_settled'; permissionId: string; state: Exclude<PermissionState, { type: 'pending' }> }
	/** An answer was given and never sent: the agent heard `cancelled`, because of `by`. */
	| { type: 'answer_unsent'; permissionId: string; by: 'user' | 'agent' | 'exit' }
	/** A terminal that we run, by the name that the agent is told. What agents say of theirs never reaches it. */
	| { type: 'terminal_created'; terminalId: string; label: string; cwd?: string }
	| { type: 'own_terminal_output'; terminalId: string; data: string }
	| { type: 'own_terminal_exited'; terminalId: string; exitCode: number | null; signal: string | null }
	/** Files of the workspace went to a checkpoint. */
	| {
			type: 'files_restored';
			/** As the engine of changes names the restore. */
			restoreId: string;
			to: RestoreTarget;
			/** Files that went there, of those that are other ones there. */
			files: number;
			ofFiles: number;
			/** All went whose changes only an agent has made: what came after that point is undone. */
			isWhole: boolean;
	  }
	| { type: 'notice'; notice: Pick<NoticeEntry, 'severity' | 'title' | 'detail' | 'actions' | 'marks'> };

/** Where files go: to how they were before a message, or before they went back. */
export type RestoreTarget =
	/** Without an id the message is not at hand. */
	| { readonly type: 'prompt'; readonly entryId?: string }
	| { readonly type: 'restore'; readonly restoreId: string };

export type SessionEvent = AgentEvent | HostEvent;

/** What a step of the reducer touched, for those that show or watch the state. */
export type Change =
	/** `keepsContent` of a message: only other fields of it changed. */
	| { readonly type: 'entry'; readonly id: string; readonly keepsContent?: true }
	/** Text was appended to the last text content of a message; nothing else of it changed. */
	| { readonly type: 'text'; readonly id: string; readonly text: string }
	| { readonly type: 'terminal'; readonly terminalId: string }
	/** Everything that is not an entry: turn, title, commands, modes, agent. */
	| { readonly type: 'session' }
	/** The transcript was replaced as a whole. `names`: what entries of before that stand in it are called now. */
	| { readonly type: 'reset'; readonly names?: ReadonlyMap<EntryId, EntryId> };
