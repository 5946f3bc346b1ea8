/** Everything that the chat view shows around the transcript. */
import type { AuthMethod, LoginAttempt } from '../session/model/auth.ts';
import type { ConfigOption, PendingChoice } from '../session/model/config.ts';
import type { EntryId } from '../session/model/entry.ts';
import type { QuotaWindow } from '../session/model/quota.ts';
import type { AgentNotice, AgentState, SessionUsage, SlashCommand } from '../session/model/sessionState.ts';
import type { QueuedPrompt, QueuePause, TurnState } from '../session/model/turnState.ts';

export type ViewOption = ConfigOption & { readonly name: string };

/** Everything around the transcript. Small; posted whole when any of it changes. */
export interface ViewSession {
	readonly key: string;
	readonly agentTitle: string;
	readonly title: string;
	readonly agent: ViewAgentState;
	readonly turn: TurnState;
	readonly commands: readonly SlashCommand[];
	/** What can be chosen, in the order to show it. */
	readonly options: readonly ViewOption[];
	/** Choices on their way to the agent. Absent when there are none. */
	readonly pendingChoices?: readonly PendingChoice[];
	readonly usage?: SessionUsage;
	/** Limits of the account. Absent when the agent tells of none. */
	readonly quota?: readonly QuotaWindow[];
	/** What the agent wants noticed, oldest first; each can be dismissed. */
	readonly notices: readonly AgentNotice[];
	/** Commands that still run, and what else the agent does beside its turn, oldest first. */
	readonly running: readonly ViewRunning[];
	/** Prompts that wait for their turn, first in line first. Absent when there are none. */
	readonly queue?: readonly ViewQueuedPrompt[];
	/** Why none of them goes out by itself. Absent when they do. */
	readonly queuePause?: QueuePause;
	/** "Send now" goes into the turn that runs. Absent where that turn has to stop for it. */
	readonly steers?: true;
	/** Kinds of content, beside text and files, that the agent takes. */
	readonly accepts: { readonly image: boolean; readonly audio: boolean };
	/** Pending permissions, oldest first. */
	readonly pendingPermissions: readonly EntryId[];
	/** Pending questions, oldest first. */
	readonly pendingElicitations: readonly EntryId[];
	/** The current plans for the panel above the composer, the latest last. Absent when there are none. */
	readonly planIds?: readonly EntryId[];
}

/** As the model has it; of the ways to log in only what is shown. */
export type ViewAgentState =
	| Exclude<AgentState, { type: 'login_required' }>
	| {
			readonly type: 'login_required';
			readonly reason: string;
			readonly methods: readonly ViewAuthMethod[];
			readonly attempt?: LoginAttempt;
			/** A prompt goes out after the login. */
			readonly hasPromptAwaitingLogin: boolean;
	  };

/** One way to log in that the agent offers. */
export interface ViewAuthMethod {
	readonly id: string;
	readonly name: string;
	readonly description?: string;
	readonly type: AuthMethod['type'];
}

/** A command, or other work of the agent, that runs on by itself. */
export interface ViewRunning {
	readonly type: 'terminal' | 'tool_call' | 'subagent' | 'other';
	/** The terminal's id, or the entry's; for what has neither, one that is only good to tell rows apart. */
	readonly id: string;
	/** The terminal that shows it, if there is one to open. */
	readonly terminalId?: string;
	readonly label: string;
	/** Epoch milliseconds; absent when it is not known. */
	readonly startedAt?: number;
	/** It can be stopped from here. */
	readonly canStop: boolean;
	/** It was asked to stop, and has not ended. */
	readonly isStopping?: boolean;
}

/** A prompt that waits for its turn, here or at the agent, or goes into the turn that runs. */
export interface ViewQueuedPrompt extends Pick<QueuedPrompt, 'id' | 'place' | 'isNext' | 'isDoubtful'> {
	/** Its text; what goes with it is named in brackets. */
	readonly text: string;
}
